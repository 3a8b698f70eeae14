// SPDX-License-Identifier: Apache-2.0
// lut: latencies from a table that somebody measured.
#pragma once

#include "core/latency/calculator.h"

namespace tw::latency {

/// Options: "table" = FILE (see lookup_table.h); "interpolate" = "linear" or "none". Nodes without an entry are listed.
class TableCalculator : public Calculator {
public:
    std::string name() const override { return "lut"; }
    std::string unit() const override { return "as the table says"; }
    std::string measures() const override;
    bool isAdditive() const override { return true; }
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;
};

}  // namespace tw::latency
