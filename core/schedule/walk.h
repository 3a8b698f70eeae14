// SPDX-License-Identifier: Apache-2.0
// The bytes alive while the nodes of a problem run one after the other.
#pragma once

#include "core/schedule/order.h"

namespace tw::schedule {

struct StepBytes {
    std::int64_t during = 0;   // alive while the node runs
    std::int64_t after = 0;    // and when it has run
};

/// Which of a node's possible takeovers happen: the first of each buffer.
class Takeovers {
public:
    bool claim(const OrderProblem::Takeover& takeover);

private:
    std::vector<OrderProblem::Takeover> claimed_;
};

class Walk {
public:
    explicit Walk(const OrderProblem& problem);

    std::int64_t alive() const { return alive_; }
    /// What running the node next would take.
    StepBytes look(int node) const;
    void run(int node);

private:
    bool endsWith(int buffer, int readersLeft) const;

    const OrderProblem* problem_;
    std::vector<int> readersLeft_;   // per buffer
    std::int64_t alive_ = 0;
};

}  // namespace tw::schedule
