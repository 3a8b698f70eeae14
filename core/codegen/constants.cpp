// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/constants.h"

#include "core/base/text.h"
#include "core/ops/layout.h"

#include <cstring>

namespace tw::codegen {
namespace {

Result<ir::TensorData> packed(const ProjectInput& in, const ConstantUse& use)
{
    const auto& tensor = in.graph.tensor(use.tensor);
    const auto& data = *tensor.constant;
    const auto expected = ir::byteCount(data.type, data.elements());
    if (ir::cTypeName(data.type).empty() || static_cast<std::int64_t>(data.bytes.size()) != expected)
        return Error{.code = Code::BadConstant,
                     .message = cat("the values of ", tensor.name, " (", ir::typeName(data.type), data.shape,
                                    ") are not available"),
                     .hint = "external data may be missing"};
    if (use.packing.empty())
        return data;
    return ops::permuted(data, {use.packing.begin(), use.packing.end()});
}

Result<void> add(const ProjectInput& in, ConstantBlock& block, const ConstantUse& use)
{
    if (block.offsets.contains(use))
        return {};
    TW_TRY(const auto data, packed(in, use));
    const auto alignment = static_cast<std::size_t>(in.target.memories.front().alignment);
    block.bytes.resize((block.bytes.size() + alignment - 1) / alignment * alignment);
    block.offsets[use] = static_cast<std::int64_t>(block.bytes.size());
    block.bytes.insert(block.bytes.end(), data.bytes.view.begin(), data.bytes.view.end());
    return {};
}

}  // namespace

ConstantUse constantUse(const ProjectInput& in, std::size_t node, std::size_t input)
{
    const auto& source = in.graph.nodes[node];
    const auto tensor = in.plan.constantOf[static_cast<std::size_t>(source.inputs[input].value)];
    const auto& row = in.target.rows[static_cast<std::size_t>(in.binding.nodes[node].row)];
    const auto* def = ops::findOp(in.graph, source);
    const auto pack = row.pack.find(target::inputName(*def, input));
    return {tensor, pack == row.pack.end() ? std::vector<int>{} : pack->second};
}

Result<ConstantBlock> collectConstants(const ProjectInput& in)
{
    ConstantBlock block;
    for (std::size_t i = 0; i < in.graph.nodes.size(); ++i) {
        const auto& bound = in.binding.nodes[i];
        for (std::size_t k = 0; k < bound.passed.size(); ++k) {
            const auto id = in.graph.nodes[i].inputs[k];
            if (bound.passed[k] && id.valid() && in.plan.constantOf[static_cast<std::size_t>(id.value)].valid())
                TW_TRY_VOID(add(in, block, constantUse(in, i, k)));
        }
    }
    for (const auto id : in.graph.outputs)
        if (const auto constant = in.plan.constantOf[static_cast<std::size_t>(id.value)]; constant.valid())
            TW_TRY_VOID(add(in, block, {constant, {}}));
    return block;
}

}  // namespace tw::codegen
