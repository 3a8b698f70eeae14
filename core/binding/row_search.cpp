// SPDX-License-Identifier: Apache-2.0
#include "core/binding/row_search.h"

#include "core/base/check.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

namespace tw::binding {
namespace {

constexpr int kAlive = -1;
constexpr int kStruckOut = -2;   // before the search: no choice is to blame

/// A constraint as one of its two variables sees it.
struct Arc {
    int to = 0;
    const Constraint* constraint = nullptr;
    bool forward = true;         // the variable is constraint->first

    bool allows(int own, int other) const { return forward ? constraint->allows(own, other) : constraint->allows(other, own); }
};

/// One run over the variables for which `included` holds; the others are left out with their constraints.
class Search {
public:
    Search(const SearchProblem& problem, const std::vector<bool>& included, std::int64_t limit)
        : limit_(limit), arcs_(problem.domainSizes.size())
    {
        for (std::size_t v = 0; v < problem.domainSizes.size(); ++v) {
            removedBy_.emplace_back(static_cast<std::size_t>(problem.domainSizes[v]), kAlive);
            if (included[v])
                order_.push_back(static_cast<int>(v));
        }
        for (const auto& constraint : problem.constraints) {
            if (!included[index(constraint.first)] || !included[index(constraint.second)])
                continue;
            arcs_[index(constraint.first)].push_back({constraint.second, &constraint, true});
            arcs_[index(constraint.second)].push_back({constraint.first, &constraint, false});
        }
        values_.assign(problem.domainSizes.size(), -1);
        blame_.resize(problem.domainSizes.size());
    }

    Outcome run()
    {
        if (!strikeOutPartnerless())
            return Outcome::Impossible;
        std::size_t depth = 0;
        while (depth < order_.size()) {
            const int variable = order_[depth];
            if (tryNextValue(variable)) {
                ++depth;
                continue;
            }
            if (visited_ > limit_)
                return Outcome::GaveUp;
            const auto culprit = jumpBack(variable, depth);
            if (!culprit)
                return Outcome::Impossible;
            depth = *culprit;
        }
        return Outcome::Solved;
    }

    const std::vector<int>& values() const { return values_; }
    std::int64_t visited() const { return visited_; }

private:
    static std::size_t index(int variable) { return static_cast<std::size_t>(variable); }

    /// False when a domain runs empty. Works through a queue of variables whose neighbours may have lost partners.
    bool strikeOutPartnerless()
    {
        std::deque<int> changed(order_.begin(), order_.end());
        while (!changed.empty()) {
            const int variable = changed.front();
            changed.pop_front();
            for (const auto& arc : arcs_[index(variable)])
                if (strikeOut(arc, variable))
                    changed.push_back(arc.to);
        }
        return std::all_of(order_.begin(), order_.end(), [this](int variable) { return anyAlive(variable); });
    }

    /// Removes the values of arc.to that no living value of `variable` allows.
    bool strikeOut(const Arc& arc, int variable)
    {
        bool any = false;
        const auto& own = removedBy_[index(variable)];
        auto& theirs = removedBy_[index(arc.to)];
        for (std::size_t b = 0; b < theirs.size(); ++b) {
            bool partner = theirs[b] != kAlive;
            for (std::size_t a = 0; a < own.size() && !partner; ++a)
                partner = own[a] == kAlive && arc.allows(static_cast<int>(a), static_cast<int>(b));
            if (!partner) {
                theirs[b] = kStruckOut;
                any = true;
            }
        }
        return any;
    }

    bool anyAlive(int variable) const
    {
        const auto& removed = removedBy_[index(variable)];
        return std::find(removed.begin(), removed.end(), kAlive) != removed.end();
    }

    /// Assigns the next living value after the present one that leaves all later neighbours a value.
    bool tryNextValue(int variable)
    {
        const auto& removed = removedBy_[index(variable)];
        forget(variable);
        for (int value = values_[index(variable)] + 1; value < static_cast<int>(removed.size()); ++value) {
            if (removed[static_cast<std::size_t>(value)] != kAlive)
                continue;
            values_[index(variable)] = value;
            if (++visited_ > limit_)
                return false;
            if (lookAhead(variable))
                return true;
            forget(variable);
        }
        return false;
    }

