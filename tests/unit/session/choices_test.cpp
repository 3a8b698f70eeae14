// SPDX-License-Identifier: Apache-2.0
// What a session file keeps of the choices, what a model file leaves to the operators, and tensors on disk.
#include "core/base/file.h"
#include "core/onnx/schema_defaults.h"
#include "core/onnx/tensor_file.h"
#include "core/session/session.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace tw::session {
namespace {

TEST(Document, KeepsPinsAndHowEnginesAreAssigned)
{
    const auto folder = TemporaryFolder::create("tw-session").value();
    const Document document{.model = folder.path() / "a.onnx",
                            .choices = {.target = "siracusa", .pins = {{"conv_3", "cluster"}}, .coloring = "optimal",
                                        .objective = "energy", .order = "min-peak", .memoryBytes = {{"L1", 65536}}}};
    const auto path = folder.path() / "a.twproj";
    ASSERT_TRUE(saveDocument(document, path));
    const auto loaded = loadDocument(path);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->choices, document.choices);
}

TEST(Document, OfTheFirstVersionHasNoPins)
{
    const auto folder = TemporaryFolder::create("tw-session").value();
    const auto path = folder.path() / "old.twproj";
    ASSERT_TRUE(writeFileAtomically(path, R"({"tilewright_session": 1, "model": "a.onnx", "model_hash": "7", "target": "host",
                                             "dims": {"n": 2}, "types": {}, "view": {}})"));
    const auto loaded = loadDocument(path);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->choices, (Choices{.target = "host", .dims = {{"n", 2}}}));
}

// The ONNX operator reference: Conv gives group = 1 and auto_pad = "NOTSET"; its other attributes have no default.
TEST(SchemaDefaults, AreThoseOfTheOperatorReference)
{
    const auto conv = onnx::schemaDefaults("", "Conv", 17);
    ASSERT_TRUE(conv);
    EXPECT_EQ(conv->size(), 2u);
    EXPECT_EQ(std::get<std::int64_t>(conv->at("group")), 1);
    EXPECT_EQ(std::get<std::string>(conv->at("auto_pad")), "NOTSET");
    EXPECT_FLOAT_EQ(std::get<float>(onnx::schemaDefaults("", "LeakyRelu", 17)->at("alpha")), 0.01f);
    EXPECT_FALSE(onnx::schemaDefaults("my.domain", "Conv", 1));
}

// Softmax took the last axis from opset 13 on, the second before.
TEST(SchemaDefaults, FollowTheVersionOfTheModel)
{
    EXPECT_EQ(std::get<std::int64_t>(onnx::schemaDefaults("", "Softmax", 11)->at("axis")), 1);
    EXPECT_EQ(std::get<std::int64_t>(onnx::schemaDefaults("", "Softmax", 13)->at("axis")), -1);
}

TEST(SaveTensor, WritesWhatNumPyReads)
{
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-session").value();
    const auto data = ir::makeTensor(ir::DataType::I8, ir::Shape{2, 2}, std::vector<std::int8_t>{1, -2, 3, -4});
    ASSERT_TRUE(saveTensor(data, folder.path() / "w.npy", progress));
    const auto read = onnx::readTensors(folder.path() / "w.npy");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->front().data.shape.sizes(), (std::vector<std::int64_t>{2, 2}));
    EXPECT_EQ(ir::toIntegers(read->front().data), (std::vector<std::int64_t>{1, -2, 3, -4}));
}

TEST(SaveTensor, RefusesTypesThatNumPyDoesNotHaveAndValuesThatAreNotThere)
{
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-session").value();
    const ir::TensorData nibbles{.type = ir::DataType::I4, .shape = ir::Shape{2}, .bytes = Bytes::copyOf("\x21")};
    EXPECT_EQ(saveTensor(nibbles, folder.path() / "a.npy", progress).error().code, Code::BadType);
    const ir::TensorData missing{.type = ir::DataType::F32, .shape = ir::Shape{2}};
    EXPECT_EQ(saveTensor(missing, folder.path() / "b.npy", progress).error().code, Code::BadConstant);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "b.npy"));
}

TEST(SurveyTarget, SaysWhatATargetHasAndWhatItCannotRun)
{
    Progress progress;
    const auto snapshot = openModel(testing::sourceDir() / "resources/models/kws_dscnn_int8.onnx", progress);
    ASSERT_TRUE(snapshot) << snapshot.error().text();
    const auto host = surveyTarget(snapshot.value(), {}, "host", progress);
    ASSERT_TRUE(host) << host.error().text();
    EXPECT_EQ(host->target->name, "host");
    EXPECT_GT(host->nodes, 0);
    EXPECT_TRUE(host->gaps.empty());
    const auto alone = surveyTarget(nullptr, {}, "host", progress);
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->nodes, 0);
    EXPECT_FALSE(surveyTarget(snapshot.value(), {}, "no-such-target", progress));
}

TEST(Deploy, SaysForEveryNodeWhoCanRunItAndWhatRunsTogether)
{
    Progress progress;
    const auto snapshot = openModel(testing::sourceDir() / "resources/models/kws_dscnn_int8.onnx", progress);
    ASSERT_TRUE(snapshot);
    const auto deployed = deploy(snapshot.value(), {}, progress);
    ASSERT_TRUE(deployed) << deployed.error().text();
    const auto& info = *deployed.value()->deployment;
    ASSERT_EQ(info.engines.size(), 1u);
    int onEngine = 0;
    int together = 0;
    for (const auto& node : info.nodes) {
        onEngine += !node.engine.empty();
        together += !node.fusedInto.empty();
        EXPECT_EQ(node.engine.empty(), node.candidates.empty());
        EXPECT_TRUE(!node.engine.empty() || !node.reason.empty());
    }
    EXPECT_EQ(info.engines[0].nodes, onEngine);
    EXPECT_GT(together, 0);      // convolutions with the requantisation that follows them
    EXPECT_EQ(info.trafficBytes, 0);      // one memory
}

}  // namespace
}  // namespace tw::session
