// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/deployed_calculators.h"

#include "core/base/text.h"
#include "core/latency/calculators/layer.h"
#include "core/latency/calculators/origins.h"

#include <algorithm>
#include <cmath>

namespace tw::latency {
namespace {

Result<std::map<std::string, std::string>> typesOf(const CalculatorOptions& options)
{
    std::map<std::string, std::string> types;
    for (const auto& part : split(optionOf(options, "types", ""), ',')) {
        const auto pair = split(part, '=');
        if (part.empty())
            continue;
        if (pair.size() != 2 || !ir::typeFromName(pair[1]))
            return faultError(Fault::BadOption, cat("option types has \"", part, "\""), "give pairs like input=u8");
        types[pair[0]] = pair[1];
    }
    return types;
}

/// Adds `value` to what several lowered nodes may have booked on the entry before.
void addPart(std::optional<double>& sum, const std::optional<double>& value)
{
    if (value)
        sum = sum.value_or(0) + *value;
}

}  // namespace

std::vector<std::string> deployOptions()
{
    return {"coloring", "objective", "types"};
}

Result<DeployRequest> deployRequest(const CalculationInput& input, const CalculatorOptions& options)
{
    const auto one = [&](const std::string& name, const std::vector<std::string>& known) -> Result<std::string> {
        const auto value = optionOf(options, name, known.front());
        if (std::find(known.begin(), known.end(), value) != known.end())
            return value;
        return faultError(Fault::BadOption, cat("option ", name, " is \"", value, "\""), cat("give one of ", join(known, ", ")));
    };
    DeployRequest request{.input = input, .target = options.target, .seed = options.seed};
    TW_TRY(request.coloring, one("coloring", {"first", "optimal"}));
    TW_TRY(request.objective, one("objective", {"cycles", "energy", "peak"}));
    TW_TRY(request.types, typesOf(options));
    return request;
}

std::string DeployedCalculator::unavailable() const
{
    return backend_.deploy ? "" : "this program brings no deployer";
}

Result<Calculation> DeployedCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options,
                                                  Progress& progress) const
{
    if (!unavailable().empty())
        return faultError(Fault::Unavailable, cat(name(), ": ", unavailable()));
    if (!options.target)
        return faultError(Fault::TargetRequired, "this calculator asks a target", "choose one");
    TW_TRY_VOID(checkOptions(options, deployOptions()));
    TW_TRY(const auto request, deployRequest(input, options));
    TW_TRY(auto ledger, Ledger::open(input.graph, options));
    TW_TRY(const auto network, backend_.deploy(request, progress));
    std::vector<std::vector<std::string>> origins;
    for (const auto& node : network.nodes)
        origins.push_back(node.origins);
    const OriginMap map(input.graph, origins);
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        const auto target = map.nodeOf(i);
        if (!target || ledger.ignored(*target))
            continue;
        auto& entry = ledger.entry(*target);
        const auto why = book(network.nodes[i], entry);
        if (!why.empty())
            ledger.passOver(*target, why);
        else if (map.inserted(i))
            entry.reason += cat(entry.reason.empty() ? "with " : ", ", network.nodes[i].op, " ", network.nodes[i].name);
    }
    map.explainRest(input.graph, ledger);
    auto result = std::move(ledger).close(1);
    result.how = {{"target", network.target}, {"coloring", request.coloring}};
    return result;
}

std::string CycleCalculator::measures() const
{
    return "Cycles of the target's clock, by its cost model: computing, moving data, handing over.";
}

std::string CycleCalculator::book(const DeployedNode& node, NodeLatency& entry) const
{
    if (node.engine.empty() || !node.compute || !node.movement || !node.overhead)
        return node.missing.empty() ? "the target has no figure" : node.missing;
    addPart(entry.compute, *node.compute + *node.overhead);
    addPart(entry.movement, node.movement);
    entry.value += *node.compute + *node.movement + *node.overhead;
    entry.macs = plus(entry.macs, node.macs);
    for (const auto& [way, bytes] : node.moved)
        entry.bytes = plus(entry.bytes, bytes);
    const bool isWhole = entry.value == std::floor(entry.value) && entry.value < 9e15;
    entry.whole = isWhole ? std::optional(static_cast<std::int64_t>(entry.value)) : std::nullopt;
    return {};
}

std::string TrafficCalculator::measures() const
{
    return "Bytes copied between memories while the network runs, each copy once.";
}

std::string TrafficCalculator::book(const DeployedNode& node, NodeLatency& entry) const
{
    if (node.engine.empty())
        return node.missing.empty() ? "no engine runs it" : node.missing;
    std::int64_t bytes = entry.whole.value_or(0);
    for (const auto& [way, moved] : node.moved)
        bytes = plus(bytes, moved);
    entry.whole = entry.bytes = bytes;
    entry.macs = plus(entry.macs, node.macs);
    return {};
}

}  // namespace tw::latency
