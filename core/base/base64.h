// SPDX-License-Identifier: Apache-2.0
// Bytes as text: base 64 with padding (RFC 4648).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tw {

std::string toBase64(std::span<const std::byte> bytes);
/// nullopt for text that toBase64 cannot give.
std::optional<std::vector<std::byte>> fromBase64(std::string_view text);

}  // namespace tw
