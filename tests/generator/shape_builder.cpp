// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/shape_builder.h"

#include "core/base/text.h"
#include "core/ops/registry.h"

#include <cstdlib>

namespace tw::samples {
namespace {

using Ints = std::vector<std::int64_t>;

/// Pages of zeros that the system provides when they are read.
ir::TensorData zeros(const ir::Shape& shape, ir::DataType type)
{
    const auto size = static_cast<std::size_t>(ir::byteCount(type, shape.elements().value()));
    const std::shared_ptr<void> memory(std::calloc(size, 1), &std::free);
    TW_CHECK(memory != nullptr);
    return {type, shape, Bytes{{static_cast<const std::byte*>(memory.get()), size}, memory}};
}

}  // namespace

ShapeBuilder::ShapeBuilder(std::string name, ir::Shape input, int opset)
{
    graph_.name = std::move(name);
    graph_.opsets = {{"", opset}};
    graph_.inputs = {graph_.addTensor({.name = "input", .type = ir::DataType::F32, .shape = std::move(input)})};
}

ir::TensorId ShapeBuilder::parameter(const std::string& name, const ir::Shape& shape, ir::DataType type)
{
    return graph_.addConstant(name, zeros(shape, type));
}

ir::TensorId ShapeBuilder::constant(const std::string& name, const std::vector<std::int64_t>& values)
{
    const ir::Shape shape{static_cast<std::int64_t>(values.size())};
    return graph_.addConstant(name, ir::fromIntegers(ir::DataType::I64, shape, values));
}

ir::TensorId ShapeBuilder::node(const std::string& scope, ir::Node node)
{
    node.name = scope.empty() ? cat("/", node.op) : cat("/", scope, "/", node.op);
    const auto output = graph_.addTensor({.name = node.name + "_output_0"});
    node.outputs = {output};
    graph_.addNode(std::move(node));
    return output;
}

ir::TensorId ShapeBuilder::conv(const std::string& scope, ir::TensorId x, const ConvSizes& shape)
{
    ir::Shape weights{shape.outChannels, shape.inChannels / shape.group};
    Ints pads;
    for (const auto size : shape.kernel) {
        weights.append({.value = size});
        pads.push_back(shape.valid ? 0 : size / 2);
    }
    pads.insert(pads.end(), pads.begin(), pads.end());
    ir::Node conv{.op = "Conv", .inputs = {x, parameter(scope + ".weight", weights)}};
    if (shape.bias)
        conv.inputs.push_back(parameter(scope + ".bias", ir::Shape{shape.outChannels}));
    conv.attributes = {{"kernel_shape", shape.kernel}, {"strides", Ints(shape.kernel.size(), shape.stride)},
                       {"pads", pads}, {"group", shape.group}};
    return node(scope, std::move(conv));
}

ir::TensorId ShapeBuilder::batchNorm(const std::string& scope, ir::TensorId x, std::int64_t channels)
{
    ir::Node norm{.op = "BatchNormalization", .inputs = {x}};
    for (const auto* leaf : {".weight", ".bias", ".running_mean", ".running_var"})
        norm.inputs.push_back(parameter(scope + leaf, ir::Shape{channels}));
    return node(scope, std::move(norm));
}

ir::TensorId ShapeBuilder::dense(const std::string& scope, ir::TensorId x, std::int64_t in, std::int64_t out)
{
    const auto weights = parameter(scope + ".weight", ir::Shape{out, in});
    const auto bias = parameter(scope + ".bias", ir::Shape{out});
    return node(scope, {.op = "Gemm", .inputs = {x, weights, bias}, .attributes = {{"transB", std::int64_t{1}}}});
}

ir::TensorId ShapeBuilder::apply(const std::string& scope, const std::string& op, const std::vector<ir::TensorId>& inputs,
                                 std::map<std::string, ir::Attribute> attributes)
{
    return node(scope, {.op = op, .inputs = inputs, .attributes = std::move(attributes)});
}

ir::TensorId ShapeBuilder::relu6(const std::string& scope, ir::TensorId x)
{
    const auto low = graph_.addConstant(scope + ".min", ir::fromDoubles(ir::DataType::F32, ir::Shape::scalar(), std::vector<double>{0}));
    const auto high = graph_.addConstant(scope + ".max", ir::fromDoubles(ir::DataType::F32, ir::Shape::scalar(), std::vector<double>{6}));
    return node(scope, {.op = "Clip", .inputs = {x, low, high}});
}

ir::TensorId ShapeBuilder::pool(const std::string& scope, const std::string& op, ir::TensorId x, Ints kernel,
                                std::int64_t stride, std::int64_t pad)
{
    const auto axes = kernel.size();
    return apply(scope, op, {x}, {{"kernel_shape", std::move(kernel)}, {"strides", Ints(axes, stride)},
                                  {"pads", Ints(2 * axes, pad)}});
}

ir::Graph ShapeBuilder::finish(ir::TensorId output)
{
    graph_.outputs = {output};
    Diagnostics diagnostics;
    ops::inferGraph(graph_, diagnostics);
    TW_CHECK(diagnostics.empty());
    return std::move(graph_);
}

}  // namespace tw::samples
