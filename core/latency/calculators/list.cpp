// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/list.h"

#include "core/latency/calculators/mac_calculator.h"

namespace tw::latency {

std::vector<CalculatorPointer> listCalculators()
{
    std::vector<CalculatorPointer> all{std::make_shared<StrictMacCalculator>()};
    for (auto& rules : allMacRules())
        all.push_back(std::make_shared<MacCalculator>(std::move(rules)));
    return all;
}

}  // namespace tw::latency
