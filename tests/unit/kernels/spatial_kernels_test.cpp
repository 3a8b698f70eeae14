// SPDX-License-Identifier: Apache-2.0
// The C kernels of convolutions, pools and products against their reference evaluation, over random shapes and
// attributes. A failure prints the seed of its case.
#include "core/ops/layout.h"
#include "tests/support/kernel_case.h"

extern "C" {
#include "batch_normalization.h"
#include "conv.h"
#include "conv_transpose.h"
#include "gemm.h"
#include "global_pool.h"
#include "pool.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ir::DataType;
using ir::Shape;
using ops::OpNode;
using ops::testing::Example;
using ops::testing::nodeOf;
using Ints = std::vector<std::int64_t>;
using Attributes = std::map<std::string, ir::Attribute>;

constexpr unsigned kCases = 60;
constexpr double kSumError = 1e-4;   // of float sums of up to a thousand terms that cancel

class Draw {
public:
    explicit Draw(unsigned seed) : random_(seed) {}

    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }
    Ints list(std::int64_t count, std::int64_t low, std::int64_t high)
    {
        Ints values;
        for (std::int64_t i = 0; i < count; ++i)
            values.push_back(between(low, high));
        return values;
    }
    template <class T>
    T oneOf(std::initializer_list<T> choices)
    {
        return *(choices.begin() + between(0, static_cast<std::int64_t>(choices.size()) - 1));
    }

private:
    std::mt19937 random_;
};

Attributes withRequant(Attributes attributes, Draw& draw)
{
    attributes["div"] = std::int64_t{1} << draw.between(0, 12);
    attributes["n_levels"] = std::int64_t{256};
    attributes["signed"] = draw.between(0, 1);
    return attributes;
}

Shape imageOf(std::int64_t batch, std::int64_t channels, const Ints& sizes, bool channelsLast)
{
    Ints dims{batch};
    if (!channelsLast)
        dims.push_back(channels);
    dims.insert(dims.end(), sizes.begin(), sizes.end());
    if (channelsLast)
        dims.push_back(channels);
    return Shape::of(dims);
}

/// Windows that always fit: no side of the image is shorter than the spread of the kernel.
Attributes windowed(Draw& draw, std::int64_t rank, Ints& kernel, Ints& image)
{
    kernel = draw.list(rank, 1, 4);
    const Ints dilations = draw.list(rank, 1, 2);
    image.clear();
    for (std::size_t i = 0; i < kernel.size(); ++i)
        image.push_back((kernel[i] - 1) * dilations[i] + draw.between(1, 8));
    Ints pads = draw.list(2 * rank, 0, 2);
    for (std::size_t i = 0; i < pads.size(); ++i)
        pads[i] = std::min(pads[i], kernel[i % kernel.size()] - 1);
    return {{"dilations", dilations}, {"strides", draw.list(rank, 1, 3)}, {"pads", pads}};
}

struct ConvCase {
    OpNode node;
    bool depthwise = false;
};

ConvCase convCase(Draw& draw, const std::string& op, DataType x, DataType w, bool channelsLast)
{
    const auto rank = draw.between(1, 2);
    Ints kernel;
    Ints image;
    auto attributes = windowed(draw, rank, kernel, image);
    const auto group = draw.oneOf<std::int64_t>({1, 1, 2, 3});
    const auto depth = draw.between(1, 7);
    const auto outputs = group * draw.between(1, 6);
    Ints weights{outputs, depth};
    weights.insert(weights.end(), kernel.begin(), kernel.end());
    attributes["group"] = group;
    if (channelsLast)
        attributes["layout"] = std::string("NHWC");
    const bool isFloat = ir::isFloat(x);
    const bool hasBias = draw.between(0, 1) == 1;
    Example example{.op = op,
                    .inputs = {{x, imageOf(draw.between(1, 2), group * depth, image, channelsLast)},
                               {w, Shape::of(weights)},
                               {hasBias ? (isFloat ? F32 : I32) : Undefined, Shape{outputs}}},
                    .attributes = attributes};
    if (op == "RequantizedConv") {
        example.domain = "tilewright";
        example.attributes = withRequant(attributes, draw);
        example.inputs.push_back({I32, draw.oneOf<Shape>({Shape{outputs}, Shape{outputs, 1, 1}, Shape{1}})});
        example.inputs.push_back({I32, draw.oneOf<Shape>({Shape{1, outputs, 1}, Shape{1}})});
    }
    return {nodeOf(example), group > 1 && depth == 1 && outputs == group};
}

