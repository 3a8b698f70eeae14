// SPDX-License-Identifier: Apache-2.0
// Softmax and its relatives along one axis. Before opset 13 the axis and all that follow it count as one.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

using Line = std::vector<double>;

bool isGradient(const OpNode& node)
{
    return node.node.op == "SoftmaxGrad";   // dy, y: the gradient of a Softmax as of opset 13
}

struct Axes {
    int first = 0;
    int count = 1;
};

Result<Axes> axesOf(const OpNode& node)
{
    const int rank = node.shape(0).rank();
    const bool coerces = node.opset < 13 && !isGradient(node);
    if (rank == 0)
        return Error{.code = Code::RankTooSmall, .message = cat(node.node.op, " needs an axis, got a scalar")};
    TW_TRY(const int first, axisOf(node, rank, coerces && rank > 1 ? 1 : -1));
    return Axes{first, coerces ? rank - first : 1};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    if (node.shape(0).ranked()) {
        TW_TRY([[maybe_unused]] const Axes axes, axesOf(node));
    }
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

double largest(const Line& x)
{
    return x.empty() ? 0 : *std::max_element(x.begin(), x.end());
}

double sumOfExponentials(const Line& x)
{
    const double top = largest(x);
    double sum = 0;
    for (const double value : x)
        sum += std::exp(value - top);
    return sum;
}

Line softmax(const Line& x, const Line&)
{
    const double top = largest(x);
    const double sum = sumOfExponentials(x);
    Line y(x.size());
    std::transform(x.begin(), x.end(), y.begin(), [=](double value) { return std::exp(value - top) / sum; });
    return y;
}

Line logSoftmax(const Line& x, const Line&)
{
    const double shift = largest(x) + std::log(sumOfExponentials(x));
    Line y(x.size());
    std::transform(x.begin(), x.end(), y.begin(), [=](double value) { return value - shift; });
    return y;
}

Line hardmax(const Line& x, const Line&)
{
    Line y(x.size(), 0.0);
    if (!x.empty())
        y[static_cast<std::size_t>(std::max_element(x.begin(), x.end()) - x.begin())] = 1;
    return y;
}

Line gradient(const Line& dy, const Line& y)
{
    double projection = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
        projection += dy[i] * y[i];
    Line dx(y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
        dx[i] = y[i] * (dy[i] - projection);
    return dx;
}

using LineFunction = Line (*)(const Line&, const Line&);

/// Runs `function` on each line of input 0, and of input 1 for gradients.
template <LineFunction function>
Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const Axes axes, axesOf(node));
    const AxisView view = axisView(node.shape(0), axes.first, axes.count);
    const auto x = ir::toDoubles(*node.constant(0));
    const auto second = isGradient(node) ? ir::toDoubles(*node.constant(1)) : x;
    Line result(x.size());
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        const auto length = static_cast<std::size_t>(view.length);
        Line a(length);
        Line b(length);
        for (std::size_t i = 0; i < length; ++i) {
            a[i] = x[begin + i * step];
            b[i] = second[begin + i * step];
        }
        const Line y = function(a, b);
        for (std::size_t i = 0; i < length; ++i)
            result[begin + i * step] = y[i];
    });
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.outputs[0].shape, result)};
}

// Maximum, subtraction, exponential, sum, division.
Counts count(const OpNode& node)
{
    return perOutputElement(node, 5);
}

AccessMap access(const OpNode& node)
{
    AccessMap map{.inputs = std::vector(node.inputs.size(), broadcastAccess(node.shape(0), node.shape(0)))};
    if (const auto axes = axesOf(node))
        for (auto& dims : map.inputs)
            for (int axis = axes->first; axis < axes->first + axes->count; ++axis)
                dims[static_cast<std::size_t>(axis)] = full();
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const Axes axes, axesOf(node));
    const AxisView view = axisView(node.shape(0), axes.first, axes.count);
    return Arguments{{"outer", view.outer}, {"length", view.length}, {"inner", view.inner}};
}

OpDef definition(std::string_view op, Result<std::vector<TensorData>> (*evaluate)(const OpNode&), std::string_view documentation)
{
    return {.op = op,
            .inputNames = {"X"},
            .argsType = "tw_softmax_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

OpDef gradientDefinition()
{
    OpDef def = definition("SoftmaxGrad", evaluate<gradient>, "The gradient of Softmax: y * (dy - sum(dy * y)).");
    def.domains = {"com.microsoft", ""};
    def.inputNames = {"dY", "Y"};
    def.outputNames = {"dX"};
    return def;
}

}  // namespace

extern const OpFamily softmaxFamily;
const OpFamily softmaxFamily = {
    .name = "softmax",
    .ops = {definition("Softmax", evaluate<softmax>, "Exponentials along an axis, scaled to a sum of one."),
            definition("LogSoftmax", evaluate<logSoftmax>, "The logarithm of Softmax."),
            definition("Hardmax", evaluate<hardmax>, "One at the first maximum along an axis, zero elsewhere."),
            gradientDefinition()}};

}  // namespace tw::ops
