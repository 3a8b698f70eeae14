// SPDX-License-Identifier: Apache-2.0
// The C kernels of the quantised operators against their reference evaluation (which has tests of its own).
#include "tests/support/kernel_case.h"

extern "C" {
#include "integer_activation.h"
#include "integer_div.h"
#include "integer_norm.h"
#include "integer_softmax.h"
#include "quantize_linear.h"
#include "quantized_linear.h"
#include "quantized_real.h"
#include "requant_shift.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ops::testing::Example;
using ops::testing::nodeOf;
using Attributes = std::map<std::string, ir::Attribute>;

ir::Attribute number(std::int64_t value)
{
    return value;
}

Attributes requant(bool isSigned)
{
    return {{"div", number(8)}, {"n_levels", number(256)}, {"signed", number(isSigned)}};
}

template <class X, class Y>
using RequantKernel = void (*)(const tw_requant_shift_args*, const X*, const std::int32_t*, const std::int32_t*, Y*);

template <class X, class Y>
void checkRequant(const ops::OpNode& node, RequantKernel<X, Y> kernel)
{
    const auto args = argumentStruct<tw_requant_shift_args>(node);
    expectMatchesReference<Y>(node, [&](Y* y) {
        kernel(&args, inputData<X>(node, 0), inputData<std::int32_t>(node, 1), inputData<std::int32_t>(node, 2), y);
    });
}

TEST(RequantShiftKernel, HandlesEveryPairOfTypes)
{
    const auto example = [](ir::DataType x, bool isSigned) {
        return nodeOf({"RequantShift", {{x, {2, 3, 5}}, {I32, {3, 1}}, {I32, {1}}}, requant(isSigned)});
    };
    checkRequant<std::int8_t, std::int8_t>(example(I8, true), tw_requant_shift_i8_i8);
    checkRequant<std::int8_t, std::uint8_t>(example(I8, false), tw_requant_shift_i8_u8);
    checkRequant<std::uint8_t, std::int8_t>(example(U8, true), tw_requant_shift_u8_i8);
    checkRequant<std::uint8_t, std::uint8_t>(example(U8, false), tw_requant_shift_u8_u8);
    checkRequant<std::int16_t, std::int8_t>(example(I16, true), tw_requant_shift_i16_i8);
    checkRequant<std::int16_t, std::uint8_t>(example(I16, false), tw_requant_shift_i16_u8);
    checkRequant<std::int32_t, std::int8_t>(example(I32, true), tw_requant_shift_i32_i8);
    checkRequant<std::int32_t, std::uint8_t>(example(I32, false), tw_requant_shift_i32_u8);
}

TEST(RequantShiftKernel, FollowsEveryShapeOfItsParameters)
{
    for (const auto& parameter : {ir::Shape{1}, ir::Shape{4, 1}, ir::Shape{6}, ir::Shape{4, 6}})
        checkRequant<std::int32_t, std::int8_t>(
            nodeOf({"RequantShift", {{I32, {4, 6}}, {I32, parameter}, {I32, {6}}}, requant(true)}), tw_requant_shift_i32_i8);
}

TEST(RequantShiftKernel, TakesTheLastAxisForTheChannelInNhwc)
{
    auto attributes = requant(true);
    attributes["layout"] = std::string("NHWC");
    checkRequant<std::int32_t, std::int8_t>(
        nodeOf({"RequantShift", {{I32, {2, 3, 3, 5}}, {I32, {5, 1, 1}}, {I32, {1, 5, 1, 1}}}, attributes}),
        tw_requant_shift_nhwc_i32_i8);
}

TEST(IntegerSoftmaxKernels, AgreeOnRows)
{
    const Attributes coefficients = {{"coeffA", number(1)}, {"coeffB", number(30)}, {"coeffC", number(40)}, {"log2", number(9)}};
    const auto signedNode = nodeOf({"iSoftmax", {{I8, {5, 7}}}, coefficients});
    const auto args = argumentStruct<tw_integer_softmax_args>(signedNode);
    expectMatchesReference<std::uint8_t>(
        signedNode, [&](std::uint8_t* y) { tw_integer_softmax_i8(&args, inputData<std::int8_t>(signedNode, 0), y); });
    const auto unsignedNode = nodeOf({"iSoftmax", {{U8, {5, 7}}}, coefficients});
    expectMatchesReference<std::uint8_t>(
        unsignedNode, [&](std::uint8_t* y) { tw_integer_softmax_u8(&args, inputData<std::uint8_t>(unsignedNode, 0), y); });
}

TEST(IntegerSoftmaxKernels, AgreeOnPowersOfTwo)
{
    const auto node = nodeOf({"ITAMax", {{I8, {3, 8}}}});
    const auto args = argumentStruct<tw_ita_max_args>(node);
    expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) { tw_ita_max_i8(&args, inputData<std::int8_t>(node, 0), y); });
    const auto grouped = nodeOf({"ITAPartialMax", {{I8, {3, 8}}}, {{"group_width", number(2)}}});
    const auto groupedArgs = argumentStruct<tw_ita_partial_max_args>(grouped);
    expectMatchesReference<std::uint8_t>(
        grouped, [&](std::uint8_t* y) { tw_ita_partial_max_i8(&groupedArgs, inputData<std::int8_t>(grouped, 0), y); });
}

