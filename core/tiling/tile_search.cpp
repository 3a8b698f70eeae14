// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/tile_search.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace tw::tiling {
namespace {

constexpr std::size_t kMostSizes = 12;          // per axis
constexpr std::size_t kMostCombinations = 4000;
constexpr std::int64_t kMostTiles = 1 << 20;

/// Sums in another order differ in the last digits: plans that close are equally good.
double rounded(double cycles)
{
    return std::round(cycles * 1024) / 1024;
}

/// What bounds a loop, over all links.
class Bounds {
public:
    Bounds(const NodeFacts& facts, double engineCycles) : facts_(facts), engine_(engineCycles), links_(facts.links.size()) {}

    void addEngine(double cycles) { engine_ += cycles; }
    /// `serial` of the transfer's cycles are spent while the engine stands still.
    void addTransfer(int link, double cycles, double serial)
    {
        auto& own = links_[static_cast<std::size_t>(link)];
        own.busy += cycles;
        own.serial += facts_.links[static_cast<std::size_t>(link)]->overlaps ? serial : cycles;
    }
    double least() const
    {
        double least = engine_;
        for (const auto& own : links_)
            least = std::max({least, own.busy, engine_ + own.serial});
        return rounded(least * (1 - 1e-9));
    }

private:
    struct LinkSum {
        double busy = 0;
        double serial = 0;
    };
    const NodeFacts& facts_;
    double engine_ = 0;
    std::vector<LinkSum> links_;
};

}  // namespace

TileSearch::TileSearch(const NodeFacts& facts, const TileOptions& options, std::int64_t capacity, KernelCosts& kernels)
    : facts_(facts), options_(options), capacity_(capacity), kernels_(kernels)
{
    for (const auto& operand : facts.operands) {
        const auto* link = operand.link < 0 ? nullptr : facts.links[static_cast<std::size_t>(operand.link)];
        if (operand.mayMove && !link->bytesPerCycle.value)
            missing_ = cat("no figure for the transfers between ", operand.far, " and ", facts.near.name);
        if (!operand.mayMove && !operand.access)
            missing_ = cat("no figure for accesses to ", operand.far);
    }
    prepareAxes();
}

bool TileSearch::encodingAllows(int axis) const
{
    // A constant that is worked out per channel, but whose own operand is one number for all, has no part per tile.
    const bool cutsConstant = std::any_of(facts_.operands.begin(), facts_.operands.end(), [&](const auto& operand) {
        return operand.constant && operand.follows(axis);
    });
    return !cutsConstant || std::none_of(facts_.operands.begin(), facts_.operands.end(), [&](const auto& operand) {
        return operand.encoding && operand.encoding->values != target::Values::Own && !operand.follows(axis);
    });
}

void TileSearch::prepareAxes()
{
    const auto extents = facts_.view.output().sizes();
    std::vector<std::vector<std::int64_t>> sizes;
    for (std::size_t a = 0; a < extents.size(); ++a) {
        const int axis = static_cast<int>(a);
        const auto wanted = options_.tile.find(axis);
        if (wanted != options_.tile.end())
            sizes.push_back({wanted->second});
        else if (facts_.view.mayCut(axis) && encodingAllows(axis))
            sizes.push_back(tileSizes(extents[a], kMostSizes));
        else
            sizes.push_back({extents[a]});
    }
    const auto combinations = [&] {
        return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1}, [](auto product, const auto& list) { return product * list.size(); });
    };
    for (auto most = kMostSizes - 1; combinations() > kMostCombinations && most > 2; --most)
        for (std::size_t a = 0; a < sizes.size(); ++a)
            if (sizes[a].size() > most)
                sizes[a] = tileSizes(extents[a], most);
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        auto& cuts = cuts_.emplace_back();
        for (const auto size : sizes[a])
            cuts.push_back(cutAxis(facts_, {static_cast<int>(a), extents[a], std::max<std::int64_t>(size, 1)}));
        kinds_.emplace_back(cuts.size());
        axisCompute_.emplace_back(cuts.size());
    }
}

std::vector<TileSearch::Sizes> TileSearch::allSizes() const
{
    std::vector<Sizes> all;
    Sizes sizes(cuts_.size(), 0);
    while (true) {
        std::int64_t tiles = 1;
        for (std::size_t a = 0; a < sizes.size() && tiles <= kMostTiles; ++a)
            tiles *= cuts_[a][sizes[a]].loop.count();
        if (tiles <= kMostTiles)
            all.push_back(sizes);
        std::size_t a = sizes.size();
        while (a > 0 && ++sizes[a - 1] == cuts_[a - 1].size())
            sizes[--a] = 0;
        if (a == 0)
            return all;
    }
}

