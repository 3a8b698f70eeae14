// SPDX-License-Identifier: Apache-2.0
// The exported project's own build files build it for the emulator and run its test vectors there.
#include "core/base/file.h"
#include "core/base/process.h"
#include "core/deploy/emulator_run.h"
#include "core/session/deploy.h"
#include "core/session/session.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace tw::session {
namespace {

namespace fs = std::filesystem;

class EmulatorPreset : public ::testing::TestWithParam<const char*> {};

TEST_P(EmulatorPreset, BuildsTheProjectAndItPassesItsTestVectors)
{
    const auto missing = deploy::missingForEmulator(*findTarget(GetParam()).value()).value();
    if (!missing.empty())
        GTEST_SKIP() << missing;
    Progress progress;
    const auto models = testing::sourceDir() / "resources/models";
    const auto folder = TemporaryFolder::create("tw-preset").value();
    const auto opened = openModel(models / "kws_dscnn_int8.onnx", progress);
    ASSERT_TRUE(opened) << opened.error().text();
    const Choices choices{.target = GetParam()};
    const auto deployed = session::deploy(opened.value(), choices, progress);
    ASSERT_TRUE(deployed) << deployed.error().text();
    const ExportOptions options{.folder = folder.path() / "project", .inputs = models / "kws_dscnn_int8.inputs.npz",
                                .expected = models / "kws_dscnn_int8.outputs.npz"};
    const auto exported = exportProject(deployed.value(), choices, options, progress);
    ASSERT_TRUE(exported) << exported.error().text();
    const std::vector<std::vector<std::string>> steps{
        {"cmake", "--preset", "emulator"}, {"cmake", "--build", "--preset", "emulator"}, {"ctest", "--preset", "emulator", "-V"}};
    std::string log;
    for (const auto& step : steps) {
        const auto finished = runCommand({.arguments = step, .workingDirectory = options.folder}, progress);
        ASSERT_TRUE(finished) << finished.error().text();
        log = finished->output;
        ASSERT_EQ(finished->exitCode, 0) << log;
    }
    EXPECT_NE(log.find("PASSED"), std::string::npos) << log;
}

INSTANTIATE_TEST_SUITE_P(Of, EmulatorPreset, ::testing::Values("cortex-m4", "cortex-m55", "pulp-open"),
                         [](const auto& info) { std::string name = info.param; std::erase(name, '-'); return name; });

}  // namespace
}  // namespace tw::session