TEST(IntegerActivationKernels, AgreeOnElements)
{
    const auto gelu = nodeOf({"iGELU", {{I8, {23}}}, {{"b", number(-11)}, {"one", number(130)}}});
    const auto geluArgs = argumentStruct<tw_integer_gelu_args>(gelu);
    expectMatchesReference<std::int32_t>(
        gelu, [&](std::int32_t* y) { tw_integer_gelu_i8(&geluArgs, inputData<std::int8_t>(gelu, 0), y); });
    const auto swish = nodeOf({"iHardswish", {{U8, {23}}}, {{"three", number(3)}, {"six", number(9)}, {"one_over_six", number(43)}}});
    const auto swishArgs = argumentStruct<tw_integer_hardswish_args>(swish);
    expectMatchesReference<std::int32_t>(
        swish, [&](std::int32_t* y) { tw_integer_hardswish_u8(&swishArgs, inputData<std::uint8_t>(swish, 0), y); });
}

TEST(IntegerNormKernels, AgreeOnRows)
{
    const Attributes attributes = {{"D", number(2)}, {"n_levels", number(32)}};
    const auto layer = nodeOf({"iLayerNorm", {{I8, {4, 5}}, {I32, {5}}, {I32, {5}}}, attributes});
    const auto args = argumentStruct<tw_integer_norm_args>(layer);
    expectMatchesReference<std::int8_t>(layer, [&](std::int8_t* y) {
        tw_integer_layer_norm_i8(&args, inputData<std::int8_t>(layer, 0), inputData<std::int32_t>(layer, 1),
                                 inputData<std::int32_t>(layer, 2), y);
    });
    const auto rms = nodeOf({"iRMSNorm", {{I32, {4, 5}}, {I32, {5}}}, attributes});
    expectMatchesReference<std::int8_t>(rms, [&](std::int8_t* y) {
        tw_integer_rms_norm_i32(&args, inputData<std::int32_t>(rms, 0), inputData<std::int32_t>(rms, 1), y);
    });
}

TEST(IntegerNormKernels, RepeatWeightAndBiasOfNoNorm)
{
    const Attributes attributes = {{"D", number(4)}, {"n_levels", number(256)}, {"mul", number(3)}};
    const auto node = nodeOf({"iNoNorm", {{I8, {2, 3, 4}}, {I32, {3, 4}}, {I32, {4}}}, attributes});
    const auto args = argumentStruct<tw_integer_no_norm_args>(node);
    expectMatchesReference<std::int8_t>(node, [&](std::int8_t* y) {
        tw_integer_no_norm_i8(&args, inputData<std::int8_t>(node, 0), inputData<std::int32_t>(node, 1),
                              inputData<std::int32_t>(node, 2), y);
    });
}

