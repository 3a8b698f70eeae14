// SPDX-License-Identifier: Apache-2.0
// Every model of the corpus opens, and shows what the corpus' manifest (made with other tools) says of it.
#include "core/base/process.h"
#include "core/onnx/import.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace tw::onnx {
namespace {

using nlohmann::json;
using testing::corpusFolder;

Result<Imported> importFrom(const std::filesystem::path& path)
{
    Progress progress;
    return importOnnx(path, progress);
}

json manifestOf(const std::string& folder)
{
    const auto text = readTextFile(corpusFolder() / folder / "manifest.json");
    EXPECT_TRUE(text) << text.error().text();
    return text ? json::parse(*text) : json();
}

std::vector<ir::GraphPointer> bodiesOf(const ir::Graph& graph)
{
    std::vector<ir::GraphPointer> bodies;
    for (const auto& node : graph.nodes)
        for (const auto& [name, value] : node.attributes) {
            if (const auto* body = std::get_if<ir::GraphPointer>(&value))
                bodies.push_back(*body);
            if (const auto* several = std::get_if<std::vector<ir::GraphPointer>>(&value))
                bodies.insert(bodies.end(), several->begin(), several->end());
        }
    return bodies;
}

/// Each name that a body captures is a tensor of the graph around it.
void expectCapturesExist(const ir::Graph& graph)
{
    std::set<std::string> names;
    for (const auto& tensor : graph.tensors)
        names.insert(tensor.name);
    for (const auto& body : bodiesOf(graph)) {
        for (const auto& [name, id] : body->captures)
            EXPECT_TRUE(names.contains(name)) << name;
        expectCapturesExist(*body);
    }
}

struct Census {
    std::map<std::string, int> ops;   // by domain and name as the manifest writes them; without Constant
    int subgraphs = 0;
};

void takeCensus(const ir::Graph& graph, Census& census)
{
    for (const auto& node : graph.nodes)
        ++census.ops[node.domain.empty() ? node.op : cat(node.domain, ":", node.op)];
    for (const auto& body : bodiesOf(graph)) {
        ++census.subgraphs;
        takeCensus(*body, census);
    }
}

void expectSameValues(const json& listed, const ir::Graph& graph, const std::vector<ir::TensorId>& ids)
{
    static const std::map<std::string, ir::DataType> kTypes{
        {"float", ir::DataType::F32}, {"float16", ir::DataType::F16}, {"bfloat16", ir::DataType::BF16},
        {"double", ir::DataType::F64}, {"int8", ir::DataType::I8}, {"uint8", ir::DataType::U8}, {"int32", ir::DataType::I32},
        {"uint32", ir::DataType::U32}, {"int64", ir::DataType::I64}, {"bool", ir::DataType::Bool}, {"string", ir::DataType::String}};
    ASSERT_EQ(listed.size(), ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto& tensor = graph.tensor(ids[i]);
        EXPECT_EQ(listed[i].at("name"), tensor.name);
        const auto type = kTypes.find(listed[i].at("dtype").get<std::string>());
        EXPECT_EQ(type == kTypes.end() ? ir::DataType::Undefined : type->second, tensor.type) << tensor.name;
        const auto& shape = listed[i].at("shape");
        if (!shape.is_array())
            continue;
        ASSERT_EQ(shape.size(), tensor.shape.dims().size()) << tensor.name;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            const auto& dim = tensor.shape[static_cast<int>(axis)];
            if (shape[axis].is_number())
                EXPECT_EQ(std::max<std::int64_t>(shape[axis].get<std::int64_t>(), -1), dim.value) << tensor.name;
            else
                EXPECT_EQ(shape[axis] == "?" ? "" : shape[axis].get<std::string>(), dim.symbol) << tensor.name;
        }
    }
}

void expectAsListed(const json& listed, const std::filesystem::path& folder)
{
    const auto imported = importFrom(folder / listed.at("file").get<std::string>());
    ASSERT_TRUE(imported) << imported.error().text();
    const auto& graph = imported->graph;
    EXPECT_EQ(imported->irVersion, listed.at("ir_version"));
    for (const auto& [domain, version] : listed.at("opset").items())
        EXPECT_GE(graph.opset(domain == "ai.onnx" ? "" : domain), version) << domain;   // it lists one of repeated imports
    EXPECT_EQ(graph.nodes.size() + imported->constantNodes.size(), listed.at("nodes_top_level"));
    EXPECT_EQ(graph.functions.size(), listed.at("model_functions"));
    Census census;
    takeCensus(graph, census);
    EXPECT_EQ(census.subgraphs, listed.at("subgraphs"));
    auto ops = listed.at("op_types").get<std::map<std::string, int>>();
    ops.erase("Constant");
    EXPECT_EQ(census.ops, ops);
    expectSameValues(listed.at("inputs"), graph, graph.inputs);
    expectSameValues(listed.at("outputs"), graph, graph.outputs);
}

