// SPDX-License-Identifier: Apache-2.0
#include "core/memory/skyline_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <utility>

namespace tw::memory {
namespace {

constexpr int kNoWall = std::numeric_limits<int>::max();
constexpr int kNoBlock = -1;                         // the choice to leave a section empty
constexpr int kDeepest = 4000;                       // decisions on top of each other: each takes some stack
constexpr std::size_t kMostRemembered = 2'000'000;   // failed states: some 80 MB

std::size_t at(int index) { return static_cast<std::size_t>(index); }

using Keys = std::array<double, 3>;

/// Compared one after the other, larger is tried first.
Keys keysOf(const Block& block, SearchStyle::First first, double crowd)
{
    const double length = block.end - block.begin;
    const double area = length * block.size;
    switch (first) {
    case SearchStyle::First::Crowded: return {crowd, area, length};
    case SearchStyle::First::Large: return {static_cast<double>(block.size), 0, 0};
    case SearchStyle::First::Heavy: return {area, crowd, length};
    case SearchStyle::First::Long: return {length, crowd, area};
    }
    return {};
}

}  // namespace

SkylineSearch::SkylineSearch(std::vector<Block> blocks, int sections)
    : state_(std::move(blocks), sections), dentOf_(at(sections)), choices_(at(sections) + 1)
{
    findTwins();
}

void SkylineSearch::findTwins()
{
    std::map<std::array<int, 4>, int> last;
    for (std::size_t i = 0; i < state_.blocks().size(); ++i) {
        const auto& block = state_.blocks()[i];
        const auto index = static_cast<int>(i);
        twinBefore_.push_back(kNoBlock);
        if (!block.blocked.empty())
            continue;
        const auto [it, isNew] = last.try_emplace({block.begin, block.end, block.size, block.alignment}, index);
        if (!isNew)
            twinBefore_.back() = std::exchange(it->second, index);
    }
}

void SkylineSearch::rank()
{
    const auto& blocks = state_.blocks();
    std::vector<Keys> keys;
    for (const auto& block : blocks) {
        int crowd = 0;
        for (int s = block.begin; s < block.end; ++s)
            crowd = std::max(crowd, state_.openSize(s));
        keys.push_back(keysOf(block, style_.first, crowd));
    }
    std::vector<int> order(blocks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[at(a)] < keys[at(b)]; });
    rank_.resize(blocks.size());
    std::mt19937 random(style_.seed);
    for (std::size_t k = 0; k < order.size(); ++k) {
        const double disturbed = static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) * static_cast<double>(order.size());
        rank_[at(order[k])] = (1 - style_.noise) * static_cast<double>(k) + style_.noise * disturbed;
    }
}

/// Stretches of equal floor with higher floors, or nothing left to place, on both sides.
void SkylineSearch::findDents(const Part& part)
{
    dents_.clear();
    const auto floorAt = [&](int s) {
        return s < part.begin || s >= part.end || state_.openSize(s) == 0 ? kNoWall : state_.floor(s);
    };
    for (int begin = part.begin; begin < part.end;) {
        const int floor = floorAt(begin);
        int end = begin + 1;
        while (end < part.end && floorAt(end) == floor)
            ++end;
        const int wall = std::min(floorAt(begin - 1), floorAt(end));
        const bool isDent = floor != kNoWall && wall > floor;
        std::fill(dentOf_.begin() + begin, dentOf_.begin() + end, isDent ? static_cast<int>(dents_.size()) : -1);
        if (isDent)
            dents_.push_back({.begin = begin, .end = end, .wall = wall, .lowestTop = kNoWall});
        begin = end;
    }
}

bool SkylineSearch::fitsDent(int block, int dent) const
{
    const auto& sections = state_.blocks()[at(block)];
    return dentOf_[at(sections.begin)] == dent && dentOf_[at(sections.end - 1)] == dent;
}

bool SkylineSearch::waitsForTwin(int block) const
{
    const int twin = twinBefore_[at(block)];
    return twin != kNoBlock && !state_.isPlaced(twin);
}

void SkylineSearch::countChoices(const Part& part)
{
    std::fill(choices_.begin() + part.begin, choices_.begin() + part.end + 1, 0);
    for (const int i : part.open) {
        const auto& block = state_.blocks()[at(i)];
        const int dent = dentOf_[at(block.begin)];
        if (dent < 0 || !fitsDent(i, dent))
            continue;
        dents_[at(dent)].lowestTop = std::min(dents_[at(dent)].lowestTop, state_.top(i));
        if (waitsForTwin(i))
            continue;
        ++choices_[at(block.begin)];
        --choices_[at(block.end)];
    }
}

/// Small is urgent.
double SkylineSearch::urgency(int section, int choices) const
{
    constexpr double kMuch = 1e10;
    const auto& dent = dents_[at(dentOf_[at(section)])];
    const int next = std::min(dent.wall, dent.lowestTop);
    const bool mayStayEmpty = next != kNoWall && state_.slack(section) >= next - state_.floor(section);
    const double count = choices + (mayStayEmpty ? style_.emptyCounts : 0);
    switch (style_.dent) {
    case SearchStyle::Dent::FewChoicesThenLow: return count * kMuch + state_.floor(section);
    case SearchStyle::Dent::FewChoicesThenTight: return count * kMuch + state_.slack(section);
    case SearchStyle::Dent::FewChoicesThenNarrow: return count * kMuch + (dent.end - dent.begin);
    case SearchStyle::Dent::LowThenFewChoices: return state_.floor(section) * 1e4 + count;
    }
    return count;
}

