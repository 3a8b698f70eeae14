// SPDX-License-Identifier: Apache-2.0
// What another program or a server says about a network that it measured: a JSON object {"latency": 1.25, "unit": "ms",
// "samples": [...], "nodes": {"conv1": 0.5}, "meta": {...}}. Only latency or samples must be there.
#pragma once

#include "core/latency/calculator.h"

#include <string_view>

namespace tw::latency {

struct MeasuredAnswer {
    double latency = 0;                            // in `unit`
    std::string unit = {};                         // empty: not said
    std::vector<double> samples = {};
    std::map<std::string, double> nodes = {};      // by node name
    std::map<std::string, std::string> meta = {};  // whatever else is in the object
};

/// Samples override the latency by their median. Fails with NotPositive for a latency that is not finite and above 0,
/// with CellFailed for anything that is no such object.
Result<MeasuredAnswer> readAnswer(std::string_view json);

/// The last line that is a JSON object.
std::optional<std::string> lastObjectLine(std::string_view output);

/// The answer as a result in `unit`; times given in ns, us, s are converted to ms. CellFailed for another unit.
Result<Calculation> calculationOf(const MeasuredAnswer& answer, const CalculationInput& input, const CalculatorOptions& options,
                                  const std::string& unit);

}  // namespace tw::latency
