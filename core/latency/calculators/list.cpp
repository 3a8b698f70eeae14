// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/list.h"

namespace tw::latency {

std::vector<CalculatorPointer> listCalculators()
{
    return {};
}

}  // namespace tw::latency
