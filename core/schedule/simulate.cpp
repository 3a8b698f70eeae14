// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/simulate.h"

#include "core/base/check.h"
#include "core/tiling/pipeline.h"

#include <algorithm>
#include <cmath>

namespace tw::schedule {
namespace {

/// Transfers and kernels that a node has, for the number of rectangles.
std::int64_t jobsOf(const binding::BoundNode& bound)
{
    std::int64_t moving = 2;   // kernel and set-up
    for (const auto* side : {&bound.places.inputs, &bound.places.outputs})
        moving += static_cast<std::int64_t>(side->size());
    return moving * (bound.tiles ? bound.tiles->tiles() : 1);
}

class Simulation {
public:
    Simulation(const TimelineInput& in, std::int64_t mostSpans) : in_(in)
    {
        for (const auto& engine : in.target.engines)
            result_.lanes.push_back({.kind = Lane::Kind::Engine, .name = engine.name});
        for (const auto& link : in.target.links)
            result_.lanes.push_back({.kind = Lane::Kind::Link, .name = link.name});
        std::int64_t jobs = 0;
        for (const auto& bound : in.binding.nodes)
            jobs += bound.row < 0 ? 0 : jobsOf(bound);
        jobsPerSpan_ = std::max<std::int64_t>(1, (jobs + mostSpans - 1) / std::max<std::int64_t>(1, mostSpans));
        open_.assign(result_.lanes.size(), kNone);
    }

