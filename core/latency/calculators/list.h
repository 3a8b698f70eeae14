// SPDX-License-Identifier: Apache-2.0
// The calculators that the program comes with.
#pragma once

#include "core/latency/calculator.h"

namespace tw::latency {

std::vector<CalculatorPointer> listCalculators();

}  // namespace tw::latency