TileSearch::RoughOperand TileSearch::roughOperand(std::size_t operand, const Sizes& sizes) const
{
    const auto& facts = facts_.operands[operand];
    RoughOperand rough;
    double base = static_cast<double>(facts.elementBytes);
    for (std::size_t d = 0; d < facts.sizes.size(); ++d)
        if (facts.axisOfDim[d] < 0)
            base *= static_cast<double>(facts.sizes[d]);
    rough.sum = rough.widest = rough.first = rough.last = base;
    bool repeats = false;
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        const auto& cut = cuts_[a][sizes[a]];
        const auto& own = cut.operands[operand];
        if (!own.follows)
            continue;
        rough.parts *= static_cast<double>(cut.loop.count());
        rough.sum *= static_cast<double>(own.sum);
        rough.widest *= static_cast<double>(own.widest);
        rough.first *= static_cast<double>(own.first);
        rough.last *= static_cast<double>(own.last);
        repeats = repeats || own.repeats;
    }
    if (facts.elementBytes == 0) {   // stored in a form of its own, of which the parts together are no less
        rough.sum = static_cast<double>(facts.wholeBytes);
        rough.widest = rough.sum / rough.parts;
        rough.first = rough.last = 0;
    }
    if (repeats) {
        rough.parts = 1;
        rough.sum = rough.first;
    }
    return rough;
}

std::int64_t TileSearch::roughBytes(const Sizes& sizes) const
{
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < facts_.operands.size(); ++i)
        if (!facts_.operands[i].mayStay)
            bytes += facts_.slotBytes(static_cast<std::int64_t>(roughOperand(i, sizes).widest));
    return bytes;
}

double TileSearch::roughCycles(const Sizes& sizes, double compute) const
{
    double tiles = 1;
    for (std::size_t a = 0; a < sizes.size(); ++a)
        tiles *= static_cast<double>(cuts_[a][sizes[a]].loop.count());
    Bounds bounds(facts_, compute + tiles * facts_.overhead);
    double moved = 0;
    for (std::size_t i = 0; i < facts_.operands.size(); ++i) {
        const auto& operand = facts_.operands[i];
        if (operand.mayStay || operand.link < 0)
            continue;
        const auto rough = roughOperand(i, sizes);
        moved += rough.sum;
        const auto& link = *facts_.links[static_cast<std::size_t>(operand.link)];
        const double setup = link.setupCycles.value.value_or(0);
        const double rate = link.bytesPerCycle.value.value_or(1);
        bounds.addTransfer(operand.link, rough.parts * setup + rough.sum / rate, setup + (operand.isOutput ? rough.last : rough.first) / rate);
    }
    return hasFigures() ? bounds.least() : moved;
}

const CutKinds& TileSearch::kindsFor(std::size_t axis, std::size_t size)
{
    auto& kinds = kinds_[axis][size];
    if (!kinds)
        kinds = std::make_unique<CutKinds>(kindsOf(facts_, cuts_[axis][size], kernels_.names(static_cast<int>(axis))));
    return *kinds;
}

/// Compute cycles when only this axis is cut.
double TileSearch::axisCompute(std::size_t axis, std::size_t size)
{
    auto& known = axisCompute_[axis][size];
    if (!known) {
        LoopTables tables;
        tables.axes.push_back({&cuts_[axis][size], &kindsFor(axis, size)});
        const auto kernel = kernelTable(facts_, tables, kernels_);
        known = kernel.refusal.empty() ? kernel.computeSum : 0;
    }
    return *known;
}

/// A kernel is not quicker in pieces, except that pieces may leave out what strides jump over.
void TileSearch::findShares()
{
    shares_.assign(cuts_.size(), 1);
    bool jumps = false;
    for (const auto& cuts : cuts_)
        jumps = jumps || std::any_of(cuts.begin(), cuts.end(), [&](const AxisCut& cut) { return leavesOut(facts_, cut); });
    for (std::size_t a = 0; jumps && a < cuts_.size(); ++a)
        for (std::size_t size = 0; size < cuts_[a].size(); ++size)
            if (cuts_[a][size].isCut())
                shares_[a] = std::min(shares_[a], axisCompute(a, size) / std::max(kernels_.whole().compute, 1.0));
}

