// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/simulate.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>

namespace tw::schedule {
namespace {

constexpr double kSameTime = 1e-3;   // of sums in another order

bool before(double one, double other)
{
    return one < other - kSameTime;
}

class Checker {
public:
    Checker(const TimelineInput& in, const Timeline& timeline) : in_(in), timeline_(timeline) {}

    std::vector<std::string> run()
    {
        if (timeline_.nodes.size() != in_.graph.nodes.size() || timeline_.lanes.size() != in_.target.engines.size() + in_.target.links.size()) {
            report("the timeline is of another network or target");
            return broken_;
        }
        checkLanes();
        checkOrder();
        sortByNode();
        for (std::size_t i = 0; i < ofNode_.size(); ++i)
            checkNode(i);
        return broken_;
    }

private:
    using Spans = std::vector<const Span*>;

    template <class... Parts>
    void report(const Parts&... parts)
    {
        broken_.push_back(cat(parts...));
    }

    const std::string& name(std::size_t node) const { return in_.graph.nodes[node].name; }

    /// How many jobs a lane does at a time, against how many it can.
    void checkLanes()
    {
        for (std::size_t lane = 0; lane < timeline_.lanes.size(); ++lane) {
            const bool engine = lane < in_.target.engines.size();
            const auto most = engine ? std::size_t{1} : static_cast<std::size_t>(std::max(1, in_.target.links[lane - in_.target.engines.size()].outstanding));
            std::vector<double> running;   // ends
            for (const auto& span : timeline_.spans) {
                if (span.lane != static_cast<int>(lane))
                    continue;
                std::erase_if(running, [&](double end) { return !before(span.begin, end); });
                if (span.end > span.begin)
                    running.push_back(span.end);
                if (running.size() > most) {
                    report(timeline_.lanes[lane].name, " does ", running.size(), " things at once in ", name(static_cast<std::size_t>(span.node)));
                    break;
                }
            }
        }
    }

    void checkOrder()
    {
        std::map<ir::TensorId, double> madeAt;
        double last = 0;
        for (std::size_t i = 0; i < timeline_.nodes.size(); ++i) {
            const auto& time = timeline_.nodes[i];
            if (before(time.begin, last))
                report(name(i), " begins while the node before still runs, whose memory it may use");
            if (before(time.end, time.begin))
                report(name(i), " ends before it begins");
            for (const auto id : in_.graph.nodes[i].inputs)
                if (const auto made = madeAt.find(id); id.valid() && made != madeAt.end() && before(time.begin, made->second))
                    report(name(i), " begins before its input ", in_.graph.tensor(id).name, " is made");
            for (const auto id : in_.graph.nodes[i].outputs)
                madeAt[id] = time.end;
            last = std::max(last, time.end);
        }
        if (before(timeline_.end, last))
            report("the run ends before its last node");
    }

    void sortByNode()
    {
        ofNode_.resize(timeline_.nodes.size());
        for (const auto& span : timeline_.spans)
            ofNode_.at(static_cast<std::size_t>(span.node)).push_back(&span);
    }

    void checkNode(std::size_t i)
    {
        const auto& time = timeline_.nodes[i];
        const auto& bound = in_.binding.nodes[i];
        bool joined = false;
        for (const auto* span : ofNode_[i]) {
            if (before(span->begin, time.begin) || before(time.end, span->end))
                report("a ", workName(span->what), " of ", name(i), " lies outside the node");
            joined = joined || span->count > 1;
        }
        const double parts = time.compute + time.access + time.inputWait + time.outputWait + time.overhead;
        if (std::abs(parts - (time.end - time.begin)) > kSameTime * std::max(1.0, parts))
            report("the parts of ", name(i), " are ", parts, " cycles, but it takes ", time.end - time.begin);
        if (bound.row < 0 || !time.missing.empty() || joined)
            return;
        checkKernels(i);
        checkOperands(i, Work::Load, bound.places.inputs);
        checkOperands(i, Work::Store, bound.places.outputs);
    }

    Spans spansOf(std::size_t node, Work what, int operand = -1) const
    {
        Spans spans;
        for (const auto* span : ofNode_[node])
            if (span->what == what && span->operand == operand)
                spans.push_back(span);
        return spans;
    }

