// SPDX-License-Identifier: Apache-2.0
// Engines for the nodes of a deployment. They are chosen twice with the same mapper: on the fused graph, because the
// layout passes follow what the chosen kernels want, and on the lowered one, for the nodes that those passes made.
#pragma once

#include "core/deploy/pipeline.h"

namespace tw::deploy {

struct ColorInput {
    const ir::Graph& graph;
    const ir::Graph& imported;                     // for pins
    target::LayoutCheck layout;                    // Ignore: it is not settled yet
};

/// Colours the graph as far as its nodes can be coloured; colours that `deployment` has are kept where still possible.
Result<engine::Coloring> colorGraph(const ColorInput& input, const Deployment& deployment, const Options& options,
                                    Progress& progress);

/// Whether the kernel of this node on its engine wants channels last. Nodes without a colour follow the first engine
/// that can run them.
bool wantsChannelsLast(const ir::Graph& graph, const ir::Node& node, const Deployment& deployment);

/// The target with the memory sizes of the options. BadUsage for a memory that it does not have.
Result<std::shared_ptr<const target::Target>> withMemories(std::shared_ptr<const target::Target> target,
                                                           const std::map<std::string, std::int64_t>& bytes);

/// All pairs of homes that the target offers, preferred ones first.
std::vector<target::Homes> homesToTry(const target::Target& target);

}  // namespace tw::deploy
