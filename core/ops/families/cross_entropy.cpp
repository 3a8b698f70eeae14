// SPDX-License-Identifier: Apache-2.0
// Cross-entropy losses over the class axis (axis 1) and their gradient.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

using Reals = std::vector<double>;

bool startsFromScores(const OpNode& node)
{
    return node.node.op == "SoftmaxCrossEntropyLoss";   // the other one, NegativeLogLikelihoodLoss, from log_prob
}

/// Training graphs made for Deeploy have one output that holds log_prob, not the loss. Only the declared rank tells:
/// a loss has at least one axis fewer than the scores.
bool givesLogProbability(const OpNode& node)
{
    const Shape& scores = node.shape(0);
    return startsFromScores(node) && node.node.outputs.size() < 2 && !node.outputs.empty() && scores.ranked() &&
           node.outputs[0].shape.ranked() && node.outputs[0].shape.rank() == scores.rank();
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const Shape& scores = node.shape(0);
    if (scores.ranked() && scores.rank() < 2)
        return Error{.code = Code::RankTooSmall, .message = cat("needs a class axis, got shape ", scores)};
    const Inferred logProbability{.type = node.type(0), .shape = scores};
    if (givesLogProbability(node))
        return std::vector<Inferred>{logProbability};
    TW_TRY(const auto reduction, node.stringOf("reduction", "mean"));
    std::vector<Inferred> outputs{{.type = node.type(0), .shape = reduction == "none" ? node.shape(1) : Shape::scalar()}};
    if (startsFromScores(node) && node.node.outputs.size() > 1)
        outputs.push_back(logProbability);
    return outputs;
}

Reals logSoftmax(const Shape& shape, Reals x)
{
    const AxisView view = axisView(shape, 1);
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        const std::size_t end = begin + step * static_cast<std::size_t>(view.length);
        double top = -INFINITY;
        for (std::size_t i = begin; i < end; i += step)
            top = std::max(top, x[i]);
        double sum = 0;
        for (std::size_t i = begin; i < end; i += step)
            sum += std::exp(x[i] - top);
        for (std::size_t i = begin; i < end; i += step)
            x[i] -= top + std::log(sum);
    });
    return x;
}

/// The loss of each sample and the weight it counts with; 0 for samples whose label is to be ignored.
struct Losses {
    Reals values;
    Reals weights;
};

Result<Losses> lossesOf(const OpNode& node, const Reals& logProbability)
{
    const auto labels = ir::toIntegers(*node.constant(1));
    const Reals classWeights = node.has(2) ? ir::toDoubles(*node.constant(2)) : Reals();
    TW_TRY(const auto ignored, node.intOf("ignore_index", INT64_MIN));
    const AxisView view = axisView(node.shape(0), 1);
    Losses losses;
    bool inRange = true;
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        const std::int64_t label = labels[losses.values.size()];
        const bool counts = label != ignored;
        const bool valid = label >= 0 && label < view.length;
        inRange &= valid || !counts;
        const auto index = static_cast<std::size_t>(valid ? label : 0);
        const double weight = counts && valid ? (classWeights.empty() ? 1.0 : classWeights[index]) : 0.0;
        losses.weights.push_back(weight);
        losses.values.push_back(weight == 0 ? 0 : -logProbability[begin + index * step] * weight);
    });
    if (!inRange)
        return Error{.code = Code::BadInput, .message = cat("a label lies outside the ", view.length, " classes")};
    return losses;
}

Result<Reals> reducedLoss(const OpNode& node, const Losses& losses)
{
    TW_TRY(const auto reduction, node.stringOf("reduction", "mean"));
    if (reduction == "none")
        return losses.values;
    double sum = 0;
    double weights = 0;
    for (std::size_t i = 0; i < losses.values.size(); ++i) {
        sum += losses.values[i];
        weights += losses.weights[i];
    }
    return Reals{reduction == "mean" ? sum / weights : sum};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    Reals logProbability = ir::toDoubles(*node.constant(0));
    if (startsFromScores(node))
        logProbability = logSoftmax(node.shape(0), std::move(logProbability));
    const auto logProbabilityAs = [&](const Operand& output) {
        return ir::fromDoubles(output.type, node.shape(0), logProbability);
    };
    if (givesLogProbability(node))
        return std::vector<TensorData>{logProbabilityAs(node.outputs[0])};
    TW_TRY(const Losses losses, lossesOf(node, logProbability));
    TW_TRY(const Reals loss, reducedLoss(node, losses));
    std::vector<TensorData> results{ir::fromDoubles(node.outputs[0].type, node.outputs[0].shape, loss)};
    if (node.outputs.size() > 1)
        results.push_back(logProbabilityAs(node.outputs[1]));
    return results;
}

