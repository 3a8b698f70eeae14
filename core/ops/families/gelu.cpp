// SPDX-License-Identifier: Apache-2.0
// Gelu in its exact and its tanh form, and the gradient of the exact form.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <cmath>
#include <numbers>

namespace tw::ops {
namespace {

Result<bool> usesTanh(const OpNode& node)
{
    TW_TRY(const auto approximate, node.stringOf("approximate", "none"));
    if (approximate != "none" && approximate != "tanh")
        return Error{.code = Code::BadAttribute, .message = cat("approximate is \"", approximate, "\", not none or tanh"),
                     .place = {.attribute = "approximate"}};
    return approximate == "tanh";
}

/// Probability that a standard normal variable is below x.
double normalBelow(double x)
{
    return 0.5 * (1 + std::erf(x / std::numbers::sqrt2));
}

double exact(double x)
{
    return x * normalBelow(x);
}

double byTanh(double x)
{
    const double slope = std::sqrt(2 / std::numbers::pi);
    return 0.5 * x * (1 + std::tanh(slope * (x + 0.044715 * x * x * x)));
}

double derivative(double x)
{
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    return normalBelow(x) + x * density;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY([[maybe_unused]] const bool tanh, usesTanh(node));
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const bool tanh, usesTanh(node));
    auto values = ir::toDoubles(*node.constant(0));
    for (auto& value : values)
        value = tanh ? byTanh(value) : exact(value);
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(0), values)};
}

Result<std::vector<TensorData>> evaluateGradient(const OpNode& node)
{
    auto values = ir::toDoubles(*node.constant(0));
    const auto x = ir::toDoubles(*node.constant(1));
    if (values.size() != x.size())
        return Error{.code = Code::BadShape, .message = cat("dY has shape ", node.shape(0), ", but X has ", node.shape(1))};
    for (std::size_t i = 0; i < x.size(); ++i)
        values[i] *= derivative(x[i]);
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(0), values)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 5);
}

AccessMap access(const OpNode& node)
{
    return {.inputs = std::vector(node.inputs.size(), broadcastAccess(node.shape(0), node.shape(0)))};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const bool tanh, usesTanh(node));
    return Arguments{{"count", node.shape(0).elements().value_or(0)}, {"tanh_form", std::int64_t{tanh}}};
}

}  // namespace

extern const OpFamily geluFamily;
const OpFamily geluFamily = {
    .name = "gelu",
    .ops = {{.op = "Gelu",
             .domains = {"", "com.microsoft"},
             .inputNames = {"X"},
             .argsType = "tw_gelu_args",
             .documentation = "Each element times the probability that a standard normal variable is below it.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "GeluGrad",
             .domains = {"com.microsoft", ""},
             .inputNames = {"dY", "X"},
             .outputNames = {"dX"},
             .argsType = "tw_gelu_args",
             .documentation = "The gradient of Gelu in its exact form.",
             .infer = infer,
             .evaluate = evaluateGradient,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
