// SPDX-License-Identifier: Apache-2.0
#include "core/base/near_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <numeric>

namespace tw {
namespace {

/// Letters to insert, delete or exchange to make one of the other.
std::size_t editDistance(std::string_view one, std::string_view other)
{
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t exchanged = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, exchanged});
        }
    }
    return row[other.size()];
}

}  // namespace

std::vector<std::string> nearNames(std::string_view wanted, const std::vector<std::string>& known, std::size_t most)
{
    const auto lower = toLower(wanted);
    const std::size_t allowed = std::max<std::size_t>(2, lower.size() / 3);
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const auto& name : known) {
        const auto other = toLower(name);
        const auto distance = editDistance(lower, other);
        const bool contains = lower.size() >= 3 && other.find(lower) != std::string::npos;
        if ((distance <= allowed && distance < other.size()) || contains)
            found.emplace_back(distance, name);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i)
        names.push_back(std::move(found[i].second));
    return names;
}

std::string nearNamesHint(std::string_view wanted, const std::vector<std::string>& known)
{
    const auto names = nearNames(wanted, known);
    return names.empty() ? "" : cat("did you mean ", join(names, " or "), "?");
}

}  // namespace tw
