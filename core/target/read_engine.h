// SPDX-License-Identifier: Apache-2.0
// One entry of "engines", with its cost rows.
#pragma once

#include "core/target/json_reader.h"
#include "core/target/target.h"

namespace tw::target {

/// `target` has its memories and private operators already.
Engine readEngine(JsonReader reader, const Target& target);

/// Notes a fault when there is no such memory. An empty name has been complained about already.
void expectMemory(JsonReader& reader, const std::string& field, const std::string& name, const Target& target);

}  // namespace tw::target
