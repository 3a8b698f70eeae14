// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/node_call.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::codegen {

const target::KernelRow& NodeCalls::row(std::size_t node) const
{
    return in_.target.rows[static_cast<std::size_t>(in_.binding.nodes[node].row)];
}

std::string NodeCalls::bufferPointer(int buffer, std::string_view type) const
{
    TW_CHECK(buffer >= 0);
    const auto index = static_cast<std::size_t>(buffer);
    return cat("DATA(", names_.of(in_.plan.buffers[index].memory), ", ", type, ", ", in_.map.offsets[index], ")");
}

std::string NodeCalls::homePointer(ir::TensorId tensor, std::string_view type) const
{
    return bufferPointer(in_.plan.ofTensor[static_cast<std::size_t>(tensor.value)], type);
}

std::string NodeCalls::outputConstant(ir::TensorId constant) const
{
    const auto use = outputUse(in_, constant);
    return cat("CONSTANT(", names_.of(use.memory), ", uint8_t, ", constants_.at(use.memory).offsets.at(use), ")");
}

std::string NodeCalls::inputHome(std::size_t node, std::size_t input, std::string_view type) const
{
    const auto id = in_.graph.nodes[node].inputs[input];
    if (!in_.plan.constantOf[static_cast<std::size_t>(id.value)].valid())
        return homePointer(id, type);
    const auto use = constantUse(in_, node, input);
    return cat("CONSTANT(", names_.of(use.memory), ", ", type, ", ", constants_.at(use.memory).offsets.at(use), ")");
}

std::string NodeCalls::inputPointer(std::size_t node, std::size_t input) const
{
    const auto id = in_.graph.nodes[node].inputs[input];
    if (!id.valid())
        return "NULL";
    const auto type = ir::cTypeName(in_.graph.tensor(id).type);
    const int copy = in_.plan.copyOfInput[node][input];
    return copy >= 0 ? bufferPointer(copy, type) : inputHome(node, input, type);
}

std::string NodeCalls::outputPointer(std::size_t node, std::size_t output) const
{
    const auto id = in_.graph.nodes[node].outputs[output];
    if (!id.valid())
        return "NULL";
    const auto type = ir::cTypeName(in_.graph.tensor(id).type);
    const int copy = in_.plan.copyOfOutput[node][output];
    return copy >= 0 ? bufferPointer(copy, type) : homePointer(id, type);
}

std::vector<std::string> NodeCalls::passedInputs(std::size_t node) const
{
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < in_.graph.nodes[node].inputs.size(); ++k)
        if (in_.binding.nodes[node].passed[k])
            texts.push_back(inputPointer(node, k));
    return texts;
}

/// Optional inputs that the node leaves out at its end still have a parameter in a kernel whose row names them.
std::vector<std::string> NodeCalls::missingInputs(std::size_t node) const
{
    std::vector<std::string> texts;
    const auto* def = ops::findOp(in_.graph, in_.graph.nodes[node]);
    for (std::size_t k = in_.graph.nodes[node].inputs.size(); k < def->inputNames.size(); ++k)
        if (const std::string name(def->inputNames[k]); target::isPassed(row(node), name) && row(node).types.contains(name))
            texts.emplace_back("NULL");
    return texts;
}

/// The same for results: how many the kernel could give beyond those of the node.
std::size_t NodeCalls::missingOutputs(std::size_t node) const
{
    const auto& names = ops::findOp(in_.graph, in_.graph.nodes[node])->outputNames;
    const auto left = std::min(in_.graph.nodes[node].outputs.size(), names.size());
    return static_cast<std::size_t>(std::count_if(names.begin() + static_cast<std::ptrdiff_t>(left), names.end(), [&](std::string_view name) {
        return row(node).types.contains(std::string(name));
    }));
}

std::vector<std::string> NodeCalls::outputPointers(std::size_t node) const
{
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < in_.graph.nodes[node].outputs.size(); ++k)
        texts.push_back(outputPointer(node, k));
    return texts;
}

