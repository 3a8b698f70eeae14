// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/kernel_costs.h"

#include "core/tiling/tile_plan.h"

namespace tw::tiling {

const KernelCost& KernelCosts::of(const std::vector<int>& names, const std::vector<ops::Range>& ranges)
{
    const auto found = known_.find(names);
    if (found != known_.end())
        return found->second;
    return known_.emplace(names, workOut(ranges)).first->second;
}

const KernelCost& KernelCosts::whole()
{
    const auto rank = static_cast<std::size_t>(facts_.view.rank());
    return of(std::vector<int>(rank, 0), outputRanges({}, {}, facts_.view.output()));
}

KernelCost KernelCosts::workOut(const std::vector<ops::Range>& ranges)
{
    KernelCost cost;
    const auto node = facts_.view.tile(ranges);
    if (!node) {
        cost.refusal = node.error().message;
        return cost;
    }
    const auto counts = ops::countNode(*node->def, node->view);
    const auto compute = target::computeCost(facts_.engine, facts_.row, *node, counts);
    if (!compute.cycles)
        missing_ = compute.missing;
    const auto guess = static_cast<double>(counts.macs + counts.elementOps + node->view.outputs.front().shape.elements().value_or(0));
    cost.compute = compute.cycles.value_or(guess / facts_.engine.cores);
    if (const auto scratch = target::scratchBytes(facts_.row, *node))
        cost.scratchBytes = *scratch;
    else
        cost.refusal = scratch.error().message;
    for (const auto& operand : facts_.operands) {
        if (!operand.mayStay || operand.near) {
            cost.accesses.push_back(0);
            continue;
        }
        const double accesses = operand.isOutput ? target::outputAccesses(*node, operand.index)
                                                 : target::inputAccesses(*node, counts, operand.index);
        cost.accesses.push_back(operand.access.value_or(0) * accesses);
    }
    return cost;
}

}  // namespace tw::tiling
