// SPDX-License-Identifier: Apache-2.0
#include "core/memory/skyline_state.h"

#include <algorithm>

namespace tw::memory {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Spreads the bits of small numbers over 64 (the finisher of the splitmix generator).
std::uint64_t scramble(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

int roundUp(int value, int multiple)
{
    return multiple == 1 ? value : (value + multiple - 1) / multiple * multiple;
}

bool meets(const Block& block, int begin, int end) { return block.begin < end && begin < block.end; }

}  // namespace

SkylineState::SkylineState(std::vector<Block> blocks, int sections)
    : blocks_(std::move(blocks)), covering_(at(sections)), floor_(at(sections)), solid_(at(sections)), openSize_(at(sections)),
      start_(blocks_.size()), solidStart_(blocks_.size()), placed_(blocks_.size()), level_(at(sections))
{
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        for (int s = blocks_[i].begin; s < blocks_[i].end; ++s)
            covering_[at(s)].push_back(static_cast<int>(i));
        blockHash_.push_back(scramble(i));
    }
    for (std::uint64_t s = 0; s < floor_.size(); ++s) {
        floorHash_.push_back(scramble(~(2 * s)) | 1u);
        solidHash_.push_back(scramble(~(2 * s + 1)) | 1u);
    }
}

void SkylineState::reset(int height)
{
    height_ = height;
    work_ = 0;
    changes_.clear();
    placedOrder_.clear();
    std::fill(floor_.begin(), floor_.end(), 0);
    std::fill(solid_.begin(), solid_.end(), 0);
    std::fill(openSize_.begin(), openSize_.end(), 0);
    std::fill(placed_.begin(), placed_.end(), char{0});
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        for (int s = blocks_[i].begin; s < blocks_[i].end; ++s)
            openSize_[at(s)] += blocks_[i].size;
        start_[i] = solidStart_[i] = lowestStart(blocks_[i], 0);
    }
}

int SkylineState::lowestStart(const Block& block, int level) const
{
    int start = roundUp(level, block.alignment);
    for (bool moved = !block.blocked.empty(); moved;) {
        moved = false;
        for (const auto& taken : block.blocked) {
            if (start >= taken.end || taken.begin >= start + block.size)
                continue;
            start = roundUp(taken.end, block.alignment);
            moved = true;
        }
    }
    return start;
}

void SkylineState::set(int& where, int value)
{
    if (where == value)
        return;
    changes_.push_back({&where, where});
    where = value;
}

void SkylineState::undo(Mark to)
{
    for (; changes_.size() > to.changes; changes_.pop_back())
        *changes_.back().where = changes_.back().before;
    for (; placedOrder_.size() > to.placed; placedOrder_.pop_back())
        placed_[at(placedOrder_.back())] = 0;
}

void SkylineState::raise(const Part& part, int begin, int end, int level)
{
    for (int s = begin; s < end; ++s)
        set(floor_[at(s)], level);
    for (const int i : part.open)
        if (!isPlaced(i) && start(i) < level && meets(blocks_[at(i)], begin, end))
            set(start_[at(i)], lowestStart(blocks_[at(i)], level));
}

void SkylineState::place(const Part& part, int block)
{
    const auto& placed = blocks_[at(block)];
    const int level = top(block);
    placed_[at(block)] = 1;
    placedOrder_.push_back(block);
    for (int s = placed.begin; s < placed.end; ++s) {
        set(openSize_[at(s)], openSize(s) - placed.size);
        set(solid_[at(s)], level);
    }
    raise(part, placed.begin, placed.end, level);
    for (const int i : part.open)
        if (!isPlaced(i) && solidStart_[at(i)] < level && meets(blocks_[at(i)], placed.begin, placed.end))
            set(solidStart_[at(i)], lowestStart(blocks_[at(i)], level));
}

void SkylineState::waste(const Part& part, int section, int level)
{
    raise(part, section, section + 1, level);
}

/// A section is at least as high as the lowest start of the open blocks there.
void SkylineState::liftFloors(const Part& part)
{
    for (auto i = byStart_.rbegin(); i != byStart_.rend(); ++i)
        std::fill(level_.begin() + blocks_[at(*i)].begin, level_.begin() + blocks_[at(*i)].end, start(*i));
    for (int s = part.begin; s < part.end; ++s)
        if (openSize(s) > 0)
            set(floor_[at(s)], level_[at(s)]);
}

/// Piles up the open blocks of each section in order of their lowest start, the best order for one section alone.
bool SkylineState::fits(const Part& part)
{
    std::copy(floor_.begin() + part.begin, floor_.begin() + part.end, level_.begin() + part.begin);
    for (const int i : byStart_) {
        const int low = start(i);
        const int size = blocks_[at(i)].size;
        int* const levels = level_.data();
        for (int s = blocks_[at(i)].begin, end = blocks_[at(i)].end; s < end; ++s)
            levels[s] = (levels[s] > low ? levels[s] : low) + size;
        work_ += blocks_[at(i)].end - blocks_[at(i)].begin + 4;
    }
    const auto first = level_.begin() + part.begin;
    return std::none_of(first, level_.begin() + part.end, [this](int level) { return level > height_; });
}

/// Whether some open block would fit into space that was given up below all that can still come on top of it.
bool SkylineState::leavesRoomUnused(const Part& part) const
{
    return std::any_of(part.open.begin(), part.open.end(), [this](int i) {
        const auto& block = blocks_[at(i)];
        const int top = solidStart_[at(i)] + block.size;
        return !isPlaced(i) && start(i) >= top &&
               std::all_of(floor_.begin() + block.begin, floor_.begin() + block.end, [top](int level) { return level >= top; });
    });
}

bool SkylineState::settle(const Part& part)
{
    byStart_.clear();
    for (const int i : part.open)
        if (!isPlaced(i))
            byStart_.push_back(i);
    std::sort(byStart_.begin(), byStart_.end(), [this](int a, int b) { return start(a) < start(b); });
    liftFloors(part);
    return fits(part) && !leavesRoomUnused(part);
}

std::vector<Part> SkylineState::split(const Part& part) const
{
    std::vector<Part> parts;
    int reach = -1;
    for (const int i : part.open) {
        if (isPlaced(i))
            continue;
        const auto& block = blocks_[at(i)];
        if (block.begin >= reach)
            parts.push_back({.begin = block.begin});
        reach = std::max(reach, block.end);
        parts.back().end = reach;
        parts.back().open.push_back(i);
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.open.size() < b.open.size(); });
    return parts;
}

std::uint64_t SkylineState::key(const Part& part) const
{
    std::uint64_t open = 0;
    for (const int i : part.open)
        if (!isPlaced(i))
            open ^= blockHash_[at(i)];
    std::uint64_t shape = 0;
    for (int s = part.begin; s < part.end; ++s) {
        if (openSize(s) == 0)
            continue;
        shape += floorHash_[at(s)] * static_cast<std::uint64_t>(floor(s));
        shape += solidHash_[at(s)] * static_cast<std::uint64_t>(floor(s) - solid_[at(s)]);
    }
    return scramble(open ^ scramble(shape));
}

}  // namespace tw::memory
