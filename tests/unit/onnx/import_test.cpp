// SPDX-License-Identifier: Apache-2.0
// What the importer makes of each form that ONNX files come in.
#include "tests/unit/onnx/model_builder.h"

#include "core/base/text.h"

#include <gtest/gtest.h>

namespace tw::onnx {
namespace {

using Type = ::onnx::TensorProto;
using ir::DataType;
using ir::Shape;

/// The code of the error, for EXPECT_EQ; Internal when there was none.
Code refusal(const ::onnx::ModelProto& model)
{
    const auto imported = importModel(model);
    return imported ? Code::Internal : imported.error().code;
}

TEST(Import, ReadsTheHead)
{
    auto model = reluModel();
    model.set_producer_name("pytorch");
    model.set_producer_version("2.1");
    model.set_model_version(7);
    auto* entry = model.add_metadata_props();
    entry->set_key("author");
    entry->set_value("nobody");
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->irVersion, 8);
    EXPECT_EQ(imported->modelVersion, 7);
    EXPECT_EQ(imported->producer, "pytorch 2.1");
    EXPECT_EQ(imported->graph.metadata.at("author"), "nobody");
    EXPECT_EQ(imported->graph.opset(), 17);
    EXPECT_TRUE(imported->diagnostics.empty());
}

TEST(Import, TakesTheHighestOfRepeatedOpsetsUnderEitherName)
{
    auto model = reluModel();
    auto* again = model.add_opset_import();
    again->set_domain("ai.onnx");
    again->set_version(19);
    auto* custom = model.add_opset_import();
    custom->set_domain("com.microsoft");
    custom->set_version(1);
    model.mutable_graph()->mutable_node(0)->set_domain("ai.onnx");
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->graph.opsets, (std::map<std::string, int>{{"", 19}, {"com.microsoft", 1}}));
    EXPECT_EQ(imported->graph.nodes[0].domain, "");
}

TEST(Import, AssumesVersionOneWhenNoOpsetIsStated)
{
    auto model = reluModel();
    model.clear_opset_import();
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->graph.opset(), 1);
    ASSERT_EQ(imported->diagnostics.size(), 1u);
    EXPECT_EQ(imported->diagnostics[0].severity, Severity::Info);
}

TEST(Import, SortsNodesAndMakesTheirNamesUnique)
{
    auto model = emptyModel();
    auto& graph = *model.mutable_graph();
    *graph.add_input() = valueInfo("x", Type::FLOAT, {1});
    addNode(graph, "Neg", {"b"}, {"y"}).set_name("same");
    addNode(graph, "Abs", {"a"}, {"b"}).set_name("same");
    addNode(graph, "Relu", {"x"}, {"a"});
    graph.add_output()->set_name("y");
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    const auto& nodes = imported->graph.nodes;
    ASSERT_EQ(nodes.size(), 3u);
    EXPECT_EQ(nodes[0].op, "Relu");
    EXPECT_EQ(nodes[1].op, "Abs");
    EXPECT_EQ(nodes[2].op, "Neg");
    EXPECT_EQ(nodes[2].name, "same");
    EXPECT_NE(nodes[1].name, "same");
    EXPECT_FALSE(nodes[0].name.empty());
    EXPECT_TRUE(ir::checkGraph(imported->graph));
}

TEST(Import, KeepsTheGapOfALeftOutInput)
{
    auto model = reluModel();
    auto& graph = *model.mutable_graph();
    addNode(graph, "Clip", {"y", "", "x"}, {"z", ""});
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    const auto& clip = imported->graph.nodes[1];
    ASSERT_EQ(clip.inputs.size(), 3u);
    EXPECT_FALSE(clip.inputs[1].valid());
    EXPECT_TRUE(clip.inputs[2].valid());
    ASSERT_EQ(clip.outputs.size(), 2u);
    EXPECT_FALSE(clip.outputs[1].valid());
}

