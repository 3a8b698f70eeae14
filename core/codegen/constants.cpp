// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/constants.h"

#include "core/base/text.h"
#include "core/codegen/tiled_node.h"
#include "core/target/constant_form.h"

namespace tw::codegen {
namespace {

const target::KernelRow& rowOf(const ProjectInput& in, std::size_t node)
{
    return in.target.rows[static_cast<std::size_t>(in.binding.nodes[node].row)];
}

Result<void> checkBytes(const ir::Tensor& tensor)
{
    const auto& data = *tensor.constant;
    const auto expected = ir::byteCount(data.type, data.elements());
    if (ir::cTypeName(data.type).empty() || static_cast<std::int64_t>(data.bytes.size()) != expected)
        return Error{.code = Code::BadConstant,
                     .message = cat("the values of ", tensor.name, " (", ir::typeName(data.type), data.shape,
                                    ") are not available"),
                     .hint = "external data may be missing"};
    return {};
}

bool holds(const Constants& constants, const ConstantUse& use)
{
    const auto block = constants.find(use.memory);
    return block != constants.end() && block->second.offsets.contains(use);
}

void append(const ProjectInput& in, Constants& constants, const ConstantUse& use, const ir::TensorData& data)
{
    auto& block = constants[use.memory];
    const auto alignment = static_cast<std::size_t>(in.target.memory(use.memory)->alignment);
    block.bytes.resize((block.bytes.size() + alignment - 1) / alignment * alignment);
    block.offsets[use] = static_cast<std::int64_t>(block.bytes.size());
    block.bytes.insert(block.bytes.end(), data.bytes.view.begin(), data.bytes.view.end());
}

Result<void> addOperands(const ProjectInput& in, std::size_t node, Constants& constants)
{
    const auto& source = in.graph.nodes[node];
    const auto& passed = in.binding.nodes[node].passed;
    std::optional<target::MatchNode> match;   // made for the first form that needs it
    for (std::size_t k = 0; k < passed.size(); ++k) {
        if (!passed[k] || !source.inputs[k].valid() || !in.plan.constantOf[static_cast<std::size_t>(source.inputs[k].value)].valid())
            continue;
        const auto use = constantUse(in, node, k);
        if (holds(constants, use))
            continue;
        TW_TRY_VOID(checkBytes(in.graph.tensor(use.tensor)));
        if (use.pieces) {
            TW_TRY(const auto tiled, TiledNode::make(in, node));
            const auto data = tiled->pieces(k);
            if (!data)
                return data.error().at({.node = source.name});
            append(in, constants, use, data.value());
            continue;
        }
        if (use.form.empty()) {
            append(in, constants, use, *in.graph.tensor(use.tensor).constant);
            continue;
        }
        if (!match) {
            TW_TRY(match, target::matchNodeOf(in.graph, source));
        }
        const auto data = target::constantFor(rowOf(in, node), *match, k);
        if (!data)
            return data.error().at({.node = source.name});
        append(in, constants, use, data.value());
    }
    return {};
}

}  // namespace

ConstantUse constantUse(const ProjectInput& in, std::size_t node, std::size_t input)
{
    const auto& source = in.graph.nodes[node];
    const auto tensor = in.plan.constantOf[static_cast<std::size_t>(source.inputs[input].value)];
    const auto& home = in.binding.nodes[node].places.inputs[input].home;
    const auto& row = rowOf(in, node);
    if (const auto& tiles = in.binding.nodes[node].tiles; tiles && tiles->inputs[input].pieces)
        return {tensor, cat("pieces of input ", input), source.id, home, true};
    const auto name = target::inputName(*ops::findOp(in.graph, source), input);
    if (const auto weights = row.weights.find(name); weights != row.weights.end())
        return {tensor, weights->second.text, weights->second.values == target::Values::Own ? ir::NodeId{} : source.id, home};
    const auto pack = row.pack.find(name);
    return {tensor, pack == row.pack.end() ? "" : join(pack->second, " "), {}, home};
}

ConstantUse outputUse(const ProjectInput& in, ir::TensorId constant)
{
    return {.tensor = constant, .memory = in.plan.homes.constants};
}

Result<Constants> collectConstants(const ProjectInput& in)
{
    Constants constants;
    for (std::size_t i = 0; i < in.graph.nodes.size(); ++i)
        TW_TRY_VOID(addOperands(in, i, constants));
    for (const auto id : in.graph.outputs)
        if (const auto constant = in.plan.constantOf[static_cast<std::size_t>(id.value)]; constant.valid()) {
            const auto& tensor = in.graph.tensor(constant);
            TW_TRY_VOID(checkBytes(tensor));
            if (const auto use = outputUse(in, constant); !holds(constants, use))
                append(in, constants, use, *tensor.constant);
        }
    return constants;
}

std::map<std::string, std::int64_t> constantBytes(const Constants& constants)
{
    std::map<std::string, std::int64_t> bytes;
    for (const auto& [memory, block] : constants)
        bytes[memory] = static_cast<std::int64_t>(block.bytes.size());
    return bytes;
}

}  // namespace tw::codegen
