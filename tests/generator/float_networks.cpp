// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/network_builder.h"
#include "tests/generator/random.h"
#include "tests/generator/sample.h"
#include "tests/generator/test_input.h"

#include <cmath>

namespace tw::samples {
namespace {

struct Statistics {
    std::vector<double> mean;
    std::vector<double> variance;
};

/// To 1/256, so that the files do not depend on the last bits of a sum.
double rounded(double value)
{
    return std::nearbyint(value * 256) / 256;
}

Statistics channelStatistics(const Signal& x)
{
    const auto sizes = x.shape().sizes();
    const auto channels = static_cast<std::size_t>(sizes[1]);
    const auto inner = static_cast<std::size_t>(sizes[2] * sizes[3]);
    std::vector<double> sums(channels), squares(channels);
    for (const auto& value : x.values) {
        const auto all = ir::toDoubles(value);
        for (std::size_t i = 0; i < all.size(); ++i) {
            sums[i / inner % channels] += all[i];
            squares[i / inner % channels] += all[i] * all[i];
        }
    }
    Statistics result;
    const auto count = static_cast<double>(inner * x.values.size());
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const double mean = sums[channel] / count;
        result.mean.push_back(rounded(mean));
        result.variance.push_back(rounded(squares[channel] / count - mean * mean) + 1.0 / 256);
    }
    return result;
}

class FloatLayers {
public:
    FloatLayers(NetworkBuilder& builder, Random& random) : builder_(builder), random_(random) {}

    /// Convolution with 3 x 3 or 1 x 1 kernels that keeps the size, or divides it by the stride.
    Result<Signal> conv(const std::string& scope, const Signal& x, std::int64_t channels, std::int64_t kernel, std::int64_t stride)
    {
        const std::int64_t inputs = x.shape()[1].value;
        const double scale = 1.0 / std::sqrt(static_cast<double>(inputs * kernel * kernel));
        const Signal w = values(parameterName(scope, "weight"), Shape{channels, inputs, kernel, kernel}, rounded(scale) + 1.0 / 256);
        const std::int64_t pad = kernel / 2;
        ir::Node node{.op = "Conv"};
        node.attributes = {{"kernel_shape", std::vector<std::int64_t>{kernel, kernel}},
                           {"strides", std::vector<std::int64_t>{stride, stride}},
                           {"pads", std::vector<std::int64_t>{pad, pad, pad, pad}},
                           {"dilations", std::vector<std::int64_t>{1, 1}}, {"group", std::int64_t{1}}};
        return builder_.node(scope, std::move(node), {x, w});
    }

    /// Normalises with the statistics of the values that come.
    Result<Signal> batchNorm(const std::string& scope, const Signal& x)
    {
        const auto statistics = channelStatistics(x);
        const Shape shape{x.shape()[1].value};
        const Signal gamma = values(parameterName(scope, "weight"), shape, 0.125, 1.0);
        const Signal beta = values(parameterName(scope, "bias"), shape, 0.25);
        const Signal mean = builder_.parameter(parameterName(scope, "running_mean"),
                                               ir::fromDoubles(DataType::F32, shape, statistics.mean));
        const Signal variance = builder_.parameter(parameterName(scope, "running_var"),
                                                   ir::fromDoubles(DataType::F32, shape, statistics.variance));
        return builder_.node(scope, {.op = "BatchNormalization", .attributes = {{"epsilon", 1e-5f}}},
                             {x, gamma, beta, mean, variance});
    }

    Result<Signal> apply(const std::string& scope, const std::string& op, const std::vector<Signal>& inputs)
    {
        return builder_.node(scope, {.op = op}, inputs);
    }

    Result<Signal> dense(const std::string& scope, const Signal& x, std::int64_t classes)
    {
        const Signal w = values(parameterName(scope, "weight"), Shape{classes, x.shape()[1].value}, 1.0);
        const Signal b = values(parameterName(scope, "bias"), Shape{classes}, 0.25);
        return builder_.node(scope, {.op = "Gemm", .attributes = {{"transB", std::int64_t{1}}}}, {x, w, b});
    }

private:
    /// centre + scale * (-1.5 ... 1.5), mostly near the centre.
    Signal values(const std::string& name, const Shape& shape, double scale, double centre = 0)
    {
        std::vector<double> result(static_cast<std::size_t>(shape.elements().value()));
        for (auto& value : result)
            value = centre + scale * static_cast<double>(random_.bell(128)) / 256;
        return builder_.parameter(name, ir::fromDoubles(DataType::F32, shape, result));
    }

    NetworkBuilder& builder_;
    Random& random_;
};

Result<Signal> normalisedConv(FloatLayers& layers, const std::string& scope, const std::string& suffix, const Signal& x,
                              std::int64_t channels, std::int64_t stride)
{
    TW_TRY(const auto sums, layers.conv(scope + "/conv" + suffix, x, channels, 3, stride));
    return layers.batchNorm(scope + "/bn" + suffix, sums);
}

Result<Signal> residual(FloatLayers& layers, const std::string& scope, const Signal& x, std::int64_t channels, std::int64_t stride)
{
    TW_TRY(const auto first, normalisedConv(layers, scope, "1", x, channels, stride));
    TW_TRY(const auto rectified, layers.apply(scope + "/relu1", "Relu", {first}));
    TW_TRY(const auto second, normalisedConv(layers, scope, "2", rectified, channels, 1));
    Signal skip = x;
    if (stride != 1 || x.shape()[1].value != channels) {
        TW_TRY(const auto reduced, layers.conv(scope + "/downsample/conv", x, channels, 1, stride));
        TW_TRY(skip, layers.batchNorm(scope + "/downsample/bn", reduced));
    }
    TW_TRY(const auto sum, layers.apply(scope + "/add", "Add", {second, skip}));
    return layers.apply(scope + "/relu2", "Relu", {sum});
}

std::vector<TensorData> realFields(Random& random, int count)
{
    auto fields = smoothFields(random, count, 3, 32, 32);
    for (auto& field : fields) {
        auto values = ir::toDoubles(field);
        for (auto& value : values)
            value /= 64;
        field = ir::fromDoubles(DataType::F32, field.shape, values);
    }
    return fields;
}

}  // namespace

Result<Sample> floatResnet()
{
    Random random(20240503);
    NetworkBuilder builder("resnet_tiny_f32");
    FloatLayers layers(builder, random);
    const Signal input = builder.input("input", realFields(random, 4));
    TW_TRY(auto x, normalisedConv(layers, "stem", "", input, 8, 1));
    TW_TRY(x, layers.apply("stem/relu", "Relu", {x}));
    TW_TRY(x, residual(layers, "stage1/block0", x, 8, 1));
    TW_TRY(x, residual(layers, "stage2/block0", x, 16, 2));
    TW_TRY(x, residual(layers, "stage3/block0", x, 32, 2));
    TW_TRY(x, layers.apply("head/pool", "GlobalAveragePool", {x}));
    TW_TRY(x, layers.apply("head/flatten", "Flatten", {x}));
    TW_TRY(x, layers.dense("head/fc", x, 10));
    TW_TRY(x, layers.apply("head/softmax", "Softmax", {x}));
    return Sample{.graph = builder.finish(x), .input = input.values.front(), .output = x.values.front()};
}

}  // namespace tw::samples
