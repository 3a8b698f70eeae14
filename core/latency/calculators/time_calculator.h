// SPDX-License-Identifier: Apache-2.0
// Times of kernels, measured: each node by itself and the network as a whole. The total is that of the whole network;
// how far the sum of the nodes is off from it is part of the result.
#pragma once

#include "core/latency/calculators/backend.h"
#include "core/latency/calculators/samples.h"

namespace tw::latency {

/// time.host.cpu. Options: "cache" = "warm" or "cold"; "statistic" = "median", "min" or "mean"; "min_sample_us";
/// "max_seconds_per_op"; "pin_core" = a number, "auto" or "none"; and those of deployOptions(). Samples are doubled while
/// a value does not settle, up to the time that an operation may take. Networks are deployed for the target "host".
class HostTimeCalculator : public Calculator {
public:
    explicit HostTimeCalculator(Backend backend) : backend_(std::move(backend)) {}

    std::string name() const override { return "time.host.cpu"; }
    std::string unit() const override { return "ms"; }
    std::string measures() const override;
    bool isAdditive() const override { return false; }
    std::string unavailable() const override;
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;

private:
    Backend backend_;
};

/// time.cuda: there is no such backend yet.
class CudaTimeCalculator : public Calculator {
public:
    std::string name() const override { return "time.cuda"; }
    std::string unit() const override { return "ms"; }
    std::string measures() const override;
    bool isAdditive() const override { return false; }
    std::string unavailable() const override;
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                  Progress& progress) const override;
};

}  // namespace tw::latency
