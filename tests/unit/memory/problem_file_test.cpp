// SPDX-License-Identifier: Apache-2.0
#include "core/memory/problem_file.h"

#include <gtest/gtest.h>

namespace tw::memory {
namespace {

constexpr const char* kFile = "buffers.csv";

TEST(ParseProblem, ReadsBuffersInTheOrderOfTheFile)
{
    const auto file = parseProblem("id,lower,upper,size,alignment\nx,0,10,64,16\r\ny,5,20,32,\n\n", kFile);
    ASSERT_TRUE(file) << file.error().text();
    const auto& buffers = file.value().problem.buffers;
    ASSERT_EQ(buffers.size(), 2u);
    EXPECT_EQ(buffers[0].name, "x");
    EXPECT_EQ(buffers[0].bytes, 64);
    EXPECT_EQ(buffers[0].alignment, 16);
    EXPECT_EQ(buffers[1].alignment, 1);
    EXPECT_TRUE(buffers[0].alive.meets(buffers[1].alive));
}

TEST(ParseProblem, TakesColumnsInAnyOrderAndTimesOfAnySize)
{
    const auto file = parseProblem("size,id,upper,lower,note\n8,a,9000000000000,-5,first\n8,b,9000000000001,9000000000000,\n", kFile);
    ASSERT_TRUE(file) << file.error().text();
    const auto& buffers = file.value().problem.buffers;
    EXPECT_FALSE(buffers[0].alive.meets(buffers[1].alive));
}

TEST(ParseProblem, FixesABufferThatHasAnOffset)
{
    const auto file = parseProblem("id,lower,upper,size,offset\na,0,2,8,24\nb,0,2,8,\n", kFile);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file.value().problem.fixedOffset(0), 24);
    EXPECT_FALSE(file.value().problem.fixedOffset(1));
}

TEST(PlacedText, AddsTheOffsetsToTheTable)
{
    const auto file = parseProblem("id,lower,upper,size\na,0,2,8\nb,0,2,4\n", kFile);
    EXPECT_EQ(placedText(file.value(), {.offsets = {4, 0}}), "id,lower,upper,size,offset\na,0,2,8,4\nb,0,2,4,0\n");
    const auto again = parseProblem("id,offset,lower,upper,size\na,,0,2,8\n", kFile);
    EXPECT_EQ(placedText(again.value(), {.offsets = {16}}), "id,offset,lower,upper,size\na,16,0,2,8\n");
}

struct Fault {
    const char* text;
    const char* says;
};

class FaultyProblem : public testing::TestWithParam<Fault> {};

TEST_P(FaultyProblem, IsNamedByFileAndLineWithARemedy)
{
    const auto file = parseProblem(GetParam().text, kFile);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, Code::BadInput);
    EXPECT_EQ(file.error().place.file, kFile);
    EXPECT_NE(file.error().message.find(GetParam().says), std::string::npos) << file.error().text();
    EXPECT_FALSE(file.error().hint.empty());
}

INSTANTIATE_TEST_SUITE_P(Each, FaultyProblem,
                         testing::Values(Fault{"", "is empty"},
                                         Fault{"id,lower,upper\n", "line 1: the heading has no column \"size\""},
                                         Fault{"id,id,lower,upper,size\n", "line 1: the column id is there twice"},
                                         Fault{"id,lower,upper,size\na,0,2\n", "line 2: has 3 fields, but the heading has 4"},
                                         Fault{"id,lower,upper,size\na,0,2,1\n\nb,0,x,1\n", "line 4: upper \"x\" is no whole number"},
                                         Fault{"id,lower,upper,size\na,0,2,1.5\n", "line 2: size \"1.5\" is no whole number"},
                                         Fault{"id,lower,upper,size\na,0,2,-1\n", "line 2: size -1 is outside"},
                                         Fault{"id,lower,upper,size\na,0,2,99999999999999999999\n", "line 2: size"},
                                         Fault{"id,lower,upper,size\na,2,2,1\n", "line 2: the buffer is never alive"},
                                         Fault{"id,lower,upper,size\na,0,2,1\na,2,3,1\n", "line 3: there is already a buffer a"},
                                         Fault{"id,lower,upper,size,alignment\na,0,2,1,0\n", "line 2: alignment 0 is outside"},
                                         Fault{"id,lower,upper,size,offset\na,0,2,1,-8\n", "line 2: offset -8 is outside"},
                                         Fault{"id,lower,upper,size,gaps\na,0,9,1,2-4\n", "line 2: buffers with gaps"}));

}  // namespace
}  // namespace tw::memory
