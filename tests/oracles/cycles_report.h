// SPDX-License-Identifier: Apache-2.0
// Modelled cycles beside instructions counted in the emulator, node by node: do nodes that the model finds expensive
// execute many instructions? The table of all networks and targets is tests/oracles/cycles_against_instructions.md.
#pragma once

#include "core/base/result.h"
#include "core/latency/agreement.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tw::testing {

struct CycleRow {
    std::string target;
    std::string network;
    double cycles = 0;
    std::int64_t instructions = 0;
    latency::Agreement agreement;      // of the nodes that both know
    std::string worst = {};            // the node that fits least, and by how much

    std::string line() const;          // of the table
};

/// Fails with the sentence why there is nothing to compare: no emulator, a node without a figure.
Result<CycleRow> compareCycles(const std::string& target, const std::string& networkFolder);

/// The whole file for these rows.
std::string reportText(const std::vector<CycleRow>& rows, const std::vector<std::string>& without);

/// The line of this target and network in the file; empty when there is none.
std::string storedLine(const std::filesystem::path& report, const std::string& target, const std::string& network);

}  // namespace tw::testing
