// SPDX-License-Identifier: Apache-2.0
// What the `count` functions of the families share.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// readBytes and writeBytes filled: each present operand once. Needs static shapes.
Counts bytesMoved(const OpNode& node);

/// bytesMoved, and `operations` for each element of output 0. Needs static shapes.
Counts perOutputElement(const OpNode& node, std::int64_t operations);

}  // namespace tw::ops
