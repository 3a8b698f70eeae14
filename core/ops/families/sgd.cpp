// SPDX-License-Identifier: Apache-2.0
// One step of gradient descent: w - lr * gradient.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

namespace tw::ops {
namespace {

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const double rate, node.floatOf("lr"));
    auto weights = ir::toDoubles(*node.constant(0));
    const auto gradient = ir::toDoubles(*node.constant(1));
    if (gradient.size() != weights.size())
        return Error{.code = Code::BadShape, .message = cat("weights have shape ", node.shape(0), ", but their gradient has ",
                                                            node.shape(1))};
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] -= rate * gradient[i];
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(0), weights)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 2);
}

AccessMap access(const OpNode& node)
{
    return {.inputs = std::vector(2, broadcastAccess(node.shape(0), node.shape(0)))};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const double rate, node.floatOf("lr"));
    return Arguments{{"count", node.shape(0).elements().value_or(0)}, {"rate", rate}};
}

}  // namespace

extern const OpFamily sgdFamily;
const OpFamily sgdFamily = {
    .name = "gradient descent",
    .ops = {{.op = "SGD",
             .domains = {"", "com.microsoft", "PACTOps", "ai.onnx.contrib"},
             .inputNames = {"W", "dW"},
             .outputNames = {"Y"},
             .argsType = "tw_sgd_args",
             .documentation = "Moves the weights against their gradient.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
