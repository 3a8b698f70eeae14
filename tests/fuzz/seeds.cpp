// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/seeds.h"

#include "core/base/file.h"
#include "core/deploy/state.h"
#include "core/deploy/state_file.h"
#include "core/ir/text_form.h"
#include "core/latency/container_file.h"
#include "core/latency/container_json.h"
#include "core/latency/container_proto.h"
#include "core/onnx/export.h"
#include "core/onnx/tensor_file.h"
#include "core/session/session.h"
#include "core/target/load.h"
#include "tests/fuzz/scratch.h"
#include "tests/support/corpus.h"
#include "tests/support/search_space_text.h"

namespace tw::fuzz {
namespace {

namespace fs = std::filesystem;

/// Mutations of larger files seldom hit anything that matters.
constexpr std::uintmax_t kLargestSeed = 20'000;

constexpr std::string_view kConvolutions = R"(
    graph convolutions(x: f32[1,2,6,6]) -> y
    opset 17
    w = const f32[4,2,3,3] seed 1
    m = const f32[8,4] seed 2
    c = Conv(x, w) {pads=[1,1,1,1], strides=[2,2]}
    r = Relu(c)
    p = MaxPool(r) {kernel_shape=[3,3]}
    f = Flatten(p)
    g = Gemm(f, m) {transB=1}
    y = Softmax(g) {axis=1})";

constexpr std::string_view kMovement = R"(
    graph movement(x: f32[2,3,N]) -> y
    opset 17
    t = Transpose(x) {perm=[1,0,2]}
    a = Sigmoid(t)
    b = Concat(a, t) {axis=1}
    y = ReduceMean(b) {axes=[1], keepdims=0})";

ir::Graph graphFrom(std::string_view text)
{
    return ir::parseGraph(text).value();
}

ir::TensorData numbers(ir::DataType type)
{
    const std::vector<double> values{0, 1, 2, 3, 4, 5};
    return ir::fromDoubles(type, {2, 3}, values);
}

latency::LatencyContainer container()
{
    latency::ContainerParts parts{.type = "mmac", .constant = 1.5, .operations = {{0.5, 3}, {0}}, .unit = "mmac"};
    parts.blockNames = {"first", "second"};
    parts.operationNames = {{"conv3", "conv5"}, {"skip"}};
    parts.standardErrors = {{0.1, 0.2}, {}};
    parts.probabilities = {{0.25, 0.75}, {}};
    parts.nodes = {{.node = "n", .op = "Conv", .value = 1.5, .compute = 1, .movement = 0.5, .macs = 7, .bytes = 9}};
    parts.meta = {{"machine", "test"}};
    return latency::LatencyContainer::create(parts).value();
}

deploy::SavedState stateOf(deploy::Stage stage)
{
    Progress progress;
    const auto graph = graphFrom(kConvolutions);
    const auto host = std::make_shared<const target::Target>(target::loadTarget("host", target::installedPlaces()).value());
    deploy::SavedState state{.stage = stage, .imported = graph};
    state.deployment = deploy::deployGraph(graph, host, state.options, progress).value();
    return state;
}

std::vector<std::string> contentsOf(const std::vector<fs::path>& files)
{
    std::vector<std::string> contents;
    for (const auto& file : files)
        if (fs::file_size(file) <= kLargestSeed)
            contents.push_back(readTextFile(file).value());
    return contents;
}

}  // namespace

std::vector<std::string> modelSeeds()
{
    std::vector<std::string> seeds;
    for (const auto& text : {std::string(kConvolutions), std::string(kMovement), testing::smallSearchSpace(", default_index=1")})
        seeds.push_back(onnx::exportOnnx(graphFrom(text)).value());
    for (auto& model : contentsOf(testing::filesBelow(testing::nodeTestFolder(), ".onnx")))
        seeds.push_back(std::move(model));
    return seeds;
}

std::vector<std::string> arrayArchiveSeeds()
{
    std::vector<std::string> seeds = contentsOf(testing::filesBelow(testing::sourceDir() / "resources/models", ".npz"));
    seeds.push_back(onnx::npzBytes({{"x", numbers(ir::DataType::F32)}, {"y", numbers(ir::DataType::I64)}}).value());
    return seeds;
}

std::vector<std::string> arraySeeds()
{
    std::vector<std::string> seeds;
    for (const auto type : {ir::DataType::F32, ir::DataType::I8, ir::DataType::I64, ir::DataType::Bool})
        seeds.push_back(onnx::writeNpy(numbers(type)).value());
    return seeds;
}

std::vector<std::string> tensorSeeds()
{
    std::vector<std::string> seeds;
    for (const auto type : {ir::DataType::F32, ir::DataType::I8, ir::DataType::BF16})
        seeds.push_back(onnx::tensorPbBytes({"x", numbers(type)}));
    return seeds;
}

std::vector<std::string> targetSeeds()
{
    std::vector<std::string> seeds;
    const auto places = target::installedPlaces();
    for (const auto& name : target::targetNames(places))
        seeds.push_back(readTextFile(places.targets / name / "target.json").value());
    return seeds;
}

std::vector<std::string> stateFileSeeds()
{
    std::vector<std::string> seeds;
    for (const auto stage : {deploy::Stage::Imported, deploy::Stage::Lowered, deploy::Stage::Parsed, deploy::Stage::Bound, deploy::Stage::Generated}) {
        deploy::exportState(stateOf(stage), scratchFolder(), "seed").value();
        seeds.push_back(readTextFile(scratchFolder() / "seed.state").value());
    }
    return seeds;
}

std::vector<std::string> stateTextSeeds()
{
    std::vector<std::string> seeds;
    for (const auto& file : stateFileSeeds())
        seeds.push_back(deploy::unpackState(std::as_bytes(std::span(file))).value());
    return seeds;
}

std::vector<std::string> containerSeeds()
{
    return {latency::toJson(container()), latency::toBytes(container())};
}

std::vector<std::string> containerPayloadSeeds()
{
    return {latency::toProto(container().parts())};
}

std::vector<std::string> latencyTableSeeds()
{
    return {R"({"format": "latency-lut", "unit": "ms", "entries": [
                {"op": "Conv", "inputs": [[1, 3, 32, 32], [16, 3, 3, 3]], "attributes": {"strides": [2, 2]}, "latency": 0.5}]})",
            R"({"Conv-input:224x224x3-output:112x112x32-kernel:3-stride:2": {"mean": 1.2, "count": 60}})",
            "Conv-input:224x224x3-output:112x112x32-kernel:3-stride:2: {mean: 1.2}\n"};
}

std::vector<std::string> sessionSeeds()
{
    session::Document document{.model = scratchFolder() / "net.onnx", .modelHash = 7};
    document.choices.dims = {{"N", 4}};
    document.choices.pins = {{"conv", "cpu"}};
    document.choices.tiles = {{"conv", {{2, 8}}}};
    document.view = {{"window", "AAAA"}};
    const auto path = scratchFolder() / "seed.twproj";
    session::saveDocument(document, path).value();
    return {readTextFile(path).value()};
}

}  // namespace tw::fuzz