double TileSearch::computeBound(const Sizes& sizes)
{
    double all = 1;
    for (const double share : shares_)
        all *= share;
    double bound = kernels_.whole().compute * all;
    for (std::size_t a = 0; a < sizes.size(); ++a)
        if (cuts_[a][sizes[a]].isCut())
            bound = std::max(bound, axisCompute(a, sizes[a]) * (all / shares_[a]));
    return bound;
}

void TileSearch::workOutTransfers(Candidate& candidate)
{
    std::vector<CutAxis> axes;
    for (std::size_t a = 0; a < candidate.sizes.size(); ++a)
        if (const auto& cut = cuts_[a][candidate.sizes[a]]; cut.isCut())
            axes.push_back({&cut, &kindsFor(a, candidate.sizes[a])});
    candidate.tables = std::make_unique<LoopTables>(transferTables(facts_, std::move(axes)));
    candidate.groups = groupsOf(*candidate.tables);
}

std::vector<Slots> TileSearch::choicesOf(std::size_t operand, const TransferTable& table, std::int64_t tiles) const
{
    std::vector<Slots> choices;
    const bool turns = facts_.operands[operand].isOutput ? tiles > 1 : table.changes;
    if (table.mayMove && (!turns || options_.buffering != Buffering::Double))
        choices.push_back(Slots::One);
    if (table.mayMove && turns && options_.buffering != Buffering::Single)
        choices.push_back(Slots::Two);
    if (table.mayStay)
        choices.push_back(Slots::Stay);
    return choices;
}

std::vector<TileSearch::Group> TileSearch::groupsOf(const LoopTables& tables) const
{
    // Operands that are moved alike get as many slots: tables of one number per channel need no choice of their own.
    using Alike = std::tuple<bool, bool, int, std::int64_t, std::vector<int>, std::vector<Slots>>;
    std::vector<Alike> keys;
    std::vector<Group> groups;
    for (std::size_t i = 0; i < facts_.operands.size(); ++i) {
        const auto& operand = facts_.operands[i];
        const auto& table = tables.operands[i];
        const Alike key{operand.isOutput, operand.constant, operand.link, table.widest, table.strides, choicesOf(i, table, tables.tiles)};
        const auto found = std::find(keys.begin(), keys.end(), key);
        if (found == keys.end()) {
            keys.push_back(key);
            groups.push_back({{i}, std::get<5>(key)});
        } else {
            groups[static_cast<std::size_t>(found - keys.begin())].operands.push_back(i);
        }
    }
    return groups;
}

void TileSearch::forChoices(const Candidate& candidate, const Use& use) const
{
    LoopChoice choice;
    choice.order.resize(candidate.tables->axes.size());
    std::iota(choice.order.begin(), choice.order.end(), 0);
    choice.buffers.assign(facts_.operands.size(), Slots::Stay);
    const auto& groups = candidate.groups;
    if (std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.choices.empty(); }))
        return;
    std::int64_t number = 0;
    do {
        std::vector<std::size_t> at(groups.size(), 0);
        for (std::size_t g = groups.size() + 1; g > 0;) {
            for (g = 0; g < groups.size(); ++g)
                for (const auto operand : groups[g].operands)
                    choice.buffers[operand] = groups[g].choices[at[g]];
            use(choice, number++);
            while (g > 0 && ++at[g - 1] == groups[g - 1].choices.size())
                at[--g] = 0;
        }
    } while (std::next_permutation(choice.order.begin(), choice.order.end()));
}

std::int64_t TileSearch::bytesOf(const Candidate& candidate, const LoopChoice& choice) const
{
    std::int64_t bytes = candidate.kernel ? facts_.slotBytes(candidate.kernel->scratchBytes) : 0;
    for (std::size_t i = 0; i < choice.buffers.size(); ++i)
        bytes += static_cast<int>(choice.buffers[i]) * facts_.slotBytes(candidate.tables->operands[i].widest);
    return bytes;
}

