// SPDX-License-Identifier: Apache-2.0
// What a target can run, made from its kernel tables: the same sentences that a refusal shows.
#pragma once

#include "core/target/target.h"

namespace tw::target {

struct SupportedOperator {
    std::string engine;
    std::string op;
    std::vector<std::string> types;         // "X: i8 or u8", one per operand
    std::vector<std::string> constraints;   // sentences; empty: none
    std::string call;
    std::string place;                      // of the kernel row
};

/// One entry per kernel row, by operator, then in the order in which rows are tried.
std::vector<SupportedOperator> supportedOperators(const Target& target);

/// Sentences of the row's conditions, without those that depend on a node's operands only.
std::vector<std::string> constraintsOf(const KernelRow& row);

}  // namespace tw::target
