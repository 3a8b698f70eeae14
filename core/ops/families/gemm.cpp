// SPDX-License-Identifier: Apache-2.0
// General matrix product alpha * A' * B' + beta * C, plain and with the requantisation that followed it merged in.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/product.h"

#include <cmath>

namespace tw::ops {
namespace {

enum GemmInput : std::size_t { A, B, C, Mul, Add };

struct Scaling {
    double alpha = 1;
    double beta = 1;
};

Result<Scaling> scalingOf(const OpNode& node)
{
    Scaling scaling;
    TW_TRY(scaling.alpha, node.floatOf("alpha", 1.0));
    TW_TRY(scaling.beta, node.floatOf("beta", 1.0));
    return scaling;
}

struct Transposed {
    bool a = false;
    bool b = false;
};

Result<Transposed> transposedOf(const OpNode& node)
{
    TW_TRY(const auto a, node.intOf("transA", 0));
    TW_TRY(const auto b, node.intOf("transB", 0));
    return Transposed{a != 0, b != 0};
}

Result<Shape> outputShape(const OpNode& node)
{
    TW_TRY(const auto transposed, transposedOf(node));
    TW_TRY_VOID(scalingOf(node));
    for (const auto input : {A, B})
        if (node.shape(input).ranked() && node.shape(input).rank() != 2)
            return Error{.code = Code::BadShape, .message = cat("Gemm multiplies matrices, got ", node.shape(input))};
    const Shape a = node.shape(A).ranked() ? node.shape(A) : Shape::ofRank(2);
    const Shape b = node.shape(B).ranked() ? node.shape(B) : Shape::ofRank(2);
    const auto& depthOfA = a[transposed.a ? 0 : 1];
    const auto& depthOfB = b[transposed.b ? 1 : 0];
    if (depthOfA.known() && depthOfB.known() && depthOfA.value != depthOfB.value)
        return Error{.code = Code::BadShape,
                     .message = cat("matrices ", a, " and ", b, " do not fit together: ", depthOfA.value, " is not ",
                                    depthOfB.value)};
    Shape shape(std::vector<ir::Dim>{a[transposed.a ? 1 : 0], b[transposed.b ? 0 : 1]});
    if (node.has(C) && node.shape(C).isStatic() && shape.isStatic()) {
        const auto together = broadcastShapes({shape, node.shape(C)});
        if (!together || *together != shape)
            return Error{.code = Code::BadShape, .message = cat("C of shape ", node.shape(C), " does not fit ", shape)};
    }
    return shape;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(auto shape, outputShape(node));
    return std::vector<Inferred>{{.type = linearResultType(node.type(A), node.type(B)), .shape = std::move(shape)}};
}

Result<std::vector<Inferred>> inferRequantized(const OpNode& node)
{
    TW_TRY_VOID(requantOf(node));
    TW_TRY(auto shape, outputShape(node));
    return std::vector<Inferred>{{.type = requantType(node), .shape = std::move(shape)}};
}

Result<Product> productOf(const OpNode& node)
{
    TW_TRY(const auto transposed, transposedOf(node));
    const auto& a = node.shape(A);
    const auto& b = node.shape(B);
    return Product{.m = a[transposed.a ? 1 : 0].value,
                   .n = b[transposed.b ? 0 : 1].value,
                   .k = a[transposed.a ? 0 : 1].value,
                   .transA = transposed.a,
                   .transB = transposed.b};
}

template <class T>
Result<std::vector<T>> computed(const OpNode& node)
{
    TW_TRY(const auto product, productOf(node));
    TW_TRY(const auto scaling, scalingOf(node));
    auto y = multiplied(product, valuesOf<T>(node, A), valuesOf<T>(node, B));
    const auto alpha = static_cast<T>(scaling.alpha);
    const auto beta = static_cast<T>(scaling.beta);
    for (auto& value : y)
        value *= alpha;
    if (!node.has(C))
        return y;
    const auto c = valuesOf<T>(node, C);
    const auto places = broadcastIndices(node.shape(C), Shape{product.m, product.n});
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] += beta * c[places[i]];
    return y;
}

/// Integer arithmetic has no use for a fractional factor.
Result<void> checkWhole(const OpNode& node)
{
    TW_TRY(const auto scaling, scalingOf(node));
    for (const double factor : {scaling.alpha, scaling.beta})
        if (factor != std::round(factor) || std::abs(factor) > 1e6)
            return Error{.code = Code::UnsupportedOperator,
                         .message = cat("a factor of ", factor, " is not possible on integers")};
    return {};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    if (computesInIntegers(node)) {
        TW_TRY_VOID(checkWhole(node));
        TW_TRY(const auto y, computed<std::int64_t>(node));
        return asOutput(node, y);
    }
    TW_TRY(const auto y, computed<double>(node));
    return asOutput(node, y);
}

Result<std::vector<TensorData>> evaluateRequantized(const OpNode& node)
{
    TW_TRY_VOID(checkWhole(node));
    TW_TRY(const auto y, computed<std::int64_t>(node));
    return requantisedOutput(node, y, Mul, ParameterRule::Broadcast);
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto product = productOf(node);
    TW_CHECK(product.has_value());
    counts.macs = product->m * product->n * product->k;
    counts.elementOps = node.has(C) ? product->m * product->n : 0;
    return counts;
}

Counts countRequantized(const OpNode& node)
{
    Counts counts = count(node);
    counts.elementOps += kRequantOperations * node.outputs[0].shape.elements().value_or(0);
    return counts;
}

AccessMap accessWith(const OpNode& node, const DimAccess& reduction)
{
    const auto product = productOf(node);
    TW_CHECK(product.has_value());
    using Dims = std::vector<DimAccess>;
    AccessMap map;
    map.inputs.resize(node.inputs.size());
    map.inputs[A] = product->transA ? Dims{reduction, permuted(0)} : Dims{identity(0), reduction};
    map.inputs[B] = product->transB ? Dims{permuted(1), reduction} : Dims{reduction, identity(1)};
    if (node.has(C))
        map.inputs[C] = broadcastAccess(node.shape(C), node.outputs[0].shape);
    return map;
}

AccessMap access(const OpNode& node)
{
    return accessWith(node, reduced());
}

AccessMap accessRequantized(const OpNode& node)
{
    // a partial sum cannot be requantised
    return withParameters(accessWith(node, full()), node, Mul, ParameterRule::Broadcast);
}

Result<Arguments> productFields(const OpNode& node)
{
    TW_TRY(const auto product, productOf(node));
    TW_TRY(const auto scaling, scalingOf(node));
    TW_TRY(auto result, productArguments(node, product));
    const auto steps = broadcastStrides(node.has(C) ? node.shape(C) : Shape::scalar(), Shape{product.m, product.n});
    result.push_back({"alpha", scaling.alpha});
    result.push_back({"beta", scaling.beta});
    result.push_back({"c_row", steps[0]});
    result.push_back({"c_column", steps[1]});
    return result;
}

Result<Arguments> arguments(const OpNode& node)
{
    if (computesInIntegers(node))
        TW_TRY_VOID(checkWhole(node));
    TW_TRY(auto result, productFields(node));
    const auto unused = noRequantArguments();
    result.insert(result.end(), unused.begin(), unused.end());
    return result;
}

Result<ResultSteps> stepsOf(const OpNode& node, std::size_t parameter)
{
    TW_TRY(const auto steps, parameterSteps(node.outputs[0].shape, node.shape(parameter), ParameterRule::Broadcast));
    return ResultSteps{.batch = {}, .row = steps[0], .column = steps[1]};
}

Result<Arguments> argumentsRequantized(const OpNode& node)
{
    TW_TRY_VOID(checkWhole(node));
    TW_TRY(auto result, productFields(node));
    TW_TRY(const auto product, productOf(node));
    TW_TRY(const auto mul, stepsOf(node, Mul));
    TW_TRY(const auto add, stepsOf(node, Add));
    TW_TRY(const auto requant, requantArguments(node, product, mul, add));
    result.insert(result.end(), requant.begin(), requant.end());
    return result;
}

}  // namespace

extern const OpFamily gemmFamily;
const OpFamily gemmFamily = {
    .name = "gemm",
    .ops = {{.op = "Gemm",
             .inputNames = {"A", "B", "C"},
             .argsType = "tw_gemm_args",
             .documentation = "Matrix product, scaled, plus a scaled matrix, row, column or number.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "RequantizedGemm",
             .domains = {"tilewright"},
             .inputNames = {"A", "B", "C", "mul", "add"},
             .argsType = "tw_gemm_args",
             .documentation = "Matrix product whose exact result is scaled, shifted and clipped.",
             .infer = inferRequantized,
             .evaluate = evaluateRequantized,
             .count = countRequantized,
             .access = accessRequantized,
             .arguments = argumentsRequantized}}};

}  // namespace tw::ops
