// SPDX-License-Identifier: Apache-2.0
#include "core/ops/counts.h"

namespace tw::ops {
namespace {

std::int64_t bytesOf(const std::vector<Operand>& operands)
{
    std::int64_t bytes = 0;
    for (const auto& operand : operands)
        if (operand.present)
            bytes += ir::byteCount(operand.type, operand.shape.elements().value_or(0));
    return bytes;
}

}  // namespace

Counts bytesMoved(const OpNode& node)
{
    return {.readBytes = bytesOf(node.inputs), .writeBytes = bytesOf(node.outputs)};
}

Counts perOutputElement(const OpNode& node, std::int64_t operations)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = operations * node.outputs.at(0).shape.elements().value_or(0);
    return counts;
}

}  // namespace tw::ops
