// SPDX-License-Identifier: Apache-2.0
// A node that is cut into tiles gives what the whole node gives: for every node of the corpus and every axis that may
// be cut, the reference evaluation of the tiles, put together, equals that of the node.
#include "core/ops/registry.h"
#include "core/tiling/slice_data.h"
#include "core/tiling/tile_plan.h"
#include "core/tiling/tile_view.h"
#include "tests/support/corpus_networks.h"

#include <iostream>
#include <random>
#include <set>

namespace tw::testing {
namespace {

/// Small integers, which every type has and which floats add exactly.
ir::TensorData someData(const ops::Operand& operand, std::mt19937& random)
{
    std::vector<std::int64_t> values(static_cast<std::size_t>(operand.shape.elements().value()));
    const bool isUnsigned = ir::typeName(operand.type).front() == 'u' || operand.type == ir::DataType::Bool;
    for (auto& value : values)
        value = isUnsigned ? static_cast<std::int64_t>(random() % 2) : static_cast<std::int64_t>(random() % 9) - 4;
    return ir::fromIntegers(operand.type, operand.shape, values);
}

std::string signatureOf(const ops::OpNode& view)
{
    std::string text = view.node.op;
    for (const auto& [name, value] : view.node.attributes)
        text += cat(" ", name, "=", ir::attributeText(value));
    for (const auto& input : view.inputs)
        text += cat(" ", ir::typeName(input.type), input.shape);
    return text;
}

/// The tile's part of the operands' values.
void cutOperands(ops::OpNode& tile, const ops::OpNode& whole, const tiling::TileView& view, std::span<const ops::Range> ranges)
{
    for (std::size_t i = 0; i < whole.inputs.size(); ++i)
        if (whole.inputs[i].present)
            tile.inputs[i].constant = tiling::sliceData(*whole.inputs[i].constant, view.inputRanges(i, ranges));
}

/// What a tile is told about its inputs must be what is moved for it.
std::string compareShapes(const target::MatchNode& tile, const tiling::TileView& view, std::span<const ops::Range> ranges)
{
    for (std::size_t i = 0; i < tile.view.inputs.size(); ++i) {
        std::vector<std::int64_t> sizes;
        for (const auto& range : view.inputRanges(i, ranges))
            sizes.push_back(range.end - range.begin);
        if (tile.view.inputs[i].present && tile.view.inputs[i].shape != ir::Shape::of(sizes))
            return cat("input ", i, " is said to be ", tile.view.inputs[i].shape, ", moved are ", ir::Shape::of(sizes));
    }
    return "";
}

/// Empty, or what is wrong.
std::string compareTiles(const target::MatchNode& match, const target::KernelRow& row, int axis, std::int64_t size)
{
    const tiling::TileView view(match, row);
    const auto whole = ops::evaluateNode(*match.def, match.view);
    if (!whole)
        return "";
    const tiling::LoopAxis loop{.axis = axis, .extent = view.output()[axis].value, .tile = size};
    for (std::int64_t index = 0; index < loop.count(); ++index) {
        const auto ranges = tiling::outputRanges({loop}, {index}, view.output());
        auto tile = view.tile(ranges);
        if (!tile)
            continue;   // no work for this kernel, which the solver sees, too
        if (const auto fault = compareShapes(*tile, view, ranges); !fault.empty())
            return fault;
        cutOperands(tile->view, match.view, view, ranges);
        const auto part = ops::evaluateNode(*match.def, tile->view);
        if (!part)
            return part.error().text();
        const auto expected = tiling::sliceData(whole->front(), ranges);
        if (!std::equal(expected.bytes.view.begin(), expected.bytes.view.end(), part->front().bytes.view.begin(), part->front().bytes.view.end()))
            return cat("tile ", index, " of size ", size, " along axis ", axis, " differs");
    }
    return "";
}

struct Tally {
    std::set<std::string> seen;
    int cuts = 0;
    std::vector<std::string> faults;
};

void checkNode(const ir::Graph& graph, const ir::Node& node, const target::KernelRow& row, Tally& tally)
{
    auto match = target::matchNodeOf(graph, node);
    if (!match || !tally.seen.insert(signatureOf(match->view)).second)
        return;
    constexpr std::int64_t kMostElements = 200'000;   // larger ones differ from smaller ones in nothing but time
    std::mt19937 random(7);
    for (auto& input : match->view.inputs) {
        if (!input.present)
            continue;
        if (input.shape.elements().value() > kMostElements)
            return;
        if (!input.constant)
            input.constant = someData(input, random);
    }
    const tiling::TileView view(*match, row);
    const auto all = tiling::outputRanges({}, {}, view.output());
    if (const auto one = view.tile(all); one && !compareShapes(*one, view, all).empty())
        tally.faults.push_back(cat(signatureOf(match->view), ": ", compareShapes(*one, view, all)));
    for (int axis = 0; axis < view.rank(); ++axis) {
        const auto extent = view.output()[axis].value;
        for (const auto size : std::set<std::int64_t>{1, (extent + 2) / 3, (extent + 1) / 2}) {
            if (!view.mayCut(axis) || size >= extent || extent / size > 64)
                continue;
            ++tally.cuts;
            if (const auto fault = compareTiles(*match, row, axis, size); !fault.empty())
                tally.faults.push_back(cat(signatureOf(match->view), ": ", fault));
        }
    }
}

TEST(Tiles, GiveWhatTheWholeNodeGives)
{
    TW_NEED_CORPUS();
    const auto target = session::findTarget("pulp-open");
    ASSERT_TRUE(target) << target.error().text();
    Tally tally;
    auto networks = corpusNetworks();
    addFolders(networks, corpusFolder(), "deeploy/Models");
    for (const auto& network : networks) {
        Progress progress;
        const auto snapshot = session::importModel(network.model, progress);
        if (!snapshot)
            continue;
        auto options = session::optionsOf(**snapshot, {});
        const auto inputs = onnx::readNpz(network.inputs);
        if (!options || !inputs)
            continue;
        deploy::completeOptions(*(*snapshot)->graph, *inputs, *options);
        const auto deployment = deploy::deployGraph(*(*snapshot)->graph, *target, *options, progress);
        if (!deployment)
            continue;
        for (std::size_t i = 0; i < deployment->lowered->nodes.size(); ++i)
            if (const auto& bound = deployment->binding.nodes[i]; bound.row >= 0)
                checkNode(*deployment->lowered, deployment->lowered->nodes[i],
                          (*target)->rows[static_cast<std::size_t>(bound.row)], tally);
    }
    for (const auto& fault : tally.faults)
        ADD_FAILURE() << fault;
    std::cout << "pulp-open: " << tally.cuts - static_cast<int>(tally.faults.size()) << '/' << tally.cuts << " cuts of "
              << tally.seen.size() << " different nodes give what the whole node gives\n";
    EXPECT_GT(tally.cuts, 0);
}

}  // namespace
}  // namespace tw::testing
