// SPDX-License-Identifier: Apache-2.0
// Finished cells of a half-filled table, kept in a file: a computation that was interrupted goes on where it was.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace tw::latency {

struct Cell {
    double total = 0;
    std::optional<std::int64_t> whole = {};
    double perUnit = 1;
    std::string uncounted = {};
};

class CellCache {
public:
    /// Starts empty when the file is missing or no cache of ours.
    explicit CellCache(std::filesystem::path path);

    const Cell* find(const std::string& key) const;
    /// Writes the file at once.
    Result<void> store(const std::string& key, const Cell& cell);
    /// Removes the file: the table is complete.
    void finish();

private:
    std::filesystem::path path_;
    std::map<std::string, Cell> cells_;
};

/// Tells apart what a cell depends on: a fingerprint of the text.
std::string cellKey(std::string_view everything);

}  // namespace tw::latency
