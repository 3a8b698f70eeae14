// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pins.h"

#include "core/base/near_names.h"
#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace tw::engine {
namespace {

constexpr std::string_view kOperatorPrefix = "op:";

enum class Weight { Operator, Pattern, Name };

/// One pin that speaks of one lowered node, because of these of its origins.
struct Claim {
    Weight weight = Weight::Name;
    std::string key;
    std::string engine;
    std::vector<std::string> origins = {};
};

Weight weightOf(const std::string& key)
{
    if (key.starts_with(kOperatorPrefix))
        return Weight::Operator;
    return key.find_first_of("*?") == std::string::npos ? Weight::Name : Weight::Pattern;
}

class Resolver {
public:
    explicit Resolver(const PinContext& context) : context_(context)
    {
        if (context.imported)
            for (const auto& node : context.imported->nodes)
                importedOps_[node.name] = node.op;
    }

    Result<void> claim(const std::string& key, const std::string& engine)
    {
        if (!context_.target.engine(engine))
            return unknownEngine(key, engine);
        bool known = std::any_of(importedOps_.begin(), importedOps_.end(),
                                 [&](const auto& node) { return fits(key, node.first, node.second); });
        for (std::size_t i = 0; i < context_.graph.nodes.size(); ++i) {
            auto origins = fittingOrigins(key, context_.graph.nodes[i]);
            if (origins.empty())
                continue;
            known = true;
            claims_[i].push_back({weightOf(key), key, engine, std::move(origins)});
        }
        return known ? Result<void>() : unknownKey(key);
    }

    /// A node that cannot do as it is told is left free when others do so for all of its pinned origins.
    Result<std::map<ir::NodeId, Pinned>> settle()
    {
        std::map<ir::NodeId, Pinned> pinned;
        for (auto& [index, claims] : claims_) {
            const auto& found = context_.choices.nodes[index];
            if (found.alias)
                continue;
            keepStrongest(claims);
            Pinned& pin = pinned[found.node] = {claims.front().engine, claims.front().key};
            if (isDisputed(claims))
                pin.cannot = "its parts are pinned to different engines";
            else if (!found.on(pin.engine))
                pin.cannot = found.refusals.at(pin.engine);
            else
                serve(claims);
        }
        TW_TRY_VOID(checkPossible(pinned));
        return pinned;
    }

private:
    static bool fits(const std::string& key, const std::string& name, const std::string& op)
    {
        switch (weightOf(key)) {
        case Weight::Operator: return op == key.substr(kOperatorPrefix.size());
        case Weight::Pattern: return globMatches(key, name);
        case Weight::Name: break;
        }
        return name == key;
    }

    /// The origins that the key speaks of; the node's own name when it speaks of the node itself.
    std::vector<std::string> fittingOrigins(const std::string& key, const ir::Node& node) const
    {
        auto origins = originsOf(node);
        std::erase_if(origins, [&](const auto& origin) {
            const auto op = importedOps_.find(origin);
            return !fits(key, origin, op == importedOps_.end() ? "" : op->second);
        });
        if (origins.empty() && fits(key, node.name, node.op))
            origins.push_back(node.name);
        return origins;
    }

    static void keepStrongest(std::vector<Claim>& claims)
    {
        const auto strongest = std::max_element(claims.begin(), claims.end(),
                                                [](const Claim& a, const Claim& b) { return a.weight < b.weight; })->weight;
        std::erase_if(claims, [&](const Claim& claim) { return claim.weight != strongest; });
    }

    static bool isDisputed(const std::vector<Claim>& claims)
    {
        return std::any_of(claims.begin(), claims.end(), [&](const Claim& claim) { return claim.engine != claims.front().engine; });
    }

    void serve(const std::vector<Claim>& claims)
    {
        for (const auto& claim : claims)
            for (const auto& origin : claim.origins)
                served_.emplace(claim.key, origin);
    }

    bool isServedByOthers(const std::vector<Claim>& claims) const
    {
        return std::all_of(claims.begin(), claims.end(), [&](const Claim& claim) {
            return std::all_of(claim.origins.begin(), claim.origins.end(),
                               [&](const auto& origin) { return served_.contains({claim.key, origin}); });
        });
    }

