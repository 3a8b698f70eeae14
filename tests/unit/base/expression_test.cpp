// SPDX-License-Identifier: Apache-2.0
#include "core/base/expression.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace tw {
namespace {

TEST(Expression, EvaluatesNamesArithmeticAndConditions)
{
    const auto parsed = Expression::parse("kernel_h == 3 && group == 1 ? ceil(K / 32) * roundup(C, 16) : mod(K, 5)");
    ASSERT_TRUE(parsed) << parsed.error().text();
    const auto yes = parsed.value().evaluate({{"kernel_h", 3}, {"group", 1}, {"K", 33}, {"C", 17}});
    ASSERT_TRUE(yes);
    EXPECT_EQ(yes.value(), 64);
    EXPECT_EQ(parsed.value().evaluate({{"kernel_h", 1}, {"group", 1}, {"K", 33}, {"C", 17}}).value(), 3);
}

TEST(Expression, NamesTheColumnOfASyntaxError)
{
    const auto parsed = Expression::parse("1 + * 2");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().code, Code::BadExpression);
    EXPECT_NE(parsed.error().message.find("column"), std::string::npos);
}

TEST(Expression, NamesAMissingVariable)
{
    const auto parsed = Expression::parse("channels * 2");
    ASSERT_TRUE(parsed);
    const auto value = parsed.value().evaluate({{"rows", 1}});
    ASSERT_FALSE(value);
    EXPECT_NE(value.error().message.find("channels"), std::string::npos);
}

TEST(Expression, RefusesADivisionByZero)
{
    EXPECT_FALSE(Expression::parse("1 / n").value().evaluate({{"n", 0}}));
}

TEST(Expression, EvaluatesOnSeveralThreadsAtOnce)
{
    const auto square = Expression::parse("n * n").value();
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&wrong, copy = square, t] {
            for (int i = 0; i < 2000; ++i)
                wrong += copy.evaluate({{"n", t * 2000.0 + i}}).value() != (t * 2000.0 + i) * (t * 2000.0 + i);
        });
    for (auto& thread : threads)
        thread.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace tw
