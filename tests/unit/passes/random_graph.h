// SPDX-License-Identifier: Apache-2.0
// Small random networks for property tests: images that are convolved, pooled, added, joined, turned and flattened.
#pragma once

#include "core/ir/graph.h"

namespace tw::passes {

/// Real numbers. The same seed gives the same graph.
ir::Graph randomFloatGraph(std::uint64_t seed);

/// Whole numbers declared as float32, as quantising exporters write them: every linear operator is requantised.
ir::Graph randomIntegerGraph(std::uint64_t seed);

}  // namespace tw::passes
