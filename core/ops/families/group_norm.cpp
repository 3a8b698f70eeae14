// SPDX-License-Identifier: Apache-2.0
// Normalisation of each image by itself over groups of channels; InstanceNormalization has one channel per group.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <cmath>
#include <numeric>

namespace tw::ops {
namespace {

struct Groups {
    std::int64_t batch = 0;
    std::int64_t groups = 0;
    std::int64_t channels = 0;    // in each group
    std::int64_t spatial = 0;
    bool perGroup = false;        // scale and bias have one value per group (opset 18), not per channel
};

Result<Groups> groupsOf(const OpNode& node)
{
    const Shape& x = node.shape(0);
    const std::int64_t channels = x[1].value;
    std::int64_t count = channels;
    if (node.node.op == "GroupNormalization") {
        TW_TRY(count, node.intOf("num_groups"));
    }
    if (count <= 0 || channels % count != 0)
        return Error{.code = Code::BadAttribute, .message = cat(channels, " channels do not form ", count, " groups"),
                     .place = {.attribute = "num_groups"}};
    const auto parameters = node.shape(1).elements();
    if (parameters != channels && parameters != count)
        return Error{.code = Code::BadShape, .message = cat("scale has shape ", node.shape(1), ", but there are ", channels,
                                                            " channels in ", count, " groups")};
    std::int64_t spatial = 1;
    for (int axis = 2; axis < x.rank(); ++axis)
        spatial *= x[axis].value;
    return Groups{x[0].value, count, channels / count, spatial, parameters != channels};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const Shape& x = node.shape(0);
    if (x.ranked() && x.rank() < 2)
        return Error{.code = Code::RankTooSmall, .message = cat("needs a channel axis, got shape ", x)};
    return std::vector<Inferred>{{.type = node.type(0), .shape = x}};
}

/// The values of one group of one image, normalised in place.
void normalise(std::span<double> values, double epsilon)
{
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double variance = 0;
    for (const double x : values)
        variance += (x - mean) * (x - mean) / n;
    const double inverse = 1 / std::sqrt(variance + epsilon);
    for (auto& x : values)
        x = (x - mean) * inverse;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const Groups shape, groupsOf(node));
    TW_TRY(const double epsilon, node.floatOf("epsilon", 1e-5));
    const auto scale = ir::toDoubles(*node.constant(1));
    const auto bias = ir::toDoubles(*node.constant(2));
    auto values = ir::toDoubles(*node.constant(0));
    const auto length = static_cast<std::size_t>(shape.channels * shape.spatial);
    for (std::size_t begin = 0; length > 0 && begin < values.size(); begin += length)
        normalise(std::span(values).subspan(begin, length), epsilon);
    const std::int64_t run = shape.spatial * (shape.perGroup ? shape.channels : 1);   // elements that share a parameter
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto parameter = static_cast<std::size_t>(static_cast<std::int64_t>(i) / run) % scale.size();
        values[i] = values[i] * scale[parameter] + bias[parameter];
    }
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(0), values)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 8);
}

/// A group needs all its pixels at once. With one channel per group, channels are independent.
AccessMap access(const OpNode& node)
{
    const bool instance = node.node.op == "InstanceNormalization";
    AccessMap map{.inputs = {{identity(0)}, {instance ? identity(1) : full()}, {instance ? identity(1) : full()}}};
    map.inputs[0].push_back(instance ? identity(1) : full());
    for (int axis = 2; axis < node.shape(0).rank(); ++axis)
        map.inputs[0].push_back(full());
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const Groups shape, groupsOf(node));
    TW_TRY(const double epsilon, node.floatOf("epsilon", 1e-5));
    return Arguments{{"batch", shape.batch},     {"groups", shape.groups},
                     {"channels", shape.channels}, {"spatial", shape.spatial},
                     {"per_group", std::int64_t{shape.perGroup}}, {"epsilon", epsilon}};
}

OpDef definition(std::string_view op, std::string_view documentation)
{
    return {.op = op,
            .inputNames = {"X", "scale", "B"},
            .imageInputs = {0},
            .argsType = "tw_group_norm_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

}  // namespace

extern const OpFamily group_normFamily;
const OpFamily group_normFamily = {
    .name = "group normalisation",
    .ops = {definition("InstanceNormalization", "Shifts and scales each channel of each image to mean 0 and variance 1."),
            definition("GroupNormalization", "Shifts and scales groups of channels of each image to mean 0 and variance 1.")}};

}  // namespace tw::ops
