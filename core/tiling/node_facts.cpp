// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/node_facts.h"

#include "core/target/constant_form.h"

#include <algorithm>

namespace tw::tiling {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

int linkNumber(NodeFacts& facts, const std::string& far)
{
    const auto* link = facts.target.link(far, facts.near.name);
    if (!link)
        return -1;
    const auto found = std::find(facts.links.begin(), facts.links.end(), link);
    if (found != facts.links.end())
        return static_cast<int>(found - facts.links.begin());
    facts.links.push_back(link);
    return static_cast<int>(facts.links.size()) - 1;
}

OperandFacts factsOf(NodeFacts& facts, const ops::Operand& operand, const std::string& name, const std::string& home)
{
    const auto reads = facts.row.reads.find(name);
    OperandFacts result{.constant = operand.constant.has_value(), .far = home, .near = home == facts.near.name,
                        .type = operand.type, .sizes = operand.shape.sizes()};
    result.link = result.near ? -1 : linkNumber(facts, home);
    const bool rowReads = reads != facts.row.reads.end() && contains(reads->second, home);
    result.mayStay = result.near || rowReads || contains(facts.engine.reads, home);
    result.access = target::accessCycles(facts.target, facts.engine, home, 1);
    // What costs nothing more there has no reason to move.
    const bool hasFigure = result.link >= 0 && facts.links[static_cast<std::size_t>(result.link)]->bytesPerCycle.value;
    result.mayMove = result.link >= 0 && !rowReads && (!result.mayStay || (hasFigure && result.access.value_or(0) > 0));
    const int bits = ir::bitWidth(operand.type);
    result.elementBytes = bits % 8 == 0 ? bits / 8 : 0;
    result.wholeBytes = ir::byteCount(operand.type, operand.shape.elements().value_or(0));
    return result;
}

}  // namespace

bool OperandFacts::follows(int axis) const
{
    return std::find(axisOfDim.begin(), axisOfDim.end(), axis) != axisOfDim.end();
}

std::int64_t OperandFacts::bytesOf(const std::vector<std::int64_t>& partSizes) const
{
    if (partSizes == sizes)
        return wholeBytes;
    if (encoding && encoding->values == target::Values::Own)
        return target::encodedBytes(*encoding, type, ir::Shape::of(partSizes));
    std::int64_t elements = 1;
    for (const auto size : partSizes)
        elements *= size;
    if (encoding)   // one value for each channel, of which the operand has one element each
        return target::encodedBytes(*encoding, type, ir::Shape{elements});
    return elements * elementBytes;
}

namespace {

/// The home itself, or the first memory that links join with both it and the near memory.
std::string reachable(const target::Target& target, const std::string& home, const std::string& near)
{
    if (target.link(home, near))
        return home;
    for (const auto& middle : target.memories)
        if (target.link(home, middle.name) && target.link(middle.name, near))
            return middle.name;
    return home;
}

}  // namespace

OperandHomes reachableHomes(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                            const OperandHomes& homes)
{
    const auto& engine = *target.engine(row.engine);
    const auto of = [&](const std::string& name, const std::string& home) {
        const auto reads = row.reads.find(name);
        const bool usable = home.empty() || home == engine.memory || contains(engine.reads, home) ||
                            (reads != row.reads.end() && contains(reads->second, home));
        return usable ? home : reachable(target, home, engine.memory);
    };
    OperandHomes result;
    for (std::size_t i = 0; i < homes.inputs.size(); ++i)
        result.inputs.push_back(of(target::inputName(*node.def, i), homes.inputs[i]));
    for (std::size_t i = 0; i < homes.outputs.size(); ++i)
        result.outputs.push_back(of(target::outputName(*node.def, i), homes.outputs[i]));
    return result;
}

OperandHomes operandHomes(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                          const target::Homes& homes)
{
    OperandHomes result;
    for (std::size_t i = 0; i < node.view.inputs.size(); ++i) {
        const auto& operand = node.view.inputs[i];
        const auto name = target::inputName(*node.def, i);
        const bool handed = operand.present && target::isPassed(row, name);
        result.inputs.push_back(handed ? target::homeOf(target, row, name, operand, homes) : "");
    }
    for (const auto& output : node.view.outputs)
        result.outputs.push_back(output.present ? homes.activations : "");
    return result;
}

NodeFacts nodeFacts(const target::Target& target, const target::KernelRow& row, const TileView& view, const OperandHomes& homes)
{
    const auto& engine = *target.engine(row.engine);
    NodeFacts facts{.target = target, .row = row, .view = view, .engine = engine, .near = *target.memory(engine.memory)};
    facts.overhead = target::overheadCycles(engine);
    const auto& node = view.node();
    for (std::size_t i = 0; i < homes.inputs.size(); ++i) {
        if (homes.inputs[i].empty())
            continue;
        auto operand = factsOf(facts, node.view.inputs[i], target::inputName(*node.def, i), homes.inputs[i]);
        operand.index = i;
        operand.encoding = target::encodingOf(row, node, i);
        if (operand.encoding)
            operand.elementBytes = 0;
        operand.wholeBytes = target::operandBytes(row, node, i);
        for (int dim = 0; dim < static_cast<int>(operand.sizes.size()); ++dim) {
            const int axis = view.axisOf(i, dim);
            operand.axisOfDim.push_back(axis);
            operand.needed.push_back(axis < 0 ? operand.sizes[static_cast<std::size_t>(dim)]
                                              : view.reach(i, axis, {0, view.output()[axis].value}).size);
        }
        facts.operands.push_back(std::move(operand));
    }
    for (std::size_t i = 0; i < homes.outputs.size(); ++i) {
        if (homes.outputs[i].empty())
            continue;
        auto operand = factsOf(facts, node.view.outputs[i], target::outputName(*node.def, i), homes.outputs[i]);
        operand.isOutput = true;
        operand.needed = operand.sizes;
        operand.index = i;
        for (int dim = 0; dim < static_cast<int>(operand.sizes.size()); ++dim)
            operand.axisOfDim.push_back(dim);
        facts.operands.push_back(std::move(operand));
    }
    return facts;
}

}  // namespace tw::tiling
