// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/fuse.h"

#include "core/base/text.h"
#include "core/target/constant_form.h"
#include "core/tiling/axis_cut.h"
#include "core/tiling/fuse_geometry.h"
#include "core/tiling/loop_walk.h"
#include "core/tiling/region.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace tw::tiling {
namespace {

constexpr std::size_t kMostSizes = 10;

Error refuse(const std::string& why)
{
    return {.code = Code::UnsupportedOperator, .message = why, .hint = "run the nodes one after the other"};
}

std::int64_t elementsOf(const std::vector<ops::Range>& ranges)
{
    std::int64_t product = 1;
    for (const auto& range : ranges)
        product *= range.end - range.begin;
    return product;
}

/// One axis cut: the kind of each tile along it.
struct Cut {
    LoopAxis loop;
    std::vector<int> kindOf;
    std::vector<std::int64_t> firstOfKind;
    std::vector<std::int64_t> countOfKind;
    std::vector<char> same;            // per index: the input's part is that of the index before
    bool wrapSame = false;
};

Cut cutOf(const ChainGeometry& chain, const LoopAxis& loop)
{
    Cut cut{.loop = loop};
    std::vector<std::vector<std::int64_t>> signatures;
    ops::Range before;
    for (std::int64_t i = 0; i < loop.count(); ++i) {
        auto signature = chain.signature(loop.axis, loop.range(i));
        const auto found = std::find(signatures.begin(), signatures.end(), signature);
        cut.kindOf.push_back(static_cast<int>(found - signatures.begin()));
        if (found == signatures.end()) {
            signatures.push_back(std::move(signature));
            cut.firstOfKind.push_back(i);
            cut.countOfKind.push_back(0);
        }
        ++cut.countOfKind[static_cast<std::size_t>(cut.kindOf.back())];
        const auto part = chain.inputRange(loop.axis, loop.range(i));
        cut.same.push_back(i > 0 && part == before);
        before = part;
    }
    cut.wrapSame = before == chain.inputRange(loop.axis, loop.range(0));
    return cut;
}

/// Everything about one choice of tile sizes, per kind of tile.
struct Tables {
    std::vector<Cut> cuts;
    std::vector<int> strides;
    std::vector<double> compute;
    std::vector<double> access;            // of constants at home
    std::vector<double> loads;
    std::vector<double> stores;
    std::vector<std::int64_t> loadBytes;
    std::vector<std::int64_t> storeBytes;
    std::int64_t loadedBytes = 0;          // over all tiles
    std::int64_t storedBytes = 0;
    std::vector<bool> inputCut;            // per dimension of the input: some tile needs less than all of it
    std::vector<std::int64_t> widest;      // of the input, then of each result
    std::vector<std::int64_t> made;        // elements, per stage
    std::int64_t scratch = 0;
    std::string missing;
};

class FusedPlanning {
public:
    FusedPlanning(const target::Target& target, const std::vector<ChainStage>& stages, const TileOptions& options)
        : target_(target), stages_(stages), options_(options), chain_(stages), engine_(*target.engine(stages.front().row->engine)),
          near_(*target.memory(engine_.memory)), link_(target.link(options.homes.activations, near_.name))
    {
        capacity_ = options.nearBytes > 0 ? std::min(options.nearBytes, near_.usable()) : near_.usable();
    }

