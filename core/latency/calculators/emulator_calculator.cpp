// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/emulator_calculator.h"

#include "core/base/text.h"
#include "core/latency/calculators/deployed_calculators.h"
#include "core/latency/calculators/layer.h"
#include "core/latency/calculators/origins.h"

namespace tw::latency {

std::string EmulatorCalculator::measures() const
{
    return "Instructions of the exported network on the target's processor, counted exactly by QEMU; not cycles.";
}

std::string EmulatorCalculator::unavailable() const
{
    return backend_.countInEmulator ? "" : "this program brings no emulators";
}

Result<Calculation> EmulatorCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options,
                                                  Progress& progress) const
{
    if (!unavailable().empty())
        return faultError(Fault::Unavailable, cat(name(), ": ", unavailable()));
    if (!options.target)
        return faultError(Fault::TargetRequired, "instructions are those of a target's processor", "choose one");
    TW_TRY_VOID(checkOptions(options, deployOptions()));
    TW_TRY(const auto request, deployRequest(input, options));
    TW_TRY(auto ledger, Ledger::open(input.graph, options));
    TW_TRY(const auto counted, backend_.countInEmulator(request, progress));
    if (counted.total <= 0)   // some emulators answer 0 for a counter that they do not have
        return faultError(Fault::Unavailable, cat(name(), ": the emulator counts no instructions"));
    std::vector<std::vector<std::string>> origins;
    for (const auto& node : counted.nodes)
        origins.push_back(node.origins);
    const OriginMap map(input.graph, origins);
    bool ignoresSome = false;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < counted.nodes.size(); ++i) {
        const auto node = map.nodeOf(i);
        sum = plus(sum, counted.nodes[i].instructions);
        ignoresSome |= node && ledger.ignored(*node);
        if (node && !ledger.ignored(*node)) {
            auto& entry = ledger.entry(*node);
            entry.whole = plus(entry.whole.value_or(0), counted.nodes[i].instructions);
        }
    }
    map.explainRest(input.graph, ledger);
    auto result = std::move(ledger).close(1);
    if (!ignoresSome) {
        result.wholeTotal = counted.total;   // with what runs between the nodes
        result.total = static_cast<double>(counted.total);
    }
    result.how = counted.how;
    result.how["samples"] = "1, exact";
    result.how["between_nodes"] = cat(counted.total - sum);
    return result;
}

}  // namespace tw::latency