    Timeline run()
    {
        bool known = true;
        for (std::size_t i = 0; i < in_.binding.nodes.size(); ++i) {
            runNode(i);
            known = known && result_.nodes.back().missing.empty();
        }
        result_.end = now_;
        if (known)
            result_.total = now_;
        std::stable_sort(result_.spans.begin(), result_.spans.end(), [](const auto& one, const auto& other) { return one.begin < other.begin; });
        return std::move(result_);
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void runNode(std::size_t i)
    {
        const auto& bound = in_.binding.nodes[i];
        node_ = static_cast<int>(i);
        inData_ = inTime_ = outData_ = outTime_ = 0;
        std::fill(open_.begin(), open_.end(), kNone);
        result_.nodes.push_back({.begin = now_, .end = now_});
        if (bound.row < 0)
            return;
        const auto& engine = *in_.target.engine(row(bound).engine);
        time().lane = static_cast<int>(&engine - in_.target.engines.data());
        if (!bound.cost.total()) {
            time().missing = bound.cost.missing.empty() ? "no figure" : bound.cost.missing;
            return;
        }
        if (bound.tiles)
            runTiles(i, engine);
        else
            runWhole(i, engine);
        time().end = now_;
        time().bound = boundOf(time());
    }

    NodeTime& time() { return result_.nodes.back(); }

    const target::KernelRow& row(const binding::BoundNode& bound) const { return in_.target.rows[static_cast<std::size_t>(bound.row)]; }

    int laneOf(const target::Link& link) const
    {
        return static_cast<int>(in_.target.engines.size()) + static_cast<int>(&link - in_.target.links.data());
    }

    /// Times of `span` are those of the run.
    void add(Span span)
    {
        span.node = node_;
        span.busy = span.end - span.begin;
        auto& lane = result_.lanes[static_cast<std::size_t>(span.lane)];
        lane.busy += span.busy;
        lane.bytes += span.bytes;
        lane.jobs += span.what == Work::Setup ? 0 : 1;
        count(span);
        auto& open = open_[static_cast<std::size_t>(span.lane)];
        if (open != kNone && result_.spans[open].count < jobsPerSpan_) {
            auto& joined = result_.spans[open];
            joined.end = span.end;
            joined.busy += span.busy;
            joined.bytes += span.bytes;
            ++joined.count;
            if (span.what == Work::Kernel)
                joined.what = Work::Kernel;
            return;
        }
        open = result_.spans.size();
        result_.spans.push_back(span);
    }

    /// How much of the transfers is data, and how much is set-up.
    void count(const Span& span)
    {
        if (span.what != Work::Load && span.what != Work::Store)
            return;
        const auto& link = in_.target.links[static_cast<std::size_t>(span.lane) - in_.target.engines.size()];
        const double data = std::ceil(static_cast<double>(span.bytes) / link.bytesPerCycle.value.value_or(1));
        (span.what == Work::Load ? inTime_ : outTime_) += span.busy;
        (span.what == Work::Load ? inData_ : outData_) += data;
    }

    void runWhole(std::size_t i, const target::Engine& engine)
    {
        const auto& bound = in_.binding.nodes[i];
        const double begin = now_;
        copyAll(Work::Load, bound.places.inputs, in_.plan.wayOfInput[i]);
        time().inputWait = now_ - begin;
        const auto& cost = bound.cost;
        time().overhead = *cost.overhead;
        time().compute = *cost.compute;
        double leaving = 0;
        for (const auto& hop : hopsOf(Work::Store, bound.places.outputs, in_.plan.wayOfOutput[i]))
            leaving += cyclesOf(hop);
        time().access = std::max(0.0, *cost.movement - time().inputWait - leaving);
        kernel({.lane = laneOfEngine(engine), .begin = now_ + time().overhead, .end = now_ + time().overhead + time().compute + time().access},
               time().overhead);
        now_ += time().overhead + time().compute + time().access;
        const double made = now_;
        copyAll(Work::Store, bound.places.outputs, in_.plan.wayOfOutput[i]);
        time().outputWait = now_ - made;
    }

    int laneOfEngine(const target::Engine& engine) const { return static_cast<int>(&engine - in_.target.engines.data()); }

    /// The kernel and, before it, the set-up.
    void kernel(Span span, double overhead)
    {
        span.what = Work::Kernel;
        if (overhead > 0)
            add({.what = Work::Setup, .lane = span.lane, .tile = span.tile, .begin = span.begin - overhead, .end = span.begin});
        add(span);
    }

    struct Hop {
        const target::Link* link = nullptr;
        std::size_t operand = 0;
        std::int64_t bytes = 0;
    };

    /// In the order in which network_run starts the copies: the first hops of all operands, then the second ones.
    std::vector<Hop> hopsOf(Work what, const std::vector<target::OperandPlace>& places, const std::vector<int>& ways) const
    {
        std::vector<Hop> first;
        std::vector<Hop> second;
        for (std::size_t k = 0; k < places.size(); ++k) {
            const auto& place = places[k];
            if (!place.isStaged() || place.bytes == 0)
                continue;
            const auto& from = what == Work::Load ? place.home : place.memory;
            const auto& to = what == Work::Load ? place.memory : place.home;
            if (ways[k] < 0) {
                first.push_back({in_.target.link(from, to), k, place.bytes});
                continue;
            }
            const auto& way = in_.plan.buffers[static_cast<std::size_t>(ways[k])].memory;
            first.push_back({in_.target.link(from, way), k, place.bytes});
            second.push_back({in_.target.link(way, to), k, place.bytes});
        }
        first.insert(first.end(), second.begin(), second.end());
        return first;
    }

    double cyclesOf(const Hop& hop) const
    {
        return target::transferCycles(in_.target, hop.link->far, hop.link->near, hop.bytes).value_or(0);
    }

    void copyAll(Work what, const std::vector<target::OperandPlace>& places, const std::vector<int>& ways)
    {
        for (const auto& hop : hopsOf(what, places, ways)) {
            const double cycles = cyclesOf(hop);
            add({.what = what, .lane = laneOf(*hop.link), .operand = static_cast<int>(hop.operand), .begin = now_, .end = now_ + cycles, .bytes = hop.bytes});
            now_ += cycles;
        }
    }

    void runTiles(std::size_t i, const target::Engine& engine)
    {
        const auto& bound = in_.binding.nodes[i];
        const auto& plan = *bound.tiles;
        const auto match = target::matchNodeOf(in_.graph, in_.graph.nodes[i]);
        TW_CHECK(match);   // it was bound
        const tiling::TileView view(match.value(), row(bound));
        const double brought = copyStaged(Work::Load, plan.inputs);
        const double begin = now_;
        const double overhead = target::overheadCycles(engine);
        double inKernels = 0;
        const auto loop = tiling::simulateLoop(in_.target, row(bound), view, plan, [&](const tiling::LoopEvent& event) {
            Span span{.lane = laneOfEngine(engine), .operand = event.operand, .tile = event.tile, .begin = begin + event.begin,
                      .end = begin + event.end, .bytes = event.bytes};
            if (event.what == tiling::Event::Kernel) {
                inKernels += event.end - event.begin;
                kernel(span, overhead);
            } else if (event.end > event.begin) {
                const bool load = event.what == tiling::Event::Load;
                span.what = load ? Work::Load : Work::Store;
                const auto& operand = (load ? plan.inputs : plan.outputs)[static_cast<std::size_t>(event.operand)];
                span.lane = laneOf(*in_.target.link(operand.far, operand.near));
                add(span);
            }
        });
        TW_CHECK(loop.has_value());   // it has a cost
        shareOut(*loop, inKernels, match.value(), engine, plan);
        now_ = begin + loop->total();
        time().inputWait += brought;
        time().outputWait += copyStaged(Work::Store, plan.outputs);
    }

    /// Operands that no link brings from home are all there before the loop, or leave after it. Gives the cycles.
    double copyStaged(Work what, const std::vector<tiling::TileOperand>& operands)
    {
        const double begin = now_;
        for (std::size_t k = 0; k < operands.size(); ++k) {
            const auto& operand = operands[k];
            if (!operand.present || !operand.isStaged())
                continue;
            const double cycles = target::transferCycles(in_.target, operand.home, operand.far, operand.farBytes).value_or(0);
            add({.what = what, .lane = laneOf(*in_.target.link(operand.home, operand.far)), .operand = static_cast<int>(k),
                 .begin = now_, .end = now_ + cycles, .bytes = operand.farBytes});
            now_ += cycles;
        }
        return now_ - begin;
    }

    /// The loop counts accesses in place as waiting for data; here they stand for themselves.
    void shareOut(const tiling::LoopCost& loop, double inKernels, const target::MatchNode& match, const target::Engine& engine,
                  const tiling::TilePlan& plan)
    {
        const auto counts = ops::countNode(*match.def, match.view);
        const auto accesses = [&](const tiling::TileOperand& operand, double count) {
            return operand.present && operand.buffers == 0 ? target::accessCycles(in_.target, engine, operand.far, count).value_or(0) : 0.0;
        };
        double reading = 0;
        double writing = 0;
        for (std::size_t k = 0; k < plan.inputs.size(); ++k)
            reading += accesses(plan.inputs[k], target::inputAccesses(match, counts, k));
        for (std::size_t k = 0; k < plan.outputs.size(); ++k)
            writing += accesses(plan.outputs[k], target::outputAccesses(match, k));
        const double shareRead = reading + writing > 0 ? reading / (reading + writing) : 0;
        time().compute = loop.compute;
        time().overhead = loop.overhead;
        time().access = std::max(0.0, inKernels - loop.compute);
        // The shares are those of the whole node; the tiles' may differ a little, the sum must not.
        const double most = std::min(loop.outputWait, time().access);
        const double written = std::clamp(time().access * (1 - shareRead), std::min(most, std::max(0.0, time().access - loop.inputWait)), most);
        time().outputWait = loop.outputWait - written;
        time().inputWait = loop.inputWait - (time().access - written);
    }

    Bound boundOf(const NodeTime& node) const
    {
        const std::pair<double, Bound> parts[] = {{node.compute, Bound::Compute}, {node.access, Bound::Access},
                                                  {node.inputWait, Bound::InputTransfer}, {node.outputWait, Bound::OutputTransfer},
                                                  {node.overhead, Bound::Offload}};
        const auto most = *std::max_element(std::begin(parts), std::end(parts), [](const auto& one, const auto& other) { return one.first < other.first; });
        if (most.first <= 0)
            return Bound::Nothing;
        const bool in = most.second == Bound::InputTransfer && inData_ * 2 < inTime_;
        const bool out = most.second == Bound::OutputTransfer && outData_ * 2 < outTime_;
        return in || out ? Bound::TransferSetup : most.second;
    }

    const TimelineInput& in_;
    Timeline result_;
    std::int64_t jobsPerSpan_ = 1;
    std::vector<std::size_t> open_;   // per lane: the span that the next job may join
    double now_ = 0;
    int node_ = 0;
    double inTime_ = 0, inData_ = 0, outTime_ = 0, outData_ = 0;   // of the node's transfers
};

}  // namespace

Timeline timelineOf(const TimelineInput& in, std::int64_t mostSpans)
{
    return Simulation(in, mostSpans).run();
}

}  // namespace tw::schedule
