// SPDX-License-Identifier: Apache-2.0
// The protobuf wire format, field by field, without a schema and without copying.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tw::onnx {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// All offsets count from the start of the buffer that the reader was given.
struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t varint = 0;        // the value of a Varint field
    std::size_t begin = 0;           // of the tag
    std::size_t payload = 0;         // of the value; for Bytes: after the length
    std::size_t end = 0;

    std::size_t payloadSize() const { return end - payload; }
};

enum class WireFault { None, PastEnd, BadTag, BadNumber };

/// Reads the fields in [begin, end) of `buffer`.
class WireReader {
public:
    WireReader(std::span<const std::byte> buffer, std::size_t begin, std::size_t end)
        : buffer_(buffer), at_(begin), end_(end) {}

    bool done() const { return at_ == end_; }
    /// nullopt at a fault; fault() and offset() then say which and where.
    std::optional<WireField> next();
    WireFault fault() const { return fault_; }
    std::size_t offset() const { return at_; }

private:
    std::optional<std::uint64_t> varint();
    std::optional<WireField> failed(WireFault fault, std::size_t at);

    std::span<const std::byte> buffer_;
    std::size_t at_;
    std::size_t end_;
    WireFault fault_ = WireFault::None;
};

void appendVarint(std::string& out, std::uint64_t value);
void appendBytesField(std::string& out, std::uint32_t number, std::string_view payload);
void appendVarintField(std::string& out, std::uint32_t number, std::uint64_t value);

}  // namespace tw::onnx
