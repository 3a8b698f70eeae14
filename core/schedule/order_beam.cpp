// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order_search.h"
#include "core/schedule/walk.h"

#include <algorithm>
#include <random>
#include <unordered_set>

namespace tw::schedule {
namespace {

constexpr std::size_t kBeam = 64;
constexpr std::uint64_t kSeed = 1;

class Beam {
public:
    explicit Beam(const OrderProblem& problem) : problem_(problem), followers_(problem.nodes.size())
    {
        std::mt19937_64 random(kSeed);
        for (std::size_t node = 0; node < problem.nodes.size(); ++node) {
            codes_.push_back(random());
            for (const int before : problem.nodes[node].after)
                followers_[static_cast<std::size_t>(before)].push_back(static_cast<int>(node));
        }
    }

    Result<NodeOrder> search(Progress& progress)
    {
        std::vector<State> states{start()};
        for (std::size_t step = 0; step < codes_.size(); ++step) {
            TW_TRY_VOID(progress.check());
            std::vector<Move> moves;
            for (std::size_t i = 0; i < states.size(); ++i)
                addMoves(states[i], i, moves);
            keepBest(moves);
            std::vector<State> next;
            for (const auto& move : moves)
                next.push_back(moved(states[move.from], move));
            states = std::move(next);
        }
        return NodeOrder{.nodes = std::move(states.front().order), .peakBytes = states.front().peak};
    }

private:
    struct State {
        Walk walk;
        std::uint64_t code = 0;              // of the set of nodes that have run: equal for equal sets
        std::int64_t peak = 0;
        std::vector<int> needsLeft = {};     // per node
        std::vector<int> ready = {};
        std::vector<int> order = {};
    };

    struct Move {
        std::size_t from = 0;
        int node = 0;
        std::uint64_t code = 0;
        std::int64_t peak = 0;
        std::int64_t alive = 0;
    };

    State start() const
    {
        State state{.walk = Walk(problem_)};
        state.peak = state.walk.alive();
        for (std::size_t node = 0; node < codes_.size(); ++node) {
            state.needsLeft.push_back(static_cast<int>(problem_.nodes[node].after.size()));
            if (state.needsLeft.back() == 0)
                state.ready.push_back(static_cast<int>(node));
        }
        return state;
    }

    /// Every ready node; or only one that stays within the peak and leaves no more bytes alive, which can run at once.
    void addMoves(const State& state, std::size_t from, std::vector<Move>& moves) const
    {
        const auto first = moves.size();
        for (const int node : state.ready) {
            const auto step = state.walk.look(node);
            const Move move{from, node, state.code ^ codes_[static_cast<std::size_t>(node)], std::max(state.peak, step.during), step.after};
            if (step.during <= state.peak && step.after <= state.walk.alive()) {
                moves.resize(first);
                moves.push_back(move);
                return;
            }
            moves.push_back(move);
        }
    }

    static void keepBest(std::vector<Move>& moves)
    {
        std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
            return std::pair(a.peak, a.alive) < std::pair(b.peak, b.alive);
        });
        std::unordered_set<std::uint64_t> seen;
        std::erase_if(moves, [&](const Move& move) { return seen.size() >= kBeam || !seen.insert(move.code).second; });
    }

    State moved(State state, const Move& move) const
    {
        state.walk.run(move.node);
        state.code = move.code;
        state.peak = move.peak;
        state.order.push_back(move.node);
        std::erase(state.ready, move.node);
        for (const int node : followers_[static_cast<std::size_t>(move.node)])
            if (--state.needsLeft[static_cast<std::size_t>(node)] == 0)
                state.ready.push_back(node);
        return state;
    }

    const OrderProblem& problem_;
    std::vector<std::vector<int>> followers_;
    std::vector<std::uint64_t> codes_;   // random, per node; a set's code is the exclusive or
};

}  // namespace

Result<NodeOrder> searchBeam(const OrderProblem& problem, Progress& progress)
{
    return Beam(problem).search(progress);
}

}  // namespace tw::schedule