    Result<void> checkPossible(const std::map<ir::NodeId, Pinned>& pinned) const
    {
        std::vector<std::size_t> refused;
        for (const auto& [index, claims] : claims_) {
            const auto pin = pinned.find(context_.choices.nodes[index].node);
            if (pin != pinned.end() && !pin->second.cannot.empty() && !isServedByOthers(claims))
                refused.push_back(index);
        }
        if (refused.empty())
            return {};
        const auto& node = context_.graph.nodes[refused.front()];
        const auto& claims = claims_.at(refused.front());
        if (isDisputed(claims))
            return disputeError(node, claims);
        const auto& pin = pinned.at(node.id);
        const auto others = refused.size() - 1;
        return Error{.code = Code::NoKernel,
                     .message = cat("cannot be pinned to ", pin.engine, ": ", pin.cannot,
                                    others ? cat(" (", others, " more pinned node", others > 1 ? "s" : "", " cannot either)") : ""),
                     .hint = cat("clear or change the pin ", pin.key), .place = {.node = node.name}};
    }

    static Error disputeError(const ir::Node& node, const std::vector<Claim>& claims)
    {
        const auto& one = claims.front();
        const auto& other = *std::find_if(claims.begin(), claims.end(), [&](const Claim& claim) { return claim.engine != one.engine; });
        return {.code = Code::BadUsage,
                .message = cat("the pins ", one.key, " = ", one.engine, " and ", other.key, " = ", other.engine,
                               " disagree: lowering made one node of ", join(originsOf(node), ", ")),
                .hint = "pin all of them to the same engine", .place = {.node = node.name}};
    }

    Result<void> unknownEngine(const std::string& key, const std::string& engine) const
    {
        std::vector<std::string> names;
        for (const auto& one : context_.target.engines)
            names.push_back(one.name);
        return Error{.code = Code::BadUsage,
                     .message = cat("the pin ", key, " names the engine ", engine, ", but ", context_.target.name, " has ",
                                    join(names, ", ")),
                     .hint = nearNamesHint(engine, names)};
    }

    Result<void> unknownKey(const std::string& key) const
    {
        const auto weight = weightOf(key);
        const bool wantsOps = weight == Weight::Operator;
        std::vector<std::string> known;
        for (const auto& node : context_.graph.nodes) {
            const auto origins = originsOf(node);
            known.push_back(wantsOps ? node.op : node.name);
            if (!wantsOps)
                known.insert(known.end(), origins.begin(), origins.end());
        }
        for (const auto& [name, op] : importedOps_)
            known.push_back(wantsOps ? op : name);
        const auto wanted = wantsOps ? key.substr(kOperatorPrefix.size()) : key;
        const auto what = wantsOps ? "no node of this network is a " : weight == Weight::Name ? "no node of this network is called "
                                                                                           : "no node of this network fits the pattern ";
        return Error{.code = Code::BadUsage, .message = cat("the pin ", key, ": ", what, wanted), .hint = nearNamesHint(wanted, known)};
    }

    const PinContext& context_;
    std::map<std::string, std::string> importedOps_;      // name -> op
    std::map<std::size_t, std::vector<Claim>> claims_;    // position of the lowered node -> who speaks of it
    std::set<std::pair<std::string, std::string>> served_;   // key and origin that a node does on the pinned engine
};

}  // namespace

std::vector<std::string> originsOf(const ir::Node& node)
{
    const auto found = node.metadata.find("origin");
    return found == node.metadata.end() ? std::vector{node.name} : split(found->second, '\n');
}

bool globMatches(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos;   // the last star seen, and the text that it has swallowed up to
    std::size_t swallowed = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            swallowed = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++swallowed;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Result<std::map<ir::NodeId, Pinned>> resolvePins(const PinContext& context, const Pins& pins)
{
    Resolver resolver(context);
    for (const auto& [key, engine] : pins)
        TW_TRY_VOID(resolver.claim(key, engine));
    return resolver.settle();
}

}  // namespace tw::engine
