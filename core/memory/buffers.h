// SPDX-License-Identifier: Apache-2.0
// From a bound graph to buffers: lifetimes, aliases (reshape), in-place outputs, constants apart.
#pragma once

#include "core/binding/bind.h"
#include "core/memory/placement.h"

namespace tw::memory {

/// Steps: 0 is "inputs are written", node i runs at step i + 1, the outputs are read at step nodes + 1.
struct BufferPlan {
    std::vector<Buffer> buffers;
    std::vector<int> ofTensor;         // per tensor of the graph: index into buffers, or -1 (constant, unused)
    std::vector<int> scratchOfNode;    // per node: index into buffers, or -1
    std::vector<ir::TensorId> constantOf;   // per tensor: the constant whose bytes it shows (itself, or through aliases)
};

/// Needs a complete binding and static shapes.
BufferPlan planBuffers(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target);

}  // namespace tw::memory
