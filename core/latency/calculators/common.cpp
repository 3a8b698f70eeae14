// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/common.h"

#include "core/base/near_names.h"
#include "core/base/text.h"
#include "core/engine/pins.h"
#include "core/latency/calculators/layer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tw::latency {

Result<void> checkOptions(const CalculatorOptions& options, const std::vector<std::string>& known)
{
    for (const auto& [key, value] : options.extra) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        const auto offer = known.empty() ? std::string("it has no options") : cat("it has ", join(known, ", "));
        return faultError(Fault::BadOption, cat("this calculator has no option \"", key, "\"; ", offer), nearNamesHint(key, known));
    }
    return {};
}

std::string optionOf(const CalculatorOptions& options, const std::string& name, const std::string& fallback)
{
    const auto found = options.extra.find(name);
    return found == options.extra.end() ? fallback : found->second;
}

Result<bool> switchOf(const CalculatorOptions& options, const std::string& name, bool fallback)
{
    const auto text = toLower(optionOf(options, name, fallback ? "1" : "0"));
    if (text == "1" || text == "true" || text == "yes")
        return true;
    if (text == "0" || text == "false" || text == "no")
        return false;
    return faultError(Fault::BadOption, cat("option ", name, " is \"", text, "\""), "give 1 or 0");
}

Result<double> numberOf(const CalculatorOptions& options, const std::string& name, double fallback, double low, double high)
{
    const auto text = optionOf(options, name, numberText(fallback));
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || !(value >= low && value <= high))
        return faultError(Fault::BadOption, cat("option ", name, " is \"", text, "\""), cat("give a number from ", low, " to ", high));
    return value;
}

std::function<bool(const ir::Node&)> nodeChoice(const std::string& list)
{
    std::vector<std::string> patterns;
    for (const auto& part : split(list, ','))
        if (const auto pattern = trim(part); !pattern.empty())
            patterns.emplace_back(pattern);
    return [patterns](const ir::Node& node) {
        return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
            return pattern == node.op || engine::globMatches(pattern, node.name);
        });
    };
}

Result<std::int64_t> baseSamplesOf(const ir::Graph& graph, const CalculatorOptions& options)
{
    std::int64_t samples = 1;
    if (options.baseSamples)
        samples = *options.baseSamples;
    else if (!graph.inputs.empty() && graph.tensor(graph.inputs[0]).shape.rank() > 0) {
        const auto& tensor = graph.tensor(graph.inputs[0]);
        if (!tensor.shape[0].known())
            return shapeUnknown(tensor);
        samples = tensor.shape[0].value;
    }
    if (samples < 1)
        return faultError(Fault::BadOption, cat("there are ", samples, " base samples, but a time is divided by them"));
    return samples;
}

Result<Ledger> Ledger::open(const ir::Graph& graph, const CalculatorOptions& options)
{
    TW_TRY(auto matcher, IgnoreMatcher::create(options.ignore));
    Ledger ledger(std::move(matcher));
    for (const auto& node : graph.nodes) {
        NodeLatency entry{.node = node.name, .op = node.op};
        const auto why = ledger.matcher_.reason(node);
        entry.counted = !why;
        entry.reason = why.value_or("");
        ledger.calculation_.nodes.push_back(std::move(entry));
        ledger.ignored_.push_back(why.has_value());
        ledger.passedOver_.push_back(false);
    }
    return ledger;
}

void Ledger::passOver(std::size_t node, const std::string& why)
{
    auto& entry = calculation_.nodes[node];
    entry.counted = false;
    entry.reason = why;
    passedOver_[node] = true;
}

Calculation Ledger::close(double perUnit) &&
{
    std::map<std::string, int> uncounted;
    std::vector<double> values;
    std::int64_t whole = 0;
    bool allWhole = true;
    for (std::size_t i = 0; i < calculation_.nodes.size(); ++i) {
        auto& entry = calculation_.nodes[i];
        if (passedOver_[i])
            ++uncounted[entry.op];
        if (!entry.counted)
            continue;
        allWhole &= entry.whole.has_value();
        if (entry.whole) {
            whole = plus(whole, *entry.whole);
            entry.value = static_cast<double>(*entry.whole) / perUnit;
        }
        values.push_back(entry.value);
    }
    for (const auto& [op, nodes] : uncounted)
        calculation_.uncounted.push_back({op, nodes});
    calculation_.wholePerUnit = perUnit;
    if (allWhole) {
        calculation_.wholeTotal = whole;
        calculation_.total = static_cast<double>(whole) / perUnit;
    } else {
        calculation_.total = compensatedSum(values);
    }
    calculation_.diagnostics = matcher_.unused();
    return std::move(calculation_);
}

double compensatedSum(const std::vector<double>& values)
{
    double sum = 0, lost = 0;
    for (const double value : values) {
        const double next = sum + value;
        lost += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }
    return sum + lost;
}

}  // namespace tw::latency
