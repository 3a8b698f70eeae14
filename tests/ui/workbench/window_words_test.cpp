// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window_words.h"

#include <gtest/gtest.h>

namespace tw::workbench {
namespace {

TEST(WindowWords, NameTheMenuInsteadOfAnOption)
{
    EXPECT_EQ(inWindowWords(std::string("choose a value with --dim batch=N")),
              "choose a value for batch under Deploy > Dimensions and Types");
    EXPECT_EQ(inWindowWords(std::string("choose with --type x=u8, or give test data")),
              "choose for x under Deploy > Dimensions and Types, or give test data");
    EXPECT_EQ(inWindowWords(std::string("choose integer types for the inputs with --type NAME=i8")),
              "choose integer types for the inputs under Deploy > Dimensions and Types");
    EXPECT_EQ(inWindowWords(std::string("take away --pin conv_3=npu")), "take away for conv_3 in the Engines pane");
}

TEST(WindowWords, LeaveOtherHintsAlone)
{
    EXPECT_EQ(inWindowWords(std::string("external data may be missing")), "external data may be missing");
}

}  // namespace
}  // namespace tw::workbench
