// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/axis_cut.h"

#include <algorithm>
#include <set>

namespace tw::tiling {
namespace {

struct Part {
    std::int64_t begin = 0;
    std::int64_t size = 0;
    bool operator==(const Part&) const = default;
};

Part partOf(const NodeFacts& facts, const OperandFacts& operand, int axis, ops::Range own)
{
    if (operand.isOutput)
        return {own.begin, own.end - own.begin};
    const auto reach = facts.view.reach(operand.index, axis, own);
    return {reach.begin, reach.size};
}

/// Kernels work in vectors of 4, teams of 8 and blocks of 32.
double liking(std::int64_t size)
{
    if (size % 32 == 0)
        return 4;
    if (size % 8 == 0)
        return 3;
    return size % 4 == 0 ? 2 : 1;
}

/// Leaves out the size that has the nearest neighbours, and is liked least, until `most` are left.
void thinOut(std::vector<std::int64_t>& sizes, std::size_t most)
{
    while (sizes.size() > most) {
        std::size_t least = 1;
        double leastWorth = 1e300;
        for (std::size_t i = 1; i + 1 < sizes.size(); ++i) {
            const double gap = static_cast<double>(sizes[i - 1]) / static_cast<double>(sizes[i + 1]) - 1;
            const double worth = gap * liking(sizes[i]);
            if (worth < leastWorth) {
                leastWorth = worth;
                least = i;
            }
        }
        sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(least));
    }
}

}  // namespace

AxisCut cutAxis(const NodeFacts& facts, const LoopAxis& loop)
{
    AxisCut cut{.loop = loop, .operands = {}};
    for (const auto& operand : facts.operands) {
        CutOperand own{.follows = operand.follows(loop.axis)};
        Part before;
        for (std::int64_t i = 0; own.follows && i < loop.count(); ++i) {
            const auto part = partOf(facts, operand, loop.axis, loop.range(i));
            own.sum += part.size;
            own.widest = std::max(own.widest, part.size);
            if (i == 0)
                own.first = part.size;
            own.last = part.size;
            own.repeats = own.repeats || (i > 0 && part == before);
            before = part;
        }
        cut.operands.push_back(own);
    }
    return cut;
}

bool leavesOut(const NodeFacts& facts, const AxisCut& cut)
{
    for (std::size_t i = 0; i < facts.operands.size(); ++i) {
        const auto& operand = facts.operands[i];
        for (std::size_t d = 0; d < operand.sizes.size(); ++d)
            if (operand.axisOfDim[d] == cut.loop.axis && cut.operands[i].sum < operand.sizes[d])
                return true;
    }
    return false;
}

CutKinds kindsOf(const NodeFacts& facts, const AxisCut& cut, KindNames& names)
{
    const auto& loop = cut.loop;
    CutKinds result{.kinds = axisKinds(facts.view, loop), .operands = {}, .stepOf = {}, .nameOfKind = {}};
    std::vector<std::vector<int>> steps(static_cast<std::size_t>(loop.count()));
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[i].push_back(result.kinds.kindOf[i]);
    for (const auto& operand : facts.operands) {
        auto& own = result.operands.emplace_back();
        if (!operand.follows(loop.axis))
            continue;
        for (const auto first : result.kinds.firstOfKind)
            own.sizeOfKind.push_back(partOf(facts, operand, loop.axis, loop.range(first)).size);
        Part before;
        for (std::int64_t i = 0; i < loop.count(); ++i) {
            const auto part = partOf(facts, operand, loop.axis, loop.range(i));
            own.same.push_back(i > 0 && part == before);
            steps[static_cast<std::size_t>(i)].push_back(own.same.back());
            before = part;
        }
        own.wrapSame = before == partOf(facts, operand, loop.axis, loop.range(0));
    }
    std::map<std::vector<int>, int> numbers;
    for (auto& step : steps)
        result.stepOf.push_back(numbers.emplace(std::move(step), static_cast<int>(numbers.size())).first->second);
    for (const auto first : result.kinds.firstOfKind)
        result.nameOfKind.push_back(names.emplace(kindSignature(facts.view, loop, first), static_cast<int>(names.size()) + 1).first->second);
    return result;
}

std::vector<std::int64_t> tileSizes(std::int64_t extent, std::size_t most)
{
    std::set<std::int64_t, std::greater<>> sizes{extent, 1};
    for (std::int64_t size = extent, count = 1; size > 1; ++count) {
        // The next count that has another size; long axes would have too many.
        count = std::max({count, (extent + size - 1) / size, size > 16 ? count * 11 / 10 : 0});
        size = (extent + count) / (count + 1);
        sizes.insert(size);
        for (const std::int64_t block : {4, 8, 32})
            if (const auto rounded = (size + block - 1) / block * block; size >= block / 2 && rounded < extent)
                sizes.insert(rounded);
    }
    std::vector<std::int64_t> list(sizes.begin(), sizes.end());
    thinOut(list, most);
    return list;
}

}  // namespace tw::tiling
