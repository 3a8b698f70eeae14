// SPDX-License-Identifier: Apache-2.0
// The container of a saved state: a magic word, the version of the format, a checksum over the rest, and compressed
// text. Reading it only ever gives text or an Error; nothing in it is run.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tw::deploy {

constexpr std::uint32_t kStateVersion = 1;

std::string packState(std::string_view text);

/// Fails with UnsupportedFormat for anything that is no state file, TruncatedFile when it ends too early,
/// UnsupportedVersion when another version of this program wrote it, and FileUnreadable when a bit changed.
Result<std::string> unpackState(std::span<const std::byte> file);

}  // namespace tw::deploy
