// SPDX-License-Identifier: Apache-2.0
// The sample networks as a user gets them: exported, configured, built and run by the project's own build files.
#include "core/base/file.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/session/session.h"
#include "tests/support/corpus.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace tw::session {
namespace {

namespace fs = std::filesystem;

fs::path sample(const std::string& name)
{
    return testing::sourceDir() / "resources/models" / name;
}

Result<SnapshotPointer> deployed(const fs::path& model, Progress& progress)
{
    TW_TRY(const auto snapshot, openModel(model, progress));
    return deploy(snapshot, {}, progress);
}

class Sample : public ::testing::TestWithParam<const char*> {};

TEST_P(Sample, ExportsBuildsAndPassesItsTestVectors)
{
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-export").value();
    const auto snapshot = deployed(sample(cat(GetParam(), ".onnx")), progress);
    ASSERT_TRUE(snapshot) << snapshot.error().text();
    ASSERT_TRUE(snapshot.value()->deployment->complete);
    const ExportOptions options{.folder = folder.path() / "project", .inputs = sample(cat(GetParam(), ".inputs.npz")),
                                .expected = sample(cat(GetParam(), ".outputs.npz"))};
    const auto exported = exportProject(snapshot.value(), {}, options, progress);
    ASSERT_TRUE(exported) << exported.error().text();
    std::string log;
    const auto built = buildAndRun(options.folder, [&](std::string_view text) { log += text; }, progress);
    EXPECT_TRUE(built) << built.error().text() << '\n' << log;
    EXPECT_NE(log.find("PASSED"), std::string::npos) << log;
}

INSTANTIATE_TEST_SUITE_P(All, Sample, ::testing::Values("kws_dscnn_int8", "resnet_tiny_int8", "resnet_tiny_f32"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Export, ReplacesTheWholeFolderAndNothingElse)
{
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-export").value();
    ASSERT_TRUE(writeFolderAtomically(folder.path() / "project", {{"old.txt", "old"}}));
    ASSERT_TRUE(writeFileAtomically(folder.path() / "neighbour.txt", "stays"));
    const auto snapshot = deployed(sample("kws_dscnn_int8.onnx"), progress);
    ASSERT_TRUE(snapshot);
    ASSERT_TRUE(exportProject(snapshot.value(), {}, {.folder = folder.path() / "project"}, progress));
    EXPECT_FALSE(fs::exists(folder.path() / "project/old.txt"));
    for (const char* name : {"network.h", "network.c", "weights.h", "weights.c", "main.c", "test_vectors.c", "CMakeLists.txt",
                             "CMakePresets.json", "README.md", "LICENSE", "deployment.json", "runtime/tw_host.c"})
        EXPECT_TRUE(fs::exists(folder.path() / "project" / name)) << name;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
}

TEST(Export, LeavesTheOldFolderWhenCancelledOrImpossible)
{
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-export").value();
    ASSERT_TRUE(writeFolderAtomically(folder.path() / "project", {{"old.txt", "old"}}));
    const auto snapshot = deployed(sample("kws_dscnn_int8.onnx"), progress);
    ASSERT_TRUE(snapshot);
    progress.cancel();
    const auto cancelled = exportProject(snapshot.value(), {}, {.folder = folder.path() / "project"}, progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Code::Cancelled);
    EXPECT_TRUE(fs::exists(folder.path() / "project/old.txt"));
    Progress again;
    EXPECT_FALSE(exportProject(snapshot.value(), {}, {.folder = "/proc/nowhere/project"}, again));
}

TEST(Export, StandsAnyTensorName)
{
    const auto model = testing::corpusFolder() / "models/badnames.onnx";
    if (!fs::exists(model))
        GTEST_SKIP() << "no corpus at " << testing::corpusFolder() << " (set CORPUS_DIR)";
    Progress progress;
    const auto folder = TemporaryFolder::create("tw-export").value();
    const auto snapshot = deployed(model, progress);
    ASSERT_TRUE(snapshot) << snapshot.error().text();
    ASSERT_TRUE(snapshot.value()->deployment->complete) << snapshot.value()->diagnostics.back().error.text();
    const ExportOptions options{.folder = folder.path() / "project", .inputs = testing::corpusFolder() / "models/badnames.inputs.npz",
                                .expected = testing::corpusFolder() / "models/badnames.outputs.npz"};
    const auto exported = exportProject(snapshot.value(), {}, options, progress);
    ASSERT_TRUE(exported) << exported.error().text();
    std::string log;
    const auto built = buildAndRun(options.folder, [&](std::string_view text) { log += text; }, progress);
    EXPECT_TRUE(built) << log;
}

}  // namespace
}  // namespace tw::session
