// SPDX-License-Identifier: Apache-2.0
// Matrix product over broadcast batches, plain and with the requantisation that followed it merged in.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/product.h"

namespace tw::ops {
namespace {

enum MatMulInput : std::size_t { A, B, Mul, Add };

/// An operand as a stack of matrices: a vector on the left is one row, on the right one column.
struct Stack {
    Shape batch = Shape::scalar();
    ir::Dim rows = {.value = 1};
    ir::Dim columns = {.value = 1};
};

Stack stackOf(const Shape& shape, std::size_t input)
{
    if (shape.rank() == 1)
        return input == A ? Stack{.columns = shape[0]} : Stack{.rows = shape[0]};
    const auto& dims = shape.dims();
    return {.batch = Shape(std::vector<ir::Dim>(dims.begin(), dims.end() - 2)),
            .rows = dims[dims.size() - 2],
            .columns = dims[dims.size() - 1]};
}

Result<Shape> outputShape(const OpNode& node)
{
    const auto& a = node.shape(A);
    const auto& b = node.shape(B);
    for (const auto& shape : {a, b})
        if (shape.ranked() && shape.rank() == 0)
            return Error{.code = Code::RankTooSmall, .message = "MatMul multiplies vectors and matrices, got a number"};
    if (!a.ranked() || !b.ranked())
        return Shape();
    const Stack left = stackOf(a, A);
    const Stack right = stackOf(b, B);
    if (left.columns.known() && right.rows.known() && left.columns.value != right.rows.value)
        return Error{.code = Code::BadShape,
                     .message = cat("matrices ", a, " and ", b, " do not fit together: ", left.columns.value, " is not ",
                                    right.rows.value)};
    TW_TRY(auto shape, broadcastShapes({left.batch, right.batch}));
    if (a.rank() > 1)
        shape.append(left.rows);
    if (b.rank() > 1)
        shape.append(right.columns);
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

std::vector<std::int64_t> batchSteps(const Shape& operand, const Shape& batch, std::int64_t matrix)
{
    auto steps = broadcastStrides(operand, batch);
    for (auto& step : steps)
        step *= matrix;
    return steps;
}

Result<Product> productOf(const OpNode& node)
{
    const Stack left = stackOf(node.shape(A), A);
    const Stack right = stackOf(node.shape(B), B);
    Product product{.m = left.rows.value, .n = right.columns.value, .k = left.columns.value};
    TW_TRY(const auto batch, broadcastShapes({left.batch, right.batch}));
    product.batch = batch.sizes();
    product.aBatch = batchSteps(left.batch, batch, product.m * product.k);
    product.bBatch = batchSteps(right.batch, batch, product.k * product.n);
    return product;
}

template <class T>
Result<std::vector<T>> computed(const OpNode& node)
{
    TW_TRY(const auto product, productOf(node));
    return multiplied(product, valuesOf<T>(node, A), valuesOf<T>(node, B));
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    if (computesInIntegers(node)) {
        TW_TRY(const auto y, computed<std::int64_t>(node));
        return asOutput(node, y);
    }
    TW_TRY(const auto y, computed<double>(node));
    return asOutput(node, y);
}

Result<std::vector<TensorData>> evaluateRequantized(const OpNode& node)
{
    TW_TRY(const auto y, computed<std::int64_t>(node));
    return requantisedOutput(node, y, Mul, ParameterRule::Broadcast);
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto product = productOf(node);
    TW_CHECK(product.has_value());
    counts.macs = product->batches() * product->m * product->n * product->k;
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
    const auto& output = node.outputs[0].shape;
    const bool hasRows = node.shape(A).rank() > 1;
    const bool hasColumns = node.shape(B).rank() > 1;
    const int batchRank = output.rank() - (hasRows ? 1 : 0) - (hasColumns ? 1 : 0);
    const auto batchOf = [&](const Shape& operand, std::size_t input) {
        Shape batch = Shape::scalar();
        for (int axis = 0; axis < batchRank; ++axis)
            batch.append(output[axis]);
        return broadcastAccess(stackOf(operand, input).batch, batch);
    };
    AccessMap map;
    map.inputs.resize(node.inputs.size());
    map.inputs[A] = batchOf(node.shape(A), A);
    if (hasRows)
        map.inputs[A].push_back(identity(batchRank));
    map.inputs[A].push_back(reduction);
    map.inputs[B] = batchOf(node.shape(B), B);
    map.inputs[B].push_back(reduction);
    if (hasColumns)
        map.inputs[B].push_back(identity(output.rank() - 1));
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
    TW_TRY(auto result, productArguments(node, product));
    const Arguments scaling{{"alpha", 1.0}, {"beta", 0.0}, {"c_row", std::int64_t{0}}, {"c_column", std::int64_t{0}}};
    result.insert(result.end(), scaling.begin(), scaling.end());
    return result;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(auto result, productFields(node));
    const auto unused = noRequantArguments();
    result.insert(result.end(), unused.begin(), unused.end());
    return result;
}

/// Steps of a parameter of the result; the row or column that a vector operand leaves out has none.
Result<ResultSteps> stepsOf(const OpNode& node, std::size_t parameter)
{
    TW_TRY(auto perAxis, parameterSteps(node.outputs[0].shape, node.shape(parameter), ParameterRule::Broadcast));
    ResultSteps steps;
    const auto takeLast = [&perAxis] {
        const auto last = perAxis.back();
        perAxis.pop_back();
        return last;
    };
    if (node.shape(B).rank() > 1)
        steps.column = takeLast();
    if (node.shape(A).rank() > 1)
        steps.row = takeLast();
    steps.batch = perAxis;
    return steps;
}

Result<Arguments> argumentsRequantized(const OpNode& node)
{
    TW_TRY(auto result, productFields(node));
    TW_TRY(const auto product, productOf(node));
    TW_TRY(const auto mul, stepsOf(node, Mul));
    TW_TRY(const auto add, stepsOf(node, Add));
    TW_TRY(const auto requant, requantArguments(node, product, mul, add));
    result.insert(result.end(), requant.begin(), requant.end());
    return result;
}

}  // namespace

extern const OpFamily matmulFamily;
const OpFamily matmulFamily = {
    .name = "matmul",
    .ops = {{.op = "MatMul",
             .inputNames = {"A", "B"},
             .argsType = "tw_gemm_args",
             .documentation = "Product of two matrices, or of two stacks of matrices.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "RequantizedMatMul",
             .domains = {"tilewright"},
             .inputNames = {"A", "B", "mul", "add"},
             .argsType = "tw_gemm_args",
             .documentation = "Matrix product whose exact result is scaled, shifted and clipped.",
             .infer = inferRequantized,
             .evaluate = evaluateRequantized,
             .count = countRequantized,
             .access = accessRequantized,
             .arguments = argumentsRequantized}}};

}  // namespace tw::ops
