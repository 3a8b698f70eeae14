// SPDX-License-Identifier: Apache-2.0
// Latency containers as files. Native: the magic "LATCNTR\0", format version, length, a protobuf message, its CRC-32;
// no part of it is ever executed. JSON has the same fields by name. CSV has the table alone.
#pragma once

#include "core/base/file.h"
#include "core/latency/container.h"

namespace tw::latency {

inline constexpr std::uint32_t kContainerVersion = 1;

/// The native form. The same container gives the same bytes.
std::string toBytes(const LatencyContainer& container);
/// Native or JSON, told apart by the first byte. BadFile says what is wrong and at which byte, BadChecksum that the
/// content is damaged; everything LatencyContainer::create refuses is refused here too.
Result<LatencyContainer> fromBytes(std::span<const std::byte> bytes);

std::string toJson(const LatencyContainer& container);
/// "block,operation,name,latency", one line for each operation; the constant part is block "constant". A plain model
/// has a line for each node instead.
std::string toCsv(const LatencyContainer& container);

/// By extension: .json, .csv, anything else is native.
Result<void> toFile(const LatencyContainer& container, const std::filesystem::path& path);
Result<LatencyContainer> fromFile(const std::filesystem::path& path);

}  // namespace tw::latency
