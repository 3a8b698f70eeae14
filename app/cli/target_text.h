// SPDX-License-Identifier: Apache-2.0
// A target on the terminal and as JSON.
#pragma once

#include "core/target/target.h"

#include <nlohmann/json.hpp>

namespace tw::cli {

nlohmann::ordered_json targetJson(const target::Target& target);
void printTarget(const target::Target& target);

/// The supported-operator report.
nlohmann::ordered_json operatorsJson(const target::Target& target);
void printOperators(const target::Target& target);

}  // namespace tw::cli
