// SPDX-License-Identifier: Apache-2.0
// From the imported network to the one that is mapped: the ordered list of passes is in pipeline.cpp.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/ir/graph.h"

#include <functional>

namespace tw::passes {

struct LoweringOptions {
    /// Whether this image operator's kernels want [N, spatial..., C]. Empty: never.
    std::function<bool(const ir::Graph&, const ir::Node&)> wantsChannelsLast = {};
    /// Sees the fused graph, with the types of the run, before any layout is decided; asked once, before
    /// wantsChannelsLast is. An error ends the lowering.
    std::function<Result<void>(const ir::Graph&)> beforeLayout = {};
    /// Graph input name -> type, decided by the user or from test data.
    std::map<std::string, ir::DataType> inputTypes = {};
    /// Symbolic dimension -> value.
    std::map<std::string, std::int64_t> dims = {};
    /// Sees the graph before the first pass (index 0, "imported") and after each one.
    std::function<void(std::string_view passName, int index, const ir::Graph&)> dump = {};
};

struct Lowered {
    ir::Graph typed;   // with the element types of the run, before anything is rewritten for kernels
    ir::Graph graph;
    Diagnostics diagnostics;
};

/// Fails with UnknownShape when an input dimension stays unknown, with Cancelled, and with Internal (naming the pass)
/// when a pass broke the graph. Graph inputs and outputs keep their order, ids and names.
Result<Lowered> lower(const ir::Graph& graph, const LoweringOptions& options, Progress& progress);

}  // namespace tw::passes