Result<std::vector<Inferred>> inferGradient(const OpNode& node)
{
    if (node.inputs.size() != 2)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat(node.node.op, " is known with log_prob and labels only, got ", node.inputs.size(), " inputs")};
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

/// (exp(log_prob) - onehot(labels)) / N^2: the mean's 1/N and an incoming gradient that is itself 1/N.
Result<std::vector<TensorData>> evaluateGradient(const OpNode& node)
{
    Reals values = ir::toDoubles(*node.constant(0));
    const auto labels = ir::toIntegers(*node.constant(1));
    const AxisView view = axisView(node.shape(0), 1);
    const auto samples = static_cast<double>(labels.size());
    std::size_t sample = 0;
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        for (std::int64_t c = 0; c < view.length; ++c) {
            double& value = values[begin + static_cast<std::size_t>(c) * step];
            value = (std::exp(value) - (labels[sample] == c ? 1 : 0)) / (samples * samples);
        }
        ++sample;
    });
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(0), values)};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = 5 * node.shape(0).elements().value_or(0);
    return counts;
}

bool givesScoreShape(const OpNode& node)
{
    return node.node.op == "SoftmaxCrossEntropyLossGrad" || givesLogProbability(node);
}

/// Samples are independent as long as the result keeps them apart; the gradient divides by their number.
AccessMap access(const OpNode& node)
{
    const int rank = node.shape(0).rank();
    const bool keepsSamples = node.outputs[0].shape.rank() > 0;
    const int shift = givesScoreShape(node) ? 0 : 1;   // without the class axis, later axes move forward
    const auto along = [&](int axis) {
        if (node.node.op == "SoftmaxCrossEntropyLossGrad")
            return full();
        if (!keepsSamples)
            return reduced();
        return axis == 0 ? identity(0) : identity(axis - shift);
    };
    AccessMap map{.inputs = std::vector<std::vector<DimAccess>>(node.inputs.size())};
    for (int axis = 0; axis < rank; ++axis)
        map.inputs[0].push_back(axis == 1 ? full() : along(axis));
    for (int axis = 0; axis < node.shape(1).rank(); ++axis)
        map.inputs[1].push_back(along(axis == 0 ? 0 : axis + 1));
    if (node.has(2))
        map.inputs[2].push_back(full());
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    const AxisView view = axisView(node.shape(0), 1);
    return Arguments{{"outer", view.outer}, {"classes", view.length}, {"inner", view.inner},
                     {"gives_log_prob", std::int64_t{givesLogProbability(node)}}};
}

OpDef definition(std::string_view op, std::vector<std::string_view> inputs, std::string_view documentation)
{
    return {.op = op,
            .inputNames = std::move(inputs),
            .outputNames = {"output", "log_prob"},
            .argsType = "tw_cross_entropy_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

std::vector<OpDef> definitions()
{
    OpDef gradient = definition("SoftmaxCrossEntropyLossGrad", {"log_prob", "labels"},
                                "The gradient of the mean cross-entropy with respect to the scores.");
    gradient.domains = {"com.microsoft", ""};
    gradient.outputNames = {"dX"};
    gradient.infer = inferGradient;
    gradient.evaluate = evaluateGradient;
    OpDef likelihood = definition("NegativeLogLikelihoodLoss", {"input", "target", "weight"},
                                  "The negative log probability of the labelled classes.");
    likelihood.outputNames = {"loss"};
    return {definition("SoftmaxCrossEntropyLoss", {"scores", "labels", "weights"},
                       "The negative log softmax of the labelled classes."),
            likelihood, gradient};
}

}  // namespace

extern const OpFamily cross_entropyFamily;
const OpFamily cross_entropyFamily = {.name = "cross-entropy", .ops = definitions()};

}  // namespace tw::ops
