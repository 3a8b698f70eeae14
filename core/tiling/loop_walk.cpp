// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/loop_walk.h"

#include <algorithm>
#include <cmath>

namespace tw::tiling {
namespace {

constexpr double kSameTime = 1e-6;   // sums in another order differ in the last digits

/// Everything that decides how the loop goes on.
struct State {
    double now = 0;                          // of the engine
    std::vector<double> linkFree;
    std::vector<double> ready;               // per input: its part has come
    std::vector<double> nextReady;           // per input: the part of the next tile has come
    std::vector<double> slotFree;            // per output: the next slot to use, then the other one
    LoopCost cost;
    std::int64_t tile = 0;

    bool goesOnAs(const State& other) const
    {
        const auto alike = [&](const std::vector<double>& mine, const std::vector<double>& theirs) {
            for (std::size_t i = 0; i < mine.size(); ++i)
                if (std::abs(std::max(0.0, mine[i] - now) - std::max(0.0, theirs[i] - other.now)) > kSameTime)
                    return false;
            return true;
        };
        return alike(linkFree, other.linkFree) && alike(ready, other.ready) && alike(nextReady, other.nextReady) &&
               alike(slotFree, other.slotFree);
    }

    /// As after `turns` more turns like the one since `before`.
    void skip(const State& before, std::int64_t turns)
    {
        const auto times = static_cast<double>(turns);
        const double passed = (now - before.now) * times;
        now += passed;
        for (auto* list : {&linkFree, &ready, &nextReady, &slotFree})
            for (auto& time : *list)
                time += passed;
        cost.compute += (cost.compute - before.cost.compute) * times;
        cost.inputWait += (cost.inputWait - before.cost.inputWait) * times;
        cost.outputWait += (cost.outputWait - before.cost.outputWait) * times;
        cost.overhead += (cost.overhead - before.cost.overhead) * times;
        tile += (tile - before.tile) * turns;
    }
};

class Walker {
public:
    Walker(const Walk& walk, const EventSink& sink) : walk_(walk), sink_(sink), index_(walk.loops.size(), 0)
    {
        state_.linkFree.assign(walk.linkOverlaps.size(), 0);
        state_.ready.assign(walk.inputs.size(), 0);
        state_.nextReady.assign(walk.inputs.size(), 0);
        state_.slotFree.assign(2 * walk.outputs.size(), 0);
    }

    LoopCost run()
    {
        turns(0);
        for (const auto free : state_.slotFree)
            waitFor(free, state_.cost.outputWait);
        return state_.cost;
    }

private:
    using Index = std::vector<std::int64_t>;
    static constexpr std::size_t kBegin = static_cast<std::size_t>(-1);   // the first tile is reached from nowhere

    void turns(std::size_t level)
    {
        if (level == walk_.loops.size()) {
            oneTile();
            return;
        }
        const auto& loop = walk_.loops[level];
        const bool skips = !sink_ && loop.count > 3;
        State before;
        for (std::int64_t i = 0; i < loop.count; ++i) {
            if (skips && i >= 2)
                i = skipAlike(loop, i, before);
            if (skips && i + 2 < loop.count)
                before = state_;
            index_[level] = i;
            if (i > 0)
                reached_ = level;
            turns(level + 1);
        }
        index_[level] = 0;
    }

    /// The turn to go on with: that of the last index that is reached and left like the one before `i`.
    std::int64_t skipAlike(const WalkLoop& loop, std::int64_t i, const State& before)
    {
        const auto step = [&](std::int64_t index) { return loop.stepOf[static_cast<std::size_t>(index)]; };
        auto last = i - 1;
        while (last + 1 < loop.count && step(last + 1) == step(i - 1))
            ++last;
        if (last <= i || !state_.goesOnAs(before))
            return i;
        state_.skip(before, last - i);
        return last;
    }

    /// Whether the operand's part changes on the way to `to`, which is reached by a turn of loop `level`.
    bool changes(const WalkOperand& operand, const Index& to, std::size_t level) const
    {
        if (level == kBegin)
            return true;
        return std::any_of(operand.follows.begin(), operand.follows.end(), [&](const WalkFollow& follow) {
            if (follow.loop == level)
                return !(*follow.same)[static_cast<std::size_t>(to[level])];
            return follow.loop > level && !follow.wrapSame;
        });
    }

