// SPDX-License-Identifier: Apache-2.0
// Gather and its relatives: expected values are worked out by hand from the ONNX definitions.
#include "core/base/text.h"
#include "tests/unit/ops/op_case.h"

#include <gtest/gtest.h>

using tw::cat;
using tw::Code;
using tw::ir::DataType;
using tw::ir::Dim;
using tw::ir::Shape;
using tw::ops::test::OpCase;
using Whole = std::vector<std::int64_t>;

namespace {

OpCase gather(std::string op, std::int64_t axis)
{
    return OpCase(std::move(op)).attribute("axis", axis).integers(DataType::I32, {3, 2}, {1, 2, 3, 4, 5, 6});
}

Code errorOf(const OpCase& test)
{
    const auto result = test.run();
    return result ? Code::Internal : result.error().code;
}

}  // namespace

TEST(Gather, ReplacesAnAxisByTheIndices)
{
    const auto rows = gather("Gather", 0).integers(DataType::I64, {2, 1}, {2, -3});
    EXPECT_EQ(rows.whole(), (Whole{5, 6, 1, 2}));
    EXPECT_EQ(cat(rows.infer().value()[0].shape), "[2, 1, 2]");
    EXPECT_EQ(gather("Gather", -1).integers(DataType::I32, {}, {1}).whole(), (Whole{2, 4, 6}));
}

TEST(Gather, KeepsSymbols)
{
    const Shape data(std::vector<Dim>{{.symbol = "n"}, {.value = 8}});
    const auto test = OpCase("Gather")
                          .attribute("axis", std::int64_t{1})
                          .unknown(DataType::F32, data)
                          .unknown(DataType::I64, Shape{-1, 2});
    EXPECT_EQ(cat(test.infer().value()[0].shape), "[n, ?, 2]");
}

TEST(Gather, RefusesIndicesOutsideTheAxis)
{
    EXPECT_EQ(errorOf(gather("Gather", 0).integers(DataType::I64, {1}, {3})), Code::BadInput);
    EXPECT_EQ(errorOf(gather("Gather", 0).integers(DataType::I64, {1}, {-4})), Code::BadInput);
    EXPECT_EQ(errorOf(gather("Gather", 2).integers(DataType::I64, {1}, {0})), Code::BadAttribute);
}

TEST(GatherElements, ReplacesOneCoordinate)
{
    EXPECT_EQ(gather("GatherElements", 0).integers(DataType::I64, {2, 2}, {2, 0, -1, 1}).whole(), (Whole{5, 2, 5, 4}));
    EXPECT_EQ(gather("GatherElements", 1).integers(DataType::I64, {2, 1}, {1, 0}).whole(), (Whole{2, 3}));
    EXPECT_EQ(errorOf(gather("GatherElements", 0).integers(DataType::I64, {2, 2}, {3, 0, 0, 0})), Code::BadInput);
    EXPECT_EQ(errorOf(gather("GatherElements", 0).integers(DataType::I64, {1, 3}, {0, 0, 0})), Code::BadShape);
    EXPECT_EQ(errorOf(gather("GatherElements", 0).integers(DataType::I64, {2}, {0, 0})), Code::BadShape);
}

TEST(GatherNd, ReadsTuplesOfCoordinates)
{
    const auto data = [] { return OpCase("GatherND").integers(DataType::I32, {2, 2}, {0, 1, 2, 3}); };
    EXPECT_EQ(data().integers(DataType::I64, {2, 2}, {0, 0, 1, -1}).whole(), (Whole{0, 3}));
    EXPECT_EQ(data().integers(DataType::I64, {2, 1}, {1, 0}).whole(), (Whole{2, 3, 0, 1}));
    EXPECT_EQ(data().attribute("batch_dims", std::int64_t{1}).integers(DataType::I64, {2, 1}, {1, 0}).whole(),
              (Whole{1, 2}));
    EXPECT_EQ(errorOf(data().integers(DataType::I64, {1, 2}, {0, 2})), Code::BadInput);
    EXPECT_EQ(errorOf(data().integers(DataType::I64, {1, 3}, {0, 0, 0})), Code::BadShape);
    EXPECT_EQ(errorOf(data().attribute("batch_dims", std::int64_t{1}).integers(DataType::I64, {3, 1}, {0, 0, 0})),
              Code::BadShape);
}
