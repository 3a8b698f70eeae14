// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/wire.h"

namespace tw::onnx {
namespace {

constexpr std::uint64_t kLargestFieldNumber = (1u << 29) - 1;

}  // namespace

std::optional<std::uint64_t> WireReader::varint()
{
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (at_ == end_) {
            fault_ = WireFault::PastEnd;
            return std::nullopt;
        }
        const auto byte = std::to_integer<std::uint64_t>(buffer_[at_++]);
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    fault_ = WireFault::BadNumber;
    return std::nullopt;
}

std::optional<WireField> WireReader::failed(WireFault fault, std::size_t at)
{
    fault_ = fault;
    at_ = at;
    return std::nullopt;
}

std::optional<WireField> WireReader::next()
{
    WireField field{.begin = at_};
    const auto tag = varint();
    if (!tag)
        return failed(fault_, field.begin);
    field.number = static_cast<std::uint32_t>(*tag >> 3);
    field.type = static_cast<WireType>(*tag & 7);
    if (*tag >> 3 == 0 || *tag >> 3 > kLargestFieldNumber)
        return failed(WireFault::BadTag, field.begin);
    field.payload = at_;
    std::uint64_t length = 0;
    switch (field.type) {
    case WireType::Fixed32: length = 4; break;
    case WireType::Fixed64: length = 8; break;
    case WireType::Varint:
    case WireType::Bytes: {
        const auto number = varint();
        if (!number)
            return failed(fault_, field.begin);
        field.varint = *number;
        if (field.type == WireType::Bytes) {
            field.payload = at_;
            length = *number;
        }
        break;
    }
    default: return failed(WireFault::BadTag, field.begin);   // groups were never part of ONNX
    }
    if (length > end_ - at_)
        return failed(WireFault::PastEnd, field.begin);
    at_ += length;
    field.end = at_;
    return field;
}

void appendVarint(std::string& out, std::uint64_t value)
{
    while (value >= 0x80) {
        out += static_cast<char>((value & 0x7f) | 0x80);
        value >>= 7;
    }
    out += static_cast<char>(value);
}

void appendBytesField(std::string& out, std::uint32_t number, std::string_view payload)
{
    appendVarint(out, std::uint64_t{number} << 3 | static_cast<std::uint64_t>(WireType::Bytes));
    appendVarint(out, payload.size());
    out += payload;
}

void appendVarintField(std::string& out, std::uint32_t number, std::uint64_t value)
{
    appendVarint(out, std::uint64_t{number} << 3 | static_cast<std::uint64_t>(WireType::Varint));
    appendVarint(out, value);
}

}  // namespace tw::onnx
