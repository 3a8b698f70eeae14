// SPDX-License-Identifier: Apache-2.0
// Engines chosen by hand. A pin is written for the network as imported; here it becomes an engine of lowered nodes.
#pragma once

#include "core/engine/choices.h"

namespace tw::engine {

/// What is pinned -> engine. The key is
///     conv1        the imported node of this name (or a lowered node of this name)
///     layer?.conv* a pattern for such names: * stands for any text, ? for one character
///     op:Conv      all nodes of this operator, imported or lowered
/// A name counts more than a pattern, a pattern more than an operator.
using Pins = std::map<std::string, std::string>;

struct Pinned {
    std::string engine;
    std::string key;      // the pin that says so
    std::string cannot = {};   // why this helper of a pinned node is not on the engine; empty: it is
};

struct PinContext {
    const ir::Graph& graph;                  // lowered; origins of nodes are in their metadata
    const ir::Graph* imported = nullptr;     // knows the names and operators that lowering took away; may be absent
    const target::Target& target;
    const GraphChoices& choices;             // of `graph`
};

/// The pinned nodes. Nodes without engines (aliases), and imported nodes that lowering took away, are no fault. Where
/// lowering made several nodes of a pinned one (the transposes beside it), those that cannot run on its engine are left
/// free if another one can.
/// Fails, naming the node, when its engine cannot run it (NoKernel, with the refusal), and with BadUsage when the key
/// or the engine is not known (near names in the hint) or pins of the same weight disagree about a lowered node.
/// O(pins * nodes).
Result<std::map<ir::NodeId, Pinned>> resolvePins(const PinContext& context, const Pins& pins);

/// Names of the imported nodes whose work this node does; its own name when nothing is recorded.
std::vector<std::string> originsOf(const ir::Node& node);

/// Whether the whole text fits the pattern of * and ?. O(pattern * text) at worst.
bool globMatches(std::string_view pattern, std::string_view text);

}  // namespace tw::engine
