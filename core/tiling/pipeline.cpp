// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/pipeline.h"

#include "core/tiling/loop_tables.h"

#include <algorithm>

namespace tw::tiling {
namespace {

OperandHomes homesOf(const TilePlan& plan)
{
    OperandHomes homes;
    for (const auto& input : plan.inputs)
        homes.inputs.push_back(input.present ? input.far : "");
    for (const auto& output : plan.outputs)
        homes.outputs.push_back(output.present ? output.far : "");
    return homes;
}

bool hasFigures(const NodeFacts& facts, const LoopChoice& choice)
{
    for (std::size_t i = 0; i < facts.operands.size(); ++i) {
        const auto& operand = facts.operands[i];
        const bool known = choice.buffers[i] == Slots::Stay
                               ? operand.access.has_value()
                               : operand.link >= 0 && facts.links[static_cast<std::size_t>(operand.link)]->bytesPerCycle.value;
        if (!known)
            return false;
    }
    return true;
}

}  // namespace

std::optional<LoopCost> simulateLoop(const target::Target& target, const target::KernelRow& row, const TileView& view,
                                     const TilePlan& plan, const EventSink& sink)
{
    const auto facts = nodeFacts(target, row, view, homesOf(plan));
    auto loops = plan.loops;
    std::sort(loops.begin(), loops.end(), [](const auto& one, const auto& other) { return one.axis < other.axis; });
    std::vector<AxisCut> cuts;
    std::vector<CutKinds> kinds;
    KernelCosts costs(facts);
    for (std::size_t i = 0; i < loops.size(); ++i) {
        cuts.push_back(cutAxis(facts, loops[i]));
        kinds.push_back(kindsOf(facts, cuts.back(), costs.names(loops[i].axis)));
    }
    std::vector<CutAxis> axes;
    for (std::size_t i = 0; i < loops.size(); ++i)
        axes.push_back({&cuts[i], &kinds[i]});
    const auto tables = transferTables(facts, axes);
    const auto kernel = kernelTable(facts, tables, costs);
    LoopChoice choice;
    for (const auto& loop : plan.loops)
        choice.order.push_back(static_cast<int>(std::find(loops.begin(), loops.end(), loop) - loops.begin()));
    for (const auto& operand : facts.operands)
        choice.buffers.push_back(static_cast<Slots>((operand.isOutput ? plan.outputs : plan.inputs)[operand.index].buffers));
    if (!kernel.refusal.empty() || !costs.missing().empty() || !hasFigures(facts, choice))
        return std::nullopt;
    return walkLoop(walkOf(facts, tables, kernel, choice), sink);
}

}  // namespace tw::tiling
