// SPDX-License-Identifier: Apache-2.0
// time.emulator: instructions that the exported network executes on the emulated processor of its target.
#pragma once

#include "core/latency/calculators/backend.h"

namespace tw::latency {

/// Instructions, not cycles: an emulator has no pipeline and no memory latency. Counts are exact and alike in every run, so
/// one run is enough. Options: those of deployOptions().
class EmulatorCalculator : public Calculator {
public:
    explicit EmulatorCalculator(Backend backend) : backend_(std::move(backend)) {}

    std::string name() const override { return "time.emulator"; }
    std::string unit() const override { return "instructions"; }
    std::string measures() const override;
    bool isAdditive() const override { return false; }
    bool needsTarget() const override { return true; }
    std::string unavailable() const override;
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;

private:
    Backend backend_;
};

}  // namespace tw::latency
