// SPDX-License-Identifier: Apache-2.0
#include "core/target/copy_target.h"
#include "core/target/operator_report.h"
#include "tests/unit/target/target_folder.h"

namespace tw::target {
namespace {

TEST(CopyTarget, GivesALoadableCopyUnderANewName)
{
    const TargetFolder folder;
    folder.write(kTarget, kRows);
    const auto copy = folder.places().targets.parent_path() / "elsewhere" / "mine";
    std::filesystem::create_directories(copy.parent_path());
    const auto copied = copyTarget("toy", "mine", copy, folder.places());
    ASSERT_TRUE(copied) << copied.error().text();
    const auto loaded = loadTarget(copy.string(), folder.places());
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->name, "mine");
    EXPECT_EQ(loaded->runtimeFiles.front(), copy / "runtime/toy.c");
    EXPECT_EQ(readTextFile(copy / "target.json").value(), replaceAll(kTarget, "\"toy\"", "\"mine\""));   // line breaks kept
}

TEST(CopyTarget, RefusesWhatIsThereAndBadNames)
{
    const TargetFolder folder;
    folder.write(kTarget, kRows);
    const auto there = copyTarget("toy", "toy", folder.places().targets / "toy", folder.places());
    ASSERT_FALSE(there);
    EXPECT_EQ(there.error().code, Code::FileNotWritable);
    const auto bad = copyTarget("toy", "a/b", folder.places().targets / "a/b", folder.places());
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, Code::BadUsage);
    EXPECT_FALSE(copyTarget("nowhere", "mine", folder.places().targets / "mine", folder.places()));
}

TEST(OperatorReport, SaysWhatRefusalsSay)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    const auto report = supportedOperators(*target);
    ASSERT_EQ(report.size(), 2u);
    EXPECT_EQ(report[0].op, "Gemm");   // by name
    EXPECT_EQ(report[0].constraints, (std::vector<std::string>{"B must be a constant", "the kernel wants NHWC data"}));
    EXPECT_EQ(report[1].op, "Identity");
    EXPECT_EQ(report[1].engine, "cluster");
    EXPECT_EQ(report[1].types, (std::vector<std::string>{"X: f32", "Y: f32 or i8"}));
    EXPECT_EQ(report[1].constraints, (std::vector<std::string>{"needs more than three"}));
}

}  // namespace
}  // namespace tw::target
