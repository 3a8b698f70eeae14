// SPDX-License-Identifier: Apache-2.0
// Where latencies are stored: a type, a constant part, and for every block of a search space the latency of each of
// its candidates. A plain model has no blocks: its total is the constant part, and `nodes` say what it is made of.
// "Latency" stands for any additive cost: million MACs, cycles, ms, bytes.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tw::latency {

using Table = std::vector<std::vector<double>>;                  // [block][candidate]
using NameTable = std::vector<std::vector<std::string>>;

/// The same numbers as whole ones, where the calculator counts (MACs, cycles, bytes): nothing is lost by scaling.
/// latency = whole / perUnit.
struct WholeNumbers {
    std::int64_t constant = 0;
    std::vector<std::vector<std::int64_t>> operations = {};
    double perUnit = 1;                                          // 1e6 when the unit is a million MACs
    bool operator==(const WholeNumbers&) const = default;
};

/// What one node contributes to the constant part.
struct NodeLatency {
    std::string node;
    std::string op;
    double value = 0;
    bool counted = true;
    std::string reason = {};                     // why not counted ("ignored by op type Relu", "no rule for Gather"),
                                                 // or what is special about the value
    std::optional<double> compute = {};          // parts of `value`, where the calculator knows them
    std::optional<double> movement = {};
    std::optional<double> standardError = {};
    std::optional<std::int64_t> whole = {};      // exact, see WholeNumbers
    std::int64_t macs = 0;                       // for the roofline; 0: not known or none
    std::int64_t bytes = 0;
    bool unstable = false;                       // a measured value that did not settle
    bool operator==(const NodeLatency&) const = default;
};

/// What a container is made of, before it is checked. Name tables are empty or have the shape of the data.
struct ContainerParts {
    std::string type;                            // "mmac.thop", "cycles.model", ...
    double constant = 0;
    Table operations = {};
    std::string unit = {};                       // "mmac", "ms", "cycles", "bytes"
    std::vector<std::string> blockNames = {};
    NameTable operationNames = {};
    Table standardErrors = {};
    Table probabilities = {};                    // of each candidate; empty: all alike
    std::optional<WholeNumbers> whole = {};
    std::vector<NodeLatency> nodes = {};
    /// How it was measured: machine, clock, compiler, flags, pinned, cache, samples, warmup, seed, additivity_rms, ...
    std::map<std::string, std::string> meta = {};
};

enum class Negative { Refuse, Allow };           // Allow: calibration experiments only

/// Checked on construction, immutable afterwards.
class LatencyContainer {
public:
    /// Fails with EmptyType, BadValue, EmptyRow, NameMismatch or BadProbability (see fault.h), naming block and
    /// candidate by index.
    static Result<LatencyContainer> create(ContainerParts parts, Negative negative = Negative::Refuse);

    const std::string& latencyType() const { return parts_.type; }
    double constantLatency() const { return parts_.constant; }
    const Table& operationsLatencies() const { return parts_.operations; }
    const ContainerParts& parts() const { return parts_; }
    std::size_t blocks() const { return parts_.operations.size(); }
    /// The name, or "block 3" where there is none.
    std::string blockName(std::size_t block) const;
    std::string operationName(std::size_t block, std::size_t operation) const;

    /// All latencies times `factor` > 0; whole numbers do not survive it.
    Result<LatencyContainer> scaled(double factor) const;

    /// Type, unit, constant, size of the space, then one line a block: index, name, candidates, min, mean, max.
    std::string toString() const;

    /// Type, constant and table, bit by bit; names and metadata do not count.
    bool operator==(const LatencyContainer& other) const;

private:
    explicit LatencyContainer(ContainerParts parts) : parts_(std::move(parts)) {}
    ContainerParts parts_;
};

/// A latency that can be a total: finite and above 0.
Result<void> checkLatencyValue(double value);

}  // namespace tw::latency
