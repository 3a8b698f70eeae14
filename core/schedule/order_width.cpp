// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/schedule/order_search.h"

#include <bitset>

namespace tw::schedule {
namespace {

using Set = std::bitset<kMostExactNodes>;

/// Per node: all that run after it in every order.
std::vector<Set> laterNodes(const OrderProblem& problem)
{
    std::vector<Set> later(problem.nodes.size());
    for (std::size_t node = problem.nodes.size(); node-- > 0;)
        for (const int before : problem.nodes[node].after)
            later[static_cast<std::size_t>(before)] |= Set(later[node]).set(node);
    return later;
}

class Matching {
public:
    explicit Matching(const std::vector<Set>& edges) : edges_(edges), partner_(edges.size(), -1) {}

    std::size_t size()
    {
        std::size_t pairs = 0;
        for (std::size_t node = 0; node < edges_.size(); ++node) {
            tried_.reset();
            pairs += augment(node);
        }
        return pairs;
    }

private:
    /// Depth is at most the number of nodes.
    bool augment(std::size_t node)
    {
        for (std::size_t other = 0; other < edges_.size(); ++other) {
            if (!edges_[node][other] || tried_[other])
                continue;
            tried_.set(other);
            if (partner_[other] < 0 || augment(static_cast<std::size_t>(partner_[other]))) {
                partner_[other] = static_cast<int>(node);
                return true;
            }
        }
        return false;
    }

    const std::vector<Set>& edges_;
    std::vector<int> partner_;
    Set tried_;
};

}  // namespace

/// By Dilworth's theorem the least number of chains that cover all nodes, which is nodes minus matched pairs.
std::size_t widthOf(const OrderProblem& problem)
{
    TW_CHECK(problem.nodes.size() <= kMostExactNodes);
    const auto later = laterNodes(problem);
    return problem.nodes.size() - Matching(later).size();
}

}  // namespace tw::schedule
