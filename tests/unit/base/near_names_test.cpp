// SPDX-License-Identifier: Apache-2.0
#include "core/base/near_names.h"

#include <gtest/gtest.h>

namespace tw {
namespace {

using Names = std::vector<std::string>;

TEST(NearNames, AreThoseOfFewDifferentLettersBestFirst)
{
    EXPECT_EQ(nearNames("cluter", {"npu", "cluster2", "cluster"}), (Names{"cluster", "cluster2"}));
    EXPECT_EQ(nearNames("CONV1", {"conv1", "conv2", "pool9"}), (Names{"conv1", "conv2"}));
    EXPECT_TRUE(nearNames("zebra", {"npu", "cluster"}).empty());
}

TEST(NearNames, ContainWhatWasTyped)
{
    EXPECT_EQ(nearNames("conv", {"layer1/conv_first", "pool"}), (Names{"layer1/conv_first"}));
}

TEST(NearNames, AreNotAnyShortName)
{
    EXPECT_TRUE(nearNames("ab", {"x", "yz"}).empty());
}

TEST(NearNames, MakeAHint)
{
    EXPECT_EQ(nearNamesHint("conv3", {"conv1", "conv2"}), "did you mean conv1 or conv2?");
    EXPECT_EQ(nearNamesHint("zebra", {"npu"}), "");
}

}  // namespace
}  // namespace tw
