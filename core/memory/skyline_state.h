// SPDX-License-Identifier: Apache-2.0
// The growing pile of blocks that skyline_search.h looks for: how high each section is filled, where each open block
// could start at the lowest, and what follows from that. Every change can be taken back.
#pragma once

#include <cstdint>
#include <vector>

namespace tw::memory {

struct AddressRange {        // half-open
    int begin = 0;
    int end = 0;
};

/// A buffer as the search sees it: sections (the moments that matter) instead of steps, units instead of bytes.
struct Block {
    int begin = 0;           // half-open sections
    int end = 0;
    int size = 0;
    int alignment = 1;
    std::vector<AddressRange> blocked;   // addresses that are taken all the while, in order of their begin
};

/// Blocks that have no section in common with other open blocks: they can be placed without looking at the others.
struct Part {
    int begin = 0;
    int end = 0;
    std::vector<int> open;   // in order of their begin
};

class SkylineState {
public:
    SkylineState(std::vector<Block> blocks, int sections);

    void reset(int height);

    const std::vector<Block>& blocks() const { return blocks_; }
    int sections() const { return static_cast<int>(floor_.size()); }
    const std::vector<int>& covering(int section) const { return covering_[static_cast<std::size_t>(section)]; }
    bool isPlaced(int block) const { return placed_[static_cast<std::size_t>(block)] != 0; }
    /// Lowest start of an open block; where it lies, of a placed one.
    int start(int block) const { return start_[static_cast<std::size_t>(block)]; }
    int top(int block) const { return start(block) + blocks_[static_cast<std::size_t>(block)].size; }
    /// Nothing open can start lower here.
    int floor(int section) const { return floor_[static_cast<std::size_t>(section)]; }
    int openSize(int section) const { return openSize_[static_cast<std::size_t>(section)]; }
    /// Units that may still stay empty in this section.
    int slack(int section) const { return height_ - floor(section) - openSize(section); }

    void place(const Part& part, int block);
    /// Nothing open shall start below `level` in this section.
    void waste(const Part& part, int section, int level);

    /// Draws the conclusions of the last change. False when no solution follows, or only such as are not the lowest:
    /// a solution whose starts have the smallest sum survives every decision that leads to it.
    bool settle(const Part& part);

    /// The open blocks of `part` that are left, by independent parts, small ones first.
    std::vector<Part> split(const Part& part) const;

    /// States with the same key have the same solutions for the open blocks of `part`.
    std::uint64_t key(const Part& part) const;

    struct Mark {
        std::size_t changes = 0;
        std::size_t placed = 0;
    };
    Mark mark() const { return {changes_.size(), placedOrder_.size()}; }
    void undo(Mark to);

    /// Steps of the innermost loops since reset: a measure of time that is the same on every machine.
    std::int64_t work() const { return work_; }

private:
    struct Change {
        int* where;
        int before;
    };

    int lowestStart(const Block& block, int level) const;
    void set(int& where, int value);
    void raise(const Part& part, int begin, int end, int level);
    void liftFloors(const Part& part);
    bool fits(const Part& part);
    bool leavesRoomUnused(const Part& part) const;

    std::vector<Block> blocks_;
    std::vector<std::vector<int>> covering_;   // per section
    int height_ = 0;
    std::vector<int> floor_;       // per section
    std::vector<int> solid_;       // per section: top of what is really placed there
    std::vector<int> openSize_;    // per section
    std::vector<int> start_;       // per block
    std::vector<int> solidStart_;  // per block: lowest start if no space were given up
    std::vector<char> placed_;
    std::vector<Change> changes_;
    std::vector<int> placedOrder_;
    std::vector<std::uint64_t> blockHash_;
    std::vector<std::uint64_t> floorHash_;
    std::vector<std::uint64_t> solidHash_;
    std::vector<int> byStart_;     // scratch of settle
    std::vector<int> level_;       // scratch of settle, per section
    std::int64_t work_ = 0;
};

}  // namespace tw::memory
