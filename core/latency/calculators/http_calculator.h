// SPDX-License-Identifier: Apache-2.0
// time.http: a latency server measures. latency-engine.md, section 6.7.
//
// The model goes to the server in a POST, raw or as the pickle of a dictionary, which is how the open latency servers take
// it; only such pickles are written, none is ever read. The answer is a JSON object of numbers with "latency" in ms.
#pragma once

#include "core/latency/calculator.h"

#include <mutex>

namespace tw::latency {

/// Options: "url" (http://host:port/endpoint); "body" = "raw" or "pickle-dict"; "timeout" in seconds (600); "arguments", a
/// JSON object of further entries of the dictionary (texts, numbers, booleans); "cache", a folder where answers are kept
/// by the SHA-256 of the model and the options, so that a half-filled table is resumed; "retry_pauses", seconds between
/// tries of a server that cannot be reached ("1,1,1,5,5,5,60,60,60").
class HttpCalculator : public Calculator {
public:
    std::string name() const override { return "time.http"; }
    std::string unit() const override { return "ms"; }
    std::string measures() const override;
    bool isAdditive() const override { return false; }
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;

private:
    mutable std::mutex oneAtATime_;   // a device that measures two networks at once measures neither
};

/// A Python pickle (protocol 3) of {"model": model, ...arguments}. Fails with BadOption for an argument that is neither
/// text, number nor boolean, and above 4 GiB.
Result<std::string> pickledDictionary(std::string_view model, std::string_view argumentsJson);

}  // namespace tw::latency
