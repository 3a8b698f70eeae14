// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/solve.h"

#include "core/base/text.h"
#include "core/tiling/tile_search.h"

#include <algorithm>

namespace tw::tiling {
namespace {

Result<void> checkOverride(const TileView& view, const TileOverride& tile)
{
    const auto refuse = [&](const std::string& why) {
        return Error{.code = Code::BadUsage, .message = why, .hint = "choose another tile size"};
    };
    for (const auto& [axis, size] : tile) {
        if (axis < 0 || axis >= view.rank())
            return refuse(cat("the result has no axis ", axis));
        const auto extent = view.output()[axis].value;
        if (size < 1 || size > extent)
            return refuse(cat("a tile of ", size, " positions along axis ", axis, " is not between 1 and ", extent));
        if (size < extent && !view.mayCut(axis))
            return refuse(cat("axis ", axis, " cannot be cut: ", view.whyNot(axis)));
    }
    return {};
}

Result<void> checkLinks(const NodeFacts& facts)
{
    for (const auto& operand : facts.operands)
        if (!operand.mayStay && operand.link < 0)
            return Error{.code = Code::TileTooLarge, .message = cat("no link joins ", operand.far, " and ", facts.near.name),
                         .hint = cat("choose another home for its data than ", operand.far)};
    return {};
}

std::string shapeText(const TilePlan& plan, const ir::Shape& output)
{
    auto sizes = output.sizes();
    for (const auto& loop : plan.loops)
        sizes[static_cast<std::size_t>(loop.axis)] = loop.tile;
    return join(sizes, " x ");
}

Error tooLarge(TileSearch& search, const NodeFacts& facts, const TileOptions& options, std::int64_t capacity)
{
    const auto least = search.smallest();
    if (!least)
        return {.code = Code::TileTooLarge, .message = "no size of tiles is one that the kernel takes and the links can move",
                .hint = "choose another engine"};
    const auto& name = facts.view.node().view.node.name;
    const bool fixed = !options.tile.empty();
    return {.code = Code::TileTooLarge,
            .message = cat(fixed ? "a tile" : "the smallest legal tile", " of ", name.empty() ? "the node" : name, ", ",
                           shapeText(*least, facts.view.output()), ", needs ", least->nearBytes, " bytes in ", facts.near.name,
                           ", which offers ", capacity),
            .hint = cat(fixed ? "make the tile smaller, " : "", "enlarge ", facts.near.name, options.buffering == Buffering::Double ? ", buffer singly" : "",
                        " or choose another engine")};
}

class Planning {
public:
    Planning(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node, const TileOptions& options)
        : options_(options), view_(node, row), homes_(operandHomes(target, row, node, options.homes)),
          facts_(nodeFacts(target, row, view_, reachableHomes(target, row, node, homes_))), kernels_(facts_)
    {
        capacity_ = facts_.near.usable();
        if (options.nearBytes > 0)
            capacity_ = std::min(capacity_, options.nearBytes);
    }

    Result<TilePlan> run(Effort effort)
    {
        TW_TRY_VOID(checkWay());
        TW_TRY(auto plan, planLoop(effort));
        TW_TRY_VOID(addStaging(plan));
        return plan;
    }

private:
    Result<TilePlan> planLoop(Effort effort)
    {
        TW_TRY_VOID(checkOverride(view_, options_.tile));
        TW_TRY_VOID(checkLinks(facts_));
        std::optional<Worth> below;
        std::optional<TilePlan> moved;
        if (effort == Effort::Bounded) {
            moved = planMoved(below);
            dropStays(below);
        }
        TileSearch search(facts_, options_, capacity_, kernels_);
        if (moved && !anyChoiceOfPlace())
            return *moved;
        if (const auto plan = search.run(effort, below))
            return *plan;
        if (moved)
            return *moved;
        return tooLarge(search, facts_, options_, capacity_);
    }

    Result<void> checkStaged(const std::map<std::string, std::int64_t>& bytes) const
    {
        for (const auto& [memory, sum] : bytes)
            if (const auto* there = facts_.target.memory(memory); sum > there->usable())
                return Error{.code = Code::TileTooLarge,
                             .message = cat("its data need ", sum, " bytes in ", memory, " on their way, which offers ", there->usable()),
                             .hint = cat("enlarge ", memory, " or choose another engine")};
        return {};
    }

