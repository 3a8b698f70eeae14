// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/state.h"

#include "core/base/text.h"
#include "core/deploy/state_file.h"
#include "core/deploy/state_graph.h"
#include "core/ir/text_form.h"
#include "core/onnx/import.h"
#include "core/target/load.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const target::Target> host()
{
    return std::make_shared<const target::Target>(target::loadTarget("host", target::installedPlaces()).value());
}

constexpr const char* kNetwork = "graph g(x: f32[1,4]) -> y  w = const f32[4,2] seed 1  b = const f32[2] seed 2  "
                                 "m = Gemm(x, w, b) as product  r = Reshape(m, i64[1]{2})  y = Relu(r) as rectifier";

SavedState deployedState(const ir::Graph& graph, Stage stage)
{
    Progress progress;
    SavedState state{.stage = stage, .imported = graph, .options = {.networkName = "small"}};
    state.deployment.target = host();
    if (stage > Stage::Imported) {
        auto deployed = deployGraph(graph, host(), state.options, progress);
        EXPECT_TRUE(deployed) << deployed.error().text();
        state.deployment = std::move(deployed).value();
    }
    return state;
}

SavedState smallState(Stage stage = Stage::Generated)
{
    return deployedState(ir::parseGraph(kNetwork).value(), stage);
}

class State : public ::testing::Test {
protected:
    Result<SavedState> imported() const { return importState(folder_.path(), "net"); }
    void write(std::string_view content) const { ASSERT_TRUE(writeFileAtomically(file(), content)); }
    std::string read() const { return readTextFile(file()).value(); }
    fs::path file() const { return folder_.path() / "net.state"; }
    StateJson content() const
    {
        const auto bytes = read();
        return StateJson::parse(unpackState(std::as_bytes(std::span(bytes))).value());
    }

    TemporaryFolder folder_ = TemporaryFolder::create("tw-state").value();
};

TEST_F(State, ComesBackAtEveryStage)
{
    for (const auto stage : {Stage::Imported, Stage::Lowered, Stage::Parsed, Stage::Bound, Stage::Generated}) {
        SCOPED_TRACE(stageName(stage));
        const auto saved = smallState(stage);
        const auto written = exportState(saved, folder_.path(), "net");
        ASSERT_TRUE(written) << written.error().text();
        const auto back = imported();
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(back->stage, stage);
        EXPECT_EQ(ir::writeGraph(back->imported), ir::writeGraph(saved.imported));
        EXPECT_EQ(back->options.networkName, "small");
        if (stage >= Stage::Lowered) {
            EXPECT_EQ(ir::writeGraph(*back->deployment.lowered), ir::writeGraph(*saved.deployment.lowered));
        }
        if (stage >= Stage::Bound) {
            EXPECT_EQ(back->deployment.map.offsets, saved.deployment.map.offsets);
        }
        EXPECT_EQ(back->deployment.project.files.empty(), stage < Stage::Generated);
    }
}

TEST_F(State, GivesTheSameCodeByteForByte)
{
    Progress progress;
    for (const char* name : {"kws_dscnn_int8", "resnet_tiny_int8", "resnet_tiny_f32"}) {
        SCOPED_TRACE(name);
        const auto model = testing::sourceDir() / "resources/models" / (std::string(name) + ".onnx");
        const auto saved = deployedState(onnx::importOnnx(model, progress).value().graph, Stage::Generated);
        ASSERT_TRUE(exportState(saved, folder_.path(), "net"));
        const auto back = imported();
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(back->deployment.project.files, saved.deployment.project.files);
        ASSERT_TRUE(exportState(back.value(), folder_.path(), "again"));
        EXPECT_EQ(readTextFile(folder_.path() / "again.state").value(), read()) << "and saves as the same file";
    }
}

TEST_F(State, TheModelBesideItShowsWhatWasDecided)
{
    ASSERT_TRUE(exportState(smallState(), folder_.path(), "net"));
    Progress progress;
    const auto shown = onnx::importOnnx(folder_.path() / "net.onnx", progress);
    ASSERT_TRUE(shown) << shown.error().text();
    const auto& nodes = shown->graph.nodes;
    ASSERT_EQ(nodes.size(), 3u);
    EXPECT_EQ(nodes[0].metadata.at("tilewright.engine"), "cpu");
    EXPECT_EQ(nodes[0].metadata.at("tilewright.kernel"), "tw_gemm_f32");
    EXPECT_EQ(nodes[0].metadata.at("tilewright.types"), "f32, f32, f32 -> f32");
    EXPECT_EQ(nodes[0].metadata.at("tilewright.memory"), "RAM, RAM, RAM -> RAM");
    EXPECT_EQ(nodes[0].metadata.at("tilewright.tiles"), "1, the whole operands");
    EXPECT_EQ(nodes[1].metadata.at("tilewright.kernel"), "none: the result is the input seen with another shape");
}