TEST(IntegerDivKernels, BroadcastAndRound)
{
    const Attributes attributes = {{"Delta", number(10)}, {"eta", number(2)}, {"eps", number(101)}};
    const auto node = nodeOf({"IntegerDiv", {{I32, {2, 3, 4}}, {I8, {2, 1, 4}}}, attributes});
    const auto args = argumentStruct<tw_integer_div_args>(node, TW_MAX_DIMS);
    expectMatchesReference<std::int32_t>(node, [&](std::int32_t* y) {
        tw_integer_div_i32_i8(&args, inputData<std::int32_t>(node, 0), inputData<std::int8_t>(node, 1), y);
    });
    const auto constant = nodeOf({"TrueIntegerDiv", {{I8, {9}}}, {{"Delta", number(100)}, {"y", number(7)}}});
    const auto constantArgs = argumentStruct<tw_true_integer_div_args>(constant);
    expectMatchesReference<std::int32_t>(
        constant, [&](std::int32_t* y) { tw_true_integer_div_i8(&constantArgs, inputData<std::int8_t>(constant, 0), y); });
}

template <class Y>
void checkQuantize(const ops::OpNode& node,
                   void (*kernel)(const tw_quantize_linear_args*, const float*, const float*, const Y*, Y*))
{
    const auto args = argumentStruct<tw_quantize_linear_args>(node);
    expectMatchesReference<Y>(
        node, [&](Y* y) { kernel(&args, inputData<float>(node, 0), inputData<float>(node, 1), inputData<Y>(node, 2), y); });
}

/// Every multiple of 1/4 from -40 to 40, so that there are ties of both parities.
ops::OpNode quarters(ops::OpNode node)
{
    std::vector<double> values;
    for (int i = -160; i < 160; ++i)
        values.push_back(i * 0.25);
    node.inputs[0].constant = ir::fromDoubles(F32, node.shape(0), values);
    return node;
}

TEST(QuantizeLinearKernel, RoundsTiesToEvenAndSaturates)
{
    auto node = quarters(nodeOf({"QuantizeLinear", {{F32, {320}}, {F32, {1}}, {I8, {1}}}}));
    for (const double scale : {0.5, 0.25, 1.0, 0.1}) {
        node.inputs[1].constant = ir::fromDoubles(F32, {1}, std::vector<double>{scale});
        checkQuantize<std::int8_t>(node, tw_quantize_linear_f32_i8);
    }
}

TEST(QuantizeLinearKernel, FollowsAxesAndLayouts)
{
    const auto perAxis = quarters(nodeOf({"QuantizeLinear", {{F32, {4, 5, 16}}, {F32, {5}}, {U8, {5}}}}));
    checkQuantize<std::uint8_t>(perAxis, tw_quantize_linear_f32_u8);
    const auto channelsLast = quarters(
        nodeOf({"QuantizeLinear", {{F32, {4, 16, 5}}, {F32, {5}}, {I16, {5}}}, {{"layout", std::string("NHWC")}}}));
    checkQuantize<std::int16_t>(channelsLast, tw_quantize_linear_nhwc_f32_i16);
    checkQuantize<std::uint8_t>(quarters(nodeOf({"QuantizeLinear", {{F32, {320}}, {F32, {1}}}})), tw_quantize_linear_f32_u8);
}

template <class X>
void checkDequantize(ir::DataType type,
                     void (*kernel)(const tw_quantize_linear_args*, const X*, const float*, const X*, float*))
{
    const auto node = nodeOf({"DequantizeLinear", {{type, {3, 2, 5}}, {F32, {2}}, {type, {2}}}});
    const auto args = argumentStruct<tw_quantize_linear_args>(node);
    expectMatchesReference<float>(
        node, [&](float* y) { kernel(&args, inputData<X>(node, 0), inputData<float>(node, 1), inputData<X>(node, 2), y); });
}