    /// Index of the next tile and the loop that turns for it; false when there is none.
    bool next(Index& to, std::size_t& level) const
    {
        to = index_;
        for (level = to.size(); level-- > 0;) {
            if (++to[level] < walk_.loops[level].count)
                return true;
            to[level] = 0;
        }
        return false;
    }

    std::size_t kindAt(const WalkOperand& operand, const Index& at) const
    {
        int kind = 0;
        for (const auto& follow : operand.follows)
            kind += follow.stride * walk_.loops[follow.loop].kindOf[static_cast<std::size_t>(at[follow.loop])];
        return static_cast<std::size_t>(kind);
    }

    std::size_t kernelKind() const
    {
        int kind = 0;
        for (std::size_t j = 0; j < index_.size(); ++j)
            kind += walk_.kernel.strides[j] * walk_.loops[j].kindOf[static_cast<std::size_t>(index_[j])];
        return static_cast<std::size_t>(kind);
    }

    void waitFor(double time, double& account)
    {
        if (time > state_.now) {
            account += time - state_.now;
            state_.now = time;
        }
    }

    /// Queues a copy; gives the time when it is done.
    double copy(Event what, const WalkOperand& operand, const Index& at, std::int64_t tile)
    {
        const auto kind = kindAt(operand, at);
        const auto link = static_cast<std::size_t>(operand.link);
        const double begin = std::max(state_.now, state_.linkFree[link]);
        const double end = begin + (*operand.cycles)[kind];
        state_.linkFree[link] = end;
        if (!walk_.linkOverlaps[link])
            waitFor(end, what == Event::Load ? state_.cost.inputWait : state_.cost.outputWait);
        if (sink_)
            sink_({what, operand.operand, tile, begin, end, (*operand.bytes)[kind]});
        return end;
    }

    void oneTile()
    {
        for (std::size_t i = 0; i < walk_.inputs.size(); ++i) {
            const auto& input = walk_.inputs[i];
            if (input.buffers == 0 || !changes(input, index_, reached_))
                continue;
            state_.ready[i] = input.buffers == 2 && reached_ != kBegin ? state_.nextReady[i]
                                                                     : copy(Event::Load, input, index_, state_.tile);
        }
        std::size_t level = 0;
        if (next(next_, level))
            for (std::size_t i = 0; i < walk_.inputs.size(); ++i)
                if (walk_.inputs[i].buffers == 2 && changes(walk_.inputs[i], next_, level))
                    state_.nextReady[i] = copy(Event::Load, walk_.inputs[i], next_, state_.tile + 1);
        for (const auto ready : state_.ready)
            waitFor(ready, state_.cost.inputWait);
        for (std::size_t i = 0; i < walk_.outputs.size(); ++i)
            waitFor(state_.slotFree[2 * i], state_.cost.outputWait);
        runKernel();
        for (std::size_t i = 0; i < walk_.outputs.size(); ++i)
            if (walk_.outputs[i].buffers > 0)
                store(i);
        ++state_.tile;
    }

    void runKernel()
    {
        const auto kind = kernelKind();
        const double compute = (*walk_.kernel.compute)[kind];
        const double reading = walk_.kernel.inputAccess.empty() ? 0 : walk_.kernel.inputAccess[kind];
        const double writing = walk_.kernel.outputAccess.empty() ? 0 : walk_.kernel.outputAccess[kind];
        state_.now += walk_.overhead;
        const double begin = state_.now;
        state_.now += compute + reading + writing;
        state_.cost.overhead += walk_.overhead;
        state_.cost.compute += compute;
        state_.cost.inputWait += reading;
        state_.cost.outputWait += writing;
        if (sink_)
            sink_({Event::Kernel, -1, state_.tile, begin, state_.now, 0});
    }

    void store(std::size_t output)
    {
        auto* const slots = &state_.slotFree[2 * output];
        slots[0] = copy(Event::Store, walk_.outputs[output], index_, state_.tile);
        if (walk_.outputs[output].buffers == 2)
            std::swap(slots[0], slots[1]);
    }

    const Walk& walk_;
    const EventSink& sink_;
    State state_;
    Index index_;
    Index next_;
    std::size_t reached_ = kBegin;   // the loop whose turn led to this tile
};

}  // namespace

LoopCost walkLoop(const Walk& walk, const EventSink& sink)
{
    return Walker(walk, sink).run();
}

}  // namespace tw::tiling