double TileSearch::boundOf(const Candidate& candidate, const LoopChoice& choice) const
{
    const auto& tables = *candidate.tables;
    if (!hasFigures()) {
        double moved = 0;
        for (std::size_t i = 0; i < choice.buffers.size(); ++i)
            if (choice.buffers[i] != Slots::Stay)
                moved += static_cast<double>(tables.operands[i].sweepBytes) * sweepsOf(tables, tables.operands[i], choice.order);
        return moved;
    }
    const double compute = candidate.kernel ? candidate.kernel->computeSum : candidate.compute;
    Bounds bounds(facts_, compute + static_cast<double>(tables.tiles) * facts_.overhead);
    for (std::size_t i = 0; i < choice.buffers.size(); ++i) {
        const auto& table = tables.operands[i];
        if (choice.buffers[i] == Slots::Stay) {
            bounds.addEngine(candidate.kernel ? candidate.kernel->accessSum[i] : 0);
            continue;
        }
        const auto& operand = facts_.operands[i];
        const double all = table.repeats ? table.firstCycles : table.sweepCycles * sweepsOf(tables, table, choice.order);
        const double edge = operand.isOutput ? table.lastCycles : table.firstCycles;
        bounds.addTransfer(operand.link, all, choice.buffers[i] == Slots::One ? all : edge);
    }
    return bounds.least();
}

std::optional<TilePlan> TileSearch::run(Effort effort, std::optional<Worth> below)
{
    best_ = below;
    std::int64_t number = 0;
    if (hasFigures())
        findShares();
    const double least = std::accumulate(shares_.begin(), shares_.end(), hasFigures() ? kernels_.whole().compute : 0, std::multiplies<>());
    for (auto& sizes : allSizes()) {
        ++number;
        if (roughBytes(sizes) > capacity_)
            continue;
        Candidate candidate{.sizes = std::move(sizes), .number = number << 20};
        for (std::size_t a = 0; a < candidate.sizes.size(); ++a)
            candidate.tiles *= cuts_[a][candidate.sizes[a]].loop.count();
        candidate.compute = least;
        const Worth bound{roughCycles(candidate.sizes, candidate.compute), candidate.tiles, 0, candidate.number};
        candidates_.push_back(std::move(candidate));
        if (effort == Effort::BruteForce)
            tryAll(candidates_.size() - 1);
        else
            queue_.push_back({bound, Stage::Rough, candidates_.size() - 1, {}});
    }
    std::make_heap(queue_.begin(), queue_.end());
    while (!queue_.empty()) {
        std::pop_heap(queue_.begin(), queue_.end());
        auto item = std::move(queue_.back());
        queue_.pop_back();
        if (isWorse(item.bound))
            break;
        expand(std::move(item));
    }
    if (!bestChoice_)
        return std::nullopt;
    return planOf(candidates_[bestCandidate_], *bestChoice_);
}

void TileSearch::push(Item item)
{
    if (isWorse(item.bound))
        return;
    queue_.push_back(std::move(item));
    std::push_heap(queue_.begin(), queue_.end());
}

void TileSearch::expand(Item item)
{
    auto& candidate = candidates_[item.candidate];
    switch (item.stage) {
    case Stage::Rough:
        if (hasFigures())
            candidate.compute = computeBound(candidate.sizes);
        item.bound.cycles = roughCycles(candidate.sizes, candidate.compute);
        item.stage = Stage::PerAxis;
        return push(std::move(item));
    case Stage::PerAxis: {
        workOutTransfers(candidate);
        double least = std::numeric_limits<double>::infinity();
        forChoices(candidate, [&](const LoopChoice& choice, std::int64_t) {
            if (bytesOf(candidate, choice) <= capacity_)
                least = std::min(least, boundOf(candidate, choice));
        });
        item.bound.cycles = least;
        item.stage = Stage::Transfers;
        return least == std::numeric_limits<double>::infinity() ? void() : push(std::move(item));
    }
    case Stage::Transfers:
        workOutKernels(candidate);
        return pushChoices(item.candidate);
    case Stage::Kernels:
        return finish(item);
    }
}

void TileSearch::workOutKernels(Candidate& candidate)
{
    candidate.kernel = std::make_unique<KernelTable>(kernelTable(facts_, *candidate.tables, kernels_));
}

void TileSearch::pushChoices(std::size_t number)
{
    const auto& candidate = candidates_[number];
    if (!candidate.kernel->refusal.empty())
        return;
    forChoices(candidate, [&](const LoopChoice& choice, std::int64_t place) {
        const auto bytes = bytesOf(candidate, choice);
        if (bytes <= capacity_)
            push({{boundOf(candidate, choice), candidate.tiles, bytes, candidate.number + place}, Stage::Kernels, number, choice});
    });
}

