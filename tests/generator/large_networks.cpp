// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "tests/generator/random.h"
#include "tests/generator/sample.h"

namespace tw::samples {
namespace {

using ir::DataType;
using ir::Shape;
using ir::TensorId;

constexpr std::int64_t kChannels = 4;
constexpr std::int64_t kSide = 8;
constexpr int kNodesPerBlock = 4;     // conv, relu, conv, add
constexpr int kBlocksPerStage = 25;

const Shape kImage{1, kChannels, kSide, kSide};

ir::TensorData smallWeights(Random& random)
{
    std::vector<double> values(kChannels * kChannels * 9);
    for (auto& value : values)
        value = static_cast<double>(random.bell(32)) / 512;
    return ir::fromDoubles(DataType::F32, Shape{kChannels, kChannels, 3, 3}, values);
}

TensorId addNode(ir::Graph& graph, ir::Node node)
{
    const auto output = graph.addTensor({.name = node.name + "_output_0", .type = DataType::F32, .shape = kImage});
    node.outputs = {output};
    graph.addNode(std::move(node));
    return output;
}

ir::Node convNode(const std::string& name, TensorId x, TensorId weights)
{
    ir::Node node{.name = name, .op = "Conv", .inputs = {x, weights}};
    node.attributes = {{"kernel_shape", std::vector<std::int64_t>{3, 3}}, {"pads", std::vector<std::int64_t>{1, 1, 1, 1}}};
    return node;
}

}  // namespace

ir::Graph chain(int nodes)
{
    Random random(20240504);
    ir::Graph graph{.name = cat("chain_", nodes), .opsets = {{"", 13}}};
    TensorId x = graph.addTensor({.name = "input", .type = DataType::F32, .shape = kImage});
    graph.inputs = {x};
    const TensorId weights = graph.addConstant("weight", smallWeights(random));   // shared: the file stays small
    TensorId blockInput = x;
    for (int i = 0; i < nodes; ++i) {
        const int block = i / kNodesPerBlock;
        const std::string scope = cat("/stage", block / kBlocksPerStage, "/block", block % kBlocksPerStage, "/");
        switch (i % kNodesPerBlock) {
        case 0:
            blockInput = x;
            x = addNode(graph, convNode(scope + "conv1/Conv", x, weights));
            break;
        case 1: x = addNode(graph, {.name = scope + "relu/Relu", .op = "Relu", .inputs = {x}}); break;
        case 2: x = addNode(graph, convNode(scope + "conv2/Conv", x, weights)); break;
        default: x = addNode(graph, {.name = scope + "add/Add", .op = "Add", .inputs = {x, blockInput}});
        }
    }
    graph.outputs = {x};
    return graph;
}

ir::Graph badNames()
{
    const std::vector<std::string> names = {
        "",                          // no name at all
        "conv",
        "Conv",                      // differs in case only
        "conv 1", "conv-1", "conv.1", "conv_1",   // the same identifier once punctuation is replaced
        "int", "main", "NULL",       // words of C
        "1st",
        "../../etc/passwd", "C:\\temp\\x", "/absolute//double/",
        "quote\"and'apostrophe", "percent%s%n", "<b>bold</b> & more", "line\nbreak\ttab",
        "\xC3\xA9t\xC3\xA9 \xE5\xB1\x82 \xF0\x9F\x90\x88",   // accents, Chinese, an emoji
        std::string(300, 'x'),
        "conv",                      // a second node of that name
    };
    ir::Graph graph{.name = "bad names: \"quotes\", <tags>", .opsets = {{"", 13}}};
    TensorId x = graph.addTensor({.name = "input.1", .type = DataType::F32, .shape = kImage});
    graph.inputs = {x};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto y = graph.addTensor({.name = cat(names[i], ":", i), .type = DataType::F32, .shape = kImage});
        graph.nodes.push_back({.id = graph.newNodeId(), .name = names[i], .op = i % 2 == 0 ? "Relu" : "Neg",
                               .inputs = {x}, .outputs = {y}});
        x = y;
    }
    graph.tensor(x).name = "out/put 0";
    graph.outputs = {x};
    return graph;
}

}  // namespace tw::samples
