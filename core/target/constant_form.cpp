// SPDX-License-Identifier: Apache-2.0
#include "core/target/constant_form.h"

#include "core/base/text.h"
#include "core/ops/layout.h"
#include "core/target/channel_norm.h"

namespace tw::target {
namespace {

std::int64_t outputChannels(const MatchNode& node)
{
    const auto channels = node.variables.find("out_c");
    return static_cast<std::int64_t>(channels != node.variables.end() ? channels->second : node.variables.at("n"));
}

Result<ir::TensorData> channelValues(const Encoding& encoding, const MatchNode& node)
{
    TW_TRY(const auto norm, channelNormOf(node));
    const auto& values = encoding.values == Values::ChannelScale ? norm.scale : norm.bias;
    return ir::makeTensor(ir::DataType::I64, ir::Shape{static_cast<std::int64_t>(values.size())}, values);
}

}  // namespace

const Encoding* encodingOf(const KernelRow& row, const MatchNode& node, std::size_t input)
{
    const auto found = row.weights.find(inputName(*node.def, input));
    return found == row.weights.end() ? nullptr : &found->second;
}

std::int64_t operandBytes(const KernelRow& row, const MatchNode& node, std::size_t input)
{
    const auto& operand = node.view.inputs.at(input);
    if (const auto* encoding = encodingOf(row, node, input)) {
        const auto shape = encoding->values == Values::Own ? operand.shape : ir::Shape{outputChannels(node)};
        return encodedBytes(*encoding, operand.type, shape);
    }
    return ir::byteCount(operand.type, operand.shape.elements().value_or(0));
}

Result<ir::TensorData> constantFor(const KernelRow& row, const MatchNode& node, std::size_t input)
{
    const auto& data = *node.view.constant(input);
    if (const auto* encoding = encodingOf(row, node, input)) {
        if (encoding->values == Values::Own)
            return encoded(*encoding, data);
        TW_TRY(const auto values, channelValues(*encoding, node));
        return encoded(*encoding, values);
    }
    const auto pack = row.pack.find(inputName(*node.def, input));
    if (pack == row.pack.end())
        return data;
    return ops::permuted(data, {pack->second.begin(), pack->second.end()});
}

}  // namespace tw::target
