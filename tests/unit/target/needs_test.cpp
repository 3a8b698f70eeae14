// SPDX-License-Identifier: Apache-2.0
// The limits of a table and of a row: how they are read, and that each refusal is the sentence of the limit that was met.
#include "core/target/match.h"
#include "tests/unit/ops/access_property.h"
#include "tests/unit/target/target_folder.h"

namespace tw::target {
namespace {

/// Matrix products whose table takes up to 8 columns, one row for short and one for long sums.
constexpr const char* kLimits = R"({"needs": [{"when": "n <= 8", "why": "more than 8 columns"}],
"rows": [
  {"op": "Gemm", "types": {"A": "i8", "B": "i8", "Y": "i32"}, "needs": [{"when": "m == 1", "why": "more than one row"}],
   "when": "k <= 16", "why": "needs short sums", "weights": {"B": {"offset": 128, "type": "u8"}},
   "call": "tw_gemm", "header": "gemm.h", "source": "gemm.c"},
  {"op": "Gemm", "types": {"A": "i8", "B": "i8", "Y": "i32"}, "needs": [{"when": "m <= 4", "why": "more than four rows"}],
   "when": "k > 16", "why": "needs long sums", "call": "tw_gemm", "header": "gemm.h", "source": "gemm.c"}
]})";

struct Product {
    std::int64_t rows = 1;
    std::int64_t depth = 4;
    std::int64_t columns = 2;
};

std::string refusal(const Product& product)
{
    const TargetFolder folder;
    const auto target = folder.load(kTarget, kLimits);
    EXPECT_TRUE(target) << target.error().text();
    const auto view = ops::testing::nodeOf({.op = "Gemm",
                                            .inputs = {{ir::DataType::I8, ir::Shape{product.rows, product.depth}},
                                                       {ir::DataType::I8, ir::Shape{product.depth, product.columns}}}});
    const auto match = matchNodeOf(*ops::findOp("", "Gemm", 21), view);
    EXPECT_TRUE(match) << match.error().text();
    const auto matches = matchRows(*target, *match);
    return matches.rows.empty() ? matches.refusals.at("cluster") : "";
}

TEST(Needs, RefuseWithTheSentenceOfTheRowThatCameFurthest)
{
    EXPECT_EQ(refusal({}), "");
    EXPECT_EQ(refusal({.rows = 4, .depth = 17}), "");
    EXPECT_EQ(refusal({.columns = 9}), "more than 8 columns");
    EXPECT_EQ(refusal({.rows = 2}), "needs long sums");   // the second row has no other objection
    EXPECT_EQ(refusal({.rows = 5, .depth = 17}), "more than one row");
}

struct Fault {
    const char* name;
    const char* from;
    const char* to;
    const char* said;
};

class FaultOfLimits : public testing::TestWithParam<Fault> {};

TEST_P(FaultOfLimits, IsFoundWithItsPlace)
{
    const auto& fault = GetParam();
    const auto checked = TargetFolder().check(kTarget, replaceAll(kLimits, fault.from, fault.to));
    ASSERT_FALSE(checked.faults.empty());
    EXPECT_TRUE(checked.faults.front().message.starts_with(fault.said)) << checked.faults.front().text();
    EXPECT_FALSE(checked.faults.front().hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultOfLimits,
    testing::Values(Fault{"NoCondition", "\"when\": \"n <= 8\", ", "", "needs[0].when: is missing"},
                    Fault{"NoSentence", ", \"why\": \"more than 8 columns\"", "", "needs[0].why: is missing"},
                    Fault{"BadFormula", "m == 1", "m ==", "rows[0].needs[0].when"},
                    Fault{"UnknownField", "\"why\": \"more than one row\"", "\"why\": \"\", \"because\": 1", "rows[0].needs[0].because"},
                    Fault{"NoSuchOperand", "{\"B\": {\"offset\"", "{\"W\": {\"offset\"", "rows[0].weights.W: Gemm has no operand"},
                    Fault{"BadEncoding", "\"offset\": 128", "\"offset\": \"128\"", "rows[0].weights.B: offset must be a whole number"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace tw::target
