// SPDX-License-Identifier: Apache-2.0
// Normalisations without learned parameters: by the p-norm along an axis, by mean and variance over axes, and by the
// neighbouring channels.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

using Reals = std::vector<double>;

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> result(const OpNode& node, const Reals& values)
{
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(0), values)};
}

AccessMap accessWithFull(const OpNode& node, const std::vector<bool>& isFull)
{
    AccessMap map{.inputs = {broadcastAccess(node.shape(0), node.shape(0))}};
    for (std::size_t axis = 0; axis < isFull.size(); ++axis)
        if (isFull[axis])
            map.inputs[0][axis] = full();
    return map;
}

// --- LpNormalization -------------------------------------------------------------------------------------------

Result<std::vector<TensorData>> evaluateLp(const OpNode& node)
{
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), -1));
    TW_TRY(const auto p, node.intOf("p", 2));
    const AxisView view = axisView(node.shape(0), axis);
    Reals values = ir::toDoubles(*node.constant(0));
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        const std::size_t end = begin + step * static_cast<std::size_t>(view.length);
        double norm = 0;
        for (std::size_t i = begin; i < end; i += step)
            norm += p == 1 ? std::fabs(values[i]) : values[i] * values[i];
        norm = p == 1 ? norm : std::sqrt(norm);
        for (std::size_t i = begin; i < end; i += step)
            values[i] /= norm;
    });
    return result(node, values);
}

AccessMap accessLp(const OpNode& node)
{
    std::vector<bool> isFull(static_cast<std::size_t>(node.shape(0).rank()), false);
    if (const auto axis = axisOf(node, node.shape(0).rank(), -1))
        isFull[static_cast<std::size_t>(axis.value())] = true;
    return accessWithFull(node, isFull);
}

Result<Arguments> argumentsLp(const OpNode& node)
{
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), -1));
    TW_TRY(const auto p, node.intOf("p", 2));
    const AxisView view = axisView(node.shape(0), axis);
    return Arguments{{"outer", view.outer}, {"length", view.length}, {"inner", view.inner}, {"p", p}};
}

// --- MeanVarianceNormalization ---------------------------------------------------------------------------------

Result<std::vector<bool>> axesOfMvn(const OpNode& node)
{
    TW_TRY(const auto axes, node.intsOf("axes", std::vector<std::int64_t>{0, 2, 3}));
    std::vector<bool> isFull(static_cast<std::size_t>(node.shape(0).rank()), false);
    for (const auto axis : axes) {
        const auto normal = ir::normalAxis(axis, node.shape(0).rank());
        if (!normal)
            return Error{.code = Code::BadAttribute, .message = cat("axis ", axis, " is outside shape ", node.shape(0)),
                         .place = {.attribute = "axes"}};
        isFull[static_cast<std::size_t>(*normal)] = true;
    }
    return isFull;
}

Result<std::vector<TensorData>> evaluateMvn(const OpNode& node)
{
    constexpr double kEpsilon = 1e-9;   // added to the deviation, as the operator's definition does
    TW_TRY(const auto isFull, axesOfMvn(node));
    Shape kept = node.shape(0);
    for (int axis = 0; axis < kept.rank(); ++axis)
        if (isFull[static_cast<std::size_t>(axis)])
            kept[axis] = {.value = 1};
    const auto group = broadcastIndices(kept, node.shape(0));
    const auto groups = static_cast<std::size_t>(kept.elements().value_or(0));
    Reals values = ir::toDoubles(*node.constant(0));
    const double size = static_cast<double>(values.size()) / static_cast<double>(groups);
    Reals mean(groups, 0.0);
    Reals variance(groups, 0.0);
    for (std::size_t i = 0; i < values.size(); ++i)
        mean[group[i]] += values[i] / size;
    for (std::size_t i = 0; i < values.size(); ++i)
        variance[group[i]] += (values[i] - mean[group[i]]) * (values[i] - mean[group[i]]) / size;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = (values[i] - mean[group[i]]) / (std::sqrt(variance[group[i]]) + kEpsilon);
    return result(node, values);
}

AccessMap accessMvn(const OpNode& node)
{
    const auto isFull = axesOfMvn(node);
    return accessWithFull(node, isFull ? isFull.value() : std::vector<bool>());
}

