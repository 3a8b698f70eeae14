// SPDX-License-Identifier: Apache-2.0
// The checker of solve.h. Walks over the tiles one by one and asks the access map itself what each of them needs; of the
// solver's files it uses none.
#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/target/constant_form.h"
#include "core/tiling/solve.h"
#include "core/tiling/tile_view.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tw::tiling {
namespace {

using Sizes = std::vector<std::int64_t>;
using Ranges = std::vector<ops::Range>;

std::int64_t volume(const Ranges& ranges)
{
    std::int64_t product = 1;
    for (const auto& range : ranges)
        product *= range.end - range.begin;
    return product;
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether the part is one stretch of the tensor.
bool isContiguous(const Ranges& part, const Sizes& extents)
{
    std::size_t d = part.size();
    while (d > 0 && part[d - 1] == ops::Range{0, extents[d - 1]})
        --d;
    for (std::size_t outer = 0; outer + 1 < d; ++outer)
        if (part[outer].end - part[outer].begin != 1)
            return false;
    return true;
}

class Checker {
public:
    Checker(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node, const TilePlan& plan)
        : target_(target), row_(row), node_(node), plan_(plan), engine_(*target.engine(row.engine)),
          access_(ops::accessOf(*node.def, node.view)), view_(node, row)
    {
    }

    std::vector<std::string> run()
    {
        if (checkShape() && checkLoops()) {
            checkMemory();
            for (const bool outputs : {false, true})
                for (std::size_t i = 0; i < side(outputs).size(); ++i)
                    checkPlace(outputs, i);
            if (found_.empty())
                walk();
        }
        return std::move(found_);
    }

private:
    template <class... Parts>
    void report(const Parts&... parts) { found_.push_back(cat(parts...)); }

    const std::vector<TileOperand>& side(bool outputs) const { return outputs ? plan_.outputs : plan_.inputs; }
    const ops::Operand& operandAt(bool outputs, std::size_t i) const { return outputs ? node_.view.outputs[i] : node_.view.inputs[i]; }
    std::string nameOf(bool outputs, std::size_t i) const
    {
        return outputs ? target::outputName(*node_.def, i) : target::inputName(*node_.def, i);
    }

    bool checkShape()
    {
        if (plan_.inputs.size() != node_.view.inputs.size() || plan_.outputs.size() != node_.view.outputs.size())
            report("the plan has ", plan_.inputs.size(), " inputs and ", plan_.outputs.size(), " outputs, the node ",
                   node_.view.inputs.size(), " and ", node_.view.outputs.size());
        return found_.empty();
    }

    /// Positions of each axis are covered once, because tiles follow one another from 0 to the extent.
    bool checkLoops()
    {
        const auto& output = node_.view.outputs.front().shape;
        std::set<int> seen;
        for (const auto& loop : plan_.loops) {
            if (loop.axis < 0 || loop.axis >= output.rank())
                report("there is no axis ", loop.axis);
            else if (loop.extent != output[loop.axis].value)
                report("axis ", loop.axis, " has ", output[loop.axis].value, " positions, the loop goes over ", loop.extent);
            else if (!seen.insert(loop.axis).second)
                report("axis ", loop.axis, " is cut twice");
            else if (loop.tile < 1 || loop.tile >= loop.extent)
                report("tiles of ", loop.tile, " positions do not cut axis ", loop.axis, " of ", loop.extent);
            else if (!view_.mayCut(loop.axis))
                report("axis ", loop.axis, " cannot be cut: ", view_.whyNot(loop.axis));
        }
        return found_.empty();
    }

    void checkMemory()
    {
        if (plan_.near != engine_.memory)
            report("tiles are in ", plan_.near, ", ", engine_.name, " computes in ", engine_.memory);
        const auto& near = *target_.memory(engine_.memory);
        const auto up = [&](std::int64_t bytes) { return (bytes + near.alignment - 1) / near.alignment * near.alignment; };
        std::int64_t sum = up(plan_.scratchBytes);
        for (const bool outputs : {false, true})
            for (const auto& operand : side(outputs)) {
                sum += operand.buffers * operand.slotBytes;
                if (operand.slotBytes % near.alignment != 0)
                    report("a slot of ", operand.slotBytes, " bytes is no multiple of ", near.alignment);
            }
        if (sum != plan_.nearBytes)
            report("the slots and the scratch take ", sum, " bytes, the plan says ", plan_.nearBytes);
        if (sum > near.usable())
            report("the plan needs ", sum, " bytes in ", near.name, ", which offers ", near.usable());
    }

    void checkPlace(bool outputs, std::size_t i)
    {
        const auto& operand = side(outputs)[i];
        const auto name = nameOf(outputs, i);
        const bool handed = operandAt(outputs, i).present && (outputs || target::isPassed(row_, name));
        if (operand.present != handed)
            report(name, handed ? " is missing" : " is not handed to the kernel");
        if (!operand.present || !handed)
            return;
        if (operand.buffers < 0 || operand.buffers > 2)
            report(name, " has ", operand.buffers, " slots");
        if (operand.buffers > 0 && operand.near != engine_.memory)
            report(name, " has slots in ", operand.near);
        if (operand.buffers > 0 && !target_.link(operand.far, operand.near))
            report("no link joins ", operand.far, " and ", operand.near, ", between which ", name, " moves");
        if (operand.isStaged() && !target_.link(operand.home, operand.far))
            report("no link joins ", operand.home, " and ", operand.far, ", between which ", name, " is copied");
        if (operand.buffers == 0 && operand.near != operand.far)
            report(name, " is used in ", operand.near, " but no slot holds it there");
        const auto reads = row_.reads.find(name);
        if (operand.buffers == 0 && operand.far != engine_.memory && !contains(engine_.reads, operand.far) &&
            (reads == row_.reads.end() || !contains(reads->second, operand.far)))
            report(engine_.name, " cannot use ", name, " in ", operand.far);
        if (!target_.memory(operand.far))
            report("there is no memory ", operand.far);
    }

    /// What a slice or a join begins in must be there as a whole: its kernel is told an offset in all of it.
    bool mustBeWhole(std::size_t input, const ops::DimAccess& dim) const
    {
        const auto& images = node_.def->imageInputs;
        const bool isImage = std::find(images.begin(), images.end(), static_cast<int>(input)) != images.end();
        return dim.kind == ops::Access::Offset || (dim.kind == ops::Access::Window && !isImage);
    }

    Ranges needed(bool outputs, std::size_t i, const Ranges& tile) const
    {
        const auto extents = operandAt(outputs, i).shape.sizes();
        Ranges ranges;
        for (std::size_t d = 0; d < extents.size(); ++d) {
            ranges.push_back({0, extents[d]});
            if (plan_.loops.empty())
                continue;
            if (outputs) {
                ranges.back() = tile[d];
                continue;
            }
            const auto& dims = access_.inputs[i];
            if (d < dims.size() && dims[d].outputAxis >= 0 && !mustBeWhole(i, dims[d]))
                ranges.back() = ops::neededRange(dims[d], tile[static_cast<std::size_t>(dims[d].outputAxis)], extents[d]);
        }
        return ranges;
    }

    /// Bytes of a part as it stands in near memory.
    std::int64_t bytesOf(bool outputs, std::size_t i, const Ranges& part, const target::MatchNode& tile) const
    {
        const auto& operand = operandAt(outputs, i);
        if (!outputs && target::encodingOf(row_, node_, i))
            return target::operandBytes(row_, tile, i);
        return ir::byteCount(operand.type, volume(part));
    }

    struct Seen {
        std::optional<Ranges> part;   // of the tile before; a scalar's has no ranges, which is not the same as none
        std::int64_t moved = 0;
        std::int64_t widest = 0;
        bool cut = false;
    };

    void checkTile(const Ranges& tile, std::vector<Seen>& seen)
    {
        const auto& view = tileNode(tile);
        if (!view)
            return;
        std::size_t number = 0;
        for (const bool outputs : {false, true})
            for (std::size_t i = 0; i < side(outputs).size(); ++i) {
                auto& own = seen[number++];
                if (side(outputs)[i].present)
                    checkPart(outputs, i, needed(outputs, i, tile), **view, own);
            }
    }

    void checkPart(bool outputs, std::size_t i, const Ranges& part, const target::MatchNode& tile, Seen& own)
    {
        const auto& plan = side(outputs)[i];
        const auto& shape = outputs ? tile.view.outputs[i].shape : tile.view.inputs[i].shape;
        Sizes sizes;
        for (const auto& range : part)
            sizes.push_back(range.end - range.begin);
        if (shape.sizes() != sizes)
            complain(outputs, i, cat("the kernel works on ", shape, " of ", nameOf(outputs, i), ", the tile needs ", join(sizes, " x ")));
        const auto extents = operandAt(outputs, i).shape.sizes();
        const auto bytes = bytesOf(outputs, i, part, tile);
        own.cut = own.cut || sizes != extents;
        own.widest = std::max(own.widest, bytes);
        if (plan.buffers > 0 && part != own.part)
            own.moved += bytes;
        own.part = part;
        if (plan.buffers > 0 && bytes > plan.slotBytes)
            complain(outputs, i, cat("a part of ", nameOf(outputs, i), " has ", bytes, " bytes, its slot ", plan.slotBytes));
        if (plan.buffers == 0 && !plan.pieces && !isContiguous(part, extents))
            complain(outputs, i, cat(nameOf(outputs, i), " is used in ", plan.far, " in parts that are not contiguous"));
    }

    void complain(bool outputs, std::size_t i, std::string sentence)
    {
        if (complained_.insert({outputs, i}).second)   // one sentence an operand, not one a tile
            found_.push_back(std::move(sentence));
    }

    /// Tiles of the same sizes that reach the same borders are one node; nullptr when the kernel does not take it.
    const std::optional<target::MatchNode>* tileNode(const Ranges& tile)
    {
        std::vector<std::int64_t> key;
        for (std::size_t axis = 0; axis < tile.size(); ++axis) {
            const auto extent = node_.view.outputs.front().shape[static_cast<int>(axis)].value;
            const bool atBorder = reachesBorder(axis, tile);
            key.insert(key.end(), {tile[axis].end - tile[axis].begin, atBorder ? tile[axis].begin : -1, atBorder ? extent - tile[axis].end : -1});
        }
        const auto found = nodes_.find(key);
        if (found != nodes_.end())
            return found->second ? &found->second : nullptr;
        auto node = view_.tile(tile);
        auto& kept = nodes_[key];
        if (!node) {
            report("the kernel does not take a tile: ", node.error().message);
            return nullptr;
        }
        kept = std::move(node).value();
        if (const auto scratch = target::scratchBytes(row_, *kept); !scratch || *scratch > plan_.scratchBytes)
            report("a tile needs ", scratch ? *scratch : 0, " bytes of scratch, the plan has ", plan_.scratchBytes);
        return &kept;
    }

    bool reachesBorder(std::size_t axis, const Ranges& tile) const
    {
        for (std::size_t i = 0; i < access_.inputs.size(); ++i)
            for (std::size_t d = 0; d < access_.inputs[i].size(); ++d) {
                const auto& dim = access_.inputs[i][d];
                if (dim.kind != ops::Access::Window || dim.outputAxis != static_cast<int>(axis))
                    continue;
                const auto extent = node_.view.inputs[i].shape[static_cast<int>(d)].value;
                const auto part = ops::neededRange(dim, tile[axis], extent);
                if (part.begin == 0 || part.end == extent)
                    return true;
            }
        return false;
    }

    void walk()
    {
        std::vector<Seen> seen(plan_.inputs.size() + plan_.outputs.size());
        std::vector<std::int64_t> index(plan_.loops.size(), 0);
        std::int64_t positions = 0;
        for (bool more = true; more;) {
            const auto tile = outputRanges(plan_.loops, index, node_.view.outputs.front().shape);
            positions += volume(tile);
            checkTile(tile, seen);
            std::size_t level = index.size();
            while (level > 0 && ++index[level - 1] == plan_.loops[level - 1].count())
                index[--level] = 0;
            more = level > 0;
        }
        if (positions != node_.view.outputs.front().shape.elements().value_or(0))
            report("the tiles have ", positions, " positions together, the result ", *node_.view.outputs.front().shape.elements());
        std::size_t number = 0;
        for (const bool outputs : {false, true})
            for (std::size_t i = 0; i < side(outputs).size(); ++i)
                checkSums(outputs, i, seen[number++]);
    }

    void checkSums(bool outputs, std::size_t i, const Seen& seen)
    {
        const auto& plan = side(outputs)[i];
        const auto name = nameOf(outputs, i);
        if (!plan.present)
            return;
        if (plan.movedBytes != seen.moved)
            report(name, " moves ", seen.moved, " bytes, the plan says ", plan.movedBytes);
        const auto alignment = target_.memory(engine_.memory)->alignment;
        if (plan.buffers > 0 && plan.slotBytes - seen.widest >= alignment)
            report("a slot of ", name, " has ", plan.slotBytes, " bytes for parts of ", seen.widest);
        if (plan.pieces != (seen.cut && operandAt(outputs, i).constant && !outputs))
            report(name, plan.pieces ? " is not cut, but stored in pieces" : " is cut, but not stored in pieces");
    }

    const target::Target& target_;
    const target::KernelRow& row_;
    const target::MatchNode& node_;
    const TilePlan& plan_;
    const target::Engine& engine_;
    ops::AccessMap access_;
    TileView view_;
    std::map<Sizes, std::optional<target::MatchNode>> nodes_;
    std::set<std::pair<bool, std::size_t>> complained_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> violations(const target::Target& target, const target::KernelRow& row,
                                    const target::MatchNode& node, const TilePlan& plan)
{
    return Checker(target, row, node, plan).run();
}

}  // namespace tw::tiling
