// SPDX-License-Identifier: Apache-2.0
// Which operators work on integers, and what type each of their operands then needs.
#pragma once

#include "core/ir/graph.h"

#include <string_view>

namespace tw::passes {

enum class OperandRole : char {
    Untouched = '.',   // indices, axes, shapes: keep the type they have
    Data = 'D',        // decides whether the node works on integers; a constant takes the smallest type that holds it
    Weight = 'W',      // as Data; a constant is signed, since kernels multiply by signed weights
    Wide = 'I',        // added to or multiplied with accumulators: i32
    Like = 'L',        // as Data; a constant takes the type of the other operand when it fits
    Same = 'S',        // as Data; all of them must have one type
    Bound = 'T',       // a constant that takes the data's type
};

struct IntegerForm {
    std::string_view op;
    std::string_view roles;      // one letter per operand; the last one stands for all further ones
    bool integerOnly = false;    // has no meaning on floats
    bool widens = false;         // gives i32 through the attribute `widen`

    OperandRole role(std::size_t operand) const;
};

/// nullptr: the operator only works on floats (or on types the model declares itself).
const IntegerForm* integerFormOf(const ir::Node& node);

bool isWhole(const ir::TensorData& data);
/// An infinite bound bounds nothing, so it suits integers too.
bool isWholeOrInfinite(const ir::TensorData& data);
/// The first of `candidates` that holds all values; Undefined when none does. `data` must be whole.
ir::DataType firstFitting(const ir::TensorData& data, std::initializer_list<ir::DataType> candidates);
/// Rounded values in another integer type, saturating.
ir::TensorData asType(const ir::TensorData& data, ir::DataType type);

}  // namespace tw::passes