TEST(Import, InitialisersListedAsInputsAreConstants)
{
    auto model = reluModel();
    auto& graph = *model.mutable_graph();
    *graph.add_input() = valueInfo("w", Type::FLOAT, {2});
    addInitializer(graph, "w", Type::FLOAT, {2}).set_raw_data(std::string(8, '\0'));
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->graph.inputs.size(), 1u);
    EXPECT_TRUE(findTensor(imported->graph, "w")->constant);
    EXPECT_EQ(imported->initializerCount, 1);
    EXPECT_EQ(imported->initializerBytes, 8);
}

TEST(Import, ReadsDimensionsOfEveryKind)
{
    auto model = reluModel();
    auto info = valueInfo("z", Type::FLOAT, {3, -1, 0});
    auto* shape = info.mutable_type()->mutable_tensor_type()->mutable_shape();
    shape->add_dim()->set_dim_param("batch");
    shape->add_dim();
    *model.mutable_graph()->add_input() = info;
    auto* unranked = model.mutable_graph()->add_input();
    unranked->set_name("u");
    unranked->mutable_type()->mutable_tensor_type()->set_elem_type(Type::INT8);
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(findTensor(imported->graph, "z")->shape, Shape({{.value = 3}, {}, {.value = 0}, {.symbol = "batch"}, {}}));
    EXPECT_FALSE(findTensor(imported->graph, "u")->shape.ranked());
    EXPECT_EQ(findTensor(imported->graph, "u")->type, DataType::I8);
}

TEST(Import, NotesTypesThatAreNoTensors)
{
    auto model = reluModel();
    auto* sequence = model.mutable_graph()->add_input();
    sequence->set_name("s");
    *sequence->mutable_type()->mutable_sequence_type()->mutable_elem_type() = valueInfo("", Type::FLOAT, {3}).type();
    auto* map = model.mutable_graph()->add_input();
    map->set_name("m");
    map->mutable_type()->mutable_map_type()->set_key_type(Type::STRING);
    *map->mutable_type()->mutable_map_type()->mutable_value_type() = valueInfo("", Type::INT64, {}).type();
    *model.mutable_graph()->add_input() = valueInfo("future", 24, {1});
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(findTensor(imported->graph, "s")->note, "sequence(f32[3])");
    EXPECT_EQ(findTensor(imported->graph, "m")->note, "map(string, i64[])");
    EXPECT_EQ(findTensor(imported->graph, "future")->note, "element type 24");
}

TEST(Import, FindsOuterNamesForBodiesAtAnyDepth)
{
    auto model = reluModel();
    auto& graph = *model.mutable_graph();
    *graph.add_input() = valueInfo("c", Type::BOOL, {});
    auto& outer = addNode(graph, "If", {"c"}, {"z"});
    outer.add_attribute()->set_name("then_branch");
    outer.mutable_attribute(0)->set_type(::onnx::AttributeProto::GRAPH);
    auto& body = *outer.mutable_attribute(0)->mutable_g();
    auto& inner = addNode(body, "If", {"c"}, {"i"});
    body.add_output()->set_name("i");
    inner.add_attribute()->set_name("then_branch");
    auto& innermost = *inner.mutable_attribute(0)->mutable_g();   // no type: the field that is there tells it
    addNode(innermost, "Neg", {"y"}, {"n"});
    innermost.add_output()->set_name("n");
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    const auto& middle = *std::get<ir::GraphPointer>(imported->graph.nodes[1].attributes.at("then_branch"));
    EXPECT_TRUE(middle.captures.contains("y"));
    EXPECT_TRUE(middle.captures.contains("c"));
    const auto& deep = *std::get<ir::GraphPointer>(middle.nodes[0].attributes.at("then_branch"));
    ASSERT_TRUE(deep.captures.contains("y"));
    EXPECT_EQ(deep.tensor(deep.captures.at("y")).type, DataType::F32);
    EXPECT_EQ(deep.nodes[0].inputs[0], deep.captures.at("y"));
    EXPECT_EQ(deep.opset(), 17);
}

