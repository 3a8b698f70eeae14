// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tally.h"

namespace tw::ops {
namespace {

std::int64_t bytesOf(const Operand& operand)
{
    return operand.present ? ir::byteCount(operand.type, operand.shape.elements().value_or(0)) : 0;
}

}  // namespace

Counts tally(const OpNode& node, std::int64_t operations)
{
    Counts counts{.elementOps = operations * node.outputs.at(0).shape.elements().value_or(0)};
    for (const auto& input : node.inputs)
        counts.readBytes += bytesOf(input);
    for (const auto& output : node.outputs)
        counts.writeBytes += bytesOf(output);
    return counts;
}

}  // namespace tw::ops
