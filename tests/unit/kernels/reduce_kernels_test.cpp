// SPDX-License-Identifier: Apache-2.0
// The C kernels of reductions, softmax, normalisations and losses against the reference evaluation.
#include "tests/support/kernel_case.h"

extern "C" {
#include "arg_reduce.h"
#include "cross_entropy.h"
#include "group_norm.h"
#include "layer_norm.h"
#include "normalization.h"
#include "reduce.h"
#include "softmax.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ops::testing::nodeOf;
using Attributes = std::map<std::string, ir::Attribute>;

ir::Attribute number(std::int64_t value)
{
    return value;
}

template <class X, class Y, class Args>
void check(const ops::OpNode& node, void (*kernel)(const Args*, const X*, Y*), std::size_t vectorLength = 0)
{
    const auto args = argumentStruct<Args>(node, vectorLength);
    expectMatchesReference<Y>(node, [&](Y* y) { kernel(&args, inputData<X>(node, 0), y); });
}

using Axes = std::vector<std::int64_t>;

/// All sets of axes that differ in how the kernel loops: inner, outer, both ends, the middle, everything.
template <class X, class Y>
void checkReduce(const std::string& op, ir::DataType type, void (*kernel)(const tw_reduce_args*, const X*, Y*))
{
    for (const Axes& axes : {Axes{3}, Axes{0}, Axes{0, 3}, Axes{1, 2}, Axes{0, 1, 2, 3}, Axes{0, 2}})
        check(nodeOf({op, {{type, {2, 3, 2, 3}}}, {{"axes", axes}, {"keepdims", number(0)}}}), kernel, TW_MAX_DIMS);
}

TEST(ReduceKernels, AgreeOnFloats)
{
    checkReduce("ReduceSum", F32, tw_reduce_sum_f32);
    checkReduce("ReduceMean", F32, tw_reduce_mean_f32);
    checkReduce("ReduceMax", F32, tw_reduce_max_f32);
    checkReduce("ReduceMin", F32, tw_reduce_min_f32);
    checkReduce("ReduceProd", F32, tw_reduce_prod_f32);
    checkReduce("ReduceL1", F32, tw_reduce_l1_f32);
    checkReduce("ReduceL2", F32, tw_reduce_l2_f32);
    checkReduce("ReduceLogSum", F32, tw_reduce_log_sum_f32);
    checkReduce("ReduceLogSumExp", F32, tw_reduce_log_sum_exp_f32);
    checkReduce("ReduceSumSquare", F32, tw_reduce_sum_square_f32);
}

TEST(ReduceKernels, AgreeOnIntegers)
{
    checkReduce("ReduceSum", I8, tw_reduce_sum_i8);
    checkReduce("ReduceSum", U8, tw_reduce_sum_u8);
    checkReduce("ReduceSum", I16, tw_reduce_sum_i16);
    checkReduce("ReduceSum", I32, tw_reduce_i32);
    for (const std::string op : {"ReduceMean", "IntegerMean", "ReduceMax", "ReduceMin"}) {
        checkReduce(op, I8, tw_reduce_i8);
        checkReduce(op, U8, tw_reduce_u8);
        checkReduce(op, I16, tw_reduce_i16);
        checkReduce(op, I32, tw_reduce_i32);
        checkReduce(op, I64, tw_reduce_i64);
    }
    checkReduce("ReduceProd", I32, tw_reduce_i32);
    checkReduce("ReduceSumSquare", I32, tw_reduce_i32);
}

TEST(ArgReduceKernels, AgreeForEveryType)
{
    for (const std::int64_t last : {0, 1}) {
        const auto node = [last](const std::string& op, ir::DataType type) {
            return nodeOf({op, {{type, {2, 9, 3}}}, {{"axis", number(1)}, {"select_last_index", number(last)}}});
        };
        check(node("ArgMax", F32), tw_arg_max_f32);
        check(node("ArgMax", I8), tw_arg_max_i8);
        check(node("ArgMax", U8), tw_arg_max_u8);
        check(node("ArgMax", I16), tw_arg_max_i16);
        check(node("ArgMax", I32), tw_arg_max_i32);
        check(node("ArgMin", F32), tw_arg_min_f32);
        check(node("ArgMin", I8), tw_arg_min_i8);
        check(node("ArgMin", U8), tw_arg_min_u8);
        check(node("ArgMin", I16), tw_arg_min_i16);
        check(node("ArgMin", I32), tw_arg_min_i32);
    }
}

TEST(SoftmaxKernels, AgreeAlongEveryAxis)
{
    for (const std::int64_t axis : {0, 1, 2}) {
        const Attributes attributes = {{"axis", number(axis)}};
        check(nodeOf({"Softmax", {{F32, {2, 3, 4}}}, attributes}), tw_softmax_f32);
        check(nodeOf({"Softmax", {{F32, {2, 3, 4}}}, attributes, "", 11}), tw_softmax_f32);
        check(nodeOf({"LogSoftmax", {{F32, {2, 3, 4}}}, attributes}), tw_log_softmax_f32);
        check(nodeOf({"Hardmax", {{F32, {2, 3, 4}}}, attributes}), tw_hardmax_f32);
        const auto grad = nodeOf({"SoftmaxGrad", {{F32, {2, 3, 4}}, {F32, {2, 3, 4}}}, attributes, "com.microsoft", 1});
        const auto args = argumentStruct<tw_softmax_args>(grad);
        expectMatchesReference<float>(grad, [&](float* y) {
            tw_softmax_grad_f32(&args, inputData<float>(grad, 0), inputData<float>(grad, 1), y);
        });
    }
}

TEST(LayerNormKernels, AgreeWithAndWithoutBias)
{
    for (const ir::DataType bias : {F32, Undefined}) {
        const auto node = nodeOf({"LayerNormalization", {{F32, {5, 3, 4}}, {F32, {3, 4}}, {bias, {3, 4}}}, {{"axis", number(1)}}});
        const auto args = argumentStruct<tw_layer_norm_args>(node);
        EXPECT_EQ(args.scale_count, args.length);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_layer_norm_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), inputData<float>(node, 2), y);
        });
    }
}

