// SPDX-License-Identifier: Apache-2.0
// The checker of fuse.h. Walks over the tiles and asks the access maps themselves what each stage needs.
#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/target/constant_form.h"
#include "core/tiling/fuse.h"
#include "core/tiling/tile_view.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

namespace tw::tiling {
namespace {

using Ranges = std::vector<ops::Range>;

std::vector<std::int64_t> sizesOf(const Ranges& ranges)
{
    std::vector<std::int64_t> sizes;
    for (const auto& range : ranges)
        sizes.push_back(range.end - range.begin);
    return sizes;
}

std::int64_t volume(const Ranges& ranges)
{
    std::int64_t product = 1;
    for (const auto size : sizesOf(ranges))
        product *= size;
    return product;
}

class FusedChecker {
public:
    FusedChecker(const target::Target& target, const std::vector<ChainStage>& stages, const FusedPlan& plan)
        : target_(target), stages_(stages), plan_(plan), engine_(*target.engine(stages.front().row->engine)),
          near_(*target.memory(engine_.memory))
    {
        for (const auto& stage : stages) {
            views_.emplace_back(*stage.node, *stage.row);
            access_.push_back(ops::accessOf(*stage.node->def, stage.node->view));
        }
    }

    std::vector<std::string> run()
    {
        checkLoops();
        checkMemory();
        if (found_.empty())
            walk();
        return std::move(found_);
    }

private:
    template <class... Parts>
    void report(const Parts&... parts)
    {
        auto sentence = cat(parts...);
        if (said_.insert(sentence).second)
            found_.push_back(std::move(sentence));
    }

    std::string nameOf(std::size_t stage) const { return cat("stage ", stage, " (", stages_[stage].node->def->op, ")"); }
    const ir::Shape& result() const { return stages_.back().node->view.outputs.front().shape; }

    void checkLoops()
    {
        std::set<int> seen;
        for (const auto& loop : plan_.loops) {
            if (loop.axis < 0 || loop.axis >= result().rank() || !seen.insert(loop.axis).second)
                report("axis ", loop.axis, " is none of the result, or cut twice");
            else if (loop.extent != result()[loop.axis].value)
                report("axis ", loop.axis, " has ", result()[loop.axis].value, " positions, the loop goes over ", loop.extent);
            else if (loop.tile < 1 || loop.tile >= loop.extent)
                report("tiles of ", loop.tile, " positions do not cut axis ", loop.axis);
        }
        if (plan_.stages.size() != stages_.size())
            report("the plan has ", plan_.stages.size(), " stages, the chain ", stages_.size());
    }

    void checkMemory()
    {
        if (plan_.near != near_.name)
            report("tiles are in ", plan_.near, ", ", engine_.name, " computes in ", near_.name);
        const auto up = [&](std::int64_t bytes) { return (bytes + near_.alignment - 1) / near_.alignment * near_.alignment; };
        std::int64_t sum = plan_.betweenBytes + up(plan_.scratchBytes);
        for (const auto* end : {&plan_.input, &plan_.output}) {
            sum += end->buffers * end->slotBytes;
            if (end->buffers < 1 || end->buffers > 2 || !target_.link(end->far, near_.name))
                report("an end of the chain has ", end->buffers, " slots and comes from ", end->far);
        }
        for (std::size_t k = 0; k < plan_.stages.size() && k < stages_.size(); ++k) {
            checkBetween(k);
            for (std::size_t i = 0; i < plan_.stages[k].constants.size(); ++i)
                sum += checkConstant(k, i);
        }
        if (sum != plan_.nearBytes)
            report("slots, constants, area and scratch take ", sum, " bytes, the plan says ", plan_.nearBytes);
        if (sum > near_.usable())
            report("the plan needs ", sum, " bytes in ", near_.name, ", which offers ", near_.usable());
    }

    /// A result between lies in the area, apart from the one that it is made from.
    void checkBetween(std::size_t k)
    {
        if (k + 1 >= stages_.size())
            return;
        const auto& own = plan_.stages[k];
        if (own.offset < 0 || own.offset % near_.alignment != 0 || own.offset + own.resultBytes > plan_.betweenBytes)
            report("the result of ", nameOf(k), " does not lie in the area between");
        if (k == 0)
            return;
        const auto& before = plan_.stages[k - 1];
        if (own.offset < before.offset + before.resultBytes && before.offset < own.offset + own.resultBytes)
            report("the result of ", nameOf(k), " lies over the tile that it is made from");
    }

    std::int64_t checkConstant(std::size_t k, std::size_t i)
    {
        const auto& constant = plan_.stages[k].constants[i];
        const auto& node = *stages_[k].node;
        const bool wanted = i != stages_[k].input && node.view.has(i) && target::isPassed(*stages_[k].row, target::inputName(*node.def, i));
        if (constant.present != wanted)
            report("input ", i, " of ", nameOf(k), wanted ? " is missing" : " is not handed to the kernel");
        if (constant.present && constant.buffers > 0 && constant.slotBytes < target::operandBytes(*stages_[k].row, node, i))
            report("input ", i, " of ", nameOf(k), " has more bytes than its slot");
        if (constant.present && constant.buffers > 0 && !target_.link(constant.far, near_.name))
            report("no link joins ", constant.far, " and ", near_.name);
        return constant.buffers * constant.slotBytes;
    }

