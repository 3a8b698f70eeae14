// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/constants.h"

#include "core/base/text.h"
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

void append(const ProjectInput& in, ConstantBlock& block, const ConstantUse& use, const ir::TensorData& data)
{
    const auto alignment = static_cast<std::size_t>(in.target.memories.front().alignment);
    block.bytes.resize((block.bytes.size() + alignment - 1) / alignment * alignment);
    block.offsets[use] = static_cast<std::int64_t>(block.bytes.size());
    block.bytes.insert(block.bytes.end(), data.bytes.view.begin(), data.bytes.view.end());
}

Result<void> addOperands(const ProjectInput& in, std::size_t node, ConstantBlock& block)
{
    const auto& source = in.graph.nodes[node];
    const auto& passed = in.binding.nodes[node].passed;
    std::optional<target::MatchNode> match;   // made for the first form that needs it
    for (std::size_t k = 0; k < passed.size(); ++k) {
        if (!passed[k] || !source.inputs[k].valid() || !in.plan.constantOf[static_cast<std::size_t>(source.inputs[k].value)].valid())
            continue;
        const auto use = constantUse(in, node, k);
        if (block.offsets.contains(use))
            continue;
        TW_TRY_VOID(checkBytes(in.graph.tensor(use.tensor)));
        if (use.form.empty()) {
            append(in, block, use, *in.graph.tensor(use.tensor).constant);
            continue;
        }
        if (!match) {
            TW_TRY(match, target::matchNodeOf(in.graph, source));
        }
        const auto data = target::constantFor(rowOf(in, node), *match, k);
        if (!data)
            return data.error().at({.node = source.name});
        append(in, block, use, data.value());
    }
    return {};
}

}  // namespace

ConstantUse constantUse(const ProjectInput& in, std::size_t node, std::size_t input)
{
    const auto& source = in.graph.nodes[node];
    const auto tensor = in.plan.constantOf[static_cast<std::size_t>(source.inputs[input].value)];
    const auto& row = rowOf(in, node);
    const auto name = target::inputName(*ops::findOp(in.graph, source), input);
    if (const auto weights = row.weights.find(name); weights != row.weights.end())
        return {tensor, weights->second.text, weights->second.values == target::Values::Own ? ir::NodeId{} : source.id};
    const auto pack = row.pack.find(name);
    return {tensor, pack == row.pack.end() ? "" : join(pack->second, " ")};
}

Result<ConstantBlock> collectConstants(const ProjectInput& in)
{
    ConstantBlock block;
    for (std::size_t i = 0; i < in.graph.nodes.size(); ++i)
        TW_TRY_VOID(addOperands(in, i, block));
    for (const auto id : in.graph.outputs)
        if (const auto constant = in.plan.constantOf[static_cast<std::size_t>(id.value)]; constant.valid()) {
            const auto& tensor = in.graph.tensor(constant);
            TW_TRY_VOID(checkBytes(tensor));
            if (!block.offsets.contains({constant}))
                append(in, block, {constant}, *tensor.constant);
        }
    return block;
}

}  // namespace tw::codegen
