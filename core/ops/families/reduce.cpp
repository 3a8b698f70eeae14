// SPDX-License-Identifier: Apache-2.0
// Reductions over some axes. An operator is a row of kOps: how one group of values becomes one.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace tw::ops {
namespace {

using Reals = std::vector<double>;
using Wholes = std::vector<std::int64_t>;

struct ReduceOp {
    std::string_view op;
    int code;                              // TW_REDUCE_... in kernels/include/reduce.h
    double (*real)(const Reals&);
    std::int64_t (*whole)(const Wholes&);  // nullptr: `real`, truncated
    int operations;                        // per input element
};

double sumOf(const Reals& values) { return std::accumulate(values.begin(), values.end(), 0.0); }
std::int64_t wholeSum(const Wholes& values) { return std::accumulate(values.begin(), values.end(), std::int64_t{0}); }

double sumOfSquares(const Reals& values)
{
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

double sumOfMagnitudes(const Reals& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0, [](double sum, double x) { return sum + std::fabs(x); });
}

double largest(const Reals& values)
{
    return values.empty() ? -INFINITY : *std::max_element(values.begin(), values.end());
}

double smallest(const Reals& values)
{
    return values.empty() ? INFINITY : *std::min_element(values.begin(), values.end());
}

std::int64_t wholeLargest(const Wholes& values)
{
    return values.empty() ? std::numeric_limits<std::int64_t>::min() : *std::max_element(values.begin(), values.end());
}

std::int64_t wholeSmallest(const Wholes& values)
{
    return values.empty() ? std::numeric_limits<std::int64_t>::max() : *std::min_element(values.begin(), values.end());
}

double logSumExp(const Reals& values)
{
    const double top = largest(values);
    if (std::isinf(top))
        return top;   // no values, or one that swallows all others
    double sum = 0;
    for (const double x : values)
        sum += std::exp(x - top);
    return top + std::log(sum);
}

/// floor(mean + 1/2): half goes up.
std::int64_t roundedMean(const Wholes& values)
{
    if (values.empty())
        return 0;
    const auto n = static_cast<std::int64_t>(values.size());
    const std::int64_t doubled = 2 * wholeSum(values) + n;
    return doubled / (2 * n) - (doubled % (2 * n) < 0 ? 1 : 0);
}

const std::array kOps = std::to_array<ReduceOp>({
    {"ReduceSum", 0, sumOf, wholeSum, 1},
    {"ReduceMean", 1, [](const Reals& x) { return sumOf(x) / static_cast<double>(x.size()); }, roundedMean, 1},
    {"IntegerMean", 1, [](const Reals& x) { return std::floor(sumOf(x) / static_cast<double>(x.size()) + 0.5); },
     roundedMean, 1},
    {"ReduceMax", 2, largest, wholeLargest, 1},
    {"ReduceMin", 3, smallest, wholeSmallest, 1},
    {"ReduceProd", 4,
     [](const Reals& x) { return std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>()); },
     [](const Wholes& x) {
         return static_cast<std::int64_t>(std::accumulate(x.begin(), x.end(), std::uint64_t{1}, std::multiplies<>()));
     },
     1},
    {"ReduceL1", 5, sumOfMagnitudes, nullptr, 2},
    {"ReduceL2", 6, [](const Reals& x) { return std::sqrt(sumOfSquares(x)); }, nullptr, 2},
    {"ReduceLogSum", 7, [](const Reals& x) { return std::log(sumOf(x)); }, nullptr, 1},
    {"ReduceLogSumExp", 8, logSumExp, nullptr, 3},
    {"ReduceSumSquare", 9, sumOfSquares, nullptr, 2},
});

const ReduceOp& opOf(const OpNode& node)
{
    const auto found = std::find_if(kOps.begin(), kOps.end(), [&](const ReduceOp& op) { return op.op == node.node.op; });
    TW_CHECK(found != kOps.end());
    return *found;
}

DataType typeOfResult(const OpNode& node)
{
    const DataType x = node.type(0);
    const bool narrow = x == DataType::I8 || x == DataType::U8 || x == DataType::I16;
    return node.node.op == "ReduceSum" && narrow ? DataType::I32 : x;
}

/// Which axes vanish. Needs a known rank.
Result<std::vector<bool>> reducedAxes(const OpNode& node)
{
    const int rank = node.shape(0).rank();
    TW_TRY(const auto given, node.intsOfAttributeOrInput("axes", 1));
    TW_TRY(const auto noop, node.intOf("noop_with_empty_axes", 0));
    if (!given || given->empty())
        return std::vector<bool>(static_cast<std::size_t>(rank), noop == 0);
    std::vector<bool> reduced(static_cast<std::size_t>(rank), false);
    for (const auto axis : *given) {
        const auto normal = ir::normalAxis(axis, rank);
        if (!normal)
            return Error{.code = Code::BadAttribute, .message = cat("axis ", axis, " is outside a tensor of rank ", rank),
                         .place = {.attribute = "axes"}};
        reduced[static_cast<std::size_t>(*normal)] = true;
    }
    return reduced;
}

/// The input's shape with 1 in place of the reduced dimensions.
Shape keptShape(const Shape& x, const std::vector<bool>& reduced)
{
    Shape kept = x;
    for (int axis = 0; axis < x.rank(); ++axis)
        if (reduced[static_cast<std::size_t>(axis)])
            kept[axis] = {.value = 1};
    return kept;
}

