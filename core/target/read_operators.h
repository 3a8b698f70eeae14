// SPDX-License-Identifier: Apache-2.0
// "operators" of a target file: private operators that its kernels implement.
#pragma once

#include "core/ops/operator_set.h"
#include "core/target/json_reader.h"

namespace tw::target {

/// Null when the target declares none.
std::shared_ptr<const ops::OperatorSet> readOperators(JsonReader& target);

}  // namespace tw::target