    /// False when a later variable has nothing left; those who took its values are then to blame.
    bool lookAhead(int variable)
    {
        for (const auto& arc : arcs_[index(variable)]) {
            if (arc.to < variable)
                continue;
            auto& theirs = removedBy_[index(arc.to)];
            for (std::size_t b = 0; b < theirs.size(); ++b)
                if (theirs[b] == kAlive && !arc.allows(values_[index(variable)], static_cast<int>(b)))
                    theirs[b] = variable;
            if (!anyAlive(arc.to)) {
                addRemovers(arc.to, blame_[index(variable)]);
                blame_[index(variable)].erase(variable);
                return false;
            }
        }
        return true;
    }

    void addRemovers(int variable, std::set<int>& blame) const
    {
        for (const int remover : removedBy_[index(variable)])
            if (remover >= 0)
                blame.insert(remover);
    }

    /// Gives later variables the values back that this one took.
    void forget(int variable)
    {
        for (const auto& arc : arcs_[index(variable)])
            for (auto& remover : removedBy_[index(arc.to)])
                if (remover == variable)
                    remover = kAlive;
    }

    /// All values of `variable` failed. Returns the depth of the latest choice that had a part in it, with everything
    /// after it undone; nothing when none had.
    std::optional<std::size_t> jumpBack(int variable, std::size_t depth)
    {
        auto blame = std::move(blame_[index(variable)]);
        addRemovers(variable, blame);
        if (blame.empty())
            return std::nullopt;
        const int culprit = *blame.rbegin();
        blame.erase(culprit);
        while (order_[depth] != culprit) {
            reset(order_[depth]);
            --depth;
        }
        blame_[index(culprit)].insert(blame.begin(), blame.end());
        return depth;
    }

    void reset(int variable)
    {
        forget(variable);
        values_[index(variable)] = -1;
        blame_[index(variable)].clear();
    }

    std::int64_t limit_;
    std::vector<int> order_;                     // the included variables, ascending
    std::vector<std::vector<Arc>> arcs_;
    std::vector<std::vector<int>> removedBy_;    // per value: kAlive, kStruckOut, or the variable whose choice took it
    std::vector<int> values_;                    // -1: not assigned
    std::vector<std::set<int>> blame_;           // earlier variables that the failures so far depend on
    std::int64_t visited_ = 0;
};

/// Variables of which none can be left out. The shortest prefix that fails, with what is known to be needed in front,
/// ends with one more that is needed.
class Minimizer {
public:
    Minimizer(const SearchProblem& problem, std::int64_t limit)
        : problem_(problem), limit_(limit), needed_(problem.domainSizes.size(), false)
    {
    }

    std::vector<int> run()
    {
        std::size_t end = problem_.domainSizes.size();   // variables from here on are not needed
        while (!fails(0)) {
            std::size_t low = 0;                         // the prefix of this length does not fail
            while (end - low > 1) {
                const auto middle = low + (end - low) / 2;
                (fails(middle) ? end : low) = middle;
            }
            end = low;
            needed_[low] = true;
        }
        std::vector<int> result;
        for (std::size_t v = 0; v < needed_.size(); ++v)
            if (needed_[v])
                result.push_back(static_cast<int>(v));
        return result;
    }

private:
    bool fails(std::size_t prefix) const
    {
        auto included = needed_;
        std::fill(included.begin(), included.begin() + static_cast<std::ptrdiff_t>(prefix), true);
        return Search(problem_, included, limit_).run() == Outcome::Impossible;
    }

    const SearchProblem& problem_;
    std::int64_t limit_;
    std::vector<bool> needed_;
};

}  // namespace

SearchResult searchRows(const SearchProblem& problem, std::int64_t limit)
{
    for (const auto& constraint : problem.constraints)
        TW_CHECK(constraint.first != constraint.second);
    Search search(problem, std::vector<bool>(problem.domainSizes.size(), true), limit);
    SearchResult result{.outcome = search.run(), .visited = search.visited()};
    if (result.outcome == Outcome::Solved)
        result.values = search.values();
    if (result.outcome == Outcome::Impossible)
        result.conflict = Minimizer(problem, limit).run();
    return result;
}

}  // namespace tw::binding
