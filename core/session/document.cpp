// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/session/session.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace tw::session {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kVersion = 1;

std::string hex(std::uint64_t value)
{
    char buffer[17];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, 16).ptr};
}

std::uint64_t fromHex(const std::string& text)
{
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

/// What files of earlier versions of the program do not have keeps its default.
void readEngines(const Json& json, Choices& choices)
{
    const auto take = [&](const char* key, auto& value) { value = json.value(key, value); };
    take("pins", choices.pins);
    take("coloring", choices.coloring);
    take("objective", choices.objective);
    take("order", choices.order);
    take("memory_bytes", choices.memoryBytes);
    take("buffering", choices.buffering);
    take("tiles", choices.tiles);
}

Document parse(const Json& json, const fs::path& folder)
{
    Document document;
    document.model = (folder / json.at("model").get<std::string>()).lexically_normal();
    document.modelHash = fromHex(json.at("model_hash").get<std::string>());
    document.choices.target = json.at("target").get<std::string>();
    document.choices.dims = json.at("dims").get<std::map<std::string, std::int64_t>>();
    document.choices.types = json.at("types").get<std::map<std::string, std::string>>();
    readEngines(json, document.choices);
    document.view = json.at("view").get<std::map<std::string, std::string>>();
    return document;
}

}  // namespace

Result<Document> loadDocument(const fs::path& path)
{
    TW_TRY(const auto text, readTextFile(path));
    try {
        const auto json = Json::parse(text);
        const int version = json.at("tilewright_session").get<int>();
        if (version != kVersion)
            return Error{.code = Code::UnsupportedVersion,
                         .message = cat("is a session of version ", version, ", this program reads ", kVersion),
                         .place = {.file = path.string()}};
        return parse(json, fs::absolute(path).parent_path());
    } catch (const Json::exception& failure) {
        return Error{.code = Code::UnsupportedFormat, .message = cat("is no Tilewright session: ", failure.what()),
                     .place = {.file = path.string()}};
    }
}

Result<void> saveDocument(const Document& document, const fs::path& path)
{
    std::error_code failure;
    const auto relative = fs::relative(fs::absolute(document.model), fs::absolute(path).parent_path(), failure);
    const Json json{{"tilewright_session", kVersion},
                    {"model", failure || relative.empty() ? fs::absolute(document.model).string() : relative.string()},
                    {"model_hash", hex(document.modelHash)},
                    {"target", document.choices.target},
                    {"dims", document.choices.dims},
                    {"types", document.choices.types},
                    {"pins", document.choices.pins},
                    {"coloring", document.choices.coloring},
                    {"objective", document.choices.objective},
                    {"order", document.choices.order},
                    {"memory_bytes", document.choices.memoryBytes},
                    {"buffering", document.choices.buffering},
                    {"tiles", document.choices.tiles},
                    {"view", document.view}};
    return writeFileAtomically(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace tw::session
