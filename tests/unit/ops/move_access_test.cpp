// SPDX-License-Identifier: Apache-2.0
// The access maps of the operators that move data, held against their reference evaluation.
#include "tests/unit/ops/access_property.h"

using tw::ir::DataType;
using tw::ir::Shape;
using tw::ops::testing::Claim;
using tw::ops::testing::expectAccessHolds;
using Whole = std::vector<std::int64_t>;

TEST(MoveAccess, ShapeChangesAreCovered)
{
    expectAccessHolds({.op = "Reshape", .inputs = {{DataType::F32, {2, 3}}}, .attributes = {{"shape", Whole{3, 2}}}}, Claim::Sound);
    expectAccessHolds({.op = "Flatten", .inputs = {{DataType::F32, {2, 3}}}}, Claim::Sound);
    expectAccessHolds({.op = "Squeeze", .inputs = {{DataType::F32, {2, 1, 3}}}}, Claim::Tight);
    expectAccessHolds({.op = "Unsqueeze", .inputs = {{DataType::F32, {2, 3}}}, .attributes = {{"axes", Whole{1}}}}, Claim::Tight);
    expectAccessHolds({.op = "Dropout", .inputs = {{DataType::F32, {2, 3}}}}, Claim::Tight);
}

TEST(MoveAccess, TransposeIsExact)
{
    expectAccessHolds({.op = "Transpose", .inputs = {{DataType::I8, {2, 3, 4}}}, .attributes = {{"perm", Whole{2, 0, 1}}}}, Claim::Tight);
}

TEST(MoveAccess, ConcatIsExact)
{
    expectAccessHolds({.op = "Concat", .inputs = {{DataType::F32, {2, 3}}, {DataType::F32, {2, 0}}, {DataType::F32, {2, 2}}},
                       .attributes = {{"axis", std::int64_t{1}}}}, Claim::Sound);
}

TEST(MoveAccess, SliceIsExactWhenItWalksForwards)
{
    const auto slice = [](Whole starts, Whole ends, Whole steps, Claim claim) {
        expectAccessHolds({.op = "Slice", .inputs = {{DataType::F32, {5, 6}}},
                           .attributes = {{"starts", starts}, {"ends", ends}, {"axes", Whole{0, 1}}, {"steps", steps}}}, claim);
    };
    slice({1, 0}, {4, 6}, {1, 1}, Claim::Tight);
    slice({1, 1}, {5, 6}, {2, 3}, Claim::Tight);
    slice({4, 0}, {0, 6}, {-2, 1}, Claim::Sound);
}

TEST(MoveAccess, PadIsCovered)
{
    const auto pad = [](std::string mode, Whole pads) {
        expectAccessHolds({.op = "Pad", .inputs = {{DataType::F32, {3, 4}}}, .attributes = {{"mode", mode}, {"pads", pads}}}, Claim::Sound);
    };
    pad("constant", {1, 0, 2, 1});
    pad("constant", {-1, 2, 1, -1});
    pad("reflect", {2, 0, 0, 1});
    pad("edge", {2, 0, 0, 1});
    pad("wrap", {2, 0, 0, 1});
}
