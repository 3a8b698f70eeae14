// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/zip.h"

#include "core/base/text.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace tw::onnx {
namespace {

constexpr std::uint32_t kLocalMark = 0x04034b50;
constexpr std::uint32_t kDirectoryMark = 0x02014b50;
constexpr std::uint32_t kEndMark = 0x06054b50;
constexpr std::uint32_t kEnd64Mark = 0x06064b50;
constexpr std::uint32_t kLocator64Mark = 0x07064b50;
constexpr std::size_t kLocalSize = 30, kDirectorySize = 46, kEndSize = 22, kLocator64Size = 20, kEnd64Size = 56;
constexpr std::uint32_t kIn64 = 0xffffffff;          // "the value is in the zip64 record"
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint64_t kBestRatio = 1032;           // deflate cannot do better
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint16_t kFixedDate = 0x21;           // 1980-01-01

struct Entry {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t checksum = 0;
    std::uint64_t packedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t header = 0;    // offset of the local header
};

Error damaged(std::string_view what, std::size_t offset)
{
    return {.code = Code::UnsupportedFormat, .message = cat("the archive is damaged: ", what),
            .place = {.byteOffset = static_cast<std::int64_t>(offset)}};
}

std::uint64_t number(std::span<const std::byte> bytes, std::size_t offset, std::size_t width)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
    return value;
}

bool fits(std::span<const std::byte> bytes, std::uint64_t offset, std::uint64_t length)
{
    return offset <= bytes.size() && length <= bytes.size() - offset;
}

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t entries = 0;
};

Result<Directory> findDirectory(std::span<const std::byte> archive)
{
    if (archive.size() < kEndSize)
        return Error{.code = Code::UnsupportedFormat, .message = "this is not a zip archive (.npz)"};
    std::size_t end = archive.size() - kEndSize;
    const std::size_t first = end > kLongestComment ? end - kLongestComment : 0;
    while (number(archive, end, 4) != kEndMark) {
        if (end == first)
            return Error{.code = Code::UnsupportedFormat, .message = "this is not a zip archive (.npz), or it is truncated"};
        --end;
    }
    Directory directory{.offset = number(archive, end + 16, 4), .entries = number(archive, end + 10, 2)};
    if (end < kLocator64Size || number(archive, end - kLocator64Size, 4) != kLocator64Mark)
        return directory;
    const auto end64 = number(archive, end - kLocator64Size + 8, 8);
    if (!fits(archive, end64, kEnd64Size) || number(archive, end64, 4) != kEnd64Mark)
        return damaged("its zip64 record is not where it should be", end);
    return Directory{.offset = number(archive, end64 + 48, 8), .entries = number(archive, end64 + 32, 8)};
}

/// Sizes and offset that do not fit 32 bits stand in extra field 1, those that do are left out.
void applyZip64(std::span<const std::byte> extra, Entry& entry)
{
    for (std::size_t at = 0; at + 4 <= extra.size();) {
        const auto kind = number(extra, at, 2);
        const auto length = std::min<std::size_t>(number(extra, at + 2, 2), extra.size() - at - 4);
        at += 4;
        std::size_t field = at;
        for (auto* value : {&entry.size, &entry.packedSize, &entry.header}) {
            if (kind != 1 || *value != kIn64 || field + 8 > at + length)
                continue;
            *value = number(extra, field, 8);
            field += 8;
        }
        at += length;
    }
}

Result<Entry> readEntry(std::span<const std::byte> archive, std::uint64_t& at)
{
    if (!fits(archive, at, kDirectorySize) || number(archive, at, 4) != kDirectoryMark)
        return damaged("its directory breaks off", at);
    const auto nameLength = number(archive, at + 28, 2);
    const auto extraLength = number(archive, at + 30, 2);
    const auto commentLength = number(archive, at + 32, 2);
    if (!fits(archive, at + kDirectorySize, nameLength + extraLength + commentLength))
        return damaged("its directory breaks off", at);
    Entry entry{.flags = static_cast<std::uint16_t>(number(archive, at + 8, 2)),
                .method = static_cast<std::uint16_t>(number(archive, at + 10, 2)),
                .checksum = static_cast<std::uint32_t>(number(archive, at + 16, 4)),
                .packedSize = number(archive, at + 20, 4), .size = number(archive, at + 24, 4),
                .header = number(archive, at + 42, 4)};
    entry.name.assign(reinterpret_cast<const char*>(archive.data()) + at + kDirectorySize, nameLength);
    applyZip64(archive.subspan(at + kDirectorySize + nameLength, extraLength), entry);
    at += kDirectorySize + nameLength + extraLength + commentLength;
    return entry;
}

