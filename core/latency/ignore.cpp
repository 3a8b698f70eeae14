// SPDX-License-Identifier: Apache-2.0
#include "core/latency/ignore.h"

#include "core/base/text.h"
#include "core/engine/pins.h"

namespace tw::latency {

bool isSearchBlock(const ir::Node& node)
{
    return node.domain == "ai.tilewright.search" && node.op == "SearchBlock";
}

Result<IgnoreMatcher> IgnoreMatcher::create(const IgnoreSpec& spec)
{
    std::vector<Rule> rules;
    for (const auto& type : spec.opTypes)
        rules.push_back({cat("op type ", type), [type](const ir::Node& node) {
                             return type == node.op || type == cat(node.domain.empty() ? "ai.onnx" : node.domain, "::", node.op);
                         }});
    for (const auto& glob : spec.nameGlobs)
        rules.push_back({cat("name pattern ", glob), [glob](const ir::Node& node) { return engine::globMatches(glob, node.name); }});
    for (const auto& text : spec.nameRegexes) {
        try {
            rules.push_back({cat("regular expression ", text), [expression = std::regex(text)](const ir::Node& node) {
                                 return std::regex_match(node.name, expression);
                             }});
        } catch (const std::regex_error& failure) {
            return faultError(Fault::BadIgnoreRule, cat("\"", text, "\" is no regular expression: ", failure.what()));
        }
    }
    for (const auto& scope : spec.scopes)
        rules.push_back({cat("scope ", scope), [scope](const ir::Node& node) {
                             return node.name == scope || (node.name.starts_with(scope) &&
                                                           (scope.ends_with('/') || node.name[scope.size()] == '/'));
                         }});
    if (spec.blocks)
        rules.push_back({.text = "being a search block", .matches = isSearchBlock, .used = true});
    if (spec.predicate)
        rules.push_back({.text = "the caller", .matches = spec.predicate, .used = true});
    return IgnoreMatcher(std::move(rules));
}

std::optional<std::string> IgnoreMatcher::reason(const ir::Node& node)
{
    std::optional<std::string> result;
    for (auto& rule : rules_) {
        if (!rule.matches(node))
            continue;
        rule.used = true;
        if (!result)
            result = cat("ignored by ", rule.text);
    }
    return result;
}

Diagnostics IgnoreMatcher::unused() const
{
    Diagnostics result;
    for (const auto& rule : rules_)
        if (!rule.used)
            result.push_back({Severity::Warning, {.code = Code::BadUsage, .message = cat("no node is ignored by ", rule.text),
                                                  .hint = "is it misspelt?"}});
    return result;
}

}  // namespace tw::latency