TEST(Import, KeepsFunctionsWithTheirBodies)
{
    auto model = reluModel();
    auto& function = *model.add_functions();
    function.set_domain("local");
    function.set_name("Twice");
    function.add_input("a");
    function.add_output("b");
    function.add_attribute("scale");
    auto* import = function.add_opset_import();
    import->set_domain("");
    import->set_version(15);
    auto& node = *function.add_node();
    node.set_op_type("Scale");
    node.add_input("a");
    node.add_output("b");
    auto* reference = node.add_attribute();
    reference->set_name("scale");
    reference->set_type(::onnx::AttributeProto::FLOAT);
    reference->set_ref_attr_name("scale");
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    ASSERT_EQ(imported->graph.functions.size(), 1u);
    const auto& local = imported->graph.functions[0];
    EXPECT_EQ(local.domain, "local");
    EXPECT_EQ(local.name, "Twice");
    EXPECT_EQ(local.attributes, std::vector<std::string>{"scale"});
    ASSERT_EQ(local.body->inputs.size(), 1u);
    EXPECT_EQ(std::get<ir::OpaqueAttribute>(local.body->nodes[0].attributes.at("scale")).kind, "reference");
}

TEST(Import, KeepsMetadataOfNodes)
{
    auto model = reluModel();
    ::onnx::StringStringEntryProto entry;
    entry.set_key("namespace");
    entry.set_value("layer1");
    model.mutable_graph()->mutable_node(0)->mutable_unknown_fields()->AddLengthDelimited(9, entry.SerializeAsString());
    const auto imported = importModel(model);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->graph.nodes[0].metadata.at("namespace"), "layer1");
}

TEST(Import, RefusesGraphsThatContradictThemselves)
{
    auto twice = reluModel();
    addNode(*twice.mutable_graph(), "Abs", {"x"}, {"y"});
    EXPECT_EQ(refusal(twice), Code::BadGraph);

    auto cycle = reluModel();
    addNode(*cycle.mutable_graph(), "Add", {"x", "q"}, {"p"});
    addNode(*cycle.mutable_graph(), "Abs", {"p"}, {"q"});
    EXPECT_EQ(refusal(cycle), Code::BadGraph);

    auto dangling = reluModel();
    addNode(*dangling.mutable_graph(), "Abs", {"nowhere"}, {"z"}).set_name("reader");
    const auto imported = importModel(dangling);
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code, Code::BadGraph);
    EXPECT_EQ(imported.error().place.node, "reader");
    EXPECT_NE(imported.error().message.find("nowhere"), std::string::npos);

    auto noOutput = reluModel();
    noOutput.mutable_graph()->add_output()->set_name("missing");
    EXPECT_EQ(refusal(noOutput), Code::BadGraph);

    auto sameInput = reluModel();
    *sameInput.mutable_graph()->add_input() = valueInfo("x", Type::FLOAT, {2});
    EXPECT_EQ(refusal(sameInput), Code::BadGraph);

    auto written = reluModel();
    addNode(*written.mutable_graph(), "Abs", {"y"}, {"x"});
    EXPECT_EQ(refusal(written), Code::BadGraph);

    auto sameTwice = reluModel();
    addNode(*sameTwice.mutable_graph(), "Split", {"x"}, {"p", "p"});
    EXPECT_EQ(refusal(sameTwice), Code::BadGraph);
}

TEST(Import, StopsAtEndlessNesting)
{
    ::onnx::GraphProto body;
    for (int level = 0; level < 200; ++level) {
        ::onnx::GraphProto around;
        auto& node = addNode(around, "If", {}, {cat("o", level)});
        node.add_attribute()->set_name("then_branch");
        node.mutable_attribute(0)->mutable_g()->Swap(&body);
        body.Swap(&around);
    }
    auto model = emptyModel();
    model.mutable_graph()->Swap(&body);
    const auto imported = importModel(model);
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code, Code::NotOnnx);
    EXPECT_NE(imported.error().message.find("levels deep"), std::string::npos) << imported.error().text();
}

TEST(Import, CanBeCancelled)
{
    Progress progress;
    progress.cancel();
    const auto imported = importOnnx(Bytes::copyOf(reluModel().SerializeAsString()), {}, progress);
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code, Code::Cancelled);
}

TEST(Import, NamesTheFileThatIsNotThere)
{
    Progress progress;
    const auto imported = importOnnx("no/such/model.onnx", progress);
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code, Code::FileNotFound);
    EXPECT_EQ(imported.error().place.file, "no/such/model.onnx");
}

}  // namespace
}  // namespace tw::onnx