TEST(LayerNormKernels, AgreeOnRootMeanSquareAndGradient)
{
    for (const std::string op : {"RMSNorm", "RMSNormalization"}) {
        const auto node = nodeOf({op, {{F32, {5, 7}}, {F32, {7}}}, {}, "", 23});
        const auto args = argumentStruct<tw_layer_norm_args>(node);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_rms_norm_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), y);
        });
    }
    const auto grad = nodeOf({"LayerNormalizationGrad", {{F32, {5, 7}}, {F32, {5, 7}}, {F32, {7}}, {F32, {7}}}, {}, "com.microsoft", 1});
    const auto args = argumentStruct<tw_layer_norm_args>(grad);
    expectMatchesReference<float>(grad, [&](float* y) {
        tw_layer_norm_grad_f32(&args, inputData<float>(grad, 0), inputData<float>(grad, 1), inputData<float>(grad, 2),
                               inputData<float>(grad, 3), y);
    });
}

TEST(LayerNormKernels, RowsRefuseAScaleThatDiffersFromRowToRow)
{
    const auto node = nodeOf({"RMSNormalization", {{F32, {4, 4}}, {F32, {4, 1}}}, {}, "", 23});
    EXPECT_EQ(argumentStruct<tw_layer_norm_args>(node).scale_count, 0);
}

TEST(GroupNormKernels, AgreeForEveryKindOfParameters)
{
    const auto verify = [](const ops::OpNode& node) {
        const auto args = argumentStruct<tw_group_norm_args>(node);
        expectMatchesReference<float>(node, [&](float* y) {
            tw_group_norm_f32(&args, inputData<float>(node, 0), inputData<float>(node, 1), inputData<float>(node, 2), y);
        });
    };
    verify(nodeOf({"InstanceNormalization", {{F32, {2, 4, 3, 3}}, {F32, {4}}, {F32, {4}}}}));
    for (const ir::Shape& parameters : {ir::Shape{4}, ir::Shape{2}})
        verify(nodeOf({"GroupNormalization", {{F32, {2, 4, 3, 3}}, {F32, parameters}, {F32, parameters}}, {{"num_groups", number(2)}}}));
}

TEST(NormalizationKernels, Agree)
{
    for (const std::int64_t p : {1, 2})
        check(nodeOf({"LpNormalization", {{F32, {2, 3, 4}}}, {{"axis", number(1)}, {"p", number(p)}}}), tw_lp_normalization_f32);
    for (const Axes& axes : {Axes{0, 2, 3}, Axes{0, 1, 2, 3}, Axes{1, 2, 3}})
        check(nodeOf({"MeanVarianceNormalization", {{F32, {2, 3, 2, 2}}}, {{"axes", axes}}}), tw_mean_variance_f32);
    for (const std::int64_t size : {3, 4})
        check(nodeOf({"LRN", {{F32, {2, 6, 3}}}, {{"size", number(size)}, {"alpha", 0.5F}}}), tw_lrn_f32);
}

TEST(CrossEntropyKernels, GiveLogProbability)
{
    auto node = nodeOf({"SoftmaxCrossEntropyLoss", {{F32, {4, 5}}, {I64, {4}}}, {{"reduction", std::string("none")}}});
    node.outputs[0].shape = ir::Shape{4, 5};
    const auto args = argumentStruct<tw_cross_entropy_args>(node);
    EXPECT_EQ(args.gives_log_prob, 1);
    expectMatchesReference<float>(node, [&](float* y) {
        tw_cross_entropy_log_prob_f32(&args, inputData<float>(node, 0), inputData<std::int64_t>(node, 1), y);
    });
}

template <class T>
void checkGradient(ir::DataType type, void (*kernel)(const tw_cross_entropy_args*, const float*, const T*, float*))
{
    auto node = nodeOf({"SoftmaxCrossEntropyLossGrad", {{F32, {4, 5}}, {type, {4}}}, {}, "com.microsoft", 1});
    node.inputs[1].constant = ir::fromIntegers(type, ir::Shape{4}, Axes{0, 4, 2, 2});
    const auto args = argumentStruct<tw_cross_entropy_args>(node);
    expectMatchesReference<float>(node, [&](float* y) { kernel(&args, inputData<float>(node, 0), inputData<T>(node, 1), y); });
}

TEST(CrossEntropyKernels, GiveTheGradientForEveryTypeOfLabel)
{
    checkGradient(I8, tw_cross_entropy_grad_i8);
    checkGradient(U8, tw_cross_entropy_grad_u8);
    checkGradient(I32, tw_cross_entropy_grad_i32);
    checkGradient(I64, tw_cross_entropy_grad_i64);
}

}  // namespace
}  // namespace tw::testing