TEST(DequantizeLinearKernel, AgreesForEveryType)
{
    checkDequantize<std::int8_t>(I8, tw_dequantize_linear_i8_f32);
    checkDequantize<std::uint8_t>(U8, tw_dequantize_linear_u8_f32);
    checkDequantize<std::int16_t>(I16, tw_dequantize_linear_i16_f32);
    checkDequantize<std::uint16_t>(U16, tw_dequantize_linear_u16_f32);
    checkDequantize<std::int32_t>(I32, tw_dequantize_linear_i32_f32);
}

TEST(DynamicQuantizeLinearKernel, FindsTheRange)
{
    const auto node = quarters(nodeOf({"DynamicQuantizeLinear", {{F32, {320}}}}));
    const auto args = argumentStruct<tw_dynamic_quantize_linear_args>(node);
    float scale = 0;
    std::uint8_t zero = 0;
    expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) {
        tw_dynamic_quantize_linear_f32(&args, inputData<float>(node, 0), y, &scale, &zero);
    });
    EXPECT_FLOAT_EQ(scale, 79.75f / 255);
    EXPECT_EQ(zero, 128);   // 40 / scale = 127.9
}

/// Scales of 1/8 and zero points of 3, so that results have many ties.
ops::OpNode withPlainScales(ops::OpNode node)
{
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        auto& input = node.inputs[i];
        if (input.present && input.type == F32)
            input.constant = ir::fromDoubles(F32, input.shape, std::vector<double>(static_cast<std::size_t>(*input.shape.elements()), 0.125));
        else if (input.present && input.shape.elements() == 1)
            input.constant = ir::fromIntegers(input.type, input.shape, std::vector<std::int64_t>{3});
    }
    return node;
}

const ir::Shape kScalar = ir::Shape::scalar();

TEST(QuantizedConvKernel, AgreesWithVectorsAndGroups)
{
    const Attributes attributes = {{"pads", std::vector<std::int64_t>{1, 0, 1, 2}}, {"strides", std::vector<std::int64_t>{2, 1}},
                                   {"group", number(2)}};
    const auto node = withPlainScales(nodeOf({"QLinearConv",
                                              {{U8, {2, 4, 5, 4}}, {F32, kScalar}, {U8, kScalar}, {I8, {6, 2, 3, 2}}, {F32, {6}},
                                               {I8, {6}}, {F32, kScalar}, {U8, kScalar}, {I32, {6}}},
                                              attributes}));
    const auto args = argumentStruct<tw_quantized_conv_args>(node);
    expectMatchesReference<std::uint8_t>(node, [&](std::uint8_t* y) {
        tw_qlinear_conv(&args, inputData<void>(node, 0), inputData<float>(node, 1), inputData<void>(node, 2),
                        inputData<void>(node, 3), inputData<float>(node, 4), inputData<void>(node, 5),
                        inputData<float>(node, 6), inputData<void>(node, 7), inputData<std::int32_t>(node, 8), y);
    });
    const auto sums = nodeOf({"ConvInteger", {{I8, {1, 2, 7}}, {U8, {3, 2, 3}}, {I8, kScalar}}, {{"dilations", std::vector<std::int64_t>{2}}}});
    const auto sumsArgs = argumentStruct<tw_quantized_conv_args>(sums);
    expectMatchesReference<std::int32_t>(sums, [&](std::int32_t* y) {
        tw_conv_integer(&sumsArgs, inputData<void>(sums, 0), inputData<void>(sums, 1), inputData<void>(sums, 2), nullptr, y);
    });
}

