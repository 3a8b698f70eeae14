// SPDX-License-Identifier: Apache-2.0
// Calculators that ask the models of a target about the deployed network.
#pragma once

#include "core/latency/calculators/backend.h"

namespace tw::latency {

/// What they share. Options: "coloring" = "first" or "optimal", "objective" = "cycles", "energy" or "peak", "types" =
/// "input=u8,other=i8" for networks that declare integers as floats.
class DeployedCalculator : public Calculator {
public:
    explicit DeployedCalculator(Backend backend) : backend_(std::move(backend)) {}

    bool isAdditive() const override { return true; }
    bool needsTarget() const override { return true; }
    std::string unavailable() const override;
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;

protected:
    /// Adds the lowered node to the entry that it is booked on; a sentence when it cannot.
    virtual std::string book(const DeployedNode& node, NodeLatency& entry) const = 0;

private:
    Backend backend_;
};

/// cycles.model: compute, movement and overhead of each node by the target's cost model.
class CycleCalculator : public DeployedCalculator {
public:
    using DeployedCalculator::DeployedCalculator;
    std::string name() const override { return "cycles.model"; }
    std::string unit() const override { return "cycles"; }
    std::string measures() const override;

protected:
    std::string book(const DeployedNode& node, NodeLatency& entry) const override;
};

/// bytes.traffic: what is copied between memories, each copy once.
class TrafficCalculator : public DeployedCalculator {
public:
    using DeployedCalculator::DeployedCalculator;
    std::string name() const override { return "bytes.traffic"; }
    std::string unit() const override { return "bytes"; }
    std::string measures() const override;

protected:
    std::string book(const DeployedNode& node, NodeLatency& entry) const override;
};

/// The request of a calculation, from its options.
Result<DeployRequest> deployRequest(const CalculationInput& input, const CalculatorOptions& options);
/// The options that deployRequest reads.
std::vector<std::string> deployOptions();

}  // namespace tw::latency