/// The lowest height at which something could rest in the section when nothing rests on its floor.
int SkylineSearch::emptyUpTo(const Part& part, int section) const
{
    const int dent = dentOf_[at(section)];
    const int floor = state_.floor(section);
    int support = dents_[at(dent)].wall;
    for (const int i : part.open) {
        const auto& block = state_.blocks()[at(i)];
        const bool covers = block.begin <= section && section < block.end;
        if (!covers && fitsDent(i, dent))
            support = std::min(support, state_.top(i));
    }
    int lowest = kNoWall;
    for (const int i : state_.covering(section))
        if (!state_.isPlaced(i))
            lowest = std::min(lowest, state_.start(i) > floor ? state_.start(i) : support);
    return lowest;
}

SkylineSearch::Decision SkylineSearch::decide(const Part& part)
{
    findDents(part);
    countChoices(part);
    Decision best;
    double bestUrgency = std::numeric_limits<double>::max();
    int count = 0;
    for (int s = part.begin; s < part.end; ++s) {
        count += choices_[at(s)];
        if (dentOf_[at(s)] < 0)
            continue;
        const double value = urgency(s, count);
        if (value >= bestUrgency)
            continue;
        bestUrgency = value;
        best.section = s;
    }
    best.dent = dentOf_[at(best.section)];
    best.emptyUpTo = emptyUpTo(part, best.section);
    return best;
}

std::vector<int> SkylineSearch::choices(const Decision& decision) const
{
    std::vector<int> result;
    for (const int i : state_.covering(decision.section))
        if (!state_.isPlaced(i) && fitsDent(i, decision.dent) && !waitsForTwin(i))
            result.push_back(i);
    const int wall = dents_[at(decision.dent)].wall;
    const auto isEven = [&](int i) { return style_.evenTopsFirst && state_.top(i) == wall; };
    std::sort(result.begin(), result.end(), [&](int a, int b) {
        if (isEven(a) != isEven(b))
            return isEven(a);
        return rank_[at(a)] != rank_[at(b)] ? rank_[at(a)] > rank_[at(b)] : a < b;
    });
    if (decision.emptyUpTo != kNoWall && state_.slack(decision.section) >= decision.emptyUpTo - state_.floor(decision.section))
        result.push_back(kNoBlock);
    return result;
}

Outcome SkylineSearch::tryMove(const Part& part, const Decision& decision, int block, int depth)
{
    if (block == kNoBlock)
        state_.waste(part, decision.section, decision.emptyUpTo);
    else
        state_.place(part, block);
    return state_.settle(part) ? solveParts(part, depth + 1) : Outcome::Impossible;
}

Outcome SkylineSearch::solve(const Part& part, int depth)
{
    constexpr int kAskEvery = 64;
    if (state_.work() > workLimit_ || depth > kDeepest || (++visits_ % kAskEvery == 0 && stop_()))
        return Outcome::GaveUp;
    const auto key = state_.key(part);
    if (failed_.contains(key))
        return Outcome::Impossible;
    const auto decision = decide(part);
    for (const int block : choices(decision)) {
        const auto before = state_.mark();
        const auto outcome = tryMove(part, decision, block, depth);
        if (outcome != Outcome::Impossible)
            return outcome;
        state_.undo(before);
    }
    if (failed_.size() < kMostRemembered)
        failed_.insert(key);
    return Outcome::Impossible;
}

Outcome SkylineSearch::solveParts(const Part& part, int depth)
{
    for (const auto& smaller : state_.split(part))
        if (const auto outcome = solve(smaller, depth); outcome != Outcome::Found)
            return outcome;
    return Outcome::Found;
}

Outcome SkylineSearch::run(int height, const SearchStyle& style, std::int64_t workLimit, const std::function<bool()>& stop)
{
    if (height != height_)
        failed_.clear();
    height_ = height;
    style_ = style;
    workLimit_ = workLimit;
    stop_ = stop;
    visits_ = 0;
    state_.reset(height);
    rank();
    Part all{.begin = 0, .end = state_.sections()};
    all.open.resize(state_.blocks().size());
    std::iota(all.open.begin(), all.open.end(), 0);
    const auto& blocks = state_.blocks();
    std::stable_sort(all.open.begin(), all.open.end(), [&](int a, int b) { return blocks[at(a)].begin < blocks[at(b)].begin; });
    return state_.settle(all) ? solveParts(all, 0) : Outcome::Impossible;
}

std::vector<int> SkylineSearch::starts() const
{
    std::vector<int> result;
    for (int i = 0; i < static_cast<int>(state_.blocks().size()); ++i)
        result.push_back(state_.start(i));
    return result;
}

}  // namespace tw::memory
