// SPDX-License-Identifier: Apache-2.0
#include "core/ops/product.h"

#include "core/base/text.h"
#include "core/ops/broadcast.h"

#include <functional>
#include <numeric>

namespace tw::ops {
namespace {

std::int64_t offsetOf(std::int64_t index, const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& steps)
{
    std::int64_t offset = 0;
    for (std::size_t axis = sizes.size(); axis-- > 0; index /= sizes[axis])
        offset += index % sizes[axis] * steps[axis];
    return offset;
}

/// The values of the batch axes that need a loop, those longer than 1. At least one, as C has no empty arrays.
std::vector<std::int64_t> looped(const std::vector<std::int64_t>& values, const std::vector<std::int64_t>& sizes,
                                 std::int64_t ofNoAxis)
{
    std::vector<std::int64_t> kept;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
        if (sizes[axis] != 1)
            kept.push_back(values[axis]);
    if (kept.empty())
        kept.push_back(ofNoAxis);
    return kept;
}

void appendSteps(Arguments& fields, const std::string& name, const std::vector<std::int64_t>& batch,
                 const ResultSteps& steps)
{
    fields.push_back({name + "_batch", batch});
    fields.push_back({name + "_row", steps.row});
    fields.push_back({name + "_column", steps.column});
}

template <class T>
void multiplyMatrix(const Product& product, const T* a, const T* b, T* y)
{
    for (std::int64_t row = 0; row < product.m; ++row)
        for (std::int64_t depth = 0; depth < product.k; ++depth) {
            const T factor = a[row * product.aRow() + depth * product.aDepth()];
            const T* line = b + depth * product.bDepth();
            for (std::int64_t column = 0; column < product.n; ++column)
                y[row * product.n + column] += factor * line[column * product.bColumn()];
        }
}

}  // namespace

std::int64_t Product::batches() const
{
    return std::accumulate(batch.begin(), batch.end(), std::int64_t{1}, std::multiplies<>());
}

template <class T>
std::vector<T> multiplied(const Product& product, const std::vector<T>& a, const std::vector<T>& b)
{
    std::vector<T> y(static_cast<std::size_t>(product.batches() * product.m * product.n));
    for (std::int64_t i = 0; i < product.batches(); ++i)
        multiplyMatrix(product, a.data() + offsetOf(i, product.batch, product.aBatch),
                       b.data() + offsetOf(i, product.batch, product.bBatch), y.data() + i * product.m * product.n);
    return y;
}

template std::vector<double> multiplied(const Product&, const std::vector<double>&, const std::vector<double>&);
template std::vector<std::int64_t> multiplied(const Product&, const std::vector<std::int64_t>&,
                                              const std::vector<std::int64_t>&);

Result<Arguments> productArguments(const OpNode& node, const Product& product)
{
    const auto axes = looped(product.batch, product.batch, 1);
    if (axes.size() > kKernelDims)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat(axes.size(), " batch axes, but the kernels have loops for ", kKernelDims)};
    return Arguments{{"m", product.m},
                     {"n", product.n},
                     {"k", product.k},
                     {"trans_a", std::int64_t{product.transA}},
                     {"trans_b", std::int64_t{product.transB}},
                     {"batches", product.batches()},
                     {"batch_rank", static_cast<std::int64_t>(axes.size())},
                     {"batch_dims", axes},
                     {"a_batch", looped(product.aBatch, product.batch, 0)},
                     {"b_batch", looped(product.bBatch, product.batch, 0)},
                     {"a_type", static_cast<std::int64_t>(node.type(0))},
                     {"b_type", static_cast<std::int64_t>(node.type(1))},
                     {"y_type", static_cast<std::int64_t>(node.outputs.at(0).type)}};
}

Result<Arguments> requantArguments(const OpNode& node, const Product& product, const ResultSteps& mul,
                                   const ResultSteps& add)
{
    TW_TRY(auto result, requantArguments(node));
    appendSteps(result, "mul", looped(mul.batch, product.batch, 0), mul);
    appendSteps(result, "add", looped(add.batch, product.batch, 0), add);
    return result;
}

Arguments noRequantArguments()
{
    Arguments result{{"shift", std::int64_t{0}}, {"lo", std::int64_t{0}}, {"hi", std::int64_t{0}}};
    appendSteps(result, "mul", {0}, {});
    appendSteps(result, "add", {0}, {});
    return result;
}

}  // namespace tw::ops
