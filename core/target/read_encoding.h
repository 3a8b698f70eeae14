// SPDX-License-Identifier: Apache-2.0
// The "weights" entry of a kernel row as a value.
#pragma once

#include "core/target/encoding.h"

#include <nlohmann/json.hpp>

namespace tw::target {

/// Fails with BadTarget; the message says which part of the entry is wrong ("layout[2].step: must be positive").
Result<Encoding> readEncoding(const nlohmann::json& json);

}  // namespace tw::target
