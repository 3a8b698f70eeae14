// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/target/target_folder.h"

namespace tw::target {
namespace {

TEST(LoadTarget, ReadsMemories)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    const auto& near = target->memories.at(0);
    EXPECT_EQ(near.usable(), 1000);
    EXPECT_EQ(near.alignment, 8);
    EXPECT_EQ(near.holds, Contents::Activations);
    EXPECT_EQ(near.source, "a data sheet");
    EXPECT_EQ(near.confidence, "published");
    EXPECT_EQ(target->memories.at(1).latencyCycles.value, 13.5);
}

TEST(LoadTarget, ReadsLinks)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    const auto* link = target->link("L1", "L2");
    ASSERT_NE(link, nullptr);
    EXPECT_EQ(link->bytesPerCycle.value, 8);
    EXPECT_EQ(link->setupCycles.value, std::nullopt);   // null is no figure, not zero
    EXPECT_EQ(link->rowCycles.value, std::nullopt);
    EXPECT_EQ(link->dimensions, 2);
    EXPECT_EQ(link->maxBytes, 131071);
    EXPECT_EQ(link->outstanding, 16);
    EXPECT_FALSE(link->overlaps);
}

TEST(LoadTarget, ReadsEngines)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    const auto& engine = target->engines.at(0);
    EXPECT_EQ(engine.paletteRole, 2);
    EXPECT_EQ(engine.cores, 8);
    EXPECT_EQ(engine.reads, std::vector<std::string>{"L2"});
    EXPECT_EQ(engine.clockHz.value, 1e8);
    EXPECT_EQ(engine.clockHz.source, "a guess");
    EXPECT_EQ(engine.clockHz.confidence, "assumed");
    EXPECT_EQ(engine.offloadCycles.value, std::nullopt);
    EXPECT_EQ(engine.syncCycles.value, 11);
    EXPECT_EQ(engine.picojoulesPerMac.value, 0.5);
    ASSERT_EQ(engine.costs.size(), 1u);
    EXPECT_EQ(engine.costs[0].ops, (std::vector<std::string>{"Relu", "Add"}));
    EXPECT_EQ(engine.costs[0].cycles.text(), "2 * elements");
    EXPECT_EQ(engine.costs[0].confidence, "measured");
    EXPECT_EQ(engine.costs[0].place, "engines[0].cycles[0]");
}

TEST(LoadTarget, ReadsClockPointsHomesAndRuntime)
{
    const TargetFolder folder;
    const auto target = folder.load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    EXPECT_EQ(target->clockPoints.at(0).hertz, 370e6);
    EXPECT_EQ(target->activationHomes, (std::vector<std::string>{"L2", "L1"}));
    EXPECT_EQ(target->constantHomes, std::vector<std::string>{"L2"});
    EXPECT_EQ(target->runtimeFiles.at(0), folder.places().targets / "toy/runtime/toy.c");
    EXPECT_EQ(target->runtimeFiles.at(1), folder.places().targets / "common/shared.c");
}

TEST(LoadTarget, ReadsKernelRows)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    ASSERT_EQ(target->rows.size(), 2u);
    EXPECT_EQ(target->rows[0].types.at("Y").size(), 2u);
    EXPECT_EQ(target->rows[0].place, "kernels/plain/all.json, row 1");
    EXPECT_EQ(target->rows[1].pack.at("B"), (std::vector<int>{1, 0}));
    EXPECT_EQ(target->rows[1].reads.at("B"), std::vector<std::string>{"L2"});   // this target has no Elsewhere
}

TEST(LoadTarget, NamesTheByteOfASyntaxError)
{
    const auto loaded = TargetFolder().load("{\"schema\": 1,,}", kRows);
    ASSERT_FALSE(loaded);
    EXPECT_GT(loaded.error().place.byteOffset, 0);
}

TEST(LoadTarget, ListsKnownTargetsForAnUnknownName)
{
    const auto loaded = loadTarget("nowhere", installedPlaces());
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, Code::UnknownTarget);
    EXPECT_NE(loaded.error().hint.find("host"), std::string::npos);
}

TEST(LoadTarget, AFolderOrAFileOutsideTheInstallationServes)
{
    const TargetFolder folder;
    folder.write(kTarget, kRows);
    const auto path = folder.places().targets / "toy";
    EXPECT_TRUE(loadTarget(path.string(), folder.places()));
    EXPECT_TRUE(loadTarget((path / "target.json").string(), folder.places()));
}

}  // namespace
}  // namespace tw::target
