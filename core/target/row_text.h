// SPDX-License-Identifier: Apache-2.0
// The sentences about a kernel row's conditions: refusals and the supported-operator report say the same.
#pragma once

#include "core/target/target.h"

namespace tw::target {

/// "i8 or u8".
std::string typesText(const std::vector<ir::DataType>& types);
/// Why the row refuses when its `when` is false.
std::string conditionText(const KernelRow& row);
std::string constantText(const std::string& operand);
std::string layoutText(const KernelRow& row);

}  // namespace tw::target