/// The weights in the order that a kernel row's "pack" names.
ir::TensorData packed(const OpNode& node, const Ints& order2D, const Ints& order1D)
{
    return ops::permuted(*node.constant(1), node.shape(1).rank() == 4 ? order2D : order1D);
}

template <class T>
const T* data(const ir::TensorData& tensor)
{
    return reinterpret_cast<const T*>(tensor.bytes.view.data());
}

TEST(ConvKernels, FloatAgreesWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const auto node = convCase(draw, "Conv", F32, F32, false).node;
        const auto args = argumentStruct<tw_conv_args>(node);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_conv_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), inputData<float>(node, 2), y);
        }, kSumError);
    }
}

TEST(ConvKernels, FloatHandlesLongSumsAndRows)
{
    for (const auto& [image, weights] : {std::pair{Shape{1, 300, 1, 3}, Shape{2, 300, 1, 3}}, {{1, 2, 3, 200}, {3, 2, 1, 1}}}) {
        const auto node = nodeOf({.op = "Conv", .inputs = {{F32, image}, {F32, weights}}});
        const auto args = argumentStruct<tw_conv_args>(node);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_conv_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), nullptr, y);
        }, kSumError);
    }
}

TEST(ConvKernels, ChannelsLastBytesAgreeWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const auto node = convCase(draw, "Conv", draw.oneOf({I8, U8}), I8, true).node;
        const auto args = argumentStruct<tw_conv_args>(node);
        const auto weights = packed(node, {0, 2, 3, 1}, {0, 2, 1});
        expectMatchesReference<std::int32_t>(node, [&](std::int32_t* y) {
            tw_conv_8bit(&args, inputData<void>(node, 0), data<std::int8_t>(weights), inputData<std::int32_t>(node, 2), y);
        });
    }
}

TEST(ConvKernels, RequantizedBytesAgreeWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const auto node = convCase(draw, "RequantizedConv", draw.oneOf({I8, U8}), I8, true).node;
        const auto args = argumentStruct<tw_conv_args>(node);
        const auto weights = packed(node, {0, 2, 3, 1}, {0, 2, 1});
        expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) {
            tw_conv_8bit_requant(&args, inputData<void>(node, 0), data<std::int8_t>(weights),
                                 inputData<std::int32_t>(node, 2), inputData<std::int32_t>(node, 3),
                                 inputData<std::int32_t>(node, 4), y);
        });
    }
}

TEST(ConvKernels, DepthwiseBytesAgreeWithTheReference)
{
    unsigned seen = 0;
    for (unsigned seed = 0; seen < kCases / 4; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const bool requantized = draw.between(0, 1) == 1;
        const auto [node, depthwise] = convCase(draw, requantized ? "RequantizedConv" : "Conv", draw.oneOf({I8, U8}), I8, true);
        if (!depthwise)
            continue;
        ++seen;
        const auto args = argumentStruct<tw_conv_args>(node);
        const auto weights = packed(node, {1, 2, 3, 0}, {1, 2, 0});
        const auto* x = inputData<void>(node, 0);
        const auto* bias = inputData<std::int32_t>(node, 2);
        if (requantized)
            expectMatchesReference<std::uint8_t>(node, [&, &node = node](std::uint8_t* y) {
                tw_conv_depthwise_8bit_requant(&args, x, data<std::int8_t>(weights), bias, inputData<std::int32_t>(node, 3),
                                               inputData<std::int32_t>(node, 4), y);
            });
        else
            expectMatchesReference<std::int32_t>(node, [&](std::int32_t* y) {
                tw_conv_depthwise_8bit(&args, x, data<std::int8_t>(weights), bias, y);
            });
    }
}

TEST(ConvKernels, AnyIntegersAgreeWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const bool requantized = draw.between(0, 1) == 1;
        const auto node = convCase(draw, requantized ? "RequantizedConv" : "Conv", draw.oneOf({I8, U8, I16, U16, I32}),
                                   draw.oneOf({I8, I16, I32}), false).node;
        const auto args = argumentStruct<tw_conv_args>(node);
        const auto* x = inputData<void>(node, 0);
        const auto* w = inputData<void>(node, 1);
        const auto* bias = inputData<std::int32_t>(node, 2);
        if (requantized)
            expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) {
                tw_conv_int_requant(&args, x, w, bias, inputData<std::int32_t>(node, 3), inputData<std::int32_t>(node, 4), y);
            });
        else
            expectMatchesReference<std::int32_t>(node, [&](std::int32_t* y) { tw_conv_int(&args, x, w, bias, y); });
    }
}

