// SPDX-License-Identifier: Apache-2.0
// The JSON form of a latency container; see container_proto.h for the fields, which have the same names.
#pragma once

#include "core/latency/container.h"

#include <string_view>

namespace tw::latency {

/// BadFile names the field, or the byte offset of a syntax error.
Result<ContainerParts> partsFromJson(std::string_view text);

}  // namespace tw::latency
