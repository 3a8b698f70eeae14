// SPDX-License-Identifier: Apache-2.0
// Identity: output 0 is input 0.
#include "core/ops/op_def.h"

namespace tw::ops {
namespace {

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    return std::vector<TensorData>{*node.constant(0)};
}

Counts count(const OpNode&)
{
    return {};
}

AccessMap access(const OpNode& node)
{
    AccessMap map{{{}}};
    for (int axis = 0; axis < node.shape(0).rank(); ++axis)
        map.inputs[0].push_back(identity(axis));
    return map;
}

}  // namespace

extern const OpFamily identityFamily;
const OpFamily identityFamily = {
    .name = "identity",
    .ops = {{.op = "Identity",
             .inputNames = {"X"},
             .documentation = "Passes its input on unchanged.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .aliasesInput = true}}};

}  // namespace tw::ops
