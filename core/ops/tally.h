// SPDX-License-Identifier: Apache-2.0
// The counts of an operator that does the same work for every output element.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// Every present input read once, every output written once, `operations` per element of output 0.
Counts tally(const OpNode& node, std::int64_t operations);

}  // namespace tw::ops
