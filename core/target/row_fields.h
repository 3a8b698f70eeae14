// SPDX-License-Identifier: Apache-2.0
// The fields that kernel rows and cost rows have in common.
#pragma once

#include "core/target/json_reader.h"
#include "core/target/target.h"

namespace tw::target {

using OperandTypes = std::map<std::string, std::vector<ir::DataType>>;

/// The operators that rows may name: the built-in ones and the target's own.
class Vocabulary {
public:
    explicit Vocabulary(const ops::OperatorSet* own = nullptr) : own_(own) {}

    bool hasOp(const std::string& op) const;
    bool hasOperand(const std::string& op, const std::string& operand) const;

private:
    const ops::OperatorSet* own_;
};

/// "types": {"X": "i8", "W": ["i8", "u8"]}; every name must be an operand of one of `ops`.
OperandTypes readTypes(JsonReader& reader, const std::vector<std::string>& ops, const Vocabulary& vocabulary);

/// A formula in quotes; absent or null gives none.
std::optional<Expression> readFormula(JsonReader& reader, const std::string& field);

}  // namespace tw::target