Result<Bytes> inflated(std::span<const std::byte> packed, std::uint64_t size)
{
    constexpr int kRawDeflate = -15;
    const Error broken{.code = Code::UnsupportedFormat, .message = "a compressed member is damaged"};
    if (size > packed.size() * kBestRatio + kBestRatio)
        return broken;
    std::vector<std::byte> out(size);
    z_stream stream{};
    if (inflateInit2(&stream, kRawDeflate) != Z_OK)
        return broken;
    std::size_t read = 0;
    std::size_t written = 0;
    int state = Z_OK;
    while (state == Z_OK) {   // zlib counts in 32 bits
        constexpr std::size_t kPiece = std::size_t{1} << 30;
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + read));
        stream.avail_in = static_cast<uInt>(std::min(kPiece, packed.size() - read));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
        stream.avail_out = static_cast<uInt>(std::min(kPiece, out.size() - written));
        const auto gaveIn = stream.avail_in;
        const auto gaveOut = stream.avail_out;
        state = inflate(&stream, Z_NO_FLUSH);
        read += gaveIn - stream.avail_in;
        written += gaveOut - stream.avail_out;
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END || written != size)
        return broken;
    return Bytes::own(std::move(out));
}

std::uint32_t checksumOf(std::span<const std::byte> bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Result<ZipMember> readMember(const Bytes& archive, const Entry& entry)
{
    constexpr std::uint16_t kEncrypted = 1;
    if (entry.flags & kEncrypted)
        return Error{.code = Code::UnsupportedFormat, .message = cat("member ", entry.name, " is encrypted")};
    if (!fits(archive.view, entry.header, kLocalSize) || number(archive.view, entry.header, 4) != kLocalMark)
        return damaged(cat("member ", entry.name, " is not where the directory says"), entry.header);
    const auto begin = entry.header + kLocalSize + number(archive.view, entry.header + 26, 2) +
                       number(archive.view, entry.header + 28, 2);
    if (!fits(archive.view, begin, entry.packedSize))
        return damaged(cat("member ", entry.name, " breaks off"), entry.header);
    const auto packed = archive.slice(begin, entry.packedSize);
    ZipMember member{.name = entry.name, .content = packed};
    if (entry.method == kDeflated) {
        TW_TRY(member.content, inflated(packed.view, entry.size));
    } else if (entry.method != kStored) {
        return Error{.code = Code::UnsupportedFormat,
                     .message = cat("member ", entry.name, " uses compression method ", entry.method),
                     .hint = "save with numpy.savez or savez_compressed"};
    }
    if (member.content.size() != entry.size || checksumOf(member.content.view) != entry.checksum)
        return damaged(cat("the checksum of member ", entry.name, " is wrong"), entry.header);
    return member;
}

void append(std::string& out, std::uint64_t value, int width)
{
    for (int i = 0; i < width; ++i)
        out += static_cast<char>(value >> (8 * i) & 0xff);
}

/// The fields that the local header and the directory have in common, from "version needed" to "extra length".
std::string commonFields(const std::string& name, const std::string& content)
{
    std::string out;
    append(out, 20, 2);
    append(out, 0, 2);
    append(out, kStored, 2);
    append(out, 0, 2);
    append(out, kFixedDate, 2);
    append(out, checksumOf(std::as_bytes(std::span(content))), 4);
    append(out, content.size(), 4);
    append(out, content.size(), 4);
    append(out, name.size(), 2);
    append(out, 0, 2);
    return out;
}

}  // namespace

Result<std::vector<ZipMember>> readZip(const Bytes& archive)
{
    TW_TRY(const auto directory, findDirectory(archive.view));
    std::vector<ZipMember> members;
    std::uint64_t at = directory.offset;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        TW_TRY(const auto entry, readEntry(archive.view, at));
        TW_TRY(auto member, readMember(archive, entry));
        members.push_back(std::move(member));
    }
    return members;
}

Result<std::string> writeZip(const std::vector<std::pair<std::string, std::string>>& members)
{
    std::string out;
    std::string directory;
    for (const auto& [name, content] : members) {
        const auto common = commonFields(name, content);
        append(directory, kDirectoryMark, 4);
        append(directory, 20, 2);
        directory += common;
        directory.append(10, '\0');   // no comment, first disk, no attributes
        append(directory, out.size(), 4);
        directory += name;
        append(out, kLocalMark, 4);
        out += common + name + content;
    }
    const auto start = out.size();
    constexpr std::size_t kMostMembers = 65535;
    if (start + directory.size() > std::numeric_limits<std::uint32_t>::max() || members.size() > kMostMembers)
        return Error{.code = Code::UnsupportedFormat, .message = "the archive would be larger than 4 GiB"};
    out += directory;
    append(out, kEndMark, 4);
    append(out, 0, 4);
    append(out, members.size(), 2);
    append(out, members.size(), 2);
    append(out, directory.size(), 4);
    append(out, start, 4);
    append(out, 0, 2);
    return out;
}

}  // namespace tw::onnx