/// Everything after the argument struct: inputs, outputs, scratch.
std::vector<std::string> NodeCalls::operandTexts(std::size_t node, std::vector<std::string> inputs,
                                                 const std::vector<std::string>& outputs) const
{
    auto texts = std::move(inputs);
    if (in_.binding.nodes[node].variadic) {
        texts.assign(1, "inputs");
    } else {
        const auto missing = missingInputs(node);
        texts.insert(texts.end(), missing.begin(), missing.end());
    }
    texts.insert(texts.end(), outputs.begin(), outputs.end());
    texts.insert(texts.end(), missingOutputs(node), "NULL");
    if (const int scratch = in_.plan.scratchOfNode[node]; scratch >= 0)
        texts.push_back(bufferPointer(scratch, "uint8_t"));
    return texts;
}

std::vector<std::string> NodeCalls::linesOf(std::size_t node, const std::string& arguments, const std::vector<std::string>& inputs,
                                            const std::vector<std::string>& outputs) const
{
    std::vector<std::string> lines;
    if (in_.binding.nodes[node].variadic)
        lines.push_back(cat("const void *const inputs[] = {", join(inputs, ", "), "};"));
    auto texts = operandTexts(node, inputs, outputs);
    if (!arguments.empty())
        texts.insert(texts.begin(), arguments);
    lines.push_back(cat(row(node).call, "(", join(texts, ", "), ");"));
    return lines;
}

std::vector<std::string> NodeCalls::callLines(std::size_t node, const std::string& arguments) const
{
    return linesOf(node, arguments.empty() ? arguments : cat("&", arguments), passedInputs(node), outputPointers(node));
}

std::vector<std::string> NodeCalls::tileCallLines(std::size_t node, const std::string& arguments) const
{
    const auto& source = in_.graph.nodes[node];
    int next = 0;
    const auto data = [&](ir::TensorId id) { return id.valid() ? cat("(void *)tile->data[", next++, "]") : std::string("NULL"); };
    std::vector<std::string> inputs;
    for (std::size_t k = 0; k < source.inputs.size(); ++k)
        if (in_.binding.nodes[node].passed[k])
            inputs.push_back(data(source.inputs[k]));
    std::vector<std::string> outputs;
    for (const auto id : source.outputs)
        outputs.push_back(data(id));
    return linesOf(node, in_.binding.nodes[node].argsType.empty() ? std::string() : arguments, inputs, outputs);
}

std::string NodeCalls::wayPointer(int way) const
{
    return way >= 0 ? bufferPointer(way, "uint8_t") : std::string();
}

void NodeCalls::addCopy(Rounds& rounds, const Copy& copy, const std::string& way)
{
    rounds.resize(std::max<std::size_t>(rounds.size(), way.empty() ? 1 : 2));
    rounds[0].push_back({way.empty() ? copy.to : way, copy.from, copy.bytes});
    if (!way.empty())
        rounds[1].push_back({copy.to, way, copy.bytes});
}

NodeCalls::Rounds NodeCalls::copiesIn(std::size_t node) const
{
    Rounds rounds;
    const auto& bound = in_.binding.nodes[node];
    for (std::size_t k = 0; k < bound.places.inputs.size(); ++k) {
        const auto bytes = bound.places.inputs[k].bytes;
        const int copy = in_.plan.copyOfInput[node][k];
        if (copy < 0 || bytes == 0)
            continue;
        const auto home = inputHome(node, k, "uint8_t");
        const auto way = wayPointer(in_.plan.wayOfInput[node][k]);
        if (!bound.tiles || bound.tiles->inputs[k].buffers == 0)
            addCopy(rounds, {bufferPointer(copy, "uint8_t"), home, bytes}, way);
        else if (!way.empty())
            addCopy(rounds, {way, home, bytes}, {});   // the loop goes on from there
    }
    return rounds;
}

NodeCalls::Rounds NodeCalls::copiesOut(std::size_t node) const
{
    Rounds rounds;
    const auto& bound = in_.binding.nodes[node];
    for (std::size_t k = 0; k < bound.places.outputs.size(); ++k) {
        const auto bytes = bound.places.outputs[k].bytes;
        const int copy = in_.plan.copyOfOutput[node][k];
        if (copy < 0 || bytes == 0)
            continue;
        const auto home = homePointer(in_.graph.nodes[node].outputs[k], "uint8_t");
        const auto way = wayPointer(in_.plan.wayOfOutput[node][k]);
        if (!bound.tiles || bound.tiles->outputs[k].buffers == 0)
            addCopy(rounds, {home, bufferPointer(copy, "uint8_t"), bytes}, way);
        else if (!way.empty())
            addCopy(rounds, {home, way, bytes}, {});
    }
    return rounds;
}

}  // namespace tw::codegen