void expectAllOpen(const std::filesystem::path& folder)
{
    const auto models = testing::filesBelow(folder, ".onnx");
    EXPECT_FALSE(models.empty());
    for (const auto& path : models) {
        const auto imported = importFrom(path);
        ASSERT_TRUE(imported) << imported.error().text();
        const auto checked = ir::checkGraph(imported->graph);
        EXPECT_TRUE(checked) << path << ": " << checked.error().text();
    }
}

void collectHashes(const json& value, const std::filesystem::path& folder, std::string& list)
{
    std::filesystem::path file;
    if (value.is_object() && value.contains("file"))
        file = value.at("file").get<std::string>();
    else if (value.is_object() && value.contains("test"))
        file = std::filesystem::path(value.at("test").get<std::string>()) / "model.onnx";
    if (!file.empty() && value.contains("sha256"))
        list += cat(value.at("sha256").get<std::string>(), "  ", (folder / file).string(), "\n");
    if (value.is_structured())
        for (const auto& item : value)
            collectHashes(item, folder, list);
}

TEST(Corpus, EveryListedFileHasItsChecksum)
{
    TW_NEED_CORPUS();
    std::string list;
    for (const std::string folder : {"models", "deeploy", "mlperf-tiny", "minimalloc", "onnx-node-new"})
        collectHashes(manifestOf(folder), corpusFolder() / folder, list);
    EXPECT_GT(std::count(list.begin(), list.end(), '\n'), 650);
    const auto scratch = TemporaryFolder::create("tw-sums");
    ASSERT_TRUE(scratch);
    ASSERT_TRUE(writeFileAtomically(scratch->path() / "sums", list));
    Progress progress;
    const auto checked = runCommand({.arguments = {"sha256sum", "--check", "--quiet", scratch->path() / "sums"}}, progress);
    ASSERT_TRUE(checked) << checked.error().text();
    EXPECT_EQ(checked->exitCode, 0) << checked->output;
}

TEST(ImportCorpus, EveryModelOpensAsACheckedGraph)
{
    TW_NEED_CORPUS();
    expectAllOpen(corpusFolder());
}

TEST(ImportCorpus, EveryNodeTestOfTheDistributionOpensAsACheckedGraph)
{
    TW_NEED_NODE_TESTS();
    expectAllOpen(testing::nodeTestFolder());
}

TEST(ImportCorpus, ListedNetworksShowWhatTheManifestLists)
{
    TW_NEED_CORPUS();
    for (const std::string folder : {"models", "deeploy"}) {
        const auto manifest = manifestOf(folder);
        for (const auto& listed : manifest.at("models")) {
            SCOPED_TRACE(listed.at("file").get<std::string>());
            expectAsListed(listed, corpusFolder() / folder);
        }
    }
}

TEST(ImportCorpus, NestedBodiesCaptureThroughEveryLevel)
{
    TW_NEED_CORPUS();
    const auto imported = importFrom(corpusFolder() / "models" / "silero_vad_v6_spox.onnx");
    ASSERT_TRUE(imported) << imported.error().text();
    expectCapturesExist(imported->graph);
}

TEST(ImportCorpus, ReadsExternalDataBesideTheModel)
{
    TW_NEED_CORPUS();
    const auto folder = corpusFolder() / "models" / "vespa_external";
    const auto imported = importFrom(folder / "add_with_external_data.onnx");
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_TRUE(imported->diagnostics.empty());
    EXPECT_EQ(imported->initializerBytes, 4);
    const auto bytes = readTextFile(folder / "external_data.bin");
    ASSERT_TRUE(bytes);
    for (const auto& tensor : imported->graph.tensors)
        if (tensor.constant) {
            const auto* begin = reinterpret_cast<const char*>(tensor.constant->bytes.view.data());
            EXPECT_EQ(std::string(begin, tensor.constant->bytes.size()), *bytes);
        }
}

TEST(ImportCorpus, KeepsNamesThatAreNoIdentifiers)
{
    TW_NEED_CORPUS();
    const auto imported = importFrom(corpusFolder() / "models" / "badnames.onnx");
    ASSERT_TRUE(imported) << imported.error().text();
    const auto& graph = imported->graph;
    ASSERT_EQ(graph.inputs.size(), 3u);
    EXPECT_EQ(graph.tensor(graph.inputs[1]).name, "second/input:0");
}

}  // namespace
}  // namespace tw::onnx
