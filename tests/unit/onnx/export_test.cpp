// SPDX-License-Identifier: Apache-2.0
// Exported models are judged by libonnx's checker, and by opening them again.
#include "core/onnx/export.h"

#include "core/ir/text_form.h"
#include "core/onnx/import.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>
#include <onnx/checker.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstring>

namespace tw::onnx {
namespace {

Result<Imported> reopened(const ir::Graph& graph)
{
    Progress progress;
    TW_TRY(const auto bytes, exportOnnx(graph));
    return importOnnx(Bytes::copyOf(bytes), {}, progress);
}

std::string checkerVerdict(const std::string& bytes)
{
    ::onnx::ModelProto model;
    if (!model.ParseFromString(bytes))
        return "does not parse";
    try {
        ::onnx::checker::check_model(model);
    } catch (const std::exception& failure) {
        return failure.what();
    }
    return "";
}

void expectSameData(const ir::TensorData& a, const ir::TensorData& b)
{
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.shape, b.shape);
    EXPECT_EQ(bool(a.strings), bool(b.strings));
    EXPECT_TRUE(!a.strings || !b.strings || *a.strings == *b.strings);
    ASSERT_EQ(a.bytes.size(), b.bytes.size());
    EXPECT_TRUE(std::equal(a.bytes.view.begin(), a.bytes.view.end(), b.bytes.view.begin()));
}

void expectSameGraph(const ir::Graph& a, const ir::Graph& b);

struct AttributesMatch {
    template <class T>
    void operator()(const T& a, const T& b) const
    {
        EXPECT_EQ(a, b);
    }
    void operator()(float a, float b) const { EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0); }
    void operator()(const std::vector<float>& a, const std::vector<float>& b) const
    {
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            (*this)(a[i], b[i]);
    }
    void operator()(const ir::TensorData& a, const ir::TensorData& b) const { expectSameData(a, b); }
    void operator()(const ir::GraphPointer& a, const ir::GraphPointer& b) const { expectSameGraph(*a, *b); }
    template <class T>
        requires std::is_same_v<T, ir::TensorData> || std::is_same_v<T, ir::GraphPointer>
    void operator()(const std::vector<T>& a, const std::vector<T>& b) const
    {
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            (*this)(a[i], b[i]);
    }
    template <class T, class U>
        requires(!std::is_same_v<T, U>)
    void operator()(const T&, const U&) const
    {
        ADD_FAILURE() << "attributes of different kinds";
    }
};

void expectSameTensor(const ir::Graph& a, ir::TensorId idA, const ir::Graph& b, ir::TensorId idB)
{
    ASSERT_EQ(idA.valid(), idB.valid());
    if (!idA.valid())
        return;
    const auto& left = a.tensor(idA);
    const auto& right = b.tensor(idB);
    EXPECT_EQ(left.name, right.name);
    EXPECT_EQ(left.type, right.type) << left.name;
    EXPECT_EQ(left.shape, right.shape) << left.name;
    ASSERT_EQ(left.constant.has_value(), right.constant.has_value()) << left.name;
    if (left.constant)
        expectSameData(*left.constant, *right.constant);
}

void expectSameTensors(const ir::Graph& a, const std::vector<ir::TensorId>& listA, const ir::Graph& b,
                       const std::vector<ir::TensorId>& listB)
{
    ASSERT_EQ(listA.size(), listB.size());
    for (std::size_t i = 0; i < listA.size(); ++i)
        expectSameTensor(a, listA[i], b, listB[i]);
}

void expectSameGraph(const ir::Graph& a, const ir::Graph& b)
{
    EXPECT_EQ(a.opsets, b.opsets);
    EXPECT_EQ(a.metadata, b.metadata);
    expectSameTensors(a, a.inputs, b, b.inputs);
    expectSameTensors(a, a.outputs, b, b.outputs);
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        const auto& left = a.nodes[i];
        const auto& right = b.nodes[i];
        SCOPED_TRACE(left.name);
        EXPECT_EQ(left.name, right.name);
        EXPECT_EQ(left.op, right.op);
        EXPECT_EQ(left.domain, right.domain);
        EXPECT_EQ(left.metadata, right.metadata);
        expectSameTensors(a, left.inputs, b, right.inputs);
        expectSameTensors(a, left.outputs, b, right.outputs);
        ASSERT_EQ(left.attributes.size(), right.attributes.size());
        for (const auto& [name, value] : left.attributes) {
            ASSERT_TRUE(right.attributes.contains(name)) << name;
            std::visit(AttributesMatch{}, value, right.attributes.at(name));
        }
    }
    ASSERT_EQ(a.functions.size(), b.functions.size());
    for (std::size_t i = 0; i < a.functions.size(); ++i) {
        EXPECT_EQ(a.functions[i].name, b.functions[i].name);
        EXPECT_EQ(a.functions[i].attributes, b.functions[i].attributes);
        expectSameGraph(*a.functions[i].body, *b.functions[i].body);
    }
}

