// SPDX-License-Identifier: Apache-2.0
// A table of measured latencies, keyed by operator and sizes.
//
// Our own form, JSON; dimensions and attributes that an entry does not name do not matter for it:
//     {"format": "latency-lut", "unit": "ms", "entries": [
//         {"op": "Conv", "inputs": [[1, 3, 32, 32], [16, 3, 3, 3]], "attributes": {"strides": [2, 2]}, "latency": 0.5}]}
// The keyed form of once-for-all and its relatives, JSON or the plain YAML that they write (height x width x channels):
//     Conv-input:224x224x3-output:112x112x32-kernel:3-stride:2: {mean: 1.2}
#pragma once

#include "core/ir/graph.h"

#include <filesystem>

namespace tw::latency {

struct TableEntry {
    std::string op;
    std::map<std::string, double> features;   // "input0.2", "strides.0", "input.h", "kernel", ...
    double latency = 0;
};

struct LookupTable {
    std::string unit = "ms";
    std::vector<TableEntry> entries;
};

/// Fails with BadFile, naming the entry.
Result<LookupTable> parseTable(std::string_view text);
Result<LookupTable> loadTable(const std::filesystem::path& path);

struct TableAnswer {
    double latency = 0;
    std::string note = {};                    // "between 16 and 32 of input0.1"
};

enum class Interpolate { No, Linear };

/// The entry whose features are all those of the node. Linear: else between the two nearest entries that agree with the
/// node in all but one feature, on either side of it; never outside of what was measured.
std::optional<TableAnswer> lookUp(const LookupTable& table, const ir::Graph& graph, const ir::Node& node, Interpolate interpolate);

}  // namespace tw::latency