TEST(ConvTransposeKernel, AgreesWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        Ints kernel;
        Ints image;
        auto attributes = windowed(draw, draw.between(1, 2), kernel, image);
        const auto group = draw.between(1, 2);
        const auto channels = group * draw.between(1, 3);
        const auto outputs = draw.between(1, 3);
        Ints weights{channels, outputs};
        weights.insert(weights.end(), kernel.begin(), kernel.end());
        attributes["group"] = group;
        const auto node = nodeOf({.op = "ConvTranspose",
                                  .inputs = {{F32, imageOf(2, channels, image, false)}, {F32, Shape::of(weights)},
                                             {draw.oneOf({F32, Undefined}), Shape{group * outputs}}},
                                  .attributes = attributes});
        const auto args = argumentStruct<tw_conv_transpose_args>(node);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_conv_transpose_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), inputData<float>(node, 2), y);
        }, kSumError);
    }
}

template <class T>
using PoolKernel = void (*)(const tw_pool_args*, const T*, T*);

template <class T>
void checkPool(const std::string& op, DataType type, bool channelsLast, PoolKernel<T> kernel)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat(op, " of ", ir::typeName(type), ", seed ", seed));
        Draw draw(seed);
        Ints kernelShape;
        Ints image;
        auto attributes = windowed(draw, draw.between(1, 2), kernelShape, image);
        attributes["kernel_shape"] = kernelShape;
        attributes["ceil_mode"] = draw.between(0, 1);
        if (op == "AveragePool")
            attributes["count_include_pad"] = draw.between(0, 1);
        if (channelsLast)
            attributes["layout"] = std::string("NHWC");
        const auto node = nodeOf({.op = op,
                                  .inputs = {{type, imageOf(draw.between(1, 2), draw.between(1, 5), image, channelsLast)}},
                                  .attributes = attributes});
        const auto args = argumentStruct<tw_pool_args>(node);
        expectMatchesReference<T>(node, [&](T* y) { kernel(&args, inputData<T>(node, 0), y); });
    }
}

TEST(PoolKernels, AgreeWithTheReference)
{
    checkPool<float>("MaxPool", F32, false, tw_max_pool_f32);
    checkPool<std::int8_t>("MaxPool", I8, false, tw_max_pool_i8);
    checkPool<std::uint8_t>("MaxPool", U8, false, tw_max_pool_u8);
    checkPool<std::int16_t>("MaxPool", I16, false, tw_max_pool_i16);
    checkPool<std::int32_t>("MaxPool", I32, false, tw_max_pool_i32);
    checkPool<float>("AveragePool", F32, false, tw_average_pool_f32);
}

TEST(PoolKernels, AgreeChannelsLast)
{
    checkPool<std::int8_t>("MaxPool", I8, true, tw_max_pool_nhwc_i8);
    checkPool<std::uint8_t>("MaxPool", U8, true, tw_max_pool_nhwc_u8);
    checkPool<std::int16_t>("MaxPool", I16, true, tw_max_pool_nhwc_i16);
    checkPool<std::int32_t>("MaxPool", I32, true, tw_max_pool_nhwc_i32);
}

template <class T>
void checkGlobalPool(const std::string& op, DataType type, void (*kernel)(const tw_global_pool_args*, const T*, T*))
{
    const auto node = nodeOf({.op = op, .inputs = {{type, {2, 3, 11, 13}}}});
    const auto args = argumentStruct<tw_global_pool_args>(node);
    expectMatchesReference<T>(node, [&](T* y) { kernel(&args, inputData<T>(node, 0), y); });
}

TEST(GlobalPoolKernels, AgreeWithTheReference)
{
    checkGlobalPool<float>("GlobalAveragePool", F32, tw_global_average_pool_f32);
    checkGlobalPool<float>("GlobalMaxPool", F32, tw_global_max_pool_f32);
    checkGlobalPool<std::int8_t>("GlobalMaxPool", I8, tw_global_max_pool_i8);
    checkGlobalPool<std::uint8_t>("GlobalMaxPool", U8, tw_global_max_pool_u8);
    checkGlobalPool<std::int16_t>("GlobalMaxPool", I16, tw_global_max_pool_i16);
    checkGlobalPool<std::int32_t>("GlobalMaxPool", I32, tw_global_max_pool_i32);
}

