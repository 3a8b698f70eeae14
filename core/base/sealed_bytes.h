// SPDX-License-Identifier: Apache-2.0
// Numbers and checksums of our binary files, all little-endian.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tw {

void appendLittleEndian(std::string& out, std::uint64_t value, int bytes);
/// at + bytes must lie inside.
std::uint64_t littleEndianAt(std::string_view file, std::size_t at, int bytes);
/// CRC-32 as in zip and png.
std::uint32_t checksum32(std::string_view data);

}  // namespace tw
