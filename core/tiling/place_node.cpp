// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/place_node.h"

#include "core/base/text.h"
#include "core/target/constant_form.h"
#include "core/tiling/tile_view.h"

namespace tw::tiling {
namespace {

void addOperand(std::string& key, const ops::Operand& operand)
{
    if (!operand.present) {
        key += "-;";
        return;
    }
    key += cat(ir::typeName(operand.type), operand.shape, operand.constant ? "c" : "");
    // Small constants may be attributes of the operator in disguise (pads, axes).
    constexpr std::int64_t kFewElements = 16;
    if (operand.constant && operand.constant->elements() <= kFewElements && operand.type == ir::DataType::I64)
        for (const auto value : ir::toIntegers(*operand.constant))
            key += cat(" ", value);
    key += ';';
}

/// All that the tiles of a node depend on.
std::string keyOf(const target::KernelRow& row, const target::MatchNode& node, const TileOptions& options, const target::Target& target)
{
    std::string key = cat(target.name, "|", row.place, "|", row.engine, "|", options.homes.activations, "|", options.homes.constants, "|",
                          static_cast<int>(options.buffering), "|");
    for (const auto& memory : target.memories)
        key += cat(memory.name, memory.usable(), ",");
    for (const auto& [axis, size] : options.tile)
        key += cat(axis, "=", size, ",");
    for (const auto& [name, value] : node.view.node.attributes)
        key += cat(name, "=", ir::attributeText(value), ",");
    for (const auto* side : {&node.view.inputs, &node.view.outputs})
        for (const auto& operand : *side)
            addOperand(key, operand);
    return key;
}

/// Whether anything is not at hand in the memory that the engine computes in: then tiles may help.
bool tilesMayHelp(const target::NodePlaces& whole, const std::string& near)
{
    for (const auto* side : {&whole.inputs, &whole.outputs})
        for (const auto& place : *side)
            if (!place.home.empty() && place.home != near)
                return true;
    return false;
}

Result<std::shared_ptr<const TilePlan>> tilesOf(const target::Target& target, const target::KernelRow& row,
                                                const target::MatchNode& node, const target::Homes& homes, const TileWishes& wishes)
{
    TileOptions options{.homes = homes, .buffering = wishes.buffering};
    if (const auto found = wishes.overrides.find(node.view.node.name); found != wishes.overrides.end())
        options.tile = found->second;
    const auto key = wishes.cache ? keyOf(row, node, options, target) : std::string();
    if (wishes.cache)
        if (auto known = wishes.cache->find(key))
            return *known;
    auto plan = planTiles(target, row, node, options);
    const TileCache::Plan result = plan ? TileCache::Plan(std::make_shared<const TilePlan>(std::move(plan).value())) : TileCache::Plan(plan.error());
    if (wishes.cache)
        wishes.cache->keep(key, result);
    return result;
}

/// Where nothing can come in tiles, what whole operands lack is the better answer.
Error betterError(const target::Target& target, const Result<target::NodePlaces>& whole, const Error& tiles)
{
    const bool noTiles = target.links.empty() || tiles.code == Code::UnknownShape;
    return !whole && noTiles ? whole.error() : tiles;
}

target::OperandPlace placeOf(const TileOperand& operand, std::int64_t bytes, bool pointwise)
{
    if (!operand.present)
        return {};
    const bool inSlots = operand.buffers > 0;
    const auto whole = operand.isStaged() ? operand.farBytes : bytes;
    return {.home = operand.home, .memory = inSlots ? operand.near : operand.far, .bytes = whole,
            .copyBytes = inSlots ? operand.buffers * operand.slotBytes : operand.isStaged() ? whole : 0, .tiled = true,
            .pointwise = pointwise};
}

target::NodePlaces placesOf(const target::KernelRow& row, const target::MatchNode& node, const TilePlan& plan)
{
    const TileView view(node, row);
    target::NodePlaces places;
    for (std::size_t i = 0; i < plan.inputs.size(); ++i)
        places.inputs.push_back(placeOf(plan.inputs[i], node.view.inputs[i].present ? target::operandBytes(row, node, i) : 0, view.pointwise(i)));
    for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
        const auto& output = node.view.outputs[i];
        places.outputs.push_back(placeOf(plan.outputs[i], ir::byteCount(output.type, output.shape.elements().value_or(0)), false));
    }
    places.scratch = {.home = plan.near, .memory = plan.near, .bytes = plan.scratchBytes, .copyBytes = plan.scratchBytes};
    return places;
}

target::NodeCost costOf(const TilePlan& plan)
{
    if (!plan.missing.empty())
        return {.compute = {}, .movement = {}, .overhead = {}, .missing = plan.missing};
    return {.compute = plan.cost.compute, .movement = plan.cost.inputWait + plan.cost.outputWait, .overhead = plan.cost.overhead};
}

/// Cycles from where the operands are once nothing has to come from a home that no link joins with the engine's memory:
/// that part is the same for tiles and for whole operands, and often one without a figure.
std::optional<double> nearCycles(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                                 const target::NodePlaces& whole, const TilePlan& plan)
{
    auto places = whole;
    const auto bring = [](std::vector<target::OperandPlace>& side, const std::vector<TileOperand>& tiles) {
        for (std::size_t i = 0; i < side.size(); ++i)
            if (tiles[i].isStaged())
                side[i].home = side[i].memory == tiles[i].home ? side[i].memory : tiles[i].far;
    };
    bring(places.inputs, plan.inputs);
    bring(places.outputs, plan.outputs);
    return target::costOf(target, row, node, places).total();
}

bool isQuicker(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node, const Placed& whole,
               const TilePlan& plan)
{
    const auto staged = [](const std::vector<TileOperand>& side) {
        return std::any_of(side.begin(), side.end(), [](const auto& operand) { return operand.isStaged(); });
    };
    const auto tiles = plan.cost.total();
    if (plan.missing.empty())
        return whole.cost.total() && tiles < *whole.cost.total();
    if (!staged(plan.inputs) && !staged(plan.outputs))
        return false;
    const auto cycles = nearCycles(target, row, node, whole.places, plan);
    return tiles > 0 && cycles && tiles < *cycles;
}

}  // namespace

