// SPDX-License-Identifier: Apache-2.0
// All calculators of the program, with what those need that deploy or run a network.
#pragma once

#include "core/latency/calculator.h"

namespace tw::session {

latency::CalculatorSet calculatorSet();

}  // namespace tw::session