    /// What no tile can help: operands that come by way of a memory that does not hold them.
    Result<void> checkWay() const
    {
        std::map<std::string, std::int64_t> bytes;
        for (const auto& operand : facts_.operands) {
            const auto& home = (operand.isOutput ? homes_.outputs : homes_.inputs)[operand.index];
            if (home != operand.far)
                bytes[operand.far] += operand.wholeBytes;
        }
        return checkStaged(bytes);
    }

    /// Operands that no link brings from home are all there before the loop, or until its end.
    Result<void> addStaging(TilePlan& plan) const
    {
        std::map<std::string, std::int64_t> bytes;
        const auto stage = [&](TileOperand& operand, const std::string& home, double& wait) {
            operand.home = home;
            if (!operand.present || !operand.isStaged())
                return;
            bytes[operand.far] += operand.farBytes;
            const auto cycles = target::transferCycles(facts_.target, home, operand.far, operand.farBytes);
            wait += cycles.value_or(0);
            if (!cycles && plan.missing.empty())
                plan.missing = cat("no figure for the transfers between ", home, " and ", operand.far);
        };
        for (std::size_t i = 0; i < plan.inputs.size(); ++i)
            stage(plan.inputs[i], homes_.inputs[i], plan.cost.inputWait);
        for (std::size_t i = 0; i < plan.outputs.size(); ++i)
            stage(plan.outputs[i], homes_.outputs[i], plan.cost.outputWait);
        return checkStaged(bytes);
    }

    bool anyChoiceOfPlace() const
    {
        return std::any_of(facts_.operands.begin(), facts_.operands.end(),
                           [](const auto& operand) { return operand.mayStay && operand.mayMove; });
    }

    /// The best plan that uses nothing in place that can be moved: soon found, and a bound for all others.
    std::optional<TilePlan> planMoved(std::optional<Worth>& below)
    {
        auto facts = facts_;
        for (auto& operand : facts.operands)
            operand.mayStay = operand.mayStay && !operand.mayMove;
        TileSearch search(facts, options_, capacity_, kernels_);
        auto plan = search.run(Effort::Bounded);
        if (plan)
            below = search.worth();
        return plan;
    }

    /// An operand does not stay where it lies when its accesses alone take longer than a known plan.
    void dropStays(const std::optional<Worth>& below)
    {
        if (!below)
            return;
        const auto extents = view_.output().sizes();
        for (std::size_t a = 0; a < extents.size(); ++a)
            if (leavesOut(facts_, cutAxis(facts_, {static_cast<int>(a), extents[a], 1})))
                return;   // then the parts may have fewer accesses than the whole
        const auto& whole = kernels_.whole();
        for (std::size_t i = 0; i < facts_.operands.size(); ++i) {
            auto& operand = facts_.operands[i];
            if (operand.mayMove && whole.accesses[i] > below->cycles)
                operand.mayStay = false;
        }
    }

    const TileOptions& options_;
    TileView view_;
    OperandHomes homes_;
    NodeFacts facts_;
    KernelCosts kernels_;
    std::int64_t capacity_ = 0;
};

Result<void> checkCuttable(const target::MatchNode& node)
{
    const auto refusal = [](const char* sentence) { return Error{.code = Code::UnknownShape, .message = sentence}; };
    if (node.view.outputs.empty() || !node.view.outputs.front().present)
        return refusal("its first result is left out, and tiles are cut along that one");
    for (const auto* side : {&node.view.inputs, &node.view.outputs})
        for (const auto& operand : *side)
            if (operand.present && !operand.shape.isStatic())
                return refusal("the size of an operand is not known before the run, so it cannot come in tiles");
    return {};
}

}  // namespace

Result<TilePlan> planTiles(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                           const TileOptions& options)
{
    TW_TRY_VOID(checkCuttable(node));
    return Planning(target, row, node, options).run(Effort::Bounded);
}

Result<TilePlan> planTilesByBruteForce(const target::Target& target, const target::KernelRow& row,
                                       const target::MatchNode& node, const TileOptions& options)
{
    TW_TRY_VOID(checkCuttable(node));
    return Planning(target, row, node, options).run(Effort::BruteForce);
}

}  // namespace tw::tiling
