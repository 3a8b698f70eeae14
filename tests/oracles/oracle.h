// SPDX-License-Identifier: Apache-2.0
// The entries of a target's oracles.json, and what the cycle model says about each.
//
// An entry has an id, a source, a confidence, a tolerance (a fraction; null: for information only), a value, and what
// the value is of:
//   "model"      a folder of the corpus; all of its nodes, or with "compute_on" the computing of one engine
//   "operator"   one node; "home" and "memory" are where its operands live and are used, "engine" defaults to the first
//   "transfer"   {"from", "to", "bytes"}, one copy over the links
//   "access"     extra cycles of one access to the memory
// The value is "cycles"; or "per_second" with "clock_hz" (inferences of a model); or "macs_per_cycle". "cores" changes the
// engines for this entry; "bound": "movement" asks that movement takes more of the cycles than computing.
#pragma once

#include "core/target/cost.h"

#include <nlohmann/json.hpp>

namespace tw::testing {

struct Oracle {
    std::string id;
    double value = 0;                          // cycles, or MAC per cycle
    std::optional<double> tolerance = {};
    nlohmann::json entry;
};

std::vector<Oracle> readOracles(const target::Target& target);

/// What the model says, in the oracle's unit. Fails with the sentence why it says nothing.
Result<double> modelled(const target::Target& target, const Oracle& oracle);

}  // namespace tw::testing