    Result<FusedPlan> run()
    {
        TW_TRY_VOID(checkChain());
        const auto extents = chain_.output().sizes();
        std::vector<std::vector<std::int64_t>> sizes;
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
            const auto wanted = options_.tile.find(static_cast<int>(axis));
            if (wanted != options_.tile.end())
                sizes.push_back({wanted->second});
            else if (chain_.mayCut(static_cast<int>(axis)))
                sizes.push_back(tileSizes(extents[axis], kMostSizes));
            else
                sizes.push_back({extents[axis]});
        }
        std::vector<std::size_t> at(sizes.size(), 0);
        for (bool more = true; more;) {
            std::vector<LoopAxis> loops;
            for (std::size_t axis = 0; axis < at.size(); ++axis)
                if (sizes[axis][at[axis]] < extents[axis])
                    loops.push_back({static_cast<int>(axis), extents[axis], sizes[axis][at[axis]]});
            tryLoops(loops);
            std::size_t axis = at.size();
            while (axis > 0 && ++at[axis - 1] == sizes[axis - 1].size())
                at[--axis] = 0;
            more = axis > 0;
        }
        if (best_)
            return *best_;
        return Error{.code = Code::TileTooLarge,
                     .message = cat("the smallest tiles of the ", stages_.size(), " nodes need ", leastBytes_, " bytes in ", near_.name,
                                    ", which offers ", capacity_),
                     .hint = cat("enlarge ", near_.name, " or run fewer nodes together")};
    }

private:
    Result<void> checkChain() const
    {
        for (std::size_t k = 0; k < stages_.size(); ++k) {
            const auto& [row, node, input] = stages_[k];
            if (row->engine != engine_.name)
                return refuse(cat(node->def->op, " runs on ", row->engine, ", the chain on ", engine_.name));
            if (k > 0 && node->view.shape(input) != stages_[k - 1].node->view.outputs.front().shape)
                return refuse(cat(node->def->op, " does not take the result of ", stages_[k - 1].node->def->op));
            for (std::size_t i = 0; i < node->view.inputs.size(); ++i)
                if (i != input && node->view.has(i) && !node->view.inputs[i].constant)
                    return refuse(cat(node->def->op, " takes another tensor"));
        }
        for (const auto& [axis, size] : options_.tile)
            if (axis < 0 || axis >= chain_.output().rank() || size < 1 || size > chain_.output()[axis].value ||
                (size < chain_.output()[axis].value && !chain_.mayCut(axis)))
                return refuse(cat("axis ", axis, " cannot be cut by ", size));
        if (!link_)
            return refuse(cat("no link joins ", options_.homes.activations, " and ", near_.name));
        return {};
    }

    std::int64_t up(std::int64_t bytes) const { return (bytes + near_.alignment - 1) / near_.alignment * near_.alignment; }

    std::int64_t bytesAt(std::size_t level, const std::vector<ops::Range>& ranges) const
    {
        const auto& operand = level == 0 ? stages_[0].node->view.inputs[stages_[0].input] : stages_[level - 1].node->view.outputs.front();
        return ir::byteCount(operand.type, elementsOf(ranges));
    }

    std::optional<double> cyclesOf(const ops::Operand& operand, const std::vector<ops::Range>& ranges, const std::vector<bool>& cut,
                                   std::int64_t& bytes) const
    {
        const auto elementBytes = ir::byteCount(operand.type, 1);
        const auto form = regionForm(operand.shape, cut, elementBytes);
        if (!form)
            return std::nullopt;
        const auto region = regionOf(*form, operand.shape, ranges, elementBytes);
        bytes = region.total();
        return regionCycles(*link_, region).value_or(0);
    }

    /// Ranges of one tile of that kind, and how many tiles there are of it.
    std::vector<std::vector<ops::Range>> rangesOfKind(const Tables& tables, int kind, std::int64_t& count) const
    {
        std::vector<LoopAxis> loops;
        std::vector<std::int64_t> index;
        count = 1;
        for (std::size_t a = 0; a < tables.cuts.size(); ++a) {
            const auto& cut = tables.cuts[a];
            const auto own = static_cast<std::size_t>(kind / tables.strides[a]) % cut.firstOfKind.size();
            loops.push_back(cut.loop);
            index.push_back(cut.firstOfKind[own]);
            count *= cut.countOfKind[own];
        }
        return chain_.ranges(outputRanges(loops, index, chain_.output()));
    }

    /// Nothing when no plan of these tiles fits, when some kernel does not take its part, or when a transfer has more
    /// dimensions than planes and rows.
    std::optional<Tables> tablesOf(const std::vector<LoopAxis>& loops)
    {
        Tables tables;
        int kinds = 1;
        for (const auto& loop : loops)
            tables.cuts.push_back(cutOf(chain_, loop));
        tables.strides.assign(loops.size(), 1);
        for (std::size_t a = loops.size(); a-- > 0;) {
            tables.strides[a] = kinds;
            kinds *= static_cast<int>(tables.cuts[a].firstOfKind.size());
        }
        measure(tables, kinds);
        if (!fits(tables))
            return std::nullopt;
        for (int kind = 0; kind < kinds; ++kind)
            if (!addKind(tables, kind))
                return std::nullopt;
        return tables;
    }

