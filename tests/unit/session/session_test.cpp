// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include "core/base/file.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::session {
namespace {

TEST(Document, SurvivesSavingAndLoading)
{
    const auto folder = TemporaryFolder::create("tw-session").value();
    Document document{.model = folder.path() / "nets/a.onnx", .modelHash = 0xFEDCBA9876543210u,
                      .choices = {.target = "host", .dims = {{"batch", 2}}, .types = {{"x", "u8"}}}, .view = {{"layout", "abc"}}};
    const auto path = folder.path() / "a.twproj";
    ASSERT_TRUE(saveDocument(document, path));
    const auto loaded = loadDocument(path);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded.value().model, document.model);
    EXPECT_EQ(loaded.value().modelHash, document.modelHash);
    EXPECT_EQ(loaded.value().choices, document.choices);
    EXPECT_EQ(loaded.value().view, document.view);
}

TEST(Document, RefusesForeignAndNewerFiles)
{
    const auto folder = TemporaryFolder::create("tw-session").value();
    const auto path = folder.path() / "a.twproj";
    ASSERT_TRUE(writeFileAtomically(path, "hello"));
    EXPECT_EQ(loadDocument(path).error().code, Code::UnsupportedFormat);
    ASSERT_TRUE(writeFileAtomically(path, "{}"));
    EXPECT_EQ(loadDocument(path).error().code, Code::UnsupportedFormat);
    ASSERT_TRUE(writeFileAtomically(path, R"({"tilewright_session": 99})"));
    EXPECT_EQ(loadDocument(path).error().code, Code::UnsupportedVersion);
    EXPECT_EQ(loadDocument(folder.path() / "none").error().code, Code::FileNotFound);
}

TEST(TensorStatistics, AreThoseOfTheTextbook)
{
    Progress progress;
    const auto data = ir::makeTensor(ir::DataType::F32, ir::Shape{8}, std::vector<float>{2, 4, 4, 4, 5, 5, 7, 9});
    const auto statistics = tensorStatistics(data, 7, progress);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics.value().minimum, 2);
    EXPECT_EQ(statistics.value().maximum, 9);
    EXPECT_DOUBLE_EQ(statistics.value().mean, 5);
    EXPECT_DOUBLE_EQ(statistics.value().standardDeviation, 2);
    EXPECT_EQ(statistics.value().bins, (std::vector<std::int64_t>{1, 0, 3, 2, 0, 1, 1}));
}

TEST(TensorStatistics, ManageConstantsAndNonNumbers)
{
    Progress progress;
    const auto same = ir::makeTensor(ir::DataType::I8, ir::Shape{3}, std::vector<std::int8_t>{0, 0, 0});
    EXPECT_EQ(tensorStatistics(same, 10, progress).value().zeros, 3);
    const auto odd = ir::makeTensor(ir::DataType::F32, ir::Shape{2}, std::vector<float>{NAN, INFINITY});
    EXPECT_EQ(tensorStatistics(odd, 10, progress).value().notFinite, 2);
}

TEST(OpenModel, SaysWhatIsWrongWithAFileThatIsNoModel)
{
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-session").value();
    ASSERT_TRUE(writeFileAtomically(folder.path() / "page.onnx", "<!DOCTYPE html><html></html>"));
    const auto opened = openModel(folder.path() / "page.onnx", progress);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, Code::NotOnnx);
    EXPECT_EQ(openModel(folder.path() / "none.onnx", progress).error().code, Code::FileNotFound);
}

TEST(OpenModel, StopsWhenCancelled)
{
    Progress progress;
    progress.cancel();
    const auto opened = openModel(testing::sourceDir() / "resources/models/kws_dscnn_int8.onnx", progress);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, Code::Cancelled);
}

}  // namespace
}  // namespace tw::session
