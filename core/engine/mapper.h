// SPDX-License-Identifier: Apache-2.0
// Who decides which engine runs a node. colour() in coloring.h asks a mapper for every node that no pin and no earlier
// colour decides.
#pragma once

#include "core/engine/choices.h"

#include <memory>

namespace tw::engine {

/// A mapper's answer for one node.
struct Mapped {
    std::string engine = {};   // empty: none
    std::string reason;        // why this engine, or why none; one sentence
};

class EngineMapper {
public:
    virtual ~EngineMapper() = default;

    /// Sees the whole network before any node is asked for. `choices` holds what pins and earlier colours leave over:
    /// a decided node has the one choice. Mappers that look at one node at a time need nothing here.
    virtual Result<void> prepare(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices,
                                 Progress& progress)
    {
        (void)graph, (void)target, (void)choices;
        return progress.check();
    }

    /// `choices.choices` are the engines that can run the node, in the target's order.
    virtual Mapped map(const ir::Node& node, const ir::Graph& graph, const NodeChoices& choices) const = 0;

    /// How good the whole colouring is, as far as the mapper knows ("proven optimal"); empty: it makes no claim.
    virtual std::string note() const { return {}; }
};

/// The first engine, in the target's order, that can run the node.
class FirstFitMapper : public EngineMapper {
public:
    Mapped map(const ir::Node& node, const ir::Graph& graph, const NodeChoices& choices) const override;
};

}  // namespace tw::engine
