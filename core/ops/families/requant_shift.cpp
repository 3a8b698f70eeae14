// SPDX-License-Identifier: Apache-2.0
// RequantShift: brings the accumulators of a linear operator back to few levels, by one multiplier and one addend for
// the whole tensor, per channel, or per row.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/integer_support.h"
#include "core/ops/requant.h"

#include <algorithm>

namespace tw::ops {
namespace {

// What produced x is not known here, so the shapes have to tell which axis the parameters follow.
constexpr auto kRule = ParameterRule::Guess;

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY([[maybe_unused]] const auto requant, requantOf(node));
    const Shape& x = node.shape(0);
    for (std::size_t input = 1; input < node.inputs.size(); ++input) {
        if (!x.isStatic() || !node.shape(input).isStatic())
            continue;
        TW_TRY([[maybe_unused]] const auto steps, parameterSteps(x, node.shape(input), kRule));
    }
    return std::vector<Inferred>{{.type = resultType(node.type(0), requantType(node)), .shape = x}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto requant, requantOf(node));
    TW_TRY(const auto values, requantised(requant, wholeNumbers(*node.constant(0)), node.shape(0), *node.constant(1),
                                          *node.constant(2), kRule));
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, node.outputs[0].shape, values)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 6);   // multiply, add, half, shift, clip (2)
}

AccessMap access(const OpNode& node)
{
    const Shape& x = node.shape(0);
    AccessMap map{{{}}};
    for (int axis = 0; axis < x.rank(); ++axis)
        map.inputs[0].push_back(identity(axis));
    map.inputs.push_back(parameterAccess(x, node.shape(1), kRule));
    map.inputs.push_back(parameterAccess(x, node.shape(2), kRule));
    return map;
}

/// A parameter as the kernel walks it: each value serves `inner` neighbouring elements of x, then the next one does,
/// and after `period` values the first one again.
struct Walk {
    std::int64_t inner = 1;
    std::int64_t period = 1;
    bool followsChannels = true;   // the same value for everything but axis 1
};

Result<Walk> walkOf(const Shape& x, const Shape& parameter)
{
    TW_TRY(const auto steps, parameterSteps(x, parameter, kRule));
    Walk walk;
    std::int64_t tail = 1;
    std::int64_t next = 1;
    for (std::size_t axis = steps.size(); axis-- > 0;) {
        const std::int64_t size = x[static_cast<int>(axis)].value;
        if (steps[axis] == 0 || size == 1) {
            tail *= size;
            continue;
        }
        if (walk.period == 1)
            walk.inner = tail;
        if (tail != walk.inner * walk.period || steps[axis] != next)
            return Error{.code = Code::UnsupportedOperator,
                         .message = cat("parameters of shape ", parameter, " for an input of shape ", x,
                                        " skip an axis in between")};
        walk.period *= size;
        walk.followsChannels &= axis == 1;
        next *= size;
        tail *= size;
    }
    return walk;
}

Result<Arguments> arguments(const OpNode& node)
{
    const Shape& x = node.shape(0);
    TW_TRY(const auto requant, requantOf(node));
    TW_TRY(const auto mul, walkOf(x, node.shape(1)));
    TW_TRY(const auto add, walkOf(x, node.shape(2)));
    const bool followsChannels = mul.followsChannels && add.followsChannels;
    return Arguments{{"count", x.elements().value_or(0)}, {"mul_inner", mul.inner}, {"mul_period", mul.period},
                     {"add_inner", add.inner}, {"add_period", add.period}, {"shift", std::int64_t{requant.shift}},
                     {"lo", requant.lowest}, {"hi", requant.highest},
                     {"follows_channels", std::int64_t{followsChannels}}};
}

}  // namespace

extern const OpFamily requant_shiftFamily;
const OpFamily requant_shiftFamily = {
    .name = "requant shift",
    .ops = {{.op = "RequantShift",
             .domains = {"", "PACTOps", "ai.onnx.contrib"},
             .inputNames = {"X", "mul", "add"},
             .imageInputs = {0},
             .argsType = "tw_requant_shift_args",
             .documentation = "clip((x * mul + add) / div) with halves rounded up: accumulators back to few levels.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
