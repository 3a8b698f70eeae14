// SPDX-License-Identifier: Apache-2.0
// The targets that come with the program: all load, and every number says where it comes from.
#include "core/base/text.h"
#include "core/target/cost.h"
#include "core/target/load.h"
#include "core/target/places.h"

#include <gtest/gtest.h>

namespace tw::target {
namespace {

class InstalledTarget : public testing::TestWithParam<std::string> {
protected:
    Target load() const
    {
        auto checked = checkTarget(GetParam(), installedPlaces());
        EXPECT_TRUE(checked) << checked.error().text();
        for (const auto& fault : checked->faults)
            ADD_FAILURE() << fault.text();
        return std::move(checked->target);
    }
};

void expectOrigin(const std::string& what, const Figure& figure)
{
    if (!figure.value)
        return;
    EXPECT_FALSE(figure.source.empty()) << what << " has no source";
    EXPECT_FALSE(figure.confidence.empty()) << what << " has no confidence";
}

TEST_P(InstalledTarget, HasNoFaultsAndKernelsForEveryEngine)
{
    const auto target = load();
    EXPECT_EQ(target.name, GetParam());
    for (const auto& engine : target.engines)
        EXPECT_TRUE(std::any_of(target.rows.begin(), target.rows.end(),
                                [&](const auto& row) { return row.engine == engine.name; }))
            << engine.name;
}

TEST_P(InstalledTarget, EveryNumberHasASourceAndAConfidence)
{
    const auto target = load();
    for (const auto& memory : target.memories) {
        EXPECT_FALSE(memory.source.empty()) << memory.name;
        EXPECT_FALSE(memory.confidence.empty()) << memory.name;
        expectOrigin(memory.name + " latency", memory.latencyCycles);
    }
    for (const auto& link : target.links) {
        expectOrigin(link.name + " bandwidth", link.bytesPerCycle);
        expectOrigin(link.name + " set-up", link.setupCycles);
        expectOrigin(link.name + " row", link.rowCycles);
        expectOrigin(link.name + " plane", link.planeCycles);
    }
    for (const auto& engine : target.engines) {
        expectOrigin(engine.name + " clock", engine.clockHz);
        expectOrigin(engine.name + " off-load", engine.offloadCycles);
        expectOrigin(engine.name + " barrier", engine.syncCycles);
        expectOrigin(engine.name + " energy", engine.picojoulesPerMac);
        for (const auto& cost : engine.costs)
            EXPECT_TRUE(!cost.source.empty() && !cost.confidence.empty()) << cost.place;
    }
    for (const auto& point : target.clockPoints)
        EXPECT_TRUE(!point.source.empty() && !point.confidence.empty()) << point.name;
}

INSTANTIATE_TEST_SUITE_P(All, InstalledTarget, testing::ValuesIn(targetNames(installedPlaces())), [](const auto& info) {
    return replaceAll(info.param, "-", "_");
});

TEST(InstalledTargets, AreTheOnesPromised)
{
    const auto names = targetNames(installedPlaces());
    for (const auto* name : {"host", "cortex-m4", "cortex-m7", "cortex-m55", "pulp-open", "siracusa", "gap9", "snitch"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

std::int64_t usable(const std::string& target, const std::string& memory)
{
    return loadTarget(target, installedPlaces())->memory(memory)->usable();
}

TEST(InstalledTargets, OfferTheSizesThatOtherCompilersPlanWith)
{
    EXPECT_EQ(usable("siracusa", "L1"), 64000);
    EXPECT_EQ(usable("siracusa", "L2"), 1024000);
    EXPECT_EQ(usable("siracusa", "WeightMemory"), 4 * 1024 * 1024);
    EXPECT_EQ(usable("pulp-open", "L1"), 64000);
    EXPECT_EQ(usable("pulp-open", "L2"), 1024000);
    EXPECT_EQ(usable("pulp-open", "L3"), 64000000);
    EXPECT_EQ(usable("gap9", "L1"), 120000);
    EXPECT_EQ(usable("gap9", "L2"), 1536000);
    EXPECT_EQ(usable("gap9", "L3"), 8000000);
}

TEST(InstalledTargets, MoveEightBytesACycleOverTheClusterDma)
{
    const auto siracusa = loadTarget("siracusa", installedPlaces());
    ASSERT_TRUE(siracusa) << siracusa.error().text();
    EXPECT_EQ(transferCycles(*siracusa, "L2", "L1", 16384), 50 + 2048);          // a trace has 2037 for it
    EXPECT_EQ(transferCycles(*siracusa, "L3", "L1", 16384), std::nullopt);       // nobody knows
}

TEST(InstalledTargets, KeepConstantsOfCortexMInFlashAndActivationsInRam)
{
    for (const auto* name : {"cortex-m4", "cortex-m7", "cortex-m55"}) {
        const auto homes = defaultHomes(*loadTarget(name, installedPlaces()));
        EXPECT_EQ(homes.activations, "RAM");
        EXPECT_EQ(homes.constants, "Flash");
    }
}

}  // namespace
}  // namespace tw::target
