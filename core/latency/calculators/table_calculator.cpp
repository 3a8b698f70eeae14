// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/table_calculator.h"

#include "core/base/text.h"
#include "core/latency/calculators/common.h"
#include "core/latency/calculators/lookup_table.h"

namespace tw::latency {

std::string TableCalculator::measures() const
{
    return "The sum of latencies that a table gives for operators of these sizes.";
}

Result<Calculation> TableCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options, Progress&) const
{
    TW_TRY_VOID(checkOptions(options, {"table", "interpolate"}));
    const auto file = optionOf(options, "table", "");
    if (file.empty())
        return faultError(Fault::BadOption, "there is no table", "set the option table to a file");
    const auto mode = optionOf(options, "interpolate", "linear");
    if (mode != "linear" && mode != "none")
        return faultError(Fault::BadOption, cat("option interpolate is \"", mode, "\""), "give linear or none");
    TW_TRY(const auto table, loadTable(file));
    TW_TRY(auto ledger, Ledger::open(input.graph, options));
    int interpolated = 0;
    for (std::size_t i = 0; i < input.graph.nodes.size(); ++i) {
        if (ledger.ignored(i))
            continue;
        const auto answer = lookUp(table, input.graph, input.graph.nodes[i], mode == "linear" ? Interpolate::Linear : Interpolate::No);
        if (!answer) {
            ledger.passOver(i, "the table has no entry for it");
            continue;
        }
        ledger.entry(i).value = answer->latency;
        ledger.entry(i).reason = answer->note;
        interpolated += !answer->note.empty();
    }
    auto result = std::move(ledger).close(1);
    result.wholeTotal.reset();
    result.how = {{"table", file}, {"unit", table.unit}, {"interpolated_nodes", cat(interpolated)}};
    return result;
}

}  // namespace tw::latency
