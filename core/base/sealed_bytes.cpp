// SPDX-License-Identifier: Apache-2.0
#include "core/base/sealed_bytes.h"

#include <zlib.h>

namespace tw {

void appendLittleEndian(std::string& out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
}

std::uint64_t littleEndianAt(std::string_view file, std::size_t at, int bytes)
{
    std::uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; --i)
        value = value << 8 | static_cast<unsigned char>(file[at + static_cast<std::size_t>(i)]);
    return value;
}

std::uint32_t checksum32(std::string_view data)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()));
}

}  // namespace tw
