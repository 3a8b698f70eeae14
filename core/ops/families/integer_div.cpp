// SPDX-License-Identifier: Apache-2.0
// Division on integers: by another tensor (halves away from zero), or by a constant that was inverted beforehand.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/integer_support.h"
#include "core/ops/requant.h"

namespace tw::ops {
namespace {

/// quotient = Delta * eta * a / (eta * b + eps)
struct Scaling {
    std::int64_t delta = 1;
    std::int64_t eta = 1;
    std::int64_t eps = 0;
};

Result<Scaling> scalingOf(const OpNode& node)
{
    TW_TRY(const auto delta, node.intOf("Delta"));
    TW_TRY(const auto eta, node.intOf("eta", 1));
    TW_TRY(const auto eps, node.intOf("eps", 0));
    return Scaling{delta, eta, eps};
}

Result<std::vector<Inferred>> inferDiv(const OpNode& node)
{
    TW_TRY(const auto shape, broadcastShapes({node.shape(0), node.shape(1)}));
    return std::vector<Inferred>{{.type = resultType(node.type(0), DataType::I32), .shape = shape}};
}

std::int64_t divideHalfAway(std::int64_t numerator, std::int64_t denominator)
{
    return (numerator + (numerator >= 0 ? 1 : -1) * (denominator >> 1)) / denominator;
}

Result<std::vector<TensorData>> evaluateDiv(const OpNode& node)
{
    TW_TRY(const auto scaling, scalingOf(node));
    const auto a = wholeNumbers(*node.constant(0));
    const auto b = wholeNumbers(*node.constant(1));
    const Shape& shape = node.outputs[0].shape;
    const auto aIndex = broadcastIndices(node.shape(0), shape);
    const auto bIndex = broadcastIndices(node.shape(1), shape);
    std::vector<std::int64_t> y(aIndex.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::int64_t denominator = scaling.eta * b[bIndex[i]] + scaling.eps;
        if (denominator == 0)
            return Error{.code = Code::BadInput, .message = cat("divides by zero at element ", i)};
        y[i] = divideHalfAway(scaling.delta * scaling.eta * a[aIndex[i]], denominator);
    }
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, shape, y)};
}

AccessMap accessDiv(const OpNode& node)
{
    const Shape& y = node.outputs.at(0).shape;
    return {{broadcastAccess(node.shape(0), y), broadcastAccess(node.shape(1), y)}};
}

Result<Arguments> divArguments(const OpNode& node)
{
    TW_TRY(const auto scaling, scalingOf(node));
    const Shape& y = node.outputs.at(0).shape;
    TW_TRY(const auto loop, kernelLoop({node.shape(0), node.shape(1)}, y));
    return Arguments{{"count", y.elements().value_or(0)}, {"rank", static_cast<std::int64_t>(loop.dims.size())}, {"dims", loop.dims},
                     {"a_strides", loop.strides[0]}, {"b_strides", loop.strides[1]},
                     {"delta", scaling.delta}, {"eta", scaling.eta}, {"eps", scaling.eps}};
}

/// The quotient of the constants is floored before anything is multiplied by it.
Result<std::int64_t> factorOf(const OpNode& node)
{
    TW_TRY(const auto scaling, scalingOf(node));
    TW_TRY(const auto y, node.intOf("y"));
    const std::int64_t denominator = scaling.eta * y + scaling.eps;
    if (denominator == 0)
        return Error{.code = Code::BadAttribute, .message = "eta * y + eps is zero", .place = {.attribute = "y"}};
    return floorDivide(scaling.delta * scaling.eta, denominator);
}

Result<std::vector<Inferred>> inferTrueDiv(const OpNode& node)
{
    return std::vector<Inferred>{{.type = resultType(node.type(0), DataType::I32), .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> evaluateTrueDiv(const OpNode& node)
{
    TW_TRY(const auto factor, factorOf(node));
    auto values = wholeNumbers(*node.constant(0));
    for (auto& value : values)
        value *= factor;
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, node.outputs[0].shape, values)};
}

AccessMap accessTrueDiv(const OpNode& node)
{
    return {{broadcastAccess(node.shape(0), node.outputs.at(0).shape)}};
}

Result<Arguments> trueDivArguments(const OpNode& node)
{
    TW_TRY(const auto factor, factorOf(node));
    return Arguments{{"count", node.shape(0).elements().value_or(0)}, {"factor", factor}};
}

// Two products each for numerator and denominator with its sum, half, sum, division.
Counts countDiv(const OpNode& node) { return perOutputElement(node, 7); }
Counts countTrueDiv(const OpNode& node) { return perOutputElement(node, 1); }

const std::vector<std::string_view> kDomains = {"", "PACTOps", "ai.onnx.contrib"};

}  // namespace

extern const OpFamily integer_divFamily;
const OpFamily integer_divFamily = {
    .name = "integer division",
    .ops = {{.op = "IntegerDiv",
             .domains = kDomains,
             .inputNames = {"A", "B"},
             .argsType = "tw_integer_div_args",
             .documentation = "Delta * eta * A / (eta * B + eps), halves away from zero.",
             .infer = inferDiv,
             .evaluate = evaluateDiv,
             .count = countDiv,
             .access = accessDiv,
             .arguments = divArguments},
            {.op = "TrueIntegerDiv",
             .domains = kDomains,
             .inputNames = {"X"},
             .argsType = "tw_true_integer_div_args",
             .documentation = "Division by a constant, done as a product with its floored inverse.",
             .infer = inferTrueDiv,
             .evaluate = evaluateTrueDiv,
             .count = countTrueDiv,
             .access = accessTrueDiv,
             .arguments = trueDivArguments}}};

}  // namespace tw::ops
