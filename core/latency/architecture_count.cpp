// SPDX-License-Identifier: Apache-2.0
#include "core/latency/architecture_count.h"

#include <cmath>

namespace tw::latency {

BigCount architectureCount(const std::vector<std::vector<double>>& operations)
{
    BigCount count(1);
    for (const auto& row : operations)
        count *= row.size();
    return count;
}

double log2ArchitectureCount(const std::vector<std::vector<double>>& operations)
{
    double sum = 0;
    for (const auto& row : operations)
        sum += std::log2(static_cast<double>(row.size()));
    return sum;
}

}  // namespace tw::latency
