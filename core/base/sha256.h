// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4): names content in caches and metadata.
#pragma once

#include <string>
#include <string_view>

namespace tw {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace tw