void TileSearch::finish(const Item& item)
{
    auto worth = item.bound;
    const auto& candidate = candidates_[item.candidate];
    if (hasFigures())
        worth.cycles = rounded(walkLoop(walkOf(facts_, *candidate.tables, *candidate.kernel, item.choice)).total());
    if (isWorse(worth))
        return;
    best_ = worth;
    bestCandidate_ = item.candidate;
    bestChoice_ = item.choice;
}

void TileSearch::tryAll(std::size_t number)
{
    auto& candidate = candidates_[number];
    workOutTransfers(candidate);
    workOutKernels(candidate);
    if (!candidate.kernel->refusal.empty())
        return;
    forChoices(candidate, [&](const LoopChoice& choice, std::int64_t place) {
        const auto bytes = bytesOf(candidate, choice);
        const double moved = hasFigures() ? 0 : boundOf(candidate, choice);
        if (bytes <= capacity_)
            finish({{moved, candidate.tiles, bytes, candidate.number + place}, Stage::Kernels, number, choice});
    });
}

std::optional<TilePlan> TileSearch::smallest()
{
    std::vector<std::pair<std::int64_t, Sizes>> all;
    for (auto& sizes : allSizes())
        all.emplace_back(roughBytes(sizes), sizes);
    std::stable_sort(all.begin(), all.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
    std::optional<TilePlan> least;
    for (auto& [bytes, sizes] : all) {
        if (least && least->nearBytes <= bytes)
            break;
        Candidate candidate{.sizes = std::move(sizes)};
        workOutTransfers(candidate);
        workOutKernels(candidate);
        if (!candidate.kernel->refusal.empty())
            continue;
        forChoices(candidate, [&](const LoopChoice& choice, std::int64_t) {
            if (!least || bytesOf(candidate, choice) < least->nearBytes)
                least = planOf(candidate, choice);
        });
    }
    return least;
}

std::int64_t TileSearch::farBytes(const Candidate& candidate, std::size_t operand, Slots slots) const
{
    const auto& facts = facts_.operands[operand];
    const auto& table = candidate.tables->operands[operand];
    if (!facts.constant || !table.isCut)
        return facts.wholeBytes;
    const auto alignment = slots == Slots::Stay ? facts_.target.memory(facts.far)->alignment : facts_.near.alignment;
    std::int64_t bytes = (table.widest + alignment - 1) / alignment * alignment;
    for (const auto& axis : candidate.tables->axes)
        if (axis.cut->operands[operand].follows)
            bytes *= axis.cut->loop.count();
    return bytes;
}

TilePlan TileSearch::planOf(const Candidate& candidate, const LoopChoice& choice) const
{
    const auto& tables = *candidate.tables;
    const auto& view = facts_.view.node().view;
    TilePlan plan{.loops = {}, .inputs = std::vector<TileOperand>(view.inputs.size()),
                  .outputs = std::vector<TileOperand>(view.outputs.size()), .scratchBytes = candidate.kernel->scratchBytes,
                  .near = facts_.near.name, .nearBytes = bytesOf(candidate, choice)};
    for (const auto number : choice.order)
        plan.loops.push_back(tables.axes[static_cast<std::size_t>(number)].cut->loop);
    const auto moved = movedBytes(facts_, tables, *candidate.kernel, choice);
    for (std::size_t i = 0; i < facts_.operands.size(); ++i) {
        const auto& operand = facts_.operands[i];
        const auto& table = tables.operands[i];
        const bool stays = choice.buffers[i] == Slots::Stay;
        (operand.isOutput ? plan.outputs : plan.inputs)[operand.index] = {
            .present = true, .home = operand.far, .far = operand.far, .near = stays ? operand.far : facts_.near.name,
            .buffers = static_cast<int>(choice.buffers[i]), .slotBytes = stays ? 0 : facts_.slotBytes(table.widest),
            .pieces = operand.constant && table.isCut, .movedBytes = moved[i],
            .farBytes = farBytes(candidate, i, choice.buffers[i])};
    }
    plan.missing = !missing_.empty() ? missing_ : kernels_.missing();
    if (plan.missing.empty())
        plan.cost = walkLoop(walkOf(facts_, tables, *candidate.kernel, choice));
    return plan;
}

}  // namespace tw::tiling
