// SPDX-License-Identifier: Apache-2.0
#include "core/ops/op_node.h"

#include "core/base/text.h"

namespace tw::ops {

Result<std::optional<std::vector<std::int64_t>>> OpNode::intsOfAttributeOrInput(const std::string& name,
                                                                                std::size_t input) const
{
    using Found = std::optional<std::vector<std::int64_t>>;
    if (hasAttribute(name)) {
        TW_TRY(auto values, intsOf(name));
        return Found(std::move(values));
    }
    if (!has(input))
        return Found();
    if (const auto* data = constant(input); data && (ir::isInteger(data->type) || ir::isFloat(data->type)))
        return Found(ir::toIntegers(*data));
    return Error{.code = Code::UnknownShape,
                 .message = cat(name, " is computed at run time"),
                 .hint = "bind the dynamic dimensions, so that it can be folded",
                 .place = {.node = node.name}};
}

OpNode viewOf(const ir::Graph& graph, const ir::Node& node)
{
    const auto operand = [&graph](ir::TensorId id) {
        if (!id.valid())
            return Operand{};
        const auto& tensor = graph.tensor(id);
        return Operand{.present = true, .type = tensor.type, .shape = tensor.shape, .constant = tensor.constant};
    };
    OpNode view{.node = node, .opset = graph.opset(node.domain)};
    for (const auto id : node.inputs)
        view.inputs.push_back(operand(id));
    for (const auto id : node.outputs)
        view.outputs.push_back(operand(id));
    return view;
}

}  // namespace tw::ops
