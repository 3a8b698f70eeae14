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
    expectAccessHolds({.op = "Reshape", .inputs = {{DataType::F32, {2, 3}}}, .attributes = {{"shape", Whole{3, 2}}}},
                      Claim::Sound);
    expectAccessHolds({.op = "Flatten", .inputs = {{DataType::F32, {2, 3}}}}, Claim::Sound);
    expectAccessHolds({.op = "Squeeze", .inputs = {{DataType::F32, {2, 1, 3}}}}, Claim::Tight);
    expectAccessHolds({.op = "Unsqueeze", .inputs = {{DataType::F32, {2, 3}}}, .attributes = {{"axes", Whole{1}}}},
                      Claim::Tight);
    expectAccessHolds({.op = "Dropout", .inputs = {{DataType::F32, {2, 3}}}}, Claim::Tight);
}

TEST(MoveAccess, TransposeIsExact)
{
    expectAccessHolds(
        {.op = "Transpose", .inputs = {{DataType::I8, {2, 3, 4}}}, .attributes = {{"perm", Whole{2, 0, 1}}}},
        Claim::Tight);
}

TEST(MoveAccess, ConcatIsExact)
{
    expectAccessHolds({.op = "Concat",
                       .inputs = {{DataType::F32, {2, 3}}, {DataType::F32, {2, 0}}, {DataType::F32, {2, 2}}},
                       .attributes = {{"axis", std::int64_t{1}}}},
                      Claim::Sound);
}

TEST(MoveAccess, SliceIsExactWhenItWalksForwards)
{
    const auto slice = [](Whole starts, Whole ends, Whole steps, Claim claim) {
        expectAccessHolds({.op = "Slice",
                           .inputs = {{DataType::F32, {5, 6}}},
                           .attributes = {{"starts", starts}, {"ends", ends}, {"axes", Whole{0, 1}}, {"steps", steps}}},
                          claim);
    };
    slice({1, 0}, {4, 6}, {1, 1}, Claim::Tight);
    slice({1, 1}, {5, 6}, {2, 3}, Claim::Tight);
    slice({4, 0}, {0, 6}, {-2, 1}, Claim::Sound);
}

TEST(MoveAccess, PadIsCovered)
{
    const auto pad = [](std::string mode, Whole pads) {
        expectAccessHolds(
            {.op = "Pad", .inputs = {{DataType::F32, {3, 4}}}, .attributes = {{"mode", mode}, {"pads", pads}}},
            Claim::Sound);
    };
    pad("constant", {1, 0, 2, 1});
    pad("constant", {-1, 2, 1, -1});
    pad("reflect", {2, 0, 0, 1});
    pad("edge", {2, 0, 0, 1});
    pad("wrap", {2, 0, 0, 1});
}

TEST(MoveAccess, GatherIsCovered)
{
    const auto indices = tw::ir::fromIntegers(DataType::I64, Shape{2}, Whole{2, 0});
    expectAccessHolds({.op = "Gather", .inputs = {{DataType::F32, {2, 3, 2}}, {DataType::I64, {2}}},
                       .attributes = {{"axis", std::int64_t{1}}}, .values = {{1, indices}}}, Claim::Sound, {1});
    const auto places = tw::ir::fromIntegers(DataType::I64, Shape{2, 2}, Whole{2, 0, 1, 1});
    expectAccessHolds(
        {.op = "GatherElements", .inputs = {{DataType::F32, {3, 2}}, {DataType::I64, {2, 2}}}, .values = {{1, places}}},
        Claim::Sound, {1});
    const auto tuples = tw::ir::fromIntegers(DataType::I64, Shape{2, 1}, Whole{2, 0});
    expectAccessHolds(
        {.op = "GatherND", .inputs = {{DataType::F32, {3, 2}}, {DataType::I64, {2, 1}}}, .values = {{1, tuples}}},
        Claim::Sound, {1});
}

TEST(MoveAccess, RepetitionIsCovered)
{
    const auto shape = tw::ir::fromIntegers(DataType::I64, Shape{3}, Whole{2, 3, 2});
    expectAccessHolds(
        {.op = "Expand", .inputs = {{DataType::F32, {3, 1}}, {DataType::I64, {3}}}, .values = {{1, shape}}},
        Claim::Tight, {1});
    const auto repeats = tw::ir::fromIntegers(DataType::I64, Shape{2}, Whole{1, 2});
    expectAccessHolds(
        {.op = "Tile", .inputs = {{DataType::F32, {3, 2}}, {DataType::I64, {2}}}, .values = {{1, repeats}}},
        Claim::Sound, {1});
}

TEST(MoveAccess, BlocksOfPixelsAreCovered)
{
    expectAccessHolds({.op = "DepthToSpace",
                       .inputs = {{DataType::F32, {1, 8, 2, 2}}},
                       .attributes = {{"blocksize", std::int64_t{2}}}},
                      Claim::Sound);
    expectAccessHolds({.op = "SpaceToDepth",
                       .inputs = {{DataType::F32, {1, 2, 4, 4}}},
                       .attributes = {{"blocksize", std::int64_t{2}}}},
                      Claim::Sound);
}

TEST(MoveAccess, WorkAlongAnAxisIsCovered)
{
    const auto axis = tw::ir::fromIntegers(DataType::I64, Shape::scalar(), Whole{1});
    expectAccessHolds(
        {.op = "CumSum", .inputs = {{DataType::F32, {2, 3}}, {DataType::I64, Shape::scalar()}}, .values = {{1, axis}}},
        Claim::Sound, {1});
    expectAccessHolds({.op = "TopK", .inputs = {{DataType::F32, {2, 4}}}, .attributes = {{"k", std::int64_t{2}}}},
                      Claim::Sound);
    expectAccessHolds({.op = "Trilu", .inputs = {{DataType::F32, {3, 3}}}}, Claim::Sound);
    const auto lengths = tw::ir::fromIntegers(DataType::I64, Shape{2}, Whole{2, 3});
    expectAccessHolds(
        {.op = "ReverseSequence", .inputs = {{DataType::F32, {3, 2}}, {DataType::I64, {2}}}, .values = {{1, lengths}}},
        Claim::Sound, {1});
}

TEST(MoveAccess, CastAndOneHotAreCovered)
{
    expectAccessHolds({.op = "Cast", .inputs = {{DataType::F32, {2, 3}}}, .attributes = {{"to", std::int64_t{11}}}},
                      Claim::Tight);
    const auto depth = tw::ir::fromIntegers(DataType::I64, Shape::scalar(), Whole{40});
    expectAccessHolds({.op = "OneHot",
                       .inputs = {{DataType::I64, {3}}, {DataType::I64, Shape::scalar()}, {DataType::F32, {2}}},
                       .values = {{1, depth}}},
                      Claim::Sound, {1});
}

TEST(MoveAccess, ScatterIsCovered)
{
    const auto places = tw::ir::fromIntegers(DataType::I64, Shape{2, 2}, Whole{2, 0, 1, 1});
    expectAccessHolds({.op = "ScatterElements",
                       .inputs = {{DataType::F32, {3, 2}}, {DataType::I64, {2, 2}}, {DataType::F32, {2, 2}}},
                       .values = {{1, places}}},
                      Claim::Sound, {1});
}

TEST(MoveAccess, ResizeIsCovered)
{
    expectAccessHolds({.op = "Upsample",
                       .inputs = {{DataType::F32, {1, 2, 2, 3}}},
                       .attributes = {{"mode", std::string("linear")}, {"scales", std::vector<float>{1, 1, 2, 1}}},
                       .opset = 7},
                      Claim::Sound);
}