TEST(BatchNormalizationKernel, AgreesWithTheReferenceAlsoInPlace)
{
    for (const auto& shape : {Shape{2, 3, 5}, Shape{4, 3}, Shape{1, 3, 2, 4}}) {
        auto node = nodeOf({.op = "BatchNormalization",
                            .inputs = {{F32, shape}, {F32, {3}}, {F32, {3}}, {F32, {3}}, {F32, {3}}}});
        node.inputs[4].constant = ir::fromDoubles(F32, Shape{3}, std::vector{0.25, 1.0, 9.0});
        const auto args = argumentStruct<tw_batch_normalization_args>(node);
        const auto* statistics = &node.inputs;
        const auto run = [&](const float* x, float* y) {
            const auto at = [&](std::size_t i) { return data<float>(*statistics->at(i).constant); };
            tw_batch_normalization_f32(&args, x, at(1), at(2), at(3), at(4), y);
        };
        expectMatchesReference<float>(node, [&](float* y) { run(inputData<float>(node, 0), y); }, kSumError);
        const auto* x = inputData<float>(node, 0);
        std::vector<float> apart(static_cast<std::size_t>(shape.elements().value()));
        std::vector<float> inPlace(x, x + apart.size());
        run(x, apart.data());
        run(inPlace.data(), inPlace.data());
        EXPECT_EQ(inPlace, apart);
    }
}

Example gemmExample(Draw& draw, DataType a, DataType b, DataType c)
{
    const auto m = draw.between(1, 5);
    const auto n = draw.oneOf<std::int64_t>({1, 3, 64, 70});
    const auto k = draw.oneOf<std::int64_t>({1, 5, 16, 67, 150});
    const auto transA = draw.between(0, 1);
    const auto transB = draw.between(0, 1);
    return {.op = "Gemm",
            .inputs = {{a, transA ? Shape{k, m} : Shape{m, k}},
                       {b, transB ? Shape{n, k} : Shape{k, n}},
                       {draw.oneOf({c, Undefined}),
                        draw.oneOf<Shape>({Shape::scalar(), Shape{n}, Shape{m, n}, Shape{m, 1}, Shape{1, n}})}},
            .attributes = {{"transA", transA}, {"transB", transB}, {"alpha", 2.0f}, {"beta", -3.0f}}};
}

Example requantizedGemm(Draw& draw, DataType a, DataType b)
{
    Example example = gemmExample(draw, a, b, I32);
    const auto sizes = nodeOf(example).outputs.at(0).shape.sizes();
    example.op = "RequantizedGemm";
    example.domain = "tilewright";
    example.attributes = withRequant(example.attributes, draw);
    for (int i = 0; i < 2; ++i)
        example.inputs.push_back({I32, draw.oneOf<Shape>({Shape{1}, Shape{sizes[1]}, Shape{sizes[0], 1}, Shape::of(sizes)})});
    return example;
}

TEST(GemmKernels, FloatAgreesWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const auto node = nodeOf(gemmExample(draw, F32, F32, F32));
        const auto args = argumentStruct<tw_gemm_args>(node, TW_MAX_DIMS);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_gemm_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), inputData<float>(node, 2), y);
        }, kSumError);
    }
}

TEST(GemmKernels, IntegersAgreeWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const auto bytes = nodeOf(gemmExample(draw, draw.oneOf({I8, U8}), I8, I32));
        const auto args = argumentStruct<tw_gemm_args>(bytes, TW_MAX_DIMS);
        expectMatchesReference<std::int32_t>(bytes, [&](std::int32_t* y) {
            tw_gemm_8bit(&args, inputData<void>(bytes, 0), inputData<std::int8_t>(bytes, 1),
                         inputData<std::int32_t>(bytes, 2), y);
        });
        const auto any = nodeOf(gemmExample(draw, draw.oneOf({I8, U8, I16, I32}), draw.oneOf({I8, U8, I16, I32}), I32));
        const auto anyArgs = argumentStruct<tw_gemm_args>(any, TW_MAX_DIMS);
        expectMatchesReference<std::int32_t>(any, [&](std::int32_t* y) {
            tw_gemm_int(&anyArgs, inputData<void>(any, 0), inputData<void>(any, 1), inputData<std::int32_t>(any, 2), y);
        });
    }
}