void expectRoundTrips(const std::filesystem::path& folder)
{
    for (const auto& path : testing::filesBelow(folder, ".onnx")) {
        SCOPED_TRACE(path.string());
        Progress progress;
        const auto first = importOnnx(path, progress);
        ASSERT_TRUE(first) << first.error().text();
        const auto second = reopened(first->graph);
        ASSERT_TRUE(second) << second.error().text();
        expectSameGraph(first->graph, second->graph);
        if (::testing::Test::HasFailure())
            return;
    }
}

TEST(Export, EveryModelOfTheCorpusReadsBackTheSame)
{
    TW_NEED_CORPUS();
    expectRoundTrips(testing::corpusFolder());
}

TEST(Export, EveryNodeTestReadsBackTheSame)
{
    TW_NEED_NODE_TESTS();
    expectRoundTrips(testing::nodeTestFolder());
}

TEST(Export, TheCheckerOfLibonnxAcceptsWhatItAcceptedBefore)
{
    TW_NEED_NODE_TESTS();
    int checked = 0;
    for (const auto& path : testing::filesBelow(testing::nodeTestFolder(), ".onnx")) {
        const auto original = readTextFile(path);
        ASSERT_TRUE(original);
        Progress progress;
        const auto imported = importOnnx(path, progress);
        ASSERT_TRUE(imported);
        const auto notes = [&](ir::TensorId id) { return !imported->graph.tensor(id).note.empty(); };
        const auto& graph = imported->graph;
        const bool plain = std::none_of(graph.inputs.begin(), graph.inputs.end(), notes) &&
                           std::none_of(graph.outputs.begin(), graph.outputs.end(), notes);
        if (!checkerVerdict(*original).empty() || !plain)   // sequences have no type in the exported file
            continue;
        const auto exported = exportOnnx(graph);
        ASSERT_TRUE(exported);
        EXPECT_EQ(checkerVerdict(*exported), "") << path;
        ++checked;
    }
    EXPECT_GT(checked, 500);
}

TEST(Export, WritesConstantsAndAttributesOfEveryKind)
{
    const auto graph = ir::parseGraph(R"(
        graph g(x: f32[n,4]) -> y, z
        opset 17
        w = const f32[4]{1.0, 2.0, 3.0, 4.0}
        a = Add(x, w)
        y = custom::Thing(a, , i64[2]{3, -4}) {i=3, f=0.5, s="text", ints=[1,2], floats=[0.5,1.0], strings=["a","b"],
                                               t=f16[2]{1.0,2.0}, g=graph body(i: f32[]) -> o { opset 17 o = Add(i, w) }}
        z = Neg(a) as "odd name / with : signs"
    )");
    ASSERT_TRUE(graph) << graph.error().text();
    const auto again = reopened(*graph);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(ir::writeGraph(*graph), ir::writeGraph(again->graph));
}

TEST(Export, TellsTensorsOfOneNameApart)
{
    ir::Graph graph{.name = "g", .opsets = {{"", 17}}};
    const auto input = graph.addTensor({.name = "x", .type = ir::DataType::F32, .shape = {1}});
    const auto middle = graph.addTensor({.name = "x"});
    const auto output = graph.addTensor({.name = ""});
    graph.inputs = {input};
    graph.outputs = {output};
    graph.addNode({.op = "Neg", .inputs = {input}, .outputs = {middle}});
    graph.addNode({.op = "Abs", .inputs = {middle}, .outputs = {output}});
    const auto again = reopened(graph);
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->graph.nodes.size(), 2u);
    EXPECT_EQ(again->graph.nodes[0].op, "Neg");
    EXPECT_EQ(again->graph.nodes[1].inputs, again->graph.nodes[0].outputs);
    EXPECT_NE(again->graph.nodes[0].inputs, again->graph.nodes[1].inputs);
}

TEST(Export, LeavesOutConstantsThatNothingUses)
{
    auto graph = ir::parseGraph("graph g(x: f32[1]) -> y\n y = Neg(x)\n");
    ASSERT_TRUE(graph);
    graph->addConstant("unused", ir::makeTensor<float>(ir::DataType::F32, {1}, {1.0f}));
    const auto again = reopened(*graph);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->initializerCount, 0);
}

TEST(Export, WritesTheFileAsAWhole)
{
    const auto folder = TemporaryFolder::create("tw-export");
    ASSERT_TRUE(folder);
    const auto graph = ir::parseGraph("graph g(x: f32[1]) -> y\n y = Neg(x)\n");
    ASSERT_TRUE(graph);
    ASSERT_TRUE(writeOnnx(*graph, folder->path() / "m.onnx"));
    EXPECT_EQ(readTextFile(folder->path() / "m.onnx").value(), exportOnnx(*graph).value());
    const auto refused = writeOnnx(*graph, folder->path() / "no such folder" / "m.onnx");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::FileNotWritable);
}

}  // namespace
}  // namespace tw::onnx
