// SPDX-License-Identifier: GPL-3.0-or-later
// Networks made in code for the tests of the graph pane.
#pragma once

#include "core/ir/graph.h"
#include "core/session/snapshot.h"

#include <string>

namespace tw::views::graph {

class NetworkBuilder {
public:
    explicit NetworkBuilder(std::string name = "network") { graph_.name = std::move(name); }

    ir::TensorId input(const std::string& name, ir::Shape shape)
    {
        const auto id = graph_.addTensor({.name = name, .type = ir::DataType::F32, .shape = std::move(shape)});
        graph_.inputs.push_back(id);
        return id;
    }
    ir::TensorId weight(const std::string& name, ir::Shape shape)
    {
        const std::vector<float> zeros(static_cast<std::size_t>(shape.elements().value_or(1)), 0.0f);
        return graph_.addConstant(name, ir::makeTensor(ir::DataType::F32, shape, zeros));
    }
    ir::TensorId node(const std::string& op, const std::string& name, std::vector<ir::TensorId> inputs, ir::Shape shape,
                      std::map<std::string, ir::Attribute> attributes = {})
    {
        const auto output = graph_.addTensor({.name = name + "_out", .type = ir::DataType::F32, .shape = std::move(shape)});
        graph_.addNode({.name = name, .op = op, .inputs = std::move(inputs), .outputs = {output}, .attributes = std::move(attributes)});
        return output;
    }
    void output(ir::TensorId tensor) { graph_.outputs.push_back(tensor); }
    ir::GraphPointer build() const { return std::make_shared<const ir::Graph>(graph_); }
    ir::Graph& graph() { return graph_; }

private:
    ir::Graph graph_;
};

inline session::SnapshotPointer snapshotOf(ir::GraphPointer graph)
{
    auto snapshot = std::make_shared<session::Snapshot>();
    snapshot->model.name = graph->name + ".onnx";
    snapshot->nodes.resize(graph->nodes.size());
    snapshot->graph = std::move(graph);
    return snapshot;
}

/// Residual blocks of five nodes each, in scopes "/layer<i>/block<j>" of `perLayer` blocks.
inline ir::GraphPointer residualNetwork(int blocks, int perLayer, bool scoped = true)
{
    NetworkBuilder net("residual" + std::to_string(blocks));
    auto x = net.input("image", {1, 16, 32, 32});
    const auto w = net.weight("conv.weight", {16, 16, 3, 3});
    const auto b = net.weight("conv.bias", {16});
    const std::map<std::string, ir::Attribute> conv{{"kernel_shape", std::vector<std::int64_t>{3, 3}}};
    for (int i = 0; i < blocks; ++i) {
        const std::string scope = scoped ? "/layer" + std::to_string(i / perLayer) + "/block" + std::to_string(i % perLayer) + "/" : "";
        const auto name = [&](const char* op) { return scope + op + "_" + std::to_string(i); };
        auto y = net.node("Conv", name("Conv_a"), {x, w, b}, {1, 16, 32, 32}, conv);
        y = net.node("Relu", name("Relu_a"), {y}, {1, 16, 32, 32});
        y = net.node("Conv", name("Conv_b"), {y, w, b}, {1, 16, 32, 32}, conv);
        y = net.node("Add", name("Add"), {y, x}, {1, 16, 32, 32});
        x = net.node("Relu", name("Relu_b"), {y}, {1, 16, 32, 32});
    }
    net.output(net.node("GlobalAveragePool", scoped ? "/pool/GlobalAveragePool" : "pool", {x}, {1, 16, 1, 1}));
    return net.build();
}

inline ir::GraphPointer chain(int nodes)
{
    NetworkBuilder net("chain");
    auto x = net.input("x", {1, 64});
    for (int i = 0; i < nodes; ++i)
        x = net.node(i % 2 ? "Relu" : "Add", "node_" + std::to_string(i), {x}, {1, 64});
    net.output(x);
    return net.build();
}

/// If with two branches that read the outer tensor.
inline ir::GraphPointer branching()
{
    const auto branch = [](const std::string& op) {
        NetworkBuilder inner(op + "_branch");
        const auto outer = inner.graph().addTensor({.name = "x", .type = ir::DataType::F32, .shape = {1, 64}});
        inner.graph().captures["x"] = outer;
        inner.output(inner.node("Relu", "inner_relu", {inner.node(op, "inner_" + op, {outer}, {1, 64})}, {1, 64}));
        return inner.build();
    };
    NetworkBuilder net("branching");
    const auto x = net.input("x", {1, 64});
    const auto flag = net.node("ReduceMax", "flag", {x}, ir::Shape::scalar());
    net.output(net.node("If", "choose", {flag}, {1, 64}, {{"then_branch", branch("Neg")}, {"else_branch", branch("Abs")}}));
    return net.build();
}

/// Convolutions on one engine, additions on none, the rest on another.
inline session::SnapshotPointer deployedOn(const session::SnapshotPointer& snapshot)
{
    auto target = std::make_shared<target::Target>();
    target->engines = {{.name = "cluster", .paletteRole = 1, .memory = "L1"}, {.name = "fabric", .paletteRole = 2, .memory = "L2"}};
    auto deployment = std::make_shared<session::DeploymentInfo>();
    deployment->target = target;
    for (const auto& node : snapshot->graph->nodes)
        deployment->nodes.push_back({.engine = node.op == "Conv" ? "cluster" : node.op == "Add" ? "" : "fabric"});
    auto result = std::make_shared<session::Snapshot>(*snapshot);
    result->deployment = deployment;
    return result;
}

}  // namespace tw::views::graph
