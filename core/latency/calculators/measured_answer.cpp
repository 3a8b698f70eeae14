// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/measured_answer.h"

#include "core/base/text.h"
#include "core/latency/calculators/common.h"
#include "core/latency/calculators/samples.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace tw::latency {
namespace {

using Json = nlohmann::json;

Error notPositive(double value)
{
    return faultError(Fault::NotPositive, cat("the measured latency is ", value), "it must be finite and above 0");
}

Result<double> positive(const Json& value)
{
    if (!value.is_number())
        return faultError(Fault::CellFailed, cat("the measured latency is ", value.dump()), "it must be a number");
    const double number = value.get<double>();
    if (!std::isfinite(number) || number <= 0)
        return notPositive(number);
    return number;
}

std::string plainText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void readMeta(const Json& object, MeasuredAnswer& answer)
{
    for (const auto& [key, value] : object.items()) {
        if (key == "meta" && value.is_object()) {
            for (const auto& [name, one] : value.items())
                answer.meta[name] = plainText(one);
        } else if (key != "latency" && key != "samples" && key != "unit" && key != "nodes") {
            answer.meta[key] = plainText(value);
        }
    }
}

/// How many of `unit` make one of the calculator's; nothing when they cannot be compared.
std::optional<double> divisorOf(const std::string& unit, const std::string& wanted)
{
    static const std::map<std::string, double> perMs{{"ns", 1e6}, {"us", 1e3}, {"ms", 1}, {"s", 1e-3}};
    if (unit.empty() || unit == wanted)
        return 1;
    const auto found = perMs.find(unit);
    return wanted == "ms" && found != perMs.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace

Result<MeasuredAnswer> readAnswer(std::string_view json)
{
    const auto object = Json::parse(json, nullptr, false);
    if (!object.is_object())
        return faultError(Fault::CellFailed, "the answer is no JSON object");
    MeasuredAnswer answer;
    if (object.contains("samples") && object["samples"].is_array() && !object["samples"].empty()) {
        for (const auto& one : object["samples"]) {
            TW_TRY(const auto sample, positive(one));
            answer.samples.push_back(sample);
        }
        answer.latency = statisticsOf(answer.samples).median;
    } else if (object.contains("latency")) {
        TW_TRY(answer.latency, positive(object["latency"]));
    } else {
        return faultError(Fault::CellFailed, "the answer has neither a latency nor samples");
    }
    if (object.contains("unit") && object["unit"].is_string())
        answer.unit = object["unit"].get<std::string>();
    if (object.contains("nodes") && object["nodes"].is_object())
        for (const auto& [name, value] : object["nodes"].items())
            if (value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= 0)
                answer.nodes[name] = value.get<double>();
    readMeta(object, answer);
    return answer;
}

std::optional<std::string> lastObjectLine(std::string_view output)
{
    const auto lines = split(output, '\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const auto text = trim(*line);
        if (text.starts_with('{') && Json::parse(text, nullptr, false).is_object())
            return std::string(text);
    }
    return std::nullopt;
}

Result<Calculation> calculationOf(const MeasuredAnswer& answer, const CalculationInput& input, const CalculatorOptions& options,
                                  const std::string& unit)
{
    const auto divisor = divisorOf(answer.unit, unit);
    if (!divisor)
        return faultError(Fault::CellFailed, cat("the answer is in ", answer.unit, ", not in ", unit), "set the option unit");
    TW_TRY(const auto samples, baseSamplesOf(input.graph, options));
    const double scale = *divisor * static_cast<double>(samples);
    Calculation result;
    if (!answer.nodes.empty())
        for (const auto& node : input.graph.nodes) {
            const auto found = answer.nodes.find(node.name);
            const bool known = found != answer.nodes.end();
            result.nodes.push_back({.node = node.name, .op = node.op, .value = known ? found->second / scale : 0,
                                    .reason = known ? "" : "no time of its own"});
        }
    result.total = answer.latency / scale;
    result.how = answer.meta;
    result.how["unit"] = unit;
    result.how["base_samples"] = cat(samples);
    if (!answer.samples.empty()) {
        const auto statistics = statisticsOf(answer.samples);
        result.how["samples"] = cat(answer.samples.size());
        result.how["unstable"] = statistics.unstable ? "true" : "false";
        if (statistics.interval)
            result.how["confidence_interval"] = cat(statistics.interval->first / scale, " to ", statistics.interval->second / scale);
    }
    return result;
}

}  // namespace tw::latency
