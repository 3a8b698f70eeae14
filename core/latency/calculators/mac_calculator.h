// SPDX-License-Identifier: Apache-2.0
// Calculators that count operations: they need shapes only, and their numbers are whole.
#pragma once

#include "core/latency/calculator.h"
#include "core/latency/calculators/mac_rules.h"

namespace tw::latency {

/// Counts by the rules of a tool. Options: "functional" and "adaptive" are lists of node name patterns or op types,
/// separated by commas, for LayerHints; "functional_relu=1" is short for "functional=Relu"; "per_sample=1" divides by
/// the base samples.
class MacCalculator : public Calculator {
public:
    explicit MacCalculator(MacRules rules) : rules_(std::move(rules)) {}

    std::string name() const override { return rules_.name; }
    std::string unit() const override { return rules_.unit; }
    std::string measures() const override { return rules_.measures; }
    bool isAdditive() const override { return true; }
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;

private:
    MacRules rules_;
};

/// mmac: what a MAC array does, by core/ops. Other operations are counted apart: meta "other_operations", and the
/// `reason` of their nodes.
class StrictMacCalculator : public Calculator {
public:
    std::string name() const override { return "mmac"; }
    std::string unit() const override { return "mmac"; }
    std::string measures() const override;
    bool isAdditive() const override { return true; }
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;
};

/// mmac.thop, mmac.fvcore, mmac.pthflops, their older versions, and macc.stm32.
std::vector<MacRules> allMacRules();

}  // namespace tw::latency
