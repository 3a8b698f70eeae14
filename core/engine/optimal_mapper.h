// SPDX-License-Identifier: Apache-2.0
// The engines that make the modelled cost of the whole network least, with a proof or a bound.
#pragma once

#include "core/engine/coloring_problem.h"
#include "core/engine/mapper.h"

namespace tw::engine {

struct OptimalOptions {
    Objective objective = Objective::Cycles;
    double seconds = 10;          // for the search, where the structure of the network does not give the proof
};

/// Cycles: least sum of node costs (transfers between memories, off-load and synchronisation are in them) and layout
/// turns; between equals, engines that the target names first. Energy: least picojoules of the MACs, then cycles.
/// Peak: least Choice::stagedBytes of the greediest node, then cycles.
/// Choices without a figure come last, and the note says so. Never worse than first fit, which is checked. See solve()
/// for the complexity: exact for networks that are chains or series-parallel, and for all others as time allows.
class OptimalMapper : public EngineMapper {
public:
    explicit OptimalMapper(const OptimalOptions& options = {}) : options_(options) {}

    /// Fails with BadTarget when the target has no figure for the objective, with Cancelled, and with Internal when
    /// the checker finds the solution wrong.
    Result<void> prepare(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices,
                         Progress& progress) override;
    Mapped map(const ir::Node& node, const ir::Graph& graph, const NodeChoices& choices) const override;
    std::string note() const override { return note_; }

private:
    OptimalOptions options_;
    Colors colors_;
    std::map<ir::NodeId, std::string> reasons_;
    std::string note_;
};

/// "first" or "optimal", and of the latter "cycles", "energy" or "peak": the words of the command line and of project
/// files. BadUsage names those that exist.
Result<std::unique_ptr<EngineMapper>> makeMapper(const std::string& coloring, const std::string& objective = "cycles");

}  // namespace tw::engine
