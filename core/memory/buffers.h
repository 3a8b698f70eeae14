// SPDX-License-Identifier: Apache-2.0
// From a bound graph to buffers: lifetimes, aliases (reshape), in-place outputs, staged copies, constants apart.
#pragma once

#include "core/binding/bind.h"
#include "core/memory/placement.h"

namespace tw::memory {

/// Steps: 0 is "inputs are written", node i runs at step i + 1, the outputs are read at step nodes + 1.
/// Within a step, staged inputs are copied in, then the kernel runs, then staged outputs are copied out.
struct BufferPlan {
    std::vector<Buffer> buffers;
    std::vector<int> ofTensor;         // per tensor of the graph: index into buffers, in its home; -1: constant, unused
    std::vector<int> scratchOfNode;    // per node: index into buffers, or -1
    std::vector<std::vector<int>> copyOfInput;    // per node and input: index into buffers, -1 when not staged
    std::vector<std::vector<int>> copyOfOutput;
    std::vector<std::vector<int>> wayOfInput;     // the same, in the memory between when no link joins home and copy
    std::vector<std::vector<int>> wayOfOutput;
    std::vector<ir::TensorId> constantOf;   // per tensor: the constant whose bytes it shows (itself, or through aliases)
    target::Homes homes;                    // of tensors that no kernel touches
};

enum class InPlace { Yes, No };   // No: outputs take over no inputs, which makes the plan independent of the order

/// Needs a complete binding, made for the same `homes`, and static shapes.
BufferPlan planBuffers(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                       const target::Homes& homes, InPlace inPlace = InPlace::Yes);

/// Whether an output may take over the home of an input that nobody reads later: when the row allows it, and whenever
/// one of them is staged, since then the kernel never sees both in their homes. Sizes are not looked at.
bool mayOverwrite(const ir::Graph& graph, const target::Target& target, const binding::BoundNode& bound,
                  const ir::Node& node, std::size_t input, std::size_t output);

/// The checker: runs through the steps and watches what each buffer holds; shares no code with `planBuffers`. One
/// sentence per broken rule: a value that is gone when it is read, an output over an input that its kernel still
/// reads, a buffer that is too small, in the wrong memory, or not alive when it is used.
std::vector<std::string> violations(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                                    const BufferPlan& plan);

}  // namespace tw::memory
