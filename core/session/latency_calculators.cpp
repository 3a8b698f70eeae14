// SPDX-License-Identifier: Apache-2.0
#include "core/session/latency_calculators.h"

namespace tw::session {

latency::CalculatorSet calculatorSet()
{
    return latency::builtInCalculators();
}

}  // namespace tw::session
