// SPDX-License-Identifier: Apache-2.0
// The C kernels of single elements and of pairs against the reference evaluation.
#include "tests/support/kernel_case.h"

extern "C" {
#include "binary.h"
#include "clip.h"
#include "gelu.h"
#include "sgd.h"
#include "unary.h"
#include "variadic.h"
#include "where.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ops::testing::Example;
using ops::testing::nodeOf;
using ir::Shape;
using Attributes = std::map<std::string, ir::Attribute>;

/// The element type that the IR calls T.
template <class T>
constexpr ir::DataType typeOf()
{
    if constexpr (std::is_same_v<T, float>)
        return F32;
    constexpr ir::DataType kSigned[] = {I8, I16, I32, I64};
    constexpr ir::DataType kUnsigned[] = {U8, U16, U32, U64};
    constexpr int kWidth = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::is_signed_v<T> ? kSigned[kWidth] : kUnsigned[kWidth];
}

template <class X, class Y, class Args, class In, class Out>
void checkOne(const ops::OpNode& node, void (*kernel)(const Args*, const In*, Out*))
{
    const auto args = argumentStruct<Args>(node);
    expectMatchesReference<Y>(node, [&](Y* y) { kernel(&args, inputData<X>(node, 0), y); });
}

template <class X>
void checkUnary(const std::string& op, void (*kernel)(const tw_unary_args*, const X*, X*), const Attributes& attributes = {})
{
    checkOne<X, X>(nodeOf({op, {{typeOf<X>(), {3, 11}}}, attributes}), kernel);
}

TEST(UnaryKernels, AgreeWithoutMathematicalFunctions)
{
    checkUnary("Abs", tw_abs_f32);
    checkUnary("Ceil", tw_ceil_f32);
    checkUnary("Floor", tw_floor_f32);
    checkUnary("HardSigmoid", tw_hard_sigmoid_f32, {{"alpha", 0.3F}, {"beta", 0.4F}});
    checkUnary("HardSwish", tw_hard_swish_f32);
    checkUnary("LeakyRelu", tw_leaky_relu_f32, {{"alpha", 0.2F}});
    checkUnary("Neg", tw_neg_f32);
    checkUnary("Reciprocal", tw_reciprocal_f32);
    checkUnary("Relu", tw_relu_f32);
    checkUnary("Round", tw_round_f32);
    checkUnary("Shrink", tw_shrink_f32, {{"lambd", 1.0F}, {"bias", 0.5F}});
    checkUnary("Sign", tw_sign_f32);
    checkUnary("Softsign", tw_softsign_f32);
    checkUnary("Sqrt", tw_sqrt_f32);
    checkUnary("ThresholdedRelu", tw_thresholded_relu_f32, {{"alpha", 0.5F}});
}

TEST(UnaryKernels, AgreeWithMathematicalFunctions)
{
    checkUnary("Acos", tw_acos_f32);
    checkUnary("Acosh", tw_acosh_f32);
    checkUnary("Asin", tw_asin_f32);
    checkUnary("Asinh", tw_asinh_f32);
    checkUnary("Atan", tw_atan_f32);
    checkUnary("Atanh", tw_atanh_f32);
    checkUnary("Celu", tw_celu_f32, {{"alpha", 2.0F}});
    checkUnary("Cos", tw_cos_f32);
    checkUnary("Cosh", tw_cosh_f32);
    checkUnary("Elu", tw_elu_f32, {{"alpha", 2.0F}});
    checkUnary("Erf", tw_erf_f32);
    checkUnary("Exp", tw_exp_f32);
    checkUnary("Log", tw_log_f32);
    checkUnary("Mish", tw_mish_f32);
    checkUnary("Selu", tw_selu_f32);
    checkUnary("Sigmoid", tw_sigmoid_f32);
    checkUnary("Sin", tw_sin_f32);
    checkUnary("Sinh", tw_sinh_f32);
    checkUnary("Softplus", tw_softplus_f32);
    checkUnary("Swish", tw_swish_f32, {{"alpha", 1.5F}});
    checkUnary("Tan", tw_tan_f32);
    checkUnary("Tanh", tw_tanh_f32);
}

TEST(UnaryKernels, AgreeOnIntegersAndBools)
{
    checkUnary("Relu", tw_relu_i8);
    checkUnary("Relu", tw_relu_u8);
    checkUnary("Relu", tw_relu_i16);
    checkUnary("Relu", tw_relu_i32);
    checkUnary("Abs", tw_abs_i8);
    checkUnary("Abs", tw_abs_u8);
    checkUnary("Abs", tw_abs_i16);
    checkUnary("Abs", tw_abs_i32);
    checkUnary("Neg", tw_neg_i8);
    checkUnary("Neg", tw_neg_i16);
    checkUnary("Neg", tw_neg_i32);
    checkUnary("Sign", tw_sign_i8);
    checkUnary("Sign", tw_sign_i16);
    checkUnary("Sign", tw_sign_i32);
    checkOne<std::uint8_t, std::uint8_t>(nodeOf({"BitwiseNot", {{U8, {9}}}}), tw_bitwise_not_8);
    checkOne<std::int16_t, std::int16_t>(nodeOf({"BitwiseNot", {{I16, {9}}}}), tw_bitwise_not_16);
    checkOne<std::int32_t, std::int32_t>(nodeOf({"BitwiseNot", {{I32, {9}}}}), tw_bitwise_not_32);
    checkOne<std::uint64_t, std::uint64_t>(nodeOf({"BitwiseNot", {{U64, {9}}}}), tw_bitwise_not_64);
    checkOne<std::uint8_t, std::uint8_t>(nodeOf({"Not", {{Bool, {9}}}}), tw_not_bool);
}

TEST(UnaryKernels, TellInfinityAndNan)
{
    for (const std::string op : {"IsInf", "IsNaN"}) {
        auto node = nodeOf({op, {{F32, {4}}}, op == "IsInf" ? Attributes{{"detect_negative", std::int64_t{0}}} : Attributes{}});
        node.inputs[0].constant = ir::fromDoubles(F32, Shape{4}, std::vector<double>{INFINITY, -INFINITY, NAN, 1});
        checkOne<float, std::uint8_t>(node, op == "IsInf" ? tw_is_inf_f32 : tw_is_nan_f32);
    }
}

TEST(GeluKernels, AgreeInBothForms)
{
    checkOne<float, float>(nodeOf({"Gelu", {{F32, {33}}}}), tw_gelu_f32);
    checkOne<float, float>(nodeOf({"Gelu", {{F32, {33}}}, {{"approximate", std::string("tanh")}}}), tw_gelu_f32);
    const auto grad = nodeOf({"GeluGrad", {{F32, {33}}, {F32, {33}}}, {}, "com.microsoft", 1});
    const auto args = argumentStruct<tw_gelu_args>(grad);
    expectMatchesReference<float>(grad, [&](float* y) {
        tw_gelu_grad_f32(&args, inputData<float>(grad, 0), inputData<float>(grad, 1), y);
    });
}

template <class X>
void checkClip(void (*kernel)(const tw_clip_args*, const X*, X*))
{
    auto node = nodeOf({"Clip", {{typeOf<X>(), {3, 7}}, {typeOf<X>(), Shape::scalar()}, {typeOf<X>(), Shape::scalar()}}});
    node.inputs[1].constant = ir::fromDoubles(typeOf<X>(), Shape::scalar(), std::vector<double>{1});
    node.inputs[2].constant = ir::fromDoubles(typeOf<X>(), Shape::scalar(), std::vector<double>{3});
    checkOne<X, X>(node, kernel);
    checkOne<X, X>(nodeOf({"Clip", {{typeOf<X>(), {3, 7}}}}), kernel);
}

TEST(ClipKernels, AgreeForEveryType)
{
    checkClip(tw_clip_f32);
    checkClip(tw_clip_i8);
    checkClip(tw_clip_u8);
    checkClip(tw_clip_i16);
    checkClip(tw_clip_u16);
    checkClip(tw_clip_i32);
}

template <class A, class B, class C, class InA, class InB, class Out>
void checkTwo(const ops::OpNode& node, void (*kernel)(const tw_binary_args*, const InA*, const InB*, Out*))
{
    const auto args = argumentStruct<tw_binary_args>(node, TW_MAX_DIMS);
    expectMatchesReference<C>(node, [&](C* c) { kernel(&args, inputData<A>(node, 0), inputData<B>(node, 1), c); });
}

using FloatKernel = void (*)(const tw_binary_args*, const float*, const float*, float*);

/// The flat kernel on the shapes its rows allow, the general one on others.
void checkFloats(const std::string& op, FloatKernel flat, FloatKernel general, const Attributes& attributes = {})
{
    const auto check = [&](const Shape& a, const Shape& b, FloatKernel kernel) {
        checkTwo<float, float, float>(nodeOf({op, {{F32, a}, {F32, b}}, attributes}), kernel);
    };
    check({2, 3, 4}, {2, 3, 4}, flat);
    check({2, 3, 4}, {1}, flat);
    if (op != "PRelu")
        check(Shape::scalar(), {2, 3, 4}, flat);
    check({2, 3, 4}, {2, 3, 4}, general);
    check({2, 3, 4}, {3, 1}, general);
    check({2, 1, 4}, {1, 3, 1}, general);
    check({2, 3, 4}, {4}, general);
}

TEST(BinaryKernels, AgreeOnFloats)
{
    checkFloats("Add", tw_add_f32, tw_add_broadcast_f32);
    checkFloats("Sub", tw_sub_f32, tw_sub_broadcast_f32);
    checkFloats("Mul", tw_mul_f32, tw_mul_broadcast_f32);
    checkFloats("Div", tw_div_f32, tw_div_broadcast_f32);
    checkFloats("Mod", tw_mod_f32, tw_mod_broadcast_f32, {{"fmod", std::int64_t{1}}});
    checkFloats("Pow", tw_pow_f32, tw_pow_broadcast_f32);
    checkFloats("PRelu", tw_prelu_f32, tw_prelu_broadcast_f32);
}

template <class T>
void checkIntegers(void (*kernel)(const tw_binary_args*, const T*, const T*, T*))
{
    for (const std::string op : {"Add", "Sub", "Mul", "Div", "Mod", "BitwiseAnd", "BitwiseOr", "BitwiseXor"})
        checkTwo<T, T, T>(nodeOf({op, {{typeOf<T>(), {2, 3, 4}}, {typeOf<T>(), {3, 1}}}}), kernel);
    checkTwo<T, T, T>(nodeOf({"Mod", {{typeOf<T>(), {8}}, {typeOf<T>(), {8}}}, {{"fmod", std::int64_t{1}}}}), kernel);
    if (std::is_unsigned_v<T>)
        checkTwo<T, T, T>(nodeOf({"BitShift", {{typeOf<T>(), {8}}, {typeOf<T>(), {8}}}, {{"direction", std::string("RIGHT")}}}),
                          kernel);
    if (sizeof(T) >= 4) {
        checkTwo<T, T, T>(nodeOf({"PRelu", {{typeOf<T>(), {8}}, {typeOf<T>(), {1}}}}), kernel);
        checkTwo<T, T, T>(nodeOf({"Pow", {{typeOf<T>(), {8}}, {typeOf<T>(), {8}}}}), kernel);
    }
}

TEST(BinaryKernels, AgreeOnIntegers)
{
    checkIntegers(tw_binary_i8);
    checkIntegers(tw_binary_u8);
    checkIntegers(tw_binary_i16);
    checkIntegers(tw_binary_u16);
    checkIntegers(tw_binary_i32);
    checkIntegers(tw_binary_u32);
    checkIntegers(tw_binary_i64);
    checkIntegers(tw_binary_u64);
}

template <class T>
void checkComparisons(void (*kernel)(const tw_binary_args*, const T*, const T*, std::uint8_t*))
{
    for (const std::string op : {"Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual"})
        checkTwo<T, T, std::uint8_t>(nodeOf({op, {{typeOf<T>(), {5, 6, 2}}, {typeOf<T>(), {6, 1}}}}), kernel);
}

TEST(BinaryKernels, AgreeOnComparisonsAndLogic)
{
    checkComparisons(tw_compare_f32);
    checkComparisons(tw_compare_i8);
    checkComparisons(tw_compare_u8);
    checkComparisons(tw_compare_i16);
    checkComparisons(tw_compare_u16);
    checkComparisons(tw_compare_i32);
    checkComparisons(tw_compare_u32);
    checkComparisons(tw_compare_i64);
    checkComparisons(tw_compare_u64);
    for (const std::string op : {"And", "Or", "Xor"})
        checkTwo<std::uint8_t, std::uint8_t, std::uint8_t>(nodeOf({op, {{Bool, {3, 4}}, {Bool, {4}}}}), tw_compare_u8);
}

TEST(BinaryKernels, WidenNarrowIntegers)
{
    const Attributes widen = {{"widen", std::int64_t{1}}};
    for (const std::string op : {"Add", "Sub", "Mul"}) {
        const auto same = [&](ir::DataType a, ir::DataType b) { return nodeOf({op, {{a, {3, 5}}, {b, {3, 5}}}, widen}); };
        checkTwo<std::int8_t, std::int8_t, std::int32_t>(same(I8, I8), tw_widen_i8);
        checkTwo<std::uint8_t, std::uint8_t, std::int32_t>(same(U8, U8), tw_widen_u8);
        checkTwo<std::int8_t, std::uint8_t, std::int32_t>(same(I8, U8), tw_widen_i8_u8);
        checkTwo<std::uint8_t, std::int8_t, std::int32_t>(same(U8, I8), tw_widen_u8_i8);
        checkTwo<std::int16_t, std::int32_t, std::int32_t>(nodeOf({op, {{I16, {2, 1, 3}}, {I32, {4, 1}}}, widen}), tw_widen_any);
        checkTwo<std::uint8_t, std::int8_t, std::int32_t>(nodeOf({op, {{U8, {3}}, {I8, {4, 1}}}, widen}), tw_widen_any);
    }
}

template <class T>
void checkVariadic(const std::string& op, void (*kernel)(const tw_variadic_args*, const void* const*, T*))
{
    const auto node = nodeOf({op, {{typeOf<T>(), {2, 3}}, {typeOf<T>(), {3}}, {typeOf<T>(), {2, 1}}}});
    const auto args = argumentStruct<tw_variadic_args>(node, TW_MAX_DIMS);
    const void* inputs[] = {inputData<T>(node, 0), inputData<T>(node, 1), inputData<T>(node, 2)};
    expectMatchesReference<T>(node, [&](T* y) { kernel(&args, inputs, y); });
}

TEST(VariadicKernels, AgreeForEveryType)
{
    checkVariadic("Sum", tw_sum_f32);
    checkVariadic("Mean", tw_mean_f32);
    checkVariadic("Max", tw_max_f32);
    checkVariadic("Min", tw_min_f32);
    checkVariadic("Max", tw_max_i8);
    checkVariadic("Max", tw_max_u8);
    checkVariadic("Max", tw_max_i16);
    checkVariadic("Max", tw_max_i32);
    checkVariadic("Max", tw_max_i64);
    checkVariadic("Min", tw_min_i8);
    checkVariadic("Min", tw_min_u8);
    checkVariadic("Min", tw_min_i16);
    checkVariadic("Min", tw_min_i32);
    checkVariadic("Min", tw_min_i64);
}

template <class T>
void checkWhere()
{
    const auto node = nodeOf({"Where", {{Bool, {4, 1}}, {typeOf<T>(), {3}}, {typeOf<T>(), {2, 4, 3}}}});
    const auto args = argumentStruct<tw_where_args>(node, TW_MAX_DIMS);
    expectMatchesReference<T>(node, [&](T* y) {
        tw_where(&args, inputData<std::uint8_t>(node, 0), inputData<T>(node, 1), inputData<T>(node, 2), y);
    });
}

TEST(WhereKernel, MovesElementsOfEveryWidth)
{
    checkWhere<std::int8_t>();
    checkWhere<std::int16_t>();
    checkWhere<float>();
    checkWhere<std::int64_t>();
}

TEST(SgdKernel, Agrees)
{
    const auto node = nodeOf({"SGD", {{F32, {3, 5}}, {F32, {3, 5}}}, {{"lr", 0.1F}}});
    const auto args = argumentStruct<tw_sgd_args>(node);
    expectMatchesReference<float>(node, [&](float* y) {
        tw_sgd_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), y);
    });
}

}  // namespace
}  // namespace tw::testing
