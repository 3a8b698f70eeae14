// SPDX-License-Identifier: Apache-2.0
// An operator of somebody's own, described as data instead of C++: shapes, types and kernel arguments are formulas.
// Nobody knows what it computes, so it has no reference evaluation.
//
// Names in the formulas: NAME_K, the extent of axis K of input NAME, and NAME_rank; for the first input also N, C,
// and H, W (rank 4), W (rank 3), and elements; then the node's attributes, NAME_K for the entries of a list.
#pragma once

#include "core/base/expression.h"
#include "core/ops/operator_set.h"

#include <memory>

namespace tw::ops {

struct PrivateOutput {
    std::string name;
    int shapeOfInput = -1;              // -1: `dims` say
    std::vector<Expression> dims = {};  // one per axis
    int typeOfInput = -1;               // -1: `type` says
    DataType type = DataType::Undefined;
};

struct PrivateArgument {
    std::string name;                   // field of the C struct
    Expression value;
};

struct PrivateOperator {
    std::string domain;
    std::string op;
    std::string documentation = {};
    std::string argsType = {};          // C struct; empty: the kernel takes none
    std::vector<std::string> inputs;
    std::vector<PrivateOutput> outputs;
    std::vector<PrivateArgument> arguments = {};
    std::optional<Expression> macs = {};        // absent: 0
    std::optional<Expression> operations = {};  // besides MACs; absent: one per element of the first output
};

/// Adds the definition whose functions evaluate the formulas.
void addPrivateOperator(PrivateOperator described, OperatorSet& set);

}  // namespace tw::ops