TEST_F(State, TheModelShowsTheTilesThatWereChosen)
{
    Progress progress;
    const auto target = std::make_shared<const target::Target>(target::loadTarget("pulp-open", target::installedPlaces()).value());
    SavedState state{.stage = Stage::Generated, .imported = ir::parseGraph("graph g(x: f32[8,64]) -> y  y = Relu(x) as rectifier").value(),
                     .options = {.tiles = {{"rectifier", {{0, 2}, {1, 64}}}}}, .deployment = {}};
    auto deployed = deployGraph(state.imported, target, state.options, progress);
    ASSERT_TRUE(deployed) << deployed.error().text();
    state.deployment = std::move(deployed).value();
    EXPECT_EQ(annotatedGraph(state).nodes[0].metadata.at("tilewright.tiles"), "4: axis 0 by 2 of 8");
}

TEST_F(State, AMissingFileIsNamed)
{
    const auto back = imported();
    ASSERT_FALSE(back);
    EXPECT_EQ(back.error().code, Code::FileNotFound);
    EXPECT_NE(back.error().text().find("net.state"), std::string::npos);
}

TEST_F(State, ForeignTruncatedAndNewerFilesAreRefusedInOneSentence)
{
    ASSERT_TRUE(exportState(smallState(), folder_.path(), "net"));
    const auto good = read();
    auto newer = good;
    newer[8] = 2;
    auto damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] ^ 1);
    const std::tuple<std::string, Code, std::string> cases[] = {
        {"PK something else", Code::UnsupportedFormat, "this is no state file of Tilewright"},
        {good.substr(0, 20), Code::TruncatedFile, "the state file ends after 20 bytes, inside its header"},
        {good.substr(0, good.size() - 1), Code::TruncatedFile,
         cat("the state file ends after ", good.size() - 33, " of ", good.size() - 32, " bytes of content")},
        {newer, Code::UnsupportedVersion, "the state file has format 2, this program reads format 1"},
        {damaged, Code::FileUnreadable, "the state file is damaged: its checksum does not fit"},
        {packState("{}"), Code::UnsupportedFormat, "the content of the state file is not as this program writes it: "},
        {packState("no JSON"), Code::UnsupportedFormat, "the content of the state file is not as this program writes it: "},
    };
    for (const auto& [content, code, sentence] : cases) {
        write(content);
        const auto back = imported();
        ASSERT_FALSE(back) << sentence;
        EXPECT_EQ(back.error().code, code);
        EXPECT_EQ(back.error().message.substr(0, sentence.size()), sentence);
        EXPECT_EQ(back.error().place.file, file().string());
    }
}

TEST_F(State, AFlippedByteNeverGoesUnnoticed)
{
    ASSERT_TRUE(exportState(smallState(), folder_.path(), "net"));
    const auto good = read();
    for (std::size_t at = 0; at < good.size(); at += 13) {   // StateFile looks at every bit
        auto changed = good;
        changed[at] = static_cast<char>(~changed[at]);
        write(changed);
        EXPECT_FALSE(imported()) << "byte " << at;
    }
}

TEST_F(State, AKernelThatIsNotWhatItWasIsNamed)
{
    ASSERT_TRUE(exportState(smallState(), folder_.path(), "net"));
    auto json = content();
    json["binding"][0]["kernel"][1] = "tw_older_kernel";
    write(packState(json.dump()));
    const auto back = imported();
    ASSERT_FALSE(back);
    EXPECT_EQ(back.error().code, Code::BadTarget);
    EXPECT_EQ(back.error().message, "the target host has changed since the state was written: kernel tw_older_kernel is not in its place any more");
}

TEST_F(State, ATargetThatIsNotThereIsNamed)
{
    ASSERT_TRUE(exportState(smallState(), folder_.path(), "net"));
    auto json = content();
    json["target"] = "atlantis";
    write(packState(json.dump()));
    const auto back = imported();
    ASSERT_FALSE(back);
    EXPECT_NE(back.error().text().find("atlantis"), std::string::npos);
}

void collectLeaves(const StateJson& json, const std::string& path, std::vector<std::string>& leaves)
{
    if (!json.is_structured()) {
        leaves.push_back(path);
        return;
    }
    for (const auto& [key, value] : json.items())
        collectLeaves(value, path + "/" + key, leaves);
}

