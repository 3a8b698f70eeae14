// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/instruction_count.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace tw::deploy {
namespace {

constexpr std::string_view kBegin = "network_run";
constexpr std::string_view kStep = "tw_step_";

std::string hex(std::uint64_t value)
{
    std::ostringstream out;
    out << std::hex << value;
    return out.str();
}

}  // namespace

Symbols readSymbols(std::string_view listing)
{
    Symbols symbols;
    for (const auto& line : split(listing, '\n')) {
        std::istringstream words(line);
        std::uint64_t address = 0;
        std::string kind, name;
        if (words >> std::hex >> address >> kind >> name)
            symbols[name] = address & ~std::uint64_t{1};
    }
    return symbols;
}

std::vector<CountPoint> countPoints(const Symbols& symbols)
{
    std::vector<CountPoint> points;
    if (const auto begin = symbols.find(kBegin); begin != symbols.end())
        points.push_back({0, begin->second});
    for (auto at = symbols.lower_bound(kStep); at != symbols.end() && at->first.starts_with(kStep); ++at) {
        int step = 0;
        const auto digits = std::string_view(at->first).substr(kStep.size());
        if (std::from_chars(digits.data(), digits.data() + digits.size(), step).ptr == digits.data() + digits.size())
            points.push_back({step, at->second});
    }
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return points;
}

std::string countPlan(const std::vector<CountPoint>& points, const Symbols& symbols, int harts)
{
    std::string plan = cat("harts ", harts, "\n");
    const auto begin = symbols.find("tw_not_counted_begin");
    const auto end = symbols.find("tw_not_counted_end");
    if (begin != symbols.end() && end != symbols.end())
        plan += cat("skip ", hex(begin->second), " ", hex(end->second), "\n");
    for (const auto& point : points)
        plan += cat("point ", hex(point.address), "\n");
    return plan;
}

Result<std::vector<std::vector<std::uint64_t>>> readCounts(std::string_view text, const std::vector<CountPoint>& points, int harts)
{
    std::map<std::uint64_t, std::vector<std::uint64_t>> seen;
    for (const auto& line : split(text, '\n')) {
        std::istringstream words(line);
        std::uint64_t address = 0;
        std::vector<std::uint64_t> counts(static_cast<std::size_t>(harts));
        words >> std::hex >> address >> std::dec;
        for (auto& count : counts)
            words >> count;
        if (words)
            seen.try_emplace(address, std::move(counts));
    }
    std::vector<std::vector<std::uint64_t>> result;
    for (const auto& point : points) {
        const auto found = seen.find(point.address);
        if (found == seen.end())
            return Error{.code = Code::ToolFailed, .message = cat("the emulator did not report step ", point.step, " of the network")};
        result.push_back(found->second);
    }
    return result;
}

}  // namespace tw::deploy
