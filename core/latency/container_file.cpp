// SPDX-License-Identifier: Apache-2.0
#include "core/latency/container_file.h"

#include "core/base/sealed_bytes.h"
#include "core/base/text.h"
#include "core/latency/container_json.h"
#include "core/latency/container_proto.h"
#include "core/latency/fault.h"

namespace tw::latency {
namespace {

// magic (8), version (4), bytes of the payload (8), payload, checksum of the payload (4).
constexpr std::string_view kMagic("LATCNTR\0", 8);
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kLengthAt = 12;
constexpr std::size_t kPayloadAt = 20;
constexpr std::size_t kChecksumBytes = 4;
constexpr std::uint64_t kGreatestPayload = std::uint64_t{256} << 20;

Result<std::string_view> payloadOf(std::string_view file)
{
    if (file.substr(0, kMagic.size()) != kMagic)
        return faultError(Fault::BadFile, "this is no latency container of Tilewright",
                          "pickles of other tools are programs and are never read: export their numbers as JSON");
    if (file.size() < kPayloadAt + kChecksumBytes)
        return faultError(Fault::BadFile, cat("the latency container ends after ", file.size(), " bytes, inside its header"));
    if (const auto version = littleEndianAt(file, kVersionAt, 4); version != kContainerVersion)
        return faultError(Fault::BadFile, cat("the latency container has format ", version, ", this program reads format ", kContainerVersion));
    const auto length = littleEndianAt(file, kLengthAt, 8);
    const auto rest = file.size() - kPayloadAt - kChecksumBytes;
    if (length > kGreatestPayload)
        return faultError(Fault::BadFile, cat("a latency container of ", length, " bytes is beyond the limit of ", kGreatestPayload));
    if (length != rest)
        return faultError(Fault::BadFile, cat("the latency container should hold ", length, " bytes, but there are ", rest));
    const auto payload = file.substr(kPayloadAt, rest);
    if (checksum32(payload) != littleEndianAt(file, kPayloadAt + rest, 4))
        return faultError(Fault::BadChecksum, "the latency container is damaged: its checksum does not fit");
    return payload;
}

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    return cat('"', replaceAll(text, "\"", "\"\""), '"');
}

}  // namespace

std::string toBytes(const LatencyContainer& container)
{
    const auto payload = toProto(container.parts());
    std::string file(kMagic);
    appendLittleEndian(file, kContainerVersion, 4);
    appendLittleEndian(file, payload.size(), 8);
    file += payload;
    appendLittleEndian(file, checksum32(payload), kChecksumBytes);
    return file;
}

Result<LatencyContainer> fromBytes(std::span<const std::byte> bytes)
{
    const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (file.empty())
        return faultError(Fault::BadFile, "the latency container is empty");
    const auto first = file.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && file[first] == '{') {
        TW_TRY(auto parts, partsFromJson(file));
        return LatencyContainer::create(std::move(parts));
    }
    TW_TRY(const auto payload, payloadOf(file));
    TW_TRY(auto parts, partsFromProto(payload));
    return LatencyContainer::create(std::move(parts));
}

std::string toCsv(const LatencyContainer& container)
{
    std::string text = "block,op,name,latency\n";
    const auto& table = container.operationsLatencies();
    for (const auto& node : container.parts().nodes)
        text += cat("constant,", quoted(node.op), ",", quoted(node.node), ",", numberText(node.value), "\n");
    if (container.parts().nodes.empty())
        text += cat("constant,,,", numberText(container.constantLatency()), "\n");
    for (std::size_t block = 0; block < table.size(); ++block)
        for (std::size_t operation = 0; operation < table[block].size(); ++operation)
            text += cat(quoted(container.blockName(block)), ",", operation, ",", quoted(container.operationName(block, operation)), ",",
                        numberText(table[block][operation]), "\n");
    return text;
}

Result<void> toFile(const LatencyContainer& container, const std::filesystem::path& path)
{
    const auto extension = toLower(path.extension().string());
    if (extension == ".json")
        return writeFileAtomically(path, toJson(container));
    return writeFileAtomically(path, extension == ".csv" ? toCsv(container) : toBytes(container));
}

Result<LatencyContainer> fromFile(const std::filesystem::path& path)
{
    TW_TRY(const auto file, mapFile(path));
    auto container = fromBytes(file.view);
    if (!container)
        return container.error().at({.file = path.string()});
    return container;
}

}  // namespace tw::latency