TEST(QuantizedMatMulKernel, AgreesWithVectorsAndBatches)
{
    const auto node = withPlainScales(nodeOf({"QLinearMatMul", {{U8, {2, 3, 5}}, {F32, {3}}, {U8, {3}}, {I8, {5, 4}}, {F32, {4}},
                                                                {I8, {4}}, {F32, kScalar}, {I8, kScalar}}}));
    const auto args = argumentStruct<tw_quantized_matmul_args>(node, TW_MAX_DIMS);
    expectMatchesReference<std::int8_t>(node, [&](std::int8_t* y) {
        tw_qlinear_matmul(&args, inputData<void>(node, 0), inputData<float>(node, 1), inputData<void>(node, 2),
                          inputData<void>(node, 3), inputData<float>(node, 4), inputData<void>(node, 5),
                          inputData<float>(node, 6), inputData<void>(node, 7), y);
    });
    const auto sums = nodeOf({"MatMulInteger", {{U8, {3, 5}}, {U8, {2, 5, 4}}, {Undefined, ir::Shape()}, {U8, {4}}}});
    const auto sumsArgs = argumentStruct<tw_quantized_matmul_args>(sums, TW_MAX_DIMS);
    expectMatchesReference<std::int32_t>(sums, [&](std::int32_t* y) {
        tw_matmul_integer(&sumsArgs, inputData<void>(sums, 0), inputData<void>(sums, 1), nullptr, inputData<void>(sums, 3), y);
    });
}

TEST(QuantizedRealKernels, AgreeOnSumsProductsPoolsAndSoftmax)
{
    for (const bool sum : {true, false}) {
        const auto node = withPlainScales(nodeOf({sum ? "QLinearAdd" : "QLinearMul",
                                                  {{I8, {2, 3, 4}}, {F32, kScalar}, {I8, kScalar}, {I8, {3, 1}}, {F32, kScalar},
                                                   {I8, kScalar}, {F32, kScalar}, {I8, kScalar}},
                                                  {}, "com.microsoft", 1}));
        const auto args = argumentStruct<tw_quantized_binary_args>(node, TW_MAX_DIMS);
        const auto kernel = sum ? tw_qlinear_add : tw_qlinear_mul;
        expectMatchesReference<std::int8_t>(node, [&](std::int8_t* y) {
            kernel(&args, inputData<void>(node, 0), inputData<float>(node, 1), inputData<void>(node, 2), inputData<void>(node, 3),
                   inputData<float>(node, 4), inputData<void>(node, 5), inputData<float>(node, 6), inputData<void>(node, 7), y);
        });
    }
    const auto unary = [](const std::string& op, const ir::Shape& x, const Attributes& attributes) {
        return withPlainScales(nodeOf({op, {{U8, x}, {F32, kScalar}, {U8, kScalar}, {F32, kScalar}, {U8, kScalar}}, attributes,
                                       "com.microsoft", 1}));
    };
    const auto pool = unary("QLinearAveragePool", {2, 2, 5, 4}, {{"kernel_shape", std::vector<std::int64_t>{2, 2}},
                                                                 {"pads", std::vector<std::int64_t>{1, 0, 0, 1}}});
    const auto poolArgs = argumentStruct<tw_quantized_pool_args>(pool);
    expectMatchesReference<std::uint8_t>(pool, [&](std::uint8_t* y) {
        tw_qlinear_average_pool(&poolArgs, inputData<void>(pool, 0), inputData<float>(pool, 1), inputData<void>(pool, 2),
                                inputData<float>(pool, 3), inputData<void>(pool, 4), y);
    });
    const auto softmax = unary("QLinearSoftmax", {3, 4, 2}, {{"axis", number(1)}});
    const auto softmaxArgs = argumentStruct<tw_quantized_softmax_args>(softmax);
    expectMatchesReference<std::uint8_t>(softmax, [&](std::uint8_t* y) {
        tw_qlinear_softmax(&softmaxArgs, inputData<void>(softmax, 0), inputData<float>(softmax, 1), inputData<void>(softmax, 2),
                           inputData<float>(softmax, 3), inputData<void>(softmax, 4), y);
    });
}

}  // namespace
}  // namespace tw::testing
