// SPDX-License-Identifier: Apache-2.0
// Engine colouring of a lowered network: pins first, then colours it already has, then a mapper.
#pragma once

#include "core/engine/mapper.h"
#include "core/engine/pins.h"
#include "core/engine/totals.h"

#include <set>

namespace tw::engine {

struct Coloring {
    Colors engineOf;                              // every node but aliases (and uncoloured ones, see Uncolored)
    std::map<ir::NodeId, std::string> reasonOf;   // every node: why this engine, or why none; one sentence
    std::set<ir::NodeId> pinned;
    std::vector<ir::NodeId> uncolored;
    std::string note;                             // of the mapper, and what is not known
    Totals totals;
};

enum class Uncolored { Fail, Keep };

struct ColorOptions {
    EngineMapper* mapper = nullptr;          // nullptr: first fit
    Pins pins = {};
    Colors kept = {};                        // earlier colours, see keptColors(); held where still possible
    const ir::Graph* imported = nullptr;     // for pins, see PinContext
    Uncolored uncolored = Uncolored::Fail;
};

/// Fails with what resolvePins says of the pins, as checkAllColored, with Cancelled, and with BadUsage when the mapper answers an engine that cannot run the node.
Result<Coloring> colour(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices,
                        const ColorOptions& options, Progress& progress);

/// Fails with NoKernel when nodes have no engine: the first ten by name and operator, and how many.
Result<void> checkAllColored(const ir::Graph& graph, const Coloring& coloring);

/// Colours of `before` that still hold in `after`, which a pass made of it: a node keeps its colour, and a node made of
/// several has the colour of its parts when they agree. O(nodes log nodes).
Colors keptColors(const ir::Graph& before, const Colors& colors, const ir::Graph& after);

}  // namespace tw::engine
