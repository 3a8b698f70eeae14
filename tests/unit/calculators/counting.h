// SPDX-License-Identifier: Apache-2.0
// Counting a network with a calculator of the program, in tests.
#pragma once

#include "core/latency/calculator.h"

#include <gtest/gtest.h>

namespace tw::latency::test {

inline Calculation calculated(const ir::Graph& graph, const std::string& name, const CalculatorOptions& options = {})
{
    Progress progress;
    const auto calculator = builtInCalculators().find(name);
    EXPECT_TRUE(calculator) << name;
    if (!calculator)
        return {};
    auto result = (*calculator)->calculate({.graph = graph}, options, progress);
    EXPECT_TRUE(result) << name << ": " << result.error().text();
    return result ? std::move(*result) : Calculation{};
}

/// The exact total; -1 when there is none.
inline std::int64_t counted(const ir::Graph& graph, const std::string& name, const CalculatorOptions& options = {})
{
    return calculated(graph, name, options).wholeTotal.value_or(-1);
}

inline CalculatorOptions with(const std::string& key, const std::string& value)
{
    CalculatorOptions options;
    options.extra[key] = value;
    return options;
}

}  // namespace tw::latency::test
