// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/walk.h"

#include <algorithm>

namespace tw::schedule {

bool Takeovers::claim(const OrderProblem::Takeover& takeover)
{
    const auto clashes = [&](const auto& before) { return before.input == takeover.input || before.output == takeover.output; };
    if (std::any_of(claimed_.begin(), claimed_.end(), clashes))
        return false;
    claimed_.push_back(takeover);
    return true;
}

Walk::Walk(const OrderProblem& problem) : problem_(&problem), readersLeft_(problem.buffers.size(), 0), alive_(problem.constantBytes)
{
    for (const auto& buffer : problem.buffers)
        alive_ += buffer.aliveAtStart ? buffer.bytes : 0;
    for (const auto& node : problem.nodes)
        for (const int buffer : node.reads)
            ++readersLeft_[static_cast<std::size_t>(buffer)];
}

bool Walk::endsWith(int buffer, int readersLeft) const
{
    const auto index = static_cast<std::size_t>(buffer);
    return readersLeft_[index] == readersLeft && !problem_->buffers[index].aliveAtEnd;
}

StepBytes Walk::look(int index) const
{
    const auto& node = problem_->nodes[static_cast<std::size_t>(index)];
    const auto bytesOf = [&](int buffer) { return problem_->buffers[static_cast<std::size_t>(buffer)].bytes; };
    StepBytes step{alive_ + node.scratchBytes, alive_};
    for (const int buffer : node.writes) {
        step.during += bytesOf(buffer);
        step.after += endsWith(buffer, 0) ? 0 : bytesOf(buffer);
    }
    for (const int buffer : node.reads)
        step.after -= endsWith(buffer, 1) ? bytesOf(buffer) : 0;
    Takeovers takeovers;
    for (const auto& takeover : node.takeovers)
        if (endsWith(takeover.input, 1) && takeovers.claim(takeover))
            step.during -= bytesOf(takeover.output);
    return step;
}

void Walk::run(int index)
{
    alive_ = look(index).after;
    for (const int buffer : problem_->nodes[static_cast<std::size_t>(index)].reads)
        --readersLeft_[static_cast<std::size_t>(buffer)];
}

}  // namespace tw::schedule
