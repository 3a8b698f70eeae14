// SPDX-License-Identifier: Apache-2.0
// The runtime that stands in for clusters and DMAs on the host, on its own and under the sanitizers.
#include "core/base/file.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace tw {
namespace {

class Runtime : public ::testing::TestWithParam<const char*> {};

TEST_P(Runtime, SurvivesStress)
{
    const auto folder = TemporaryFolder::create("tw-runtime").value();
    const auto source = testing::sourceDir();
    Command compile{.arguments = {"cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pthread", "-g", "-O1", GetParam(), "-fno-sanitize-recover=all",
                                  "-I" + (source / "kernels/include").string(), (source / "tests/export/runtime_stress.c").string()},
                    .workingDirectory = folder.path()};
    for (const char* file : {"tw_clock.c", "tw_team_threads.c", "tw_dma_thread.c"})
        compile.arguments.push_back((source / "targets/common/runtime" / file).string());
    compile.arguments.insert(compile.arguments.end(), {"-o", "stress"});
    Progress progress;
    const auto built = runCommand(compile, progress);
    ASSERT_TRUE(built) << built.error().text();
    ASSERT_EQ(built.value().exitCode, 0) << built.value().output;
    const std::pair<const char*, const char*> runs[] = {{"0", "1"}, {"50", "1"}, {"50", "0"}};
    for (const auto& [delay, seed] : runs) {
        const auto ran = runCommand({.arguments = {"./stress"}, .workingDirectory = folder.path(),
                                     .environment = {{"TW_DMA_DELAY", delay}, {"TW_DMA_SEED", seed}}}, progress);
        ASSERT_TRUE(ran) << ran.error().text();
        EXPECT_EQ(ran.value().exitCode, 0) << delay << " " << seed << ": " << ran.value().output;
    }
}

INSTANTIATE_TEST_SUITE_P(Under, Runtime, ::testing::Values("-fsanitize=thread", "-fsanitize=address,undefined"),
                         [](const auto& info) { return std::string(info.index == 0 ? "ThreadSanitizer" : "AddressSanitizer"); });

}  // namespace
}  // namespace tw
