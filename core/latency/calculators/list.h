// SPDX-License-Identifier: Apache-2.0
// The calculators that the program comes with.
#pragma once

#include "core/latency/calculators/backend.h"

namespace tw::latency {

/// Without a backend, calculators that deploy are there, but unavailable. core/session/latency_calculators.h has one.
std::vector<CalculatorPointer> listCalculators(const Backend& backend = {});

}  // namespace tw::latency
