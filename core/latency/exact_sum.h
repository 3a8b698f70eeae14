// SPDX-License-Identifier: Apache-2.0
// Neumaier's compensated summation: the error does not grow with the number of terms, and the result is the same for
// every optimisation level (this library is never compiled with fast-math).
#pragma once

#include <cmath>

namespace tw::latency {

class ExactSum {
public:
    explicit ExactSum(double start = 0) : sum_(start) {}

    void add(double term)
    {
        const double next = sum_ + term;
        lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
        sum_ = next;
    }

    double value() const { return sum_ + lost_; }

private:
    double sum_ = 0;
    double lost_ = 0;
};

}  // namespace tw::latency
