// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/integer_layers.h"

#include <algorithm>

namespace tw::samples {
namespace {

constexpr int kShift = 19;              // of every requantisation
constexpr std::int64_t kTop = 230;      // what the largest usual value becomes, with room up to 255
constexpr std::int64_t kHalfTop = 105;

struct Multiplier {
    std::int64_t mul = 1;
    std::int64_t add = 0;
};

/// The value below which `perMille` of 1000 values lie.
std::int64_t quantile(std::vector<std::int64_t> values, std::int64_t perMille)
{
    const auto place = static_cast<std::ptrdiff_t>(static_cast<std::int64_t>(values.size() - 1) * perMille / 1000);
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

/// Files hold the parameters as float32, which has 24 bits.
std::int64_t storable(std::int64_t value)
{
    return static_cast<std::int64_t>(static_cast<float>(value));
}

/// Maps `zero` to 0 and `zero + width` to `target`.
Multiplier mapping(std::int64_t zero, std::int64_t width, std::int64_t target)
{
    constexpr std::int64_t kNarrowest = 16;   // of a channel that hardly moves
    const std::int64_t mul = (target << kShift) / std::max(width, kNarrowest);
    return {storable(mul), storable(-zero * mul)};
}

Multiplier multiplierFor(const std::vector<std::int64_t>& values, Range range)
{
    const std::int64_t low = quantile(values, 5);
    const std::int64_t high = quantile(values, 995);
    switch (range) {
    case Range::Rectified: {
        const std::int64_t zero = quantile(values, 400);
        return mapping(zero, high - zero, kTop);
    }
    case Range::Centred: return mapping((low + high) / 2, (high - low) / 2, kHalfTop);
    case Range::Sum: return mapping(0, high, kTop);
    case Range::Scores: return mapping(0, std::max(high, -low), kHalfTop);
    }
    TW_CHECK(false);
}

bool isPerChannel(Range range)
{
    return range == Range::Rectified || range == Range::Centred;
}

/// The values of one channel (axis 1), or of all, for all inputs.
std::vector<std::int64_t> valuesOf(const Signal& x, std::optional<std::int64_t> channel)
{
    const auto sizes = x.shape().sizes();
    std::int64_t inner = 1;
    for (std::size_t axis = 2; axis < sizes.size(); ++axis)
        inner *= sizes[axis];
    std::vector<std::int64_t> result;
    for (const auto& value : x.values) {
        const auto all = ir::toIntegers(value);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!channel || static_cast<std::int64_t>(i) / inner % sizes[1] == *channel)
                result.push_back(all[i]);
    }
    return result;
}

/// Exporters store these as tensors of one float.
ir::Attribute numberAttribute(std::int64_t value, const Shape& shape)
{
    const auto number = static_cast<double>(value);
    return ir::fromDoubles(DataType::F32, shape, std::span(&number, 1));
}

}  // namespace

Signal IntegerLayers::weights(const std::string& scope, const Shape& shape)
{
    std::vector<std::int64_t> values(static_cast<std::size_t>(shape.elements().value()));
    for (auto& value : values)
        value = random_.bell(42);   // -126 to 126
    return builder_.parameter(parameterName(scope, "weight"), ir::fromIntegers(DataType::I8, shape, values));
}

Result<Signal> IntegerLayers::conv(const std::string& scope, const Signal& x, const ConvShape& shape)
{
    const std::int64_t inputs = x.shape()[1].value;
    const Signal w = weights(scope, Shape{shape.channels, shape.depthwise ? 1 : inputs, shape.kernel[0], shape.kernel[1]});
    ir::Node node{.op = "Conv"};
    node.attributes = {{"kernel_shape", shape.kernel}, {"strides", shape.strides}, {"pads", shape.pads},
                       {"dilations", std::vector<std::int64_t>{1, 1}}, {"group", shape.depthwise ? inputs : 1}};
    return builder_.node(scope, std::move(node), {x, w});
}

Result<Signal> IntegerLayers::requant(const std::string& scope, const Signal& x, Range range)
{
    const std::int64_t channels = isPerChannel(range) ? x.shape()[1].value : 1;
    std::vector<std::int64_t> mul;
    std::vector<std::int64_t> add;
    for (std::int64_t channel = 0; channel < channels; ++channel) {
        const auto values = valuesOf(x, isPerChannel(range) ? std::optional(channel) : std::nullopt);
        const auto chosen = multiplierFor(values, range);
        mul.push_back(chosen.mul);
        add.push_back(chosen.add);
    }
    const Shape shape = isPerChannel(range) ? Shape{channels, 1, 1} : Shape{1};
    const Signal muls = builder_.parameter(parameterName(scope, "mul"), ir::fromIntegers(DataType::I32, shape, mul));
    const Signal adds = builder_.parameter(parameterName(scope, "add"), ir::fromIntegers(DataType::I32, shape, add));
    const bool isSigned = range == Range::Centred || range == Range::Scores;
    ir::Node node{.op = "RequantShift", .domain = "PACTOps"};
    node.attributes = {{"div", numberAttribute(std::int64_t{1} << kShift, Shape::scalar())},
                       {"n_levels_out", numberAttribute(256, Shape{1})},
                       {"signed", numberAttribute(isSigned ? 1 : 0, Shape{1})}};
    return builder_.node(scope, std::move(node), {x, muls, adds});
}

Result<Signal> IntegerLayers::convRequant(const std::string& scope, const Signal& x, const ConvShape& shape, Range range)
{
    TW_TRY(const auto sums, conv(scope, x, shape));
    return requant(scope, sums, range);
}

Result<Signal> IntegerLayers::add(const std::string& scope, const Signal& a, const Signal& b)
{
    return builder_.node(scope, {.op = "Add"}, {a, b});
}

Result<Signal> IntegerLayers::spatialMean(const std::string& scope, const Signal& x)
{
    ir::Node node{.op = "ReduceMean"};
    node.attributes = {{"axes", std::vector<std::int64_t>{2, 3}}, {"keepdims", std::int64_t{0}}};
    return builder_.node(scope, std::move(node), {x});
}

Result<Signal> IntegerLayers::dense(const std::string& scope, const Signal& x, std::int64_t classes)
{
    const Signal w = weights(scope, Shape{classes, x.shape()[1].value});
    std::vector<std::int64_t> biases(static_cast<std::size_t>(classes));
    for (auto& bias : biases)
        bias = random_.bell(500);
    const Signal b = builder_.parameter(parameterName(scope, "bias"), ir::fromIntegers(DataType::I32, Shape{classes}, biases));
    ir::Node node{.op = "Gemm"};
    node.attributes = {{"transB", std::int64_t{1}}};
    return builder_.node(scope, std::move(node), {x, w, b});
}

}  // namespace tw::samples
