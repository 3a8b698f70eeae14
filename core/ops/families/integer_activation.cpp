// SPDX-License-Identifier: Apache-2.0
// Activations on 8-bit integers whose results keep full precision in 32 bits: a requantisation follows.
#include "core/ops/counts.h"
#include "core/ops/integer_support.h"
#include "core/ops/requant.h"

#include <algorithm>
#include <cstdlib>

namespace tw::ops {
namespace {

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    return std::vector<Inferred>{{.type = resultType(node.type(0), DataType::I32), .shape = node.shape(0)}};
}

AccessMap access(const OpNode& node)
{
    AccessMap map{{{}}};
    for (int axis = 0; axis < node.shape(0).rank(); ++axis)
        map.inputs[0].push_back(identity(axis));
    return map;
}

template <class Function>
Result<std::vector<TensorData>> evaluateEach(const OpNode& node, Function&& function)
{
    auto values = wholeNumbers(*node.constant(0));
    for (auto& value : values)
        value = function(value);
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, node.outputs[0].shape, values)};
}

struct Gelu {   // erf is about sign(x) * (one - (min(|x|, -b) + b)^2)
    std::int64_t b = 0;
    std::int64_t one = 0;
};

Result<Gelu> geluOf(const OpNode& node)
{
    TW_TRY(const auto b, node.intOf("b"));
    TW_TRY(const auto one, node.intOf("one"));
    return Gelu{b, one};
}

std::int64_t gelu(const Gelu& g, std::int64_t x)
{
    const std::int64_t distance = std::min(std::abs(x), -g.b) + g.b;
    const std::int64_t sign = (x > 0) - (x < 0);
    const std::int64_t error = sign * (g.one - distance * distance);
    return x * ((g.one + error) >> 1);
}

Result<std::vector<TensorData>> evaluateGelu(const OpNode& node)
{
    TW_TRY(const auto g, geluOf(node));
    return evaluateEach(node, [&g](std::int64_t x) { return gelu(g, x); });
}

Result<Arguments> geluArguments(const OpNode& node)
{
    TW_TRY(const auto g, geluOf(node));
    return Arguments{{"count", node.shape(0).elements().value_or(0)}, {"b", g.b}, {"one", g.one}};
}

struct Hardswish {   // all three scaled to the step of x
    std::int64_t three = 0;
    std::int64_t six = 0;
    std::int64_t oneOverSix = 0;
};

Result<Hardswish> hardswishOf(const OpNode& node)
{
    TW_TRY(const auto three, node.intOf("three"));
    TW_TRY(const auto six, node.intOf("six"));
    TW_TRY(const auto oneOverSix, node.intOf("one_over_six"));
    if (six < 0)
        return Error{.code = Code::BadAttribute, .message = "six is negative", .place = {.attribute = "six"}};
    return Hardswish{three, six, oneOverSix};
}

Result<std::vector<TensorData>> evaluateHardswish(const OpNode& node)
{
    TW_TRY(const auto h, hardswishOf(node));
    return evaluateEach(node, [&h](std::int64_t x) {
        return x * (std::clamp<std::int64_t>(x + h.three, 0, h.six) * h.oneOverSix);
    });
}

Result<Arguments> hardswishArguments(const OpNode& node)
{
    TW_TRY(const auto h, hardswishOf(node));
    return Arguments{{"count", node.shape(0).elements().value_or(0)}, {"three", h.three}, {"six", h.six},
                     {"one_over_six", h.oneOverSix}};
}

// |x|, min, +b, square, one - , sign, one +, shift, product.
Counts countGelu(const OpNode& node) { return perOutputElement(node, 9); }
// +three, clip (2), two products.
Counts countHardswish(const OpNode& node) { return perOutputElement(node, 5); }

const std::vector<std::string_view> kDomains = {"", "PACTOps", "ai.onnx.contrib"};

}  // namespace

extern const OpFamily integer_activationFamily;
const OpFamily integer_activationFamily = {
    .name = "integer activation",
    .ops = {{.op = "iGELU",
             .domains = kDomains,
             .inputNames = {"X"},
             .argsType = "tw_integer_gelu_args",
             .documentation = "Gaussian error linear unit in integers; the error function is a clipped parabola.",
             .infer = infer,
             .evaluate = evaluateGelu,
             .count = countGelu,
             .access = access,
             .arguments = geluArguments},
            {.op = "iHardswish",
             .domains = kDomains,
             .inputNames = {"X"},
             .argsType = "tw_integer_hardswish_args",
             .documentation = "x * clip(x + three, 0, six) * one_over_six in integers.",
             .infer = infer,
             .evaluate = evaluateHardswish,
             .count = countHardswish,
             .access = access,
             .arguments = hardswishArguments}}};

}  // namespace tw::ops
