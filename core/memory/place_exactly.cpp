// SPDX-License-Identifier: Apache-2.0
#include "core/memory/place_exactly.h"

#include "core/base/text.h"
#include "core/memory/best_fit.h"
#include "core/memory/compact_problem.h"
#include "core/memory/skyline_search.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <numeric>
#include <set>

namespace tw::memory {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBlocks = 3000;         // the search takes stack and n steps for each block
constexpr std::int64_t kMostFirstSteps = 1'000'000;   // of a style in the first round of a race
constexpr double kNoise = 0.1;

/// In an order in which most hard problems are over soon.
const std::array<SearchStyle, 5>& styles()
{
    using First = SearchStyle::First;
    using Dent = SearchStyle::Dent;
    static const std::array<SearchStyle, 5> all{{
        {.first = First::Crowded, .dent = Dent::FewChoicesThenLow},
        {.first = First::Large, .dent = Dent::FewChoicesThenNarrow},
        {.first = First::Heavy, .dent = Dent::FewChoicesThenLow, .emptyCounts = 3},
        {.first = First::Large, .dent = Dent::LowThenFewChoices},
        {.first = First::Long, .dent = Dent::FewChoicesThenTight, .evenTopsFirst = false},
    }};
    return all;
}

/// Many short runs and ever fewer long ones: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
std::int64_t lengthOfRound(unsigned round)
{
    for (unsigned length = 1; length != 0; length = 2 * length + 1) {
        if (round == length - 1)
            return length / 2 + 1;
        if (round < length - 1)
            return lengthOfRound(round - length / 2);
    }
    return 1;
}

/// Looks for placements of smaller and smaller height.
class Descent {
public:
    Descent(const PlacementProblem& problem, const Effort& effort, Progress& progress, Solution start)
        : problem_(problem), effort_(effort), progress_(progress), best_(std::move(start)), begun_(Clock::now())
    {
    }

    Result<Solution> run()
    {
        if (!best_.optimal())
            if (auto compacted = compact(problem_, best_.placement.peakBytes))
                descend(std::move(*compacted));
        TW_TRY_VOID(progress_.check());
        best_.fits = best_.placement.peakBytes <= problem_.capacityBytes;
        return best_;
    }

private:
    void descend(CompactProblem compacted)
    {
        if (compacted.blocks.empty() || compacted.blocks.size() > kMostBlocks)
            return;
        problemInUnits_ = std::move(compacted);
        search_.emplace(problemInUnits_.blocks, problemInUnits_.sections);
        const auto unit = problemInUnits_.unitBytes;
        proven_ = static_cast<int>((best_.provenBytes + unit - 1) / unit);
        // A short try for the optimum is often all it takes.
        race(proven_, std::min(effort_.stepsToFit, effort_.stepsToImprove) / 4);
        if (height() > capacity() && proven_ <= capacity())
            race(capacity(), effort_.stepsToFit);
        if (height() <= capacity() || proven_ > capacity())
            improve();
        best_.provenBytes = std::max(best_.provenBytes, proven_ * unit);
    }

    /// Halves the gap between what is found and what is proven; a height that takes too long counts as too low.
    void improve()
    {
        std::int64_t steps = effort_.stepsToImprove;
        for (int tooLow = proven_ - 1; tooLow + 1 < height() && steps > 0 && !stopped();) {
            const int middle = tooLow + (height() - tooLow) / 2;
            const auto spent = race(middle, steps / 4 + 1);
            steps -= spent;
            if (height() > middle)
                tooLow = middle;
            tooLow = std::max(tooLow, proven_ - 1);
        }
    }

    int height() const { return static_cast<int>(best_.placement.peakBytes / problemInUnits_.unitBytes); }
    int capacity() const
    {
        return static_cast<int>(std::min(problem_.capacityBytes, best_.placement.peakBytes) / problemInUnits_.unitBytes);
    }

    bool stopped() const
    {
        return progress_.cancelled() || std::chrono::duration<double>(Clock::now() - begun_).count() > effort_.seconds;
    }

    /// Each style in turn, from the second round on disturbed by chance, with more and more steps. Returns the steps
    /// that it took.
    std::int64_t race(int target, std::int64_t mostSteps)
    {
        if (target < proven_ || target >= height())
            return 0;
        std::int64_t spent = 0;
        const auto first = std::min(kMostFirstSteps, mostSteps / (2 * static_cast<std::int64_t>(styles().size())) + 1);
        progress_.report(-1, cat("looking for a placement in ", target * problemInUnits_.unitBytes, " bytes"));
        for (unsigned round = 0; spent < mostSteps && !stopped(); ++round)
            for (auto style : styles()) {
                style.noise = round == 0 ? 0 : kNoise;
                style.seed = round;
                const auto steps = std::min(first * lengthOfRound(round), mostSteps - spent);
                const auto outcome = search_->run(target, style, steps, [this] { return stopped(); });
                spent += search_->work() + 1;
                if (take(outcome, target))
                    return spent;
                if (spent >= mostSteps || stopped())
                    break;
            }
        return spent;
    }

