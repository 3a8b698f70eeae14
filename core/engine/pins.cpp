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

/// One pin that speaks of one lowered node.
struct Claim {
    Weight weight = Weight::Name;
    std::string key;
    std::string engine;
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
            if (!speaksOf(key, context_.graph.nodes[i]))
                continue;
            known = true;
            claims_[i].push_back({weightOf(key), key, engine});
        }
        return known ? Result<void>() : unknownKey(key);
    }

    Result<std::map<ir::NodeId, Pinned>> settle() const
    {
        std::map<ir::NodeId, Pinned> pinned;
        for (const auto& [index, claims] : claims_) {
            const auto& found = context_.choices.nodes[index];
            if (found.alias)
                continue;
            TW_TRY(const auto strongest, strongestOf(context_.graph.nodes[index], claims));
            Pinned& pin = pinned[found.node] = {strongest.engine, strongest.key};
            if (!found.on(pin.engine))
                pin.cannot = found.refusals.at(pin.engine);
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

    bool speaksOf(const std::string& key, const ir::Node& node) const
    {
        const auto origins = originsOf(node);
        return fits(key, node.name, node.op) || std::any_of(origins.begin(), origins.end(), [&](const auto& origin) {
                   const auto op = importedOps_.find(origin);
                   return fits(key, origin, op == importedOps_.end() ? "" : op->second);
               });
    }

    static Result<Claim> strongestOf(const ir::Node& node, const std::vector<Claim>& claims)
    {
        Claim best = claims.front();
        for (const auto& claim : claims)
            if (claim.weight > best.weight)
                best = claim;
        for (const auto& claim : claims)
            if (claim.weight == best.weight && claim.engine != best.engine)
                return Error{.code = Code::BadUsage,
                             .message = cat("the pins ", best.key, " = ", best.engine, " and ", claim.key, " = ", claim.engine,
                                            " disagree: lowering made one node of ", join(originsOf(node), ", ")),
                             .hint = "pin all of them to the same engine", .place = {.node = node.name}};
        return best;
    }

    /// Lowered nodes with the same pin and the same origins belong together: one of them must be able.
    Result<void> checkPossible(const std::map<ir::NodeId, Pinned>& pinned) const
    {
        const auto groupOf = [](const ir::Node& node, const Pinned& pin) {
            return cat(pin.key, '\n', join(originsOf(node), "\n"));
        };
        std::set<std::string> able;
        for (const auto& node : context_.graph.nodes)
            if (const auto pin = pinned.find(node.id); pin != pinned.end() && pin->second.cannot.empty())
                able.insert(groupOf(node, pin->second));
        std::vector<const ir::Node*> refused;
        for (const auto& node : context_.graph.nodes)
            if (const auto pin = pinned.find(node.id); pin != pinned.end() && !able.contains(groupOf(node, pin->second)))
                refused.push_back(&node);
        if (refused.empty())
            return {};
        const auto& pin = pinned.at(refused.front()->id);
        const auto others = refused.size() - 1;
        return Error{.code = Code::NoKernel,
                     .message = cat("cannot be pinned to ", pin.engine, ": ", pin.cannot,
                                    others ? cat(" (", others, " more pinned node", others > 1 ? "s" : "", " cannot either)") : ""),
                     .hint = cat("clear or change the pin ", pin.key), .place = {.node = refused.front()->name}};
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
