// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/loop_tables.h"

#include <algorithm>
#include <cmath>

namespace tw::tiling {
namespace {

/// Calls use(kinds) for each combination of kinds of the axes with numbers in `which`, the last one fastest.
template <class Use>
void forKinds(const std::vector<CutAxis>& axes, const std::vector<std::size_t>& which, const Use& use)
{
    std::vector<int> at(which.size(), 0);
    while (true) {
        use(at);
        std::size_t j = which.size();
        while (j > 0 && ++at[j - 1] == axes[which[j - 1]].kinds->kinds.count())
            at[--j] = 0;
        if (j == 0)
            return;
    }
}

std::vector<int> stridesOf(const std::vector<CutAxis>& axes, const std::vector<std::size_t>& which)
{
    std::vector<int> strides(axes.size(), 0);
    int stride = 1;
    for (std::size_t j = which.size(); j-- > 0;) {
        strides[which[j]] = stride;
        stride *= axes[which[j]].kinds->kinds.count();
    }
    return strides;
}

/// What all parts of an operand have in common.
struct Parts {
    const OperandFacts& operand;
    std::optional<RegionForm> form;    // none: not a region that a DMA knows
    bool isCut = false;
    bool pieces = false;
    ir::Shape shape;

    Region regionAt(const std::vector<std::int64_t>& sizes) const
    {
        if (pieces || !form || sizes == operand.sizes)
            return {.bytes = operand.bytesOf(sizes)};
        std::vector<ops::Range> ranges;
        for (const auto size : sizes)
            ranges.push_back({0, size});
        return regionOf(*form, shape, ranges, operand.elementBytes);
    }
};

Parts partsOf(const NodeFacts& facts, const OperandFacts& operand, const std::vector<CutAxis>& axes)
{
    Parts parts{.operand = operand, .form = {}, .shape = ir::Shape::of(operand.sizes)};
    const auto number = static_cast<std::size_t>(&operand - facts.operands.data());
    std::vector<bool> cut(operand.sizes.size(), false);
    for (std::size_t d = 0; !axes.empty() && d < cut.size(); ++d) {
        auto widest = operand.needed[d];
        for (const auto& axis : axes)
            if (operand.axisOfDim[d] == axis.cut->loop.axis)
                widest = axis.cut->operands[number].widest;
        cut[d] = widest < operand.sizes[d];
    }
    const bool isCut = std::find(cut.begin(), cut.end(), true) != cut.end();
    parts.isCut = isCut;
    parts.pieces = isCut && operand.constant;
    if (isCut && operand.elementBytes > 0)
        parts.form = regionForm(parts.shape, cut, operand.elementBytes);
    return parts;
}

using Numbers = std::vector<std::size_t>;

/// Numbers of the axes that the operand follows.
Numbers followedAxes(const std::vector<CutAxis>& axes, std::size_t number)
{
    Numbers which;
    for (std::size_t a = 0; a < axes.size(); ++a)
        if (axes[a].cut->operands[number].follows)
            which.push_back(a);
    return which;
}

/// Sizes of the operand's part for these kinds; how many tiles along the axes have it.
std::vector<std::int64_t> partSizes(const OperandFacts& operand, std::size_t number, const std::vector<CutAxis>& axes,
                                    const Numbers& which, const std::vector<int>& kinds, std::int64_t& count)
{
    auto sizes = axes.empty() ? operand.sizes : operand.needed;
    count = 1;
    for (std::size_t j = 0; j < which.size(); ++j) {
        const auto& axis = axes[which[j]];
        const auto kind = static_cast<std::size_t>(kinds[j]);
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (operand.axisOfDim[d] == axis.cut->loop.axis)
                sizes[d] = axis.kinds->operands[number].sizeOfKind[kind];
        count *= axis.kinds->kinds.countOfKind[kind];
    }
    return sizes;
}

TransferTable tableOf(const NodeFacts& facts, const std::vector<CutAxis>& axes, std::size_t number)
{
    const auto& operand = facts.operands[number];
    const auto parts = partsOf(facts, operand, axes);
    const auto which = followedAxes(axes, number);
    const auto* link = operand.link < 0 ? nullptr : facts.links[static_cast<std::size_t>(operand.link)];
    TransferTable table{.isCut = parts.isCut, .changes = !which.empty(), .strides = stridesOf(axes, which)};
    for (const auto a : which)
        table.repeats = table.repeats || axes[a].cut->operands[number].repeats || axes[a].kinds->operands[number].wrapSame;
    bool oneRun = true;
    forKinds(axes, which, [&](const std::vector<int>& kinds) {
        std::int64_t count = 1;
        const auto region = parts.regionAt(partSizes(operand, number, axes, which, kinds, count));
        oneRun = oneRun && region.rows == 1 && region.planes == 1;
        const auto bytes = region.total();
        table.bytes.push_back(bytes);
        table.cycles.push_back(link ? regionCycles(*link, region).value_or(0) : 0);
        table.widest = std::max(table.widest, bytes);
        table.sweepBytes += bytes * count;
        table.sweepCycles += table.cycles.back() * static_cast<double>(count);
    });
    std::size_t first = 0;
    std::size_t last = 0;
    for (const auto a : which) {
        first += static_cast<std::size_t>(table.strides[a] * axes[a].kinds->kinds.kindOf.front());
        last += static_cast<std::size_t>(table.strides[a] * axes[a].kinds->kinds.kindOf.back());
    }
    table.firstCycles = table.cycles[first];
    table.lastCycles = table.cycles[last];
    const bool hasForm = !parts.isCut || parts.form || (parts.pieces && (operand.elementBytes > 0 || operand.encoding));
    table.mayMove = operand.mayMove && hasForm;
    table.mayStay = operand.mayStay && hasForm && oneRun;
    return table;
}

}  // namespace

LoopTables transferTables(const NodeFacts& facts, std::vector<CutAxis> axes)
{
    LoopTables tables{.axes = std::move(axes), .tiles = 1, .operands = {}};
    for (const auto& axis : tables.axes)
        tables.tiles *= axis.cut->loop.count();
    for (std::size_t i = 0; i < facts.operands.size(); ++i)
        tables.operands.push_back(tableOf(facts, tables.axes, i));
    return tables;
}

KernelTable kernelTable(const NodeFacts& facts, const LoopTables& tables, KernelCosts& costs)
{
    KernelTable table;
    table.access.resize(facts.operands.size());
    table.accessSum.assign(facts.operands.size(), 0);
    std::vector<std::size_t> which;
    for (std::size_t a = 0; a < tables.axes.size(); ++a)
        which.push_back(a);
    table.strides = stridesOf(tables.axes, which);
    std::vector<int> names(static_cast<std::size_t>(facts.view.rank()), 0);
    auto ranges = outputRanges({}, {}, facts.view.output());
    forKinds(tables.axes, which, [&](const std::vector<int>& kinds) {
        if (!table.refusal.empty())
            return;
        double count = 1;
        for (std::size_t j = 0; j < kinds.size(); ++j) {
            const auto& [cut, axisKinds] = tables.axes[j];
            const auto kind = static_cast<std::size_t>(kinds[j]);
            const auto axis = static_cast<std::size_t>(cut->loop.axis);
            names[axis] = axisKinds->nameOfKind[kind];
            ranges[axis] = cut->loop.range(axisKinds->kinds.firstOfKind[kind]);
            count *= static_cast<double>(axisKinds->kinds.countOfKind[kind]);
        }
        const auto& cost = costs.of(names, ranges);
        table.refusal = cost.refusal;
        if (!table.refusal.empty())
            return;
        table.compute.push_back(cost.compute);
        table.computeSum += cost.compute * count;
        table.scratchBytes = std::max(table.scratchBytes, cost.scratchBytes);
        for (std::size_t i = 0; i < facts.operands.size(); ++i) {
            table.access[i].push_back(cost.accesses[i]);
            table.accessSum[i] += cost.accesses[i] * count;
        }
    });
    return table;
}

double sweepsOf(const LoopTables& tables, const TransferTable& operand, const std::vector<int>& order)
{
    double sweeps = 1;
    double pending = 1;   // loops that only count once a loop that the operand follows is inside
    for (const auto number : order) {
        const auto a = static_cast<std::size_t>(number);
        if (operand.strides[a] == 0) {
            pending *= static_cast<double>(tables.axes[a].cut->loop.count());
            continue;
        }
        sweeps *= pending;
        pending = 1;
    }
    return sweeps;
}

Walk walkOf(const NodeFacts& facts, const LoopTables& tables, const KernelTable& kernel, const LoopChoice& choice)
{
    Walk walk;
    walk.overhead = facts.overhead;
    for (const auto* link : facts.links)
        walk.linkOverlaps.push_back(link->overlaps);
    for (const auto number : choice.order) {
        const auto& axis = tables.axes[static_cast<std::size_t>(number)];
        walk.loops.push_back({axis.cut->loop.count(), axis.kinds->kinds.kindOf, axis.kinds->stepOf});
        walk.kernel.strides.push_back(kernel.strides[static_cast<std::size_t>(number)]);
    }
    walk.kernel.compute = &kernel.compute;
    for (std::size_t i = 0; i < facts.operands.size(); ++i) {
        const auto& operand = facts.operands[i];
        const auto& table = tables.operands[i];
        WalkOperand own{.operand = static_cast<int>(operand.index), .buffers = static_cast<int>(choice.buffers[i]), .link = operand.link,
                        .cycles = &table.cycles, .bytes = &table.bytes};
        for (std::size_t l = 0; l < choice.order.size(); ++l) {
            const auto a = static_cast<std::size_t>(choice.order[l]);
            if (table.strides[a] != 0)
                own.follows.push_back({l, table.strides[a], &tables.axes[a].kinds->operands[i].same,
                                       tables.axes[a].kinds->operands[i].wrapSame});
        }
        auto& access = operand.isOutput ? walk.kernel.outputAccess : walk.kernel.inputAccess;
        if (choice.buffers[i] == Slots::Stay && kernel.accessSum[i] > 0) {
            access.resize(kernel.compute.size(), 0);
            for (std::size_t kind = 0; kind < access.size(); ++kind)
                access[kind] += kernel.access[i][kind];
        }
        (operand.isOutput ? walk.outputs : walk.inputs).push_back(std::move(own));
    }
    return walk;
}

std::vector<std::int64_t> movedBytes(const NodeFacts& facts, const LoopTables& tables, const KernelTable& kernel,
                                     const LoopChoice& choice)
{
    std::vector<std::int64_t> moved(facts.operands.size(), 0);
    bool repeats = false;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const auto& table = tables.operands[i];
        if (choice.buffers[i] == Slots::Stay)
            continue;
        moved[i] = table.sweepBytes * static_cast<std::int64_t>(sweepsOf(tables, table, choice.order));
        repeats = repeats || table.repeats;
    }
    if (!repeats)
        return moved;
    std::fill(moved.begin(), moved.end(), 0);
    walkLoop(walkOf(facts, tables, kernel, choice), [&](const LoopEvent& event) {
        for (std::size_t i = 0; i < moved.size(); ++i)
            if (event.what != Event::Kernel && facts.operands[i].isOutput == (event.what == Event::Store) &&
                static_cast<int>(facts.operands[i].index) == event.operand)
                moved[i] += event.bytes;
    });
    return moved;
}

}  // namespace tw::tiling
