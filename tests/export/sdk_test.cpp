// SPDX-License-Identifier: Apache-2.0
// Exported projects compile against the names of the vendors' libraries. Nothing is linked or run: there is no such
// library here, only declarations.
#include "core/base/process.h"
#include "core/codegen/emulator_files.h"
#include "tests/support/corpus_networks.h"
#include "tests/support/source_dir.h"

namespace tw {
namespace {

namespace fs = std::filesystem;

class Sdk : public ::testing::TestWithParam<const char*> {};

std::string compiled(const fs::path& project, const std::string& source, Progress& progress)
{
    std::vector<std::string> arguments{"cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-Isdk", "-I.", "-Ikernels/include",
                                       "-I" + (testing::sourceDir() / "tests/export/vendor_stubs").string(),
                                       "-DTW_PLATFORM_HEADER=\"tw_platform.h\"",
                                       "-DTW_CONSTANTS_WEIGHTMEMORY=__attribute__((section(\".weights\")))"};
    if (source == "main.c")
        arguments.emplace_back("-Dmain=network_main");
    arguments.insert(arguments.end(), {"-c", source, "-o", "out.o"});
    const auto finished = runCommand({.arguments = arguments, .workingDirectory = project}, progress);
    return !finished ? finished.error().text() : finished->exitCode == 0 ? "" : finished->output;
}

TEST_P(Sdk, ExportedProjectsCompileAgainstItsNames)
{
    TW_NEED_CORPUS();
    Progress progress;
    std::vector<testing::Network> networks;
    testing::addFolders(networks, testing::corpusFolder(), "deeploy/Models/MLPerf/VisualWakeWords");
    ASSERT_EQ(networks.size(), 1u);
    deploy::VerifyOptions verify;
    const auto deployment = testing::deployNetwork(networks.front(), session::findTarget(GetParam()).value(), verify, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    ASSERT_TRUE(deployment->complete());
    const auto files = deploy::projectFiles(*deployment, {});
    const auto folder = TemporaryFolder::create("tw-sdk").value();
    ASSERT_TRUE(writeFolderAtomically(folder.path() / "project", files));
    const auto sources = codegen::sourcesOf(files, codegen::Platform::Sdk);
    EXPECT_TRUE(std::any_of(sources.begin(), sources.end(), [](const auto& name) { return name.starts_with("sdk/"); }));
    for (const auto& source : sources)
        EXPECT_EQ(compiled(folder.path() / "project", source, progress), "") << source;
}

INSTANTIATE_TEST_SUITE_P(Of, Sdk, ::testing::Values("pulp-open", "siracusa", "gap9", "snitch"),
                         [](const auto& info) { return replaceAll(info.param, "-", "_"); });

}  // namespace
}  // namespace tw