    void measure(Tables& tables, int kinds) const
    {
        const auto extents = stages_.front().node->view.shape(stages_.front().input).sizes();
        tables.inputCut.assign(extents.size(), false);
        tables.widest.assign(stages_.size() + 1, 0);
        tables.made.assign(stages_.size(), 0);
        for (int kind = 0; kind < kinds; ++kind) {
            std::int64_t count = 1;
            const auto ranges = rangesOfKind(tables, kind, count);
            for (std::size_t level = 0; level < ranges.size(); ++level)
                tables.widest[level] = std::max(tables.widest[level], bytesAt(level, ranges[level]));
            for (std::size_t k = 0; k < stages_.size(); ++k)
                tables.made[k] += count * elementsOf(ranges[k + 1]);
            for (std::size_t d = 0; d < extents.size(); ++d)
                tables.inputCut[d] = tables.inputCut[d] || ranges.front()[d] != ops::Range{0, extents[d]};
        }
    }

    /// With one slot each and the constants where they may stay.
    bool fits(const Tables& tables)
    {
        FusedPlan plan{.stages = std::vector<FusedStage>(stages_.size())};
        if (!placeConstants(plan, false))
            return false;
        for (std::size_t k = 0; k < stages_.size(); ++k)
            plan.stages[k].resultBytes = up(tables.widest[k + 1]);
        placeBetween(plan);
        const auto bytes = up(tables.widest.front()) + up(tables.widest.back()) + plan.betweenBytes + constantBytes(plan);
        leastBytes_ = std::min(leastBytes_, bytes);
        return bytes <= capacity_;
    }

    static std::int64_t constantBytes(const FusedPlan& plan)
    {
        std::int64_t bytes = 0;
        for (const auto& stage : plan.stages)
            for (const auto& constant : stage.constants)
                bytes += constant.buffers * constant.slotBytes;
        return bytes;
    }

    bool addKind(Tables& tables, int kind)
    {
        std::int64_t count = 1;
        const auto ranges = rangesOfKind(tables, kind, count);
        double compute = 0;
        double access = 0;
        for (std::size_t k = 0; k < stages_.size(); ++k) {
            const auto tile = chain_.view(k).tile(ranges[k + 1]);
            if (!tile)
                return false;
            addStage(tables, k, *tile, compute, access);
        }
        tables.compute.push_back(compute);
        tables.access.push_back(access);
        return addTransfers(tables, ranges, count);
    }

    void addStage(Tables& tables, std::size_t k, const target::MatchNode& tile, double& compute, double& access) const
    {
        const auto counts = ops::countNode(*tile.def, tile.view);
        const auto cost = target::computeCost(engine_, *stages_[k].row, tile, counts);
        if (!cost.cycles)
            tables.missing = cost.missing;
        const auto guess = static_cast<double>(counts.macs + counts.elementOps + tile.view.outputs.front().shape.elements().value_or(0));
        compute += cost.cycles.value_or(guess / engine_.cores) + (k > 0 ? target::overheadCycles(engine_) : 0);
        tables.scratch = std::max(tables.scratch, target::scratchBytes(*stages_[k].row, tile) ? *target::scratchBytes(*stages_[k].row, tile) : 0);
        for (std::size_t i = 0; i < tile.view.inputs.size(); ++i)
            if (isConstant(k, i))
                access += target::accessCycles(target_, engine_, homeOf(k, i), target::inputAccesses(tile, counts, i)).value_or(0);
    }

    bool addTransfers(Tables& tables, const std::vector<std::vector<ops::Range>>& ranges, std::int64_t count) const
    {
        const auto& input = stages_.front().node->view.inputs[stages_.front().input];
        const auto& output = stages_.back().node->view.outputs.front();
        std::vector<bool> outputCut(static_cast<std::size_t>(output.shape.rank()), false);
        for (const auto& cut : tables.cuts)
            outputCut[static_cast<std::size_t>(cut.loop.axis)] = true;
        auto& in = tables.loadBytes.emplace_back();
        auto& out = tables.storeBytes.emplace_back();
        const auto load = cyclesOf(input, ranges.front(), tables.inputCut, in);
        const auto store = cyclesOf(output, ranges.back(), outputCut, out);
        if (!load || !store)
            return false;
        tables.loads.push_back(*load);
        tables.stores.push_back(*store);
        tables.loadedBytes += in * count;
        tables.storedBytes += out * count;
        return true;
    }

