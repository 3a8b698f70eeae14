// SPDX-License-Identifier: Apache-2.0
// time.exec: a command of the user measures. latency-engine.md, section 6.8.
//
// The network is written as an ONNX file into a fresh folder, and the command runs there. Its words may have {model},
// {inputs_json} (names, types and shapes of the inputs), {out} (a file that it may write its answer to), {warmup},
// {runs}, {block}, {op} and {adapters} (the folder of the adapters that come with the program). The answer is the JSON
// object in {out}, else the last line of output that is one, else what the regular expression "parser" captures.
#pragma once

#include "core/latency/calculator.h"

namespace tw::latency {

/// Options: "command", a JSON array of words (no shell ever sees them), or "adapter", a name in the folder of adapters
/// that holds such a command; "timeout" in seconds (600); "unit" (ms); "parser"; "env", a JSON object of variables;
/// "folder", where it runs; "block" and "op", passed on.
class CommandCalculator : public Calculator {
public:
    std::string name() const override { return "time.exec"; }
    std::string unit() const override { return "ms"; }
    std::string measures() const override;
    bool isAdditive() const override { return false; }
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;
};

struct CommandSettings {
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment = {};
    std::filesystem::path folder = {};
    int timeoutSeconds = 600;
    std::string unit = "ms";
    std::string parser = {};
};

/// From the options; those of an adapter's file where the options do not say.
Result<CommandSettings> commandSettings(const CalculatorOptions& options);

/// Replaces every {name} that `values` has; others stay.
std::string filledIn(const std::string& text, const std::map<std::string, std::string>& values);

/// resources/adapters of a checkout, or adapters beside the installed targets.
std::filesystem::path adapterFolder();

}  // namespace tw::latency