    void checkKernels(std::size_t i)
    {
        const auto kernels = spansOf(i, Work::Kernel);
        const auto& tiles = in_.binding.nodes[i].tiles;
        const auto wanted = static_cast<std::size_t>(tiles ? tiles->tiles() : 1);
        if (kernels.size() != wanted)
            report(name(i), " runs its kernel ", kernels.size(), " times instead of ", wanted);
        for (std::size_t k = 0; k < kernels.size(); ++k)
            if (kernels[k]->tile != static_cast<std::int64_t>(k) || kernels[k]->lane != timeline_.nodes[i].lane)
                report("kernel ", k, " of ", name(i), " is out of turn or on another engine");
    }

    void checkOperands(std::size_t i, Work what, const std::vector<target::OperandPlace>& places)
    {
        const auto kernels = spansOf(i, Work::Kernel);
        for (std::size_t k = 0; k < places.size(); ++k) {
            const auto transfers = spansOf(i, what, static_cast<int>(k));
            const bool moves = !places[k].home.empty() && places[k].isStaged() && places[k].bytes > 0;
            if (moves == transfers.empty()) {
                report(workName(what), "s of operand ", k, " of ", name(i), moves ? " are missing" : " move what stays where it is");
                continue;
            }
            if (kernels.empty() || transfers.empty())
                continue;
            if (places[k].tiled)
                checkTiles(i, what, k, kernels, transfers);
            else if (what == Work::Load ? before(kernels.front()->begin, transfers.back()->end) : before(transfers.front()->begin, kernels.back()->end))
                report(what == Work::Load ? "the kernel" : "a copy out", " of ", name(i), " begins too early for operand ", k);
        }
    }

    /// What comes as a whole by way of another memory is there before the loop takes its first tile; a result leaves as a
    /// whole after its last tile.
    void checkTiles(std::size_t i, Work what, std::size_t operand, const Spans& kernels, Spans transfers)
    {
        const auto& plan = *in_.binding.nodes[i].tiles;
        const auto& own = (what == Work::Load ? plan.inputs : plan.outputs)[operand];
        if (own.isStaged()) {
            const auto at = what == Work::Load ? transfers.begin() : transfers.end() - 1;
            const auto& whole = **at;
            transfers.erase(at);
            for (const auto* span : transfers.empty() ? kernels : transfers)
                if (what == Work::Load ? before(span->begin, whole.end) : before(whole.begin, span->end))
                    report("operand ", operand, " of ", name(i), " is copied as a whole while its tiles move");
        }
        if (own.buffers > 0)
            checkSlots(i, what, operand, kernels, transfers);
    }

    /// Which transfer serves which tile, and that a slot is not filled or emptied while somebody uses it.
    void checkSlots(std::size_t i, Work what, std::size_t operand, const Spans& kernels, const Spans& transfers)
    {
        const auto& plan = *in_.binding.nodes[i].tiles;
        const auto slots = static_cast<std::size_t>((what == Work::Load ? plan.inputs : plan.outputs)[operand].buffers);
        for (std::size_t t = 0; t < transfers.size(); ++t) {
            const auto first = static_cast<std::size_t>(transfers[t]->tile);
            const auto behind = t + 1 < transfers.size() ? static_cast<std::size_t>(transfers[t + 1]->tile) : kernels.size();
            if (first >= kernels.size() || behind > kernels.size() || first >= behind) {
                report(workName(what), " ", t, " of operand ", operand, " of ", name(i), " serves no tile");
                return;
            }
            if (what == Work::Load)
                checkLoad(i, *transfers[t], *kernels[first]);
            else if (before(transfers[t]->begin, kernels[first]->end))
                report("a result of ", name(i), " leaves before tile ", first, " is made");
            if (t + slots >= transfers.size())
                continue;
            const auto& reuse = *transfers[t + slots];
            const auto next = static_cast<std::size_t>(reuse.tile);
            const bool taken = what == Work::Load ? before(reuse.begin, kernels[behind - 1]->end)
                                                  : next < kernels.size() && before(kernels[next]->begin, transfers[t]->end);
            if (taken)
                report("tile ", next, " of operand ", operand, " of ", name(i), " overwrites a slot that is in use");
        }
    }

    void checkLoad(std::size_t i, const Span& load, const Span& kernel)
    {
        if (before(kernel.begin, load.end))
            report("tile ", kernel.tile, " of ", name(i), " is used before it has come");
    }

    const TimelineInput& in_;
    const Timeline& timeline_;
    std::vector<Spans> ofNode_;
    std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> violations(const TimelineInput& in, const Timeline& timeline)
{
    return Checker(in, timeline).run();
}

}  // namespace tw::schedule