TEST(GemmKernels, RequantizedAgreesWithTheReference)
{
    for (unsigned seed = 0; seed < kCases; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const bool bytes = draw.between(0, 1) == 1;
        const auto node = nodeOf(bytes ? requantizedGemm(draw, draw.oneOf({I8, U8}), I8)
                                       : requantizedGemm(draw, draw.oneOf({I8, I16}), draw.oneOf({U8, I16})));
        const auto args = argumentStruct<tw_gemm_args>(node, TW_MAX_DIMS);
        const auto* c = inputData<std::int32_t>(node, 2);
        const auto* mul = inputData<std::int32_t>(node, 3);
        const auto* add = inputData<std::int32_t>(node, 4);
        expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) {
            if (bytes)
                tw_gemm_8bit_requant(&args, inputData<void>(node, 0), inputData<std::int8_t>(node, 1), c, mul, add, y);
            else
                tw_gemm_int_requant(&args, inputData<void>(node, 0), inputData<void>(node, 1), c, mul, add, y);
        });
    }
}

const std::vector<std::pair<Shape, Shape>> kMatMulOperands = {
    {{5}, {5}},          {{3, 5}, {5}},          {{5}, {5, 4}},       {{3, 5}, {5, 70}},   {{2, 1, 3, 5}, {4, 5, 6}},
    {{2, 3, 5}, {5, 6}}, {{3, 5}, {2, 2, 5, 6}}, {{7, 1, 5}, {5, 1}}, {{1, 4, 3, 5}, {1, 4, 5, 3}}};

TEST(MatMulKernels, AgreeWithTheReference)
{
    for (const auto& [a, b] : kMatMulOperands) {
        SCOPED_TRACE(cat(a, " x ", b));
        const auto real = nodeOf({.op = "MatMul", .inputs = {{F32, a}, {F32, b}}});
        const auto args = argumentStruct<tw_gemm_args>(real, TW_MAX_DIMS);
        expectMatchesReference<float>(
            real, [&](float* y) { tw_matmul_f32(&args, inputData<float>(real, 0), inputData<float>(real, 1), y); }, kSumError);
        const auto bytes = nodeOf({.op = "MatMul", .inputs = {{U8, a}, {I8, b}}});
        const auto byteArgs = argumentStruct<tw_gemm_args>(bytes, TW_MAX_DIMS);
        expectMatchesReference<std::int32_t>(bytes, [&](std::int32_t* y) {
            tw_matmul_8bit(&byteArgs, inputData<void>(bytes, 0), inputData<std::int8_t>(bytes, 1), y);
        });
        const auto any = nodeOf({.op = "MatMul", .inputs = {{I32, a}, {U16, b}}});
        const auto anyArgs = argumentStruct<tw_gemm_args>(any, TW_MAX_DIMS);
        expectMatchesReference<std::int32_t>(any, [&](std::int32_t* y) {
            tw_matmul_int(&anyArgs, inputData<void>(any, 0), inputData<void>(any, 1), y);
        });
    }
}

TEST(MatMulKernels, RequantizedAgreesWithTheReference)
{
    Draw draw(1);
    const std::vector<std::vector<Shape>> cases = {
        {{1, 4, 3, 5}, {1, 4, 5, 3}, {1, 4, 1, 1}, {1}}, {{3, 5}, {5, 70}, {70}, {3, 1}}, {{2, 1, 3, 5}, {4, 5, 6}, {4, 3, 1}, {6}},
        {{5}, {2, 5, 4}, {2, 1}, {4}},                   {{2, 3, 5}, {5}, {3}, {2, 1}},   {{2, 3, 5}, {5, 6}, {1, 1, 1}, {2, 1, 6}}};
    for (const auto& shapes : cases) {
        SCOPED_TRACE(cat(shapes[0], " x ", shapes[1]));
        for (const auto b : {I8, I16}) {
            const auto node = nodeOf({.op = "RequantizedMatMul",
                                      .inputs = {{U8, shapes[0]}, {b, shapes[1]}, {I32, shapes[2]}, {I32, shapes[3]}},
                                      .attributes = withRequant({}, draw),
                                      .domain = "tilewright"});
            const auto args = argumentStruct<tw_gemm_args>(node, TW_MAX_DIMS);
            const auto* a = inputData<void>(node, 0);
            const auto* mul = inputData<std::int32_t>(node, 2);
            const auto* add = inputData<std::int32_t>(node, 3);
            expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) {
                if (b == I8)
                    tw_matmul_8bit_requant(&args, a, inputData<std::int8_t>(node, 1), mul, add, y);
                else
                    tw_matmul_int_requant(&args, a, inputData<void>(node, 1), mul, add, y);
            });
        }
    }
}

}  // namespace
}  // namespace tw::testing
