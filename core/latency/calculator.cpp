// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculator.h"

#include "core/base/near_names.h"
#include "core/base/text.h"
#include "core/latency/calculators/list.h"

namespace tw::latency {

void CalculatorSet::add(CalculatorPointer calculator)
{
    const auto name = calculator->name();
    calculators_[name] = std::move(calculator);
}

Result<CalculatorPointer> CalculatorSet::find(const std::string& name) const
{
    const auto found = calculators_.find(name);
    if (found != calculators_.end())
        return found->second;
    return faultError(Fault::UnknownCalculator,
                      cat("there is no calculator called \"", name, "\"; there are ", join(names(), ", ")),
                      nearNamesHint(name, names()));
}

std::vector<std::string> CalculatorSet::names() const
{
    std::vector<std::string> result;
    for (const auto& [name, calculator] : calculators_)
        result.push_back(name);
    return result;
}

CalculatorSet builtInCalculators()
{
    CalculatorSet result;
    for (auto& calculator : listCalculators())
        result.add(std::move(calculator));
    return result;
}

std::vector<std::string> availableCalculators()
{
    return builtInCalculators().names();
}

std::string availableCalculatorsString()
{
    return join(availableCalculators(), ", ");
}

}  // namespace tw::latency
