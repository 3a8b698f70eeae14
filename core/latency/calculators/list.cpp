// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/list.h"

#include "core/latency/calculators/command_calculator.h"
#include "core/latency/calculators/deployed_calculators.h"
#include "core/latency/calculators/emulator_calculator.h"
#include "core/latency/calculators/http_calculator.h"
#include "core/latency/calculators/mac_calculator.h"
#include "core/latency/calculators/table_calculator.h"
#include "core/latency/calculators/time_calculator.h"

namespace tw::latency {

std::vector<CalculatorPointer> listCalculators(const Backend& backend)
{
    std::vector<CalculatorPointer> all{std::make_shared<StrictMacCalculator>(), std::make_shared<CycleCalculator>(backend),
                                       std::make_shared<TrafficCalculator>(backend),
                                       std::make_shared<HostTimeCalculator>(backend), std::make_shared<CudaTimeCalculator>(),
                                       std::make_shared<CommandCalculator>(), std::make_shared<HttpCalculator>(),
                                       std::make_shared<TableCalculator>(), std::make_shared<EmulatorCalculator>(backend)};
    for (auto& rules : allMacRules())
        all.push_back(std::make_shared<MacCalculator>(std::move(rules)));
    return all;
}

}  // namespace tw::latency