    /// What stage k needs of its input to make `made`.
    Ranges neededBy(std::size_t k, const Ranges& made) const
    {
        const auto& stage = stages_[k];
        const auto extents = stage.node->view.shape(stage.input).sizes();
        const bool whole = sizesOf(made) == stage.node->view.outputs.front().shape.sizes();
        const auto& dims = access_[k].inputs[stage.input];
        Ranges ranges;
        for (std::size_t d = 0; d < extents.size(); ++d) {
            const bool follows = !whole && d < dims.size() && dims[d].outputAxis >= 0;
            ranges.push_back(follows ? ops::neededRange(dims[d], made[static_cast<std::size_t>(dims[d].outputAxis)], extents[d])
                                     : ops::Range{0, extents[d]});
        }
        return ranges;
    }

    void walk()
    {
        std::vector<std::int64_t> index(plan_.loops.size(), 0);
        std::vector<std::int64_t> made(stages_.size(), 0);
        for (bool more = true; more;) {
            checkTile(outputRanges(plan_.loops, index, result()), made);
            std::size_t level = index.size();
            while (level > 0 && ++index[level - 1] == plan_.loops[level - 1].count())
                index[--level] = 0;
            more = level > 0;
        }
        for (std::size_t k = 0; k < stages_.size(); ++k)
            if (made[k] != plan_.stages[k].madeElements)
                report(nameOf(k), " makes ", made[k], " elements, the plan says ", plan_.stages[k].madeElements);
        if (made.back() != result().elements().value_or(0))
            report("the tiles have ", made.back(), " positions together, the result ", *result().elements());
        if (moved_ != plan_.input.movedBytes)
            report("the input moves ", moved_, " bytes, the plan says ", plan_.input.movedBytes);
    }

    void checkTile(Ranges made, std::vector<std::int64_t>& sums)
    {
        for (std::size_t k = stages_.size(); k-- > 0;) {
            const auto& view = stages_[k].node->view;
            const auto bytes = ir::byteCount(view.outputs.front().type, volume(made));
            const auto room = k + 1 == stages_.size() ? plan_.output.slotBytes : plan_.stages[k].resultBytes;
            if (bytes > room)
                report("a tile of the result of ", nameOf(k), " has ", bytes, " bytes, there is room for ", room);
            sums[k] += volume(made);
            const auto needed = neededBy(k, made);
            checkKernel(k, made, needed);
            made = needed;
        }
        const auto bytes = ir::byteCount(stages_.front().node->view.type(stages_.front().input), volume(made));
        if (bytes > plan_.input.slotBytes)
            report("a tile of the input has ", bytes, " bytes, there is room for ", plan_.input.slotBytes);
        if (made != last_)
            moved_ += bytes;
        last_ = made;
    }

    void checkKernel(std::size_t k, const Ranges& made, const Ranges& needed)
    {
        std::vector<std::int64_t> key = sizesOf(made);
        key.push_back(static_cast<std::int64_t>(k));
        for (std::size_t d = 0; d < needed.size(); ++d)   // parts at a border differ in their paddings
            key.push_back(needed[d].begin == 0 || needed[d].end == stages_[k].node->view.shape(stages_[k].input)[static_cast<int>(d)].value
                              ? needed[d].begin : -1);
        if (!kernels_.insert(key).second)
            return;
        const auto tile = views_[k].tile(made);
        if (!tile) {
            report(nameOf(k), " does not take a part: ", tile.error().message);
            return;
        }
        if (tile->view.shape(stages_[k].input).sizes() != sizesOf(needed))
            report(nameOf(k), " works on ", tile->view.shape(stages_[k].input), ", the tile needs ", join(sizesOf(needed), " x "));
        if (const auto scratch = target::scratchBytes(*stages_[k].row, *tile); !scratch || *scratch > plan_.scratchBytes)
            report(nameOf(k), " needs more scratch than ", plan_.scratchBytes, " bytes");
    }

    const target::Target& target_;
    const std::vector<ChainStage>& stages_;
    const FusedPlan& plan_;
    const target::Engine& engine_;
    const target::Memory& near_;
    std::deque<TileView> views_;
    std::vector<ops::AccessMap> access_;
    std::set<std::vector<std::int64_t>> kernels_;
    std::optional<Ranges> last_;   // the part of the input that the tile before took
    std::int64_t moved_ = 0;
    std::set<std::string> said_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> violations(const target::Target& target, const std::vector<ChainStage>& stages, const FusedPlan& plan)
{
    return FusedChecker(target, stages, plan).run();
}

}  // namespace tw::tiling