std::optional<TileCache::Plan> TileCache::find(const std::string& key) const
{
    const std::lock_guard lock(mutex_);
    const auto found = plans_.find(key);
    return found == plans_.end() ? std::nullopt : std::optional(found->second);
}

void TileCache::keep(const std::string& key, const Plan& plan)
{
    const std::lock_guard lock(mutex_);
    plans_.emplace(key, plan);
}

Result<Placed> placeNode(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                         const target::Homes& homes, const TileWishes& wishes)
{
    const auto& near = target.engine(row.engine)->memory;
    auto whole = target::placeOperands(target, row, node, homes);
    std::optional<Placed> best;
    if (whole) {
        best = Placed{.places = std::move(whole).value(), .cost = {}};
        best->cost = target::costOf(target, row, node, best->places);
        if (!tilesMayHelp(best->places, near))
            return *best;
    }
    const bool wished = wishes.overrides.contains(node.view.node.name);
    const auto tiles = tilesOf(target, row, node, homes, wishes);
    if (!tiles && (!best || wished))
        return betterError(target, whole, tiles.error());
    if (!tiles)
        return *best;
    const auto cost = costOf(**tiles);
    if (!best || wished || isQuicker(target, row, node, *best, **tiles)) {
        auto confidence = best ? best->cost.confidence : std::string();
        best = Placed{.places = placesOf(row, node, **tiles), .cost = cost, .tiles = *tiles};
        best->cost.confidence = std::move(confidence);
    }
    return *best;
}

Result<target::NodePlaces> placesOf(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                                    const target::Homes& homes, const TileWishes& wishes)
{
    auto whole = target::placeOperands(target, row, node, homes);
    if (whole && !wishes.overrides.contains(node.view.node.name))
        return whole;
    const auto tiles = tilesOf(target, row, node, homes, wishes);
    if (!tiles)
        return betterError(target, whole, tiles.error());
    return placesOf(row, node, **tiles);
}

}  // namespace tw::tiling