// A file whose checksum fits may still say nonsense. Every single value is replaced by one that a careless reader
// would use as an index, a size or a text.
TEST_F(State, NonsenseWithAGoodChecksumIsAnErrorOrHarmless)
{
    const auto graph = ir::parseGraph("graph g(x: f32[2]) -> y  y = Mul(x, f32[2]{1.0, 2.0})").value();
    ASSERT_TRUE(exportState(deployedState(graph, Stage::Generated), folder_.path(), "net"));
    const auto json = content();
    std::vector<std::string> leaves;
    collectLeaves(json, "", leaves);
    ASSERT_GT(leaves.size(), 100u);
    const std::vector<StateJson> nonsense{-1, 1 << 20, 1.5, "\u00ffx", nullptr, StateJson::array()};
    std::size_t refused = 0;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        auto changed = json;
        changed[StateJson::json_pointer(leaves[i])] = nonsense[i % nonsense.size()];
        write(packState(changed.dump()));
        refused += !imported().has_value();
    }
    EXPECT_GT(refused, leaves.size() / 2);
}

TEST(StateGraph, EveryKindOfContentComesBack)
{
    ir::Graph graph{.name = "caf\xe9 \xc3\xa9", .doc = "two\nlines", .opsets = {{"", 17}, {"com.example", 3}}};
    const auto body = std::make_shared<const ir::Graph>(ir::parseGraph("graph b(i: i64[]) -> o  o = Identity(i)").value());
    const auto x = graph.addTensor({.name = "x\xff", .type = ir::DataType::I4, .shape = ir::Shape(std::vector<ir::Dim>{{.symbol = "n"}, {.value = 3}, {}})});
    const auto c = graph.addConstant("c", ir::makeTensor<std::int64_t>(ir::DataType::I64, {2}, {1, -2}));
    const auto y = graph.addTensor({.name = "y", .shape = {}, .note = "sequence(f32)"});
    graph.inputs = {x};
    graph.outputs = {y};
    graph.metadata = {{"key", "value"}};
    graph.functions.push_back({.domain = "d", .name = "f", .attributes = {"a"}, .body = body});
    ir::TensorData words{.type = ir::DataType::String, .shape = {1}, .bytes = {}};
    words.strings = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"w"});
    graph.addNode({.id = {}, .name = "n", .op = "Op", .domain = "com.example", .inputs = {x, {}, c}, .outputs = {y},
                   .attributes = {{"int", std::int64_t{-5}}, {"float", NAN}, {"text", std::string("\x80")}, {"tensor", words},
                                  {"graph", body}, {"ints", std::vector<std::int64_t>{1}}, {"floats", std::vector<float>{-INFINITY}},
                                  {"texts", std::vector<std::string>{""}}, {"tensors", std::vector<ir::TensorData>{words}},
                                  {"graphs", std::vector<ir::GraphPointer>{body}}, {"opaque", ir::OpaqueAttribute{"k", "\x01\xfe"}}},
                   .doc = "doc", .metadata = {{"m", "1"}}});
    StateWriter writer;
    const auto json = writer.graph(graph);
    const auto text = json.dump();
    const auto back = StateReader(writer.values()).graph(StateJson::parse(text));
    ASSERT_TRUE(back) << back.error().text();
    StateWriter again;
    EXPECT_EQ(again.graph(back.value()).dump(), text);
    EXPECT_EQ(again.values(), writer.values());
    EXPECT_EQ(back->name, graph.name);
    EXPECT_EQ(back->tensor(x).name, "x\xff");
    EXPECT_EQ(back->tensor(x).shape, graph.tensor(x).shape);
    EXPECT_FALSE(back->nodes[0].inputs[1].valid());
    EXPECT_TRUE(std::isnan(std::get<float>(back->nodes[0].attributes.at("float"))));
    EXPECT_EQ(std::get<std::string>(back->nodes[0].attributes.at("text")), "\x80");
    EXPECT_EQ(std::get<ir::OpaqueAttribute>(back->nodes[0].attributes.at("opaque")), std::get<ir::OpaqueAttribute>(graph.nodes[0].attributes.at("opaque")));
    EXPECT_EQ(ir::toIntegers(*back->tensor(c).constant), (std::vector<std::int64_t>{1, -2}));
}

TEST(StateGraph, SharedValuesAreWrittenOnce)
{
    const auto graph = ir::parseGraph(kNetwork).value();
    StateWriter writer;
    (void)writer.graph(graph);
    const auto once = writer.values().size();
    (void)writer.graph(graph);
    EXPECT_EQ(writer.values().size(), once);
}

}  // namespace
}  // namespace tw::deploy
