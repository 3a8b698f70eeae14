// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/c_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace tw::codegen {
namespace {

TEST(Identifiers, AreUniqueAndLegalWhateverTheName)
{
    Identifiers names;
    EXPECT_EQ(names.make("args_", "conv1"), "args_conv1");
    EXPECT_EQ(names.make("args_", "conv 1"), "args_conv_1");
    EXPECT_EQ(names.make("args_", "conv/1"), "args_conv_1_2");
    EXPECT_EQ(names.make("args_", ""), "args");
    EXPECT_EQ(names.make("args_", "\xC3\xA4/*"), "args_2");
    EXPECT_EQ(names.make("args_", "a__b"), "args_a_b");
}

TEST(CommentText, CannotEndTheCommentOrContinueTheLine)
{
    EXPECT_EQ(commentText("a*/b"), "a./b");
    EXPECT_EQ(commentText("a\\"), "a.");
    EXPECT_EQ(commentText("x\ny"), "x.y");
}

TEST(StringLiteral, EscapesEverythingSpecial)
{
    EXPECT_EQ(stringLiteral("a\"b\\"), "\"a\\042b\\134\"");
    EXPECT_EQ(stringLiteral("?\?/"), "\"\\077\\077/\"");
    EXPECT_EQ(stringLiteral("\n1"), "\"\\0121\"");
}

TEST(FloatLiteral, IsValidC)
{
    EXPECT_EQ(floatLiteral(1), "1.0f");
    EXPECT_EQ(floatLiteral(-0.5), "-0.5f");
    EXPECT_EQ(floatLiteral(1e-7), "1e-07f");
    EXPECT_EQ(floatLiteral(std::numeric_limits<double>::infinity()), "INFINITY");
    EXPECT_EQ(floatLiteral(-std::numeric_limits<double>::infinity()), "-INFINITY");
}

TEST(HexWords, AreLittleEndianAndPadded)
{
    const std::vector<std::byte> bytes{std::byte{1}, std::byte{2}, std::byte{0xFF}};
    EXPECT_EQ(hexWords(bytes), "    0x0000000000ff0201,\n");
    EXPECT_EQ(hexWords({}), "    0\n");
}

}  // namespace
}  // namespace tw::codegen