Shape withoutReduced(const Shape& x, const std::vector<bool>& reduced)
{
    Shape rest = Shape::scalar();
    for (int axis = 0; axis < x.rank(); ++axis)
        if (!reduced[static_cast<std::size_t>(axis)])
            rest.append(x[axis]);
    return rest;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const DataType type = typeOfResult(node);
    const Shape& x = node.shape(0);
    TW_TRY(const auto keep, node.intOf("keepdims", 1));
    if (!x.ranked())
        return std::vector<Inferred>{{.type = type, .shape = {}}};
    const auto reduced = reducedAxes(node);
    if (!reduced && reduced.error().code == Code::UnknownShape)
        return std::vector<Inferred>{{.type = type, .shape = keep != 0 ? Shape::ofRank(x.rank()) : Shape()}};
    if (!reduced)
        return reduced.error();
    const Shape shape = keep != 0 ? keptShape(x, reduced.value()) : withoutReduced(x, reduced.value());
    return std::vector<Inferred>{{.type = type, .shape = shape}};
}

/// The values that fall into each element of the result, in the input's order.
template <class T>
std::vector<std::vector<T>> groups(const Shape& x, const std::vector<bool>& reduced, const std::vector<T>& values)
{
    const Shape kept = keptShape(x, reduced);
    const auto target = broadcastIndices(kept, x);
    std::vector<std::vector<T>> result(static_cast<std::size_t>(kept.elements().value_or(0)));
    for (std::size_t i = 0; i < values.size(); ++i)
        result[target[i]].push_back(values[i]);
    return result;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const ReduceOp& op = opOf(node);
    const TensorData& x = *node.constant(0);
    const Operand& output = node.outputs[0];
    TW_TRY(const auto reduced, reducedAxes(node));
    if (!ir::isFloat(x.type) && op.whole) {
        const bool saturates = ir::isInteger(output.type) && x.elements() == 0;   // the extremes of nothing
        Wholes results;
        for (const auto& group : groups(x.shape, reduced, ir::toIntegers(x))) {
            const std::int64_t value = op.whole(group);
            results.push_back(saturates ? std::clamp(value, ir::lowest(output.type), ir::highest(output.type)) : value);
        }
        return std::vector<TensorData>{ir::fromIntegers(output.type, output.shape, results)};
    }
    Reals results;
    for (const auto& group : groups(x.shape, reduced, ir::toDoubles(x)))
        results.push_back(op.real(group));
    return std::vector<TensorData>{ir::fromDoubles(output.type, output.shape, results)};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = opOf(node).operations * node.shape(0).elements().value_or(0);
    return counts;
}

AccessMap access(const OpNode& node)
{
    AccessMap map{.inputs = std::vector<std::vector<DimAccess>>(node.inputs.size())};
    const auto axes = reducedAxes(node);
    if (!axes)
        return map;
    const bool keep = node.outputs[0].shape.rank() == node.shape(0).rank();
    int outputAxis = 0;
    for (int axis = 0; axis < node.shape(0).rank(); ++axis) {
        const bool gone = axes.value()[static_cast<std::size_t>(axis)];
        map.inputs[0].push_back(gone ? reduced() : identity(outputAxis));
        outputAxis += gone && !keep ? 0 : 1;
    }
    if (node.has(1))
        map.inputs[1].assign(static_cast<std::size_t>(node.shape(1).rank()), full());
    return map;
}

/// Loop axes from the outside in; one that continues its outer neighbour without a break joins it.
struct LoopAxes {
    std::vector<std::int64_t> dims;
    std::vector<std::int64_t> strides;

    void add(std::int64_t dim, std::int64_t stride)
    {
        if (!dims.empty() && strides.back() == dim * stride) {
            dims.back() *= dim;
            strides.back() = stride;
            return;
        }
        dims.push_back(dim);
        strides.push_back(stride);
    }
};

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto axes, reducedAxes(node));
    const auto sizes = node.shape(0).sizes();
    const auto strides = broadcastStrides(node.shape(0), node.shape(0));
    LoopAxes kept;
    LoopAxes gone;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
        if (sizes[axis] != 1)
            (axes[axis] ? gone : kept).add(sizes[axis], strides[axis]);
    for (LoopAxes* loops : {&kept, &gone})
        if (loops->dims.empty())
            loops->add(1, 0);   // C99 has no empty initialiser
    if (std::max(kept.dims.size(), gone.dims.size()) > kKernelDims)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("reducing ", node.shape(0), " needs more than ", kKernelDims, " loops")};
    const std::int64_t outputs = node.outputs[0].shape.elements().value_or(0);
    const auto rank = [](const LoopAxes& loops) { return static_cast<std::int64_t>(loops.dims.size()); };
    return Arguments{{"outputs", outputs},
                     {"group", outputs == 0 ? 0 : node.shape(0).elements().value_or(0) / outputs},
                     {"kept_rank", rank(kept)},
                     {"reduced_rank", rank(gone)},
                     {"operation", opOf(node).code},
                     {"kept_dims", kept.dims},
                     {"kept_strides", kept.strides},
                     {"reduced_dims", gone.dims},
                     {"reduced_strides", gone.strides}};
}

std::vector<OpDef> definitions()
{
    std::vector<OpDef> result;
    for (const auto& op : kOps)
        result.push_back({.op = op.op,
                          .domains = op.op == "IntegerMean"
                                         ? std::vector<std::string_view>{"", "PACTOps", "ai.onnx.contrib"}
                                         : std::vector<std::string_view>{""},
                          .inputNames = {"X", "axes"},
                          .argsType = "tw_reduce_args",
                          .documentation = "Makes one value of all values along the given axes.",
                          .infer = infer,
                          .evaluate = evaluate,
                          .count = count,
                          .access = access,
                          .arguments = arguments});
    return result;
}

}  // namespace

extern const OpFamily reduceFamily;
const OpFamily reduceFamily = {.name = "reduce", .ops = definitions()};

}  // namespace tw::ops
