// SPDX-License-Identifier: Apache-2.0
// What the plugin that counts instructions is told, and what it tells.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tw::deploy {

using Symbols = std::map<std::string, std::uint64_t, std::less<>>;

/// Lines "0000abcd T name" of nm; Thumb addresses without the bit that says so.
Symbols readSymbols(std::string_view listing);

/// The points of a run in order: where network_run begins, then each step that the program has, with its number.
struct CountPoint {
    int step = 0;                                  // 0: the begin of network_run
    std::uint64_t address = 0;
};
std::vector<CountPoint> countPoints(const Symbols& symbols);

/// The plugin's plan.
std::string countPlan(const std::vector<CountPoint>& points, const Symbols& symbols, int harts);

/// Per point, the count of each hart when it was first passed. Fails with ToolFailed when a point was never passed.
Result<std::vector<std::vector<std::uint64_t>>> readCounts(std::string_view text, const std::vector<CountPoint>& points, int harts);

}  // namespace tw::deploy
