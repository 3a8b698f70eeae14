// SPDX-License-Identifier: Apache-2.0
// The choice between cycles and memory of a whole network, as assignments that a person can pin.
#pragma once

#include "core/base/progress.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tw::ir {
struct Graph;
}
namespace tw::target {
struct Target;
}

namespace tw::deploy {

struct Options;

/// One assignment that no other beats in both.
struct TradeOff {
    double cycles = 0;                                // modelled, of the nodes that have figures
    std::int64_t peakBytes = 0;                       // greatest amount that one node holds in its engine's memory
    bool proven = true;                               // nothing of this peak has fewer cycles
    std::map<std::string, int> nodesOf = {};          // engine -> nodes of the fused network
    std::map<std::string, std::string> pins = {};     // imported node -> engine, where more than one can
};

inline constexpr const char* kPeakBytesMeaning =
    "the greatest amount of copies, tiles and working space that one node holds in its engine's memory";

/// All such assignments that the pins of `options` leave open, least cycles first; `seconds` is for all searches together,
/// and what they have not proven by then says so. Deployed with its `pins` besides those of `options`, a network has the
/// engines of the point. Fails as the lowering does, and with Cancelled.
Result<std::vector<TradeOff>> tradeOffs(const ir::Graph& imported, std::shared_ptr<const target::Target> target,
                                        const Options& options, double seconds, Progress& progress);

}  // namespace tw::deploy
