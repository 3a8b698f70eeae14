// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "tests/generator/integer_layers.h"
#include "tests/generator/sample.h"
#include "tests/generator/test_input.h"

namespace tw::samples {
namespace {

constexpr int kCalibrationInputs = 4;

Sample sampleOf(NetworkBuilder& builder, const Signal& input, const Signal& output)
{
    return {.graph = builder.finish(output), .input = input.values.front(), .output = output.values.front()};
}

/// Depthwise 3 x 3, then pointwise.
Result<Signal> separable(IntegerLayers& layers, const std::string& scope, const Signal& x)
{
    const std::int64_t channels = x.shape()[1].value;
    TW_TRY(const auto depthwise, layers.convRequant(scope + "/depthwise", x, {.channels = channels, .depthwise = true},
                                                    Range::Rectified));
    return layers.convRequant(scope + "/pointwise", depthwise,
                              {.channels = channels, .kernel = {1, 1}, .pads = {0, 0, 0, 0}}, Range::Rectified);
}

/// Two 3 x 3 convolutions beside a path that is the input itself, or a 1 x 1 convolution where the shape changes.
Result<Signal> residual(IntegerLayers& layers, const std::string& scope, const Signal& x, std::int64_t channels,
                        std::int64_t stride)
{
    const std::vector<std::int64_t> strides = {stride, stride};
    TW_TRY(const auto first, layers.convRequant(scope + "/conv1", x, {.channels = channels, .strides = strides}, Range::Rectified));
    TW_TRY(const auto second, layers.convRequant(scope + "/conv2", first, {.channels = channels}, Range::Centred));
    Signal skip = x;
    if (stride != 1 || x.shape()[1].value != channels) {
        TW_TRY(skip, layers.convRequant(scope + "/downsample", x,
                                        {.channels = channels, .kernel = {1, 1}, .strides = strides, .pads = {0, 0, 0, 0}},
                                        Range::Rectified));
    }
    TW_TRY(const auto sum, layers.add(scope + "/add", skip, second));
    return layers.requant(scope + "/add", sum, Range::Sum);
}

Result<Signal> classifier(IntegerLayers& layers, const Signal& features, std::int64_t classes)
{
    TW_TRY(const auto mean, layers.spatialMean("head/pool", features));
    TW_TRY(const auto scores, layers.dense("head/fc", mean, classes));
    return layers.requant("head/fc", scores, Range::Scores);
}

}  // namespace

Result<Sample> keywordSpotter()
{
    constexpr std::int64_t kChannels = 48;
    Random random(20240501);
    NetworkBuilder builder("kws_dscnn_int8");
    IntegerLayers layers(builder, random);
    const Signal input = builder.input("input", smoothFields(random, kCalibrationInputs, 1, 49, 10));
    TW_TRY(auto x, layers.convRequant("stem/conv", input,
                                      {.channels = kChannels, .kernel = {10, 4}, .strides = {2, 2}, .pads = {4, 1, 5, 1}},
                                      Range::Rectified));
    for (int block = 0; block < 4; ++block) {
        TW_TRY(x, separable(layers, cat("blocks/block", block), x));
    }
    TW_TRY(const auto output, classifier(layers, x, 12));
    return sampleOf(builder, input, output);
}

Result<Sample> integerResnet()
{
    Random random(20240502);
    NetworkBuilder builder("resnet_tiny_int8");
    IntegerLayers layers(builder, random);
    const Signal input = builder.input("input", smoothFields(random, kCalibrationInputs, 3, 32, 32));
    TW_TRY(auto x, layers.convRequant("stem/conv", input, {.channels = 16}, Range::Rectified));
    TW_TRY(x, residual(layers, "stage1/block0", x, 16, 1));
    TW_TRY(x, residual(layers, "stage2/block0", x, 32, 2));
    TW_TRY(x, residual(layers, "stage3/block0", x, 32, 2));
    TW_TRY(const auto output, classifier(layers, x, 10));
    return sampleOf(builder, input, output);
}

}  // namespace tw::samples
