// SPDX-License-Identifier: Apache-2.0
// The search of solve.h: best first over sizes of tiles, then orders of loops and numbers of slots. A choice of sizes is
// looked at more closely only while its lower bound says that it can be better than the best plan so far.
#pragma once

#include "core/tiling/loop_tables.h"
#include "core/tiling/solve.h"

#include <deque>
#include <memory>

namespace tw::tiling {

/// What is least first: cycles of the loop (bytes moved where figures are missing), tiles, bytes, place in the list.
struct Worth {
    double cycles = 0;
    std::int64_t tiles = 0;
    std::int64_t nearBytes = 0;
    std::int64_t number = 0;
    auto operator<=>(const Worth&) const = default;
};

enum class Effort { Bounded, BruteForce };

class TileSearch {
public:
    TileSearch(const NodeFacts& facts, const TileOptions& options, std::int64_t capacity, KernelCosts& kernels);

    /// The best plan; nothing when no candidate fits, or none is better than `below`.
    std::optional<TilePlan> run(Effort effort, std::optional<Worth> below = {});
    /// Of the best plan.
    const std::optional<Worth>& worth() const { return best_; }

    /// The candidate that needs least memory, whether or not it fits.
    std::optional<TilePlan> smallest();

private:
    /// One tile size for each axis, as numbers into cuts_.
    using Sizes = std::vector<std::size_t>;
    struct Group {                     // operands that get the same number of slots
        std::vector<std::size_t> operands;
        std::vector<Slots> choices;
    };
    struct Candidate {                 // a choice of sizes, as far as it has been worked out
        Sizes sizes;
        std::int64_t number = 0;       // place in the list
        std::int64_t tiles = 1;
        double compute = 0;            // at least
        std::unique_ptr<LoopTables> tables = {};
        std::unique_ptr<KernelTable> kernel = {};
        std::vector<Group> groups = {};
    };
    enum class Stage { Rough, PerAxis, Transfers, Kernels };
    struct Item {
        Worth bound;
        Stage stage = Stage::Rough;
        std::size_t candidate = 0;
        LoopChoice choice = {};        // only at Stage::Kernels
        bool operator<(const Item& other) const { return other.bound < bound; }   // least on top of the queue
    };
    struct RoughOperand {              // bytes of an operand's parts; the parts it has, at least
        double parts = 1;
        double sum = 0;
        double widest = 0;
        double first = 0;
        double last = 0;
    };
    using Use = std::function<void(const LoopChoice&, std::int64_t number)>;

    void prepareAxes();
    bool encodingAllows(int axis) const;
    bool hasFigures() const { return missing_.empty(); }
    std::vector<Sizes> allSizes() const;
    RoughOperand roughOperand(std::size_t operand, const Sizes& sizes) const;
    std::int64_t roughBytes(const Sizes& sizes) const;
    double roughCycles(const Sizes& sizes, double compute) const;
    double axisCompute(std::size_t axis, std::size_t size);
    void findShares();
    double computeBound(const Sizes& sizes);
    const CutKinds& kindsFor(std::size_t axis, std::size_t size);

    void workOutTransfers(Candidate& candidate);
    void workOutKernels(Candidate& candidate);
    std::vector<Group> groupsOf(const LoopTables& tables) const;
    std::vector<Slots> choicesOf(std::size_t operand, const TransferTable& table, std::int64_t tiles) const;
    void forChoices(const Candidate& candidate, const Use& use) const;
    std::int64_t bytesOf(const Candidate& candidate, const LoopChoice& choice) const;
    double boundOf(const Candidate& candidate, const LoopChoice& choice) const;

    void push(Item item);
    void expand(Item item);
    void pushChoices(std::size_t number);
    void finish(const Item& item);
    void tryAll(std::size_t number);
    bool isWorse(const Worth& bound) const { return best_ && *best_ <= bound; }
    std::int64_t farBytes(const Candidate& candidate, std::size_t operand, Slots slots) const;
    TilePlan planOf(const Candidate& candidate, const LoopChoice& choice) const;

    const NodeFacts& facts_;
    const TileOptions& options_;
    std::int64_t capacity_;
    KernelCosts& kernels_;
    std::string missing_;                             // a figure of transfers or accesses
    std::vector<std::vector<AxisCut>> cuts_;          // per axis of output 0; the first is the whole
    std::vector<std::vector<std::unique_ptr<CutKinds>>> kinds_;
    std::vector<std::vector<std::optional<double>>> axisCompute_;
    std::vector<double> shares_;                      // per axis: compute cycles at least, of the whole's, when it is cut
    std::deque<Candidate> candidates_;
    std::vector<Item> queue_;
    std::optional<Worth> best_;
    std::size_t bestCandidate_ = 0;
    std::optional<LoopChoice> bestChoice_;
};

}  // namespace tw::tiling