    /// Whether the outcome settles the matter.
    bool take(Outcome outcome, int target)
    {
        if (outcome == Outcome::Impossible)
            proven_ = target + 1;
        if (outcome != Outcome::Found)
            return outcome == Outcome::Impossible;
        const auto starts = search_->starts();
        std::int64_t peak = 0;
        for (std::size_t k = 0; k < starts.size(); ++k)
            best_.placement.offsets[problemInUnits_.bufferOf[k]] = starts[k] * problemInUnits_.unitBytes;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i)
            peak = std::max(peak, best_.placement.offsets[i] + problem_.buffers[i].bytes);
        best_.placement.peakBytes = peak;
        return true;
    }

    const PlacementProblem& problem_;
    const Effort& effort_;
    Progress& progress_;
    Solution best_;
    Clock::time_point begun_;
    CompactProblem problemInUnits_;
    std::optional<SkylineSearch> search_;
    int proven_ = 0;   // in units: nothing lower is possible
};

Result<void> checkFixed(const PlacementProblem& problem)
{
    std::vector<std::size_t> fixed;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& buffer = problem.buffers[i];
        const auto offset = problem.fixedOffset(i);
        if (!offset)
            continue;
        if (*offset < 0 || *offset % buffer.alignment != 0)
            return Error{.code = Code::BadInput,
                         .message = cat(buffer.name, " is fixed at ", *offset, ", which is no multiple of ", buffer.alignment),
                         .hint = "change the offset or leave it away"};
        for (const auto j : fixed) {
            const auto& other = problem.buffers[j];
            const auto begin = *problem.fixedOffset(j);
            if (buffer.alive.meets(other.alive) && *offset < begin + other.bytes && begin < *offset + buffer.bytes)
                return Error{.code = Code::BadInput,
                             .message = cat(other.name, " and ", buffer.name, " are fixed at addresses that overlap while both are alive"),
                             .hint = "leave one of the offsets away"};
        }
        fixed.push_back(i);
    }
    return {};
}

/// The bytes alive when each buffer takes a multiple of what all alignments are multiples of, but for the one on top.
std::int64_t alignedBound(const PlacementProblem& problem)
{
    std::int64_t common = 0;
    for (const auto& buffer : problem.buffers)
        common = std::gcd(common, buffer.alignment);
    std::map<int, std::int64_t> change;
    std::map<int, std::vector<std::int64_t>> paddings;   // by the step they begin at, negative where they end
    for (const auto& buffer : problem.buffers) {
        if (buffer.alive.begin >= buffer.alive.end)
            continue;
        const auto padded = (buffer.bytes + common - 1) / common * common;
        change[buffer.alive.begin] += padded;
        change[buffer.alive.end] -= padded;
        paddings[buffer.alive.begin].push_back(padded - buffer.bytes);
        paddings[buffer.alive.end].push_back(buffer.bytes - padded - 1);
    }
    std::multiset<std::int64_t> alive;
    std::int64_t bytes = 0;
    std::int64_t most = 0;
    for (const auto& [step, bytesMore] : change) {
        bytes += bytesMore;
        for (const auto padding : paddings[step])
            if (padding >= 0)
                alive.insert(padding);
        for (const auto padding : paddings[step])
            if (padding < 0)
                alive.erase(alive.find(-padding - 1));
        most = std::max(most, bytes - (alive.empty() ? 0 : *alive.rbegin()));
    }
    return most;
}

/// What no placement can avoid: the bytes alive, and the end of what is fixed.
std::int64_t floorBytes(const PlacementProblem& problem)
{
    std::int64_t bytes = std::max(lowerBound(problem.buffers), alignedBound(problem));
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        bytes = std::max(bytes, problem.fixedOffset(i).value_or(0) + problem.buffers[i].bytes);
    return bytes;
}

}  // namespace

Result<Solution> placeExactly(const PlacementProblem& problem, const Effort& effort, Progress& progress)
{
    TW_TRY_VOID(checkFixed(problem));
    Solution start{.placement = placeBestFit(problem), .provenBytes = floorBytes(problem)};
    return Descent(problem, effort, progress, std::move(start)).run();
}

}  // namespace tw::memory