    bool isConstant(std::size_t stage, std::size_t input) const
    {
        const auto& node = *stages_[stage].node;
        return input != stages_[stage].input && node.view.has(input) &&
               target::isPassed(*stages_[stage].row, target::inputName(*node.def, input));
    }

    std::string homeOf(std::size_t stage, std::size_t input) const
    {
        const auto& node = *stages_[stage].node;
        return target::homeOf(target_, *stages_[stage].row, target::inputName(*node.def, input), node.view.inputs[input], options_.homes);
    }

    bool mayStay(std::size_t stage, std::size_t input, const std::string& home) const
    {
        const auto reads = stages_[stage].row->reads.find(target::inputName(*stages_[stage].node->def, input));
        const auto has = [&](const std::vector<std::string>& names) { return std::find(names.begin(), names.end(), home) != names.end(); };
        return home == near_.name || has(engine_.reads) || (reads != stages_[stage].row->reads.end() && has(reads->second));
    }

    /// Constants of all stages, in near memory or where they lie; false when one can be in neither place.
    bool placeConstants(FusedPlan& plan, bool moved) const
    {
        for (std::size_t k = 0; k < stages_.size(); ++k) {
            auto& constants = plan.stages[k].constants;
            constants.assign(stages_[k].node->view.inputs.size(), {});
            for (std::size_t i = 0; i < constants.size(); ++i) {
                if (!isConstant(k, i))
                    continue;
                const auto home = homeOf(k, i);
                const auto bytes = target::operandBytes(*stages_[k].row, *stages_[k].node, i);
                const bool stays = home == near_.name || (!moved && mayStay(k, i, home));
                if (!stays && !target_.link(home, near_.name))
                    return false;
                constants[i] = {.present = true, .home = home, .far = home, .near = stays ? home : near_.name, .buffers = stays ? 0 : 1,
                                .slotBytes = stays ? 0 : up(bytes), .movedBytes = stays ? 0 : bytes, .farBytes = bytes};
            }
        }
        return true;
    }

    /// Tensors between lie at the two ends of one area in turns: only two neighbours are alive at a time.
    void placeBetween(FusedPlan& plan) const
    {
        for (std::size_t k = 0; k + 1 < stages_.size(); ++k) {
            const auto next = k + 2 < stages_.size() ? plan.stages[k + 1].resultBytes : 0;
            plan.betweenBytes = std::max(plan.betweenBytes, plan.stages[k].resultBytes + next);
        }
        for (std::size_t k = 0; k + 1 < stages_.size(); ++k)
            plan.stages[k].offset = k % 2 == 0 ? 0 : plan.betweenBytes - plan.stages[k].resultBytes;
    }

    void tryLoops(const std::vector<LoopAxis>& loops)
    {
        const auto tables = tablesOf(loops);
        if (!tables)
            return;
        for (const bool moved : {true, false}) {
            FusedPlan plan{.loops = loops, .input = {}, .output = {}, .stages = std::vector<FusedStage>(stages_.size()),
                           .scratchBytes = tables->scratch, .near = near_.name, .missing = tables->missing};
            if (!placeConstants(plan, moved))
                continue;
            for (std::size_t k = 0; k < stages_.size(); ++k) {
                plan.stages[k].resultBytes = up(tables->widest[k + 1]);
                plan.stages[k].madeElements = tables->made[k];
            }
            placeBetween(plan);
            for (const int in : {1, 2})
                for (const int out : {1, 2})
                    trySlots(plan, *tables, moved, in, out);
        }
    }

    bool slotsWanted(int slots, const Tables& tables) const
    {
        if (tables.cuts.empty())
            return slots == 1;
        return options_.buffering == Buffering::Auto || (options_.buffering == Buffering::Single) == (slots == 1);
    }

