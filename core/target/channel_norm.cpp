// SPDX-License-Identifier: Apache-2.0
#include "core/target/channel_norm.h"

#include "core/base/text.h"
#include "core/ops/requant.h"

#include <algorithm>
#include <cmath>

namespace tw::target {
namespace {

/// Where the operands of the three operators are, and the steps of the parameters along the output channels.
struct Roles {
    std::size_t bias = 2;            // MatMul has none
    std::size_t mul = 3;
    int channelAxis = 0;             // of the weights
    std::int64_t channels = 0;
    std::int64_t biasStep = 1;
    std::int64_t mulStep = 0;
    std::int64_t addStep = 0;
    std::int64_t alpha = 1;
    std::int64_t beta = 1;
};

constexpr std::size_t kWeights = 1;

std::int64_t argument(const MatchNode& node, const std::string& name)
{
    const auto found = node.variables.find(name);
    return found == node.variables.end() ? 0 : static_cast<std::int64_t>(found->second);
}

Roles rolesOf(const MatchNode& node)
{
    if (node.def->op == "RequantizedConv")
        return {.channels = argument(node, "out_c"), .mulStep = argument(node, "mul_step"), .addStep = argument(node, "add_step")};
    const bool hasBias = node.def->op == "RequantizedGemm";
    return {.bias = hasBias ? 2u : node.view.inputs.size(),
            .mul = hasBias ? 3u : 2u,
            .channelAxis = argument(node, "trans_b") != 0 ? 0 : node.view.shape(kWeights).rank() - 1,
            .channels = argument(node, "n"),
            .biasStep = argument(node, "c_column"),
            .mulStep = argument(node, "mul_column"),
            .addStep = argument(node, "add_column"),
            .alpha = argument(node, "alpha"),
            .beta = argument(node, "beta")};
}

/// One value per channel.
Result<std::vector<std::int64_t>> perChannel(const MatchNode& node, std::size_t input, std::int64_t step, std::int64_t channels)
{
    const auto name = inputName(*node.def, input);
    const auto* data = node.view.constant(input);
    if (!data)
        return Error{.code = Code::NoKernel, .message = cat(name, " must be a constant")};
    const auto values = ops::wholeNumbers(*data);
    if (values.size() == 1)
        return std::vector<std::int64_t>(static_cast<std::size_t>(channels), values.front());
    if (static_cast<std::int64_t>(values.size()) != channels || step != 1)
        return Error{.code = Code::NoKernel, .message = cat(name, " does not follow the output channels")};
    return values;
}

/// The least and greatest sum of each output channel: every input at the end of its type that is worst.
std::vector<std::pair<std::int64_t, std::int64_t>> sumRanges(const MatchNode& node, const Roles& roles)
{
    const auto& weights = *node.view.constant(kWeights);
    const auto values = ir::toIntegers(weights);
    const auto bits = 8 * ir::byteCount(node.view.type(0), 1);
    const bool isSigned = ir::isSigned(node.view.type(0));
    const std::int64_t least = isSigned ? -(std::int64_t{1} << (bits - 1)) : 0;
    const std::int64_t greatest = (std::int64_t{1} << (isSigned ? bits - 1 : bits)) - 1;
    std::int64_t inner = 1;   // values between neighbours on the channel axis
    for (int axis = roles.channelAxis + 1; axis < weights.shape.rank(); ++axis)
        inner *= weights.shape[axis].value;
    std::vector<std::pair<std::int64_t, std::int64_t>> sums(static_cast<std::size_t>(roles.channels));
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto& [low, high] = sums[i / static_cast<std::size_t>(inner) % sums.size()];
        low += values[i] * (values[i] > 0 ? least : greatest);
        high += values[i] * (values[i] > 0 ? greatest : least);
    }
    return sums;
}

struct Extremes {
    double least = INFINITY;
    double greatest = -INFINITY;

    void add(double value)
    {
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
};

}  // namespace

Result<ChannelNorm> channelNormOf(const MatchNode& node)
{
    const Roles roles = rolesOf(node);
    if (!node.view.constant(kWeights))
        return Error{.code = Code::NoKernel, .message = cat(inputName(*node.def, kWeights), " must be a constant")};
    TW_TRY(const auto mul, perChannel(node, roles.mul, roles.mulStep, roles.channels));
    TW_TRY(const auto add, perChannel(node, roles.mul + 1, roles.addStep, roles.channels));
    std::vector<std::int64_t> bias(mul.size(), 0);
    if (node.view.has(roles.bias)) {
        TW_TRY(bias, perChannel(node, roles.bias, roles.biasStep, roles.channels));
    }
    const auto shift = argument(node, "shift");
    const std::int64_t half = shift > 0 ? std::int64_t{1} << (shift - 1) : 0;
    ChannelNorm norm{.scale = {}, .bias = {}, .sums = sumRanges(node, roles)};
    for (std::size_t i = 0; i < mul.size(); ++i) {
        norm.scale.push_back(roles.alpha * mul[i]);
        norm.bias.push_back(roles.beta * bias[i] * mul[i] + add[i] + half);
    }
    return norm;
}

Variables normVariables(const ChannelNorm& norm)
{
    std::map<std::string, Extremes> all;
    for (std::size_t i = 0; i < norm.scale.size(); ++i) {
        const auto scale = static_cast<double>(norm.scale[i]);
        const auto bias = static_cast<double>(norm.bias[i]);
        all["scale"].add(scale);
        all["bias"].add(bias);
        for (const auto sum : {norm.sums[i].first, norm.sums[i].second}) {
            all["product"].add(static_cast<double>(sum) * scale);
            all["result"].add(static_cast<double>(sum) * scale + bias);
        }
    }
    Variables variables;
    for (const auto& [name, extremes] : all) {
        variables[name + "_min"] = extremes.least;
        variables[name + "_max"] = extremes.greatest;
    }
    return variables;
}

}  // namespace tw::target
