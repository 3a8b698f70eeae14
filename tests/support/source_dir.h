// SPDX-License-Identifier: Apache-2.0
// The source tree, as a function and not as a macro: a path on every compiler command line would keep checkouts from
// sharing a compiler cache.
#pragma once

#include <filesystem>

namespace tw::testing {

std::filesystem::path sourceDir();

}  // namespace tw::testing
