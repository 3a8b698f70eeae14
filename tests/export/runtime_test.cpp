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
    for (const char* delay : {"TW_DMA_DELAY=0", "TW_DMA_DELAY=50"}) {
        const auto ran = runCommand({.arguments = {"env", delay, "./stress"}, .workingDirectory = folder.path()}, progress);
        ASSERT_TRUE(ran) << ran.error().text();
        EXPECT_EQ(ran.value().exitCode, 0) << delay << ": " << ran.value().output;
    }
}

INSTANTIATE_TEST_SUITE_P(Under, Runtime, ::testing::Values("-fsanitize=thread", "-fsanitize=address,undefined"),
                         [](const auto& info) { return std::string(info.index == 0 ? "ThreadSanitizer" : "AddressSanitizer"); });

}  // namespace
}  // namespace tw