/// The kernel sees [outer, channels, inner] with the channels kept; other sets of axes have no kernel.
Result<Arguments> argumentsMvn(const OpNode& node)
{
    TW_TRY(const auto isFull, axesOfMvn(node));
    const auto kept = std::count(isFull.begin(), isFull.end(), false);
    const auto channel = std::find(isFull.begin(), isFull.end(), false) - isFull.begin();
    if (kept > 1)
        return Error{.code = Code::UnsupportedOperator, .message = "more than one axis is left out of the mean",
                     .hint = "write the normalisation with ReduceMean"};
    const AxisView view = axisView(node.shape(0), kept == 0 ? 0 : static_cast<int>(channel), kept == 0 ? 0 : 1);
    return Arguments{{"outer", view.outer}, {"channels", view.length}, {"inner", view.inner}};
}

// --- LRN -------------------------------------------------------------------------------------------------------

struct Lrn {
    std::int64_t size = 1;
    double alpha = 0;
    double beta = 0;
    double bias = 0;
    std::int64_t before() const { return (size - 1) / 2; }
    std::int64_t after() const { return size / 2; }
};

Result<Lrn> lrnOf(const OpNode& node)
{
    Lrn lrn;
    TW_TRY(lrn.size, node.intOf("size"));
    TW_TRY(lrn.alpha, node.floatOf("alpha", 1e-4));
    TW_TRY(lrn.beta, node.floatOf("beta", 0.75));
    TW_TRY(lrn.bias, node.floatOf("bias", 1.0));
    return lrn;
}

Result<std::vector<TensorData>> evaluateLrn(const OpNode& node)
{
    TW_TRY(const Lrn lrn, lrnOf(node));
    const AxisView view = axisView(node.shape(0), 1);
    const Reals x = ir::toDoubles(*node.constant(0));
    Reals y(x.size());
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        for (std::int64_t c = 0; c < view.length; ++c) {
            double squares = 0;
            for (std::int64_t k = std::max<std::int64_t>(0, c - lrn.before()); k <= std::min(view.length - 1, c + lrn.after()); ++k)
                squares += x[begin + static_cast<std::size_t>(k) * step] * x[begin + static_cast<std::size_t>(k) * step];
            const std::size_t at = begin + static_cast<std::size_t>(c) * step;
            y[at] = x[at] / std::pow(lrn.bias + lrn.alpha / static_cast<double>(lrn.size) * squares, lrn.beta);
        }
    });
    return result(node, y);
}

AccessMap accessLrn(const OpNode& node)
{
    AccessMap map = accessWithFull(node, {});
    if (const auto lrn = lrnOf(node))
        map.inputs[0][1] = {.kind = Access::Window, .outputAxis = 1, .kernel = lrn->size, .pad = lrn->before()};
    return map;
}

Result<Arguments> argumentsLrn(const OpNode& node)
{
    TW_TRY(const Lrn lrn, lrnOf(node));
    const AxisView view = axisView(node.shape(0), 1);
    return Arguments{{"batch", view.outer}, {"channels", view.length}, {"spatial", view.inner}, {"before", lrn.before()},
                     {"after", lrn.after()}, {"alpha", lrn.alpha / static_cast<double>(lrn.size)}, {"beta", lrn.beta},
                     {"bias", lrn.bias}};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 6);
}

}  // namespace

extern const OpFamily normalizationFamily;
const OpFamily normalizationFamily = {
    .name = "normalisation",
    .ops = {{.op = "LpNormalization",
             .inputNames = {"X"},
             .argsType = "tw_lp_normalization_args",
             .documentation = "Divides by the p-norm along an axis.",
             .infer = infer,
             .evaluate = evaluateLp,
             .count = count,
             .access = accessLp,
             .arguments = argumentsLp},
            {.op = "MeanVarianceNormalization",
             .inputNames = {"X"},
             .argsType = "tw_mean_variance_args",
             .documentation = "Subtracts the mean over the given axes and divides by the deviation.",
             .infer = infer,
             .evaluate = evaluateMvn,
             .count = count,
             .access = accessMvn,
             .arguments = argumentsMvn},
            {.op = "LRN",
             .inputNames = {"X"},
             .argsType = "tw_lrn_args",
             .documentation = "Divides by a power of the squares in the neighbouring channels.",
             .infer = infer,
             .evaluate = evaluateLrn,
             .count = count,
             .access = accessLrn,
             .arguments = argumentsLrn}}};

}  // namespace tw::ops
