// SPDX-License-Identifier: Apache-2.0
// How many architectures a search space has, and what one is.
#pragma once

#include "core/latency/big_count.h"

#include <variant>
#include <vector>

namespace tw::latency {

/// One candidate index per block.
using Arch = std::vector<int>;
/// The same with blocks of which several candidates run.
using MultiArch = std::vector<std::variant<int, std::vector<int>>>;

BigCount architectureCount(const std::vector<std::vector<double>>& operations);
/// Sum of the blocks' logarithms; never overflows.
double log2ArchitectureCount(const std::vector<std::vector<double>>& operations);

}  // namespace tw::latency
