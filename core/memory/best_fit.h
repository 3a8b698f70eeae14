// SPDX-License-Identifier: Apache-2.0
// Quick placement without proof: buffers one after the other, each where it fits best.
#pragma once

#include "core/memory/placement.h"

namespace tw::memory {

/// Tries several orders (size, area, lifetime) of best fit and keeps the smallest peak; stops at the lower bound.
/// O(n^2) for n buffers.
Placement placeBestFit(const PlacementProblem& problem);

}  // namespace tw::memory