    void trySlots(FusedPlan plan, const Tables& tables, bool moved, int in, int out)
    {
        if (!slotsWanted(in, tables) || !slotsWanted(out, tables))
            return;
        const auto& home = options_.homes.activations;
        plan.input = {.present = true, .home = home, .far = home, .near = near_.name, .buffers = in, .slotBytes = up(tables.widest.front()),
                      .movedBytes = tables.loadedBytes, .farBytes = wholeBytes(stages_.front().node->view.inputs[stages_.front().input])};
        plan.output = {.present = true, .home = home, .far = home, .near = near_.name, .buffers = out, .slotBytes = up(tables.widest.back()),
                       .movedBytes = tables.storedBytes, .farBytes = wholeBytes(stages_.back().node->view.outputs.front())};
        plan.nearBytes = in * plan.input.slotBytes + out * plan.output.slotBytes + plan.betweenBytes + up(plan.scratchBytes) + constantBytes(plan);
        leastBytes_ = std::min(leastBytes_, plan.nearBytes);
        if (plan.nearBytes > capacity_)
            return;
        plan.cost = costOf(plan, tables, moved);
        const auto key = [](const FusedPlan& one) { return std::tuple(one.cost.total(), one.tiles(), one.nearBytes); };
        if (!best_ || key(plan) < key(*best_))
            best_ = std::move(plan);
    }

    static std::int64_t wholeBytes(const ops::Operand& operand) { return ir::byteCount(operand.type, operand.shape.elements().value_or(0)); }

    LoopCost costOf(const FusedPlan& plan, const Tables& tables, bool moved) const
    {
        Walk walk;
        walk.linkOverlaps = {link_->overlaps};
        walk.overhead = target::overheadCycles(engine_);
        WalkOperand input{0, plan.input.buffers, 0, {}, &tables.loads, &tables.loadBytes};
        WalkOperand output{0, plan.output.buffers, 0, {}, &tables.stores, &tables.storeBytes};
        for (std::size_t a = 0; a < tables.cuts.size(); ++a) {
            const auto& cut = tables.cuts[a];
            std::vector<int> steps;
            for (std::size_t i = 0; i < cut.kindOf.size(); ++i)
                steps.push_back(2 * cut.kindOf[i] + cut.same[i]);
            walk.loops.push_back({cut.loop.count(), cut.kindOf, std::move(steps)});
            walk.kernel.strides.push_back(tables.strides[a]);
            input.follows.push_back({a, tables.strides[a], &cut.same, cut.wrapSame});
            output.follows.push_back({a, tables.strides[a], &cut.same, false});
        }
        walk.kernel.compute = &tables.compute;
        if (!moved)
            walk.kernel.inputAccess = tables.access;
        walk.inputs.push_back(std::move(input));
        walk.outputs.push_back(std::move(output));
        auto cost = walkLoop(walk);
        // The constants come before the first tile, over the same link.
        for (const auto& stage : plan.stages)
            for (const auto& constant : stage.constants)
                if (constant.buffers > 0)
                    cost.inputWait += target::transferCycles(target_, constant.far, near_.name, constant.movedBytes).value_or(0);
        return cost;
    }

    const target::Target& target_;
    const std::vector<ChainStage>& stages_;
    const TileOptions& options_;
    ChainGeometry chain_;
    const target::Engine& engine_;
    const target::Memory& near_;
    const target::Link* link_;
    std::int64_t capacity_ = 0;
    std::int64_t leastBytes_ = std::numeric_limits<std::int64_t>::max();
    std::optional<FusedPlan> best_;
};

}  // namespace

std::int64_t FusedPlan::tiles() const
{
    std::int64_t product = 1;
    for (const auto& loop : loops)
        product *= loop.count();
    return product;
}

std::vector<std::vector<ops::Range>> fusedRanges(const std::vector<ChainStage>& stages, std::vector<ops::Range> last)
{
    return ChainGeometry(stages).ranges(std::move(last));
}

Result<FusedPlan> planFused(const target::Target& target, const std::vector<ChainStage>& stages, const TileOptions& options)
{
    if (stages.empty())
        return refuse("there is no node to run");
    return FusedPlanning(target, stages, options).run();
}

}  // namespace tw::tiling
