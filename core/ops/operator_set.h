// SPDX-License-Identifier: Apache-2.0
// Private operators, described as data: a target may bring them beside the built-in ones. A graph that is deployed on
// the target carries the set, so that whoever looks an operator up by graph and node finds it.
#pragma once

#include "core/ops/op_def.h"

#include <deque>

namespace tw::ops {

class OperatorSet {
public:
    OperatorSet() = default;
    OperatorSet(const OperatorSet&) = delete;              // the definitions point into `names_`
    OperatorSet& operator=(const OperatorSet&) = delete;

    /// A copy of the text that lives as long as the set: what the string views of an OpDef need.
    std::string_view keep(std::string text) { return names_.emplace_back(std::move(text)); }
    void add(OpDef def) { ops_.push_back(std::move(def)); }

    /// nullptr when the set has none of this domain and name.
    const OpDef* find(std::string_view domain, std::string_view op) const;
    const std::deque<OpDef>& all() const { return ops_; }

private:
    std::deque<std::string> names_;
    std::deque<OpDef> ops_;
};

}  // namespace tw::ops
