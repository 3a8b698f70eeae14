// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/state_file.h"

#include "core/base/sealed_bytes.h"
#include "core/base/text.h"

#include <zlib.h>

#include <algorithm>

namespace tw::deploy {
namespace {

// magic (8), version (4), checksum (4), bytes of the text (8), bytes of the payload (8), payload; little-endian.
constexpr std::string_view kMagic = "TWSTATE\x1a";
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kChecksumAt = 12;
constexpr std::size_t kTextBytesAt = 16;
constexpr std::size_t kPayloadBytesAt = 24;
constexpr std::size_t kHeaderBytes = 32;
constexpr std::uint64_t kGreatestRatio = 1040;   // deflate's is 1032: a text that claims more is no text of ours

Error damaged(std::string why)
{
    return {.code = Code::FileUnreadable, .message = cat("the state file is damaged: ", why), .hint = "export the state again"};
}

Result<void> checkHeader(std::string_view file)
{
    const auto compared = std::min(file.size(), kMagic.size());
    if (file.empty() || file.substr(0, compared) != kMagic.substr(0, compared))
        return Error{.code = Code::UnsupportedFormat, .message = "this is no state file of Tilewright"};
    if (file.size() < kHeaderBytes)
        return Error{.code = Code::TruncatedFile, .message = cat("the state file ends after ", file.size(), " bytes, inside its header"),
                     .hint = "export the state again"};
    if (const auto version = littleEndianAt(file, kVersionAt, 4); version != kStateVersion)
        return Error{.code = Code::UnsupportedVersion,
                     .message = cat("the state file has format ", version, ", this program reads format ", kStateVersion),
                     .hint = "use the version of the program that wrote it"};
    return {};
}

}  // namespace

std::string packState(std::string_view text)
{
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::string payload(size, '\0');
    const int done = compress2(reinterpret_cast<Bytef*>(payload.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                               static_cast<uLong>(text.size()), Z_DEFAULT_COMPRESSION);
    TW_CHECK(done == Z_OK);
    payload.resize(size);
    std::string sizes;
    appendLittleEndian(sizes, text.size(), 8);
    appendLittleEndian(sizes, payload.size(), 8);
    const std::string body = sizes + payload;
    std::string file(kMagic);
    appendLittleEndian(file, kStateVersion, 4);
    appendLittleEndian(file, checksum32(body), 4);
    return file + body;
}

Result<std::string> unpackState(std::span<const std::byte> bytes)
{
    const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    TW_TRY_VOID(checkHeader(file));
    const auto textBytes = littleEndianAt(file, kTextBytesAt, 8);
    const auto payloadBytes = littleEndianAt(file, kPayloadBytesAt, 8);
    const auto payload = file.substr(kHeaderBytes);
    if (payload.size() < payloadBytes)
        return Error{.code = Code::TruncatedFile,
                     .message = cat("the state file ends after ", payload.size(), " of ", payloadBytes, " bytes of content"),
                     .hint = "export the state again"};
    if (payload.size() > payloadBytes)
        return damaged(cat(payload.size() - payloadBytes, " bytes follow after its end"));
    if (checksum32(file.substr(kTextBytesAt)) != littleEndianAt(file, kChecksumAt, 4))
        return damaged("its checksum does not fit");
    if (textBytes / kGreatestRatio > payloadBytes)
        return damaged("its content cannot be as long as it says");
    std::string text(textBytes, '\0');
    uLongf size = static_cast<uLongf>(textBytes);
    const int done = uncompress(reinterpret_cast<Bytef*>(text.data()), &size, reinterpret_cast<const Bytef*>(payload.data()),
                                static_cast<uLong>(payload.size()));
    if (done != Z_OK || size != textBytes)
        return damaged("its content cannot be decompressed");
    return text;
}

}  // namespace tw::deploy
