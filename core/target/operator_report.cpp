// SPDX-License-Identifier: Apache-2.0
#include "core/target/operator_report.h"

#include "core/base/text.h"
#include "core/target/row_text.h"

#include <algorithm>

namespace tw::target {

std::vector<std::string> constraintsOf(const KernelRow& row)
{
    std::vector<std::string> result;
    for (const auto& need : row.needs)
        result.push_back(need.sentence);
    if (row.when)
        result.push_back(conditionText(row));
    for (const auto& [operand, axes] : row.pack)
        result.push_back(constantText(operand));
    for (const auto& [operand, encoding] : row.weights)
        result.push_back(constantText(operand));
    if (!row.layout.empty())
        result.push_back(layoutText(row));
    return result;
}

std::vector<SupportedOperator> supportedOperators(const Target& target)
{
    std::vector<SupportedOperator> result;
    for (const auto& row : target.rows) {
        SupportedOperator entry{.engine = row.engine, .op = row.op, .constraints = constraintsOf(row), .call = row.call,
                                .place = row.place};
        for (const auto& [operand, types] : row.types)
            entry.types.push_back(cat(operand, ": ", typesText(types)));
        result.push_back(std::move(entry));
    }
    std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.op < b.op; });
    return result;
}

}  // namespace tw::target
