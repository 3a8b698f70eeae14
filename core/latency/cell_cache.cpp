// SPDX-License-Identifier: Apache-2.0
#include "core/latency/cell_cache.h"

#include "core/base/file.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace tw::latency {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "latency-draft-1";

std::optional<Cell> cellFrom(const Json& json)
{
    if (!json.is_object() || !json.contains("total") || !json["total"].is_number())
        return {};
    Cell cell{.total = json["total"].get<double>()};
    if (json.contains("whole") && json["whole"].is_number_integer())
        cell.whole = json["whole"].get<std::int64_t>();
    if (json.contains("per_unit") && json["per_unit"].is_number())
        cell.perUnit = json["per_unit"].get<double>();
    if (json.contains("uncounted") && json["uncounted"].is_string())
        cell.uncounted = json["uncounted"].get<std::string>();
    return cell;
}

}  // namespace

CellCache::CellCache(std::filesystem::path path) : path_(std::move(path))
{
    const auto text = readTextFile(path_);
    const auto json = text ? Json::parse(text.value(), nullptr, false) : Json();
    if (!json.is_object() || json.value("format", Json()) != kFormat || !json.contains("cells") || !json["cells"].is_object())
        return;
    for (const auto& [key, value] : json["cells"].items())
        if (const auto cell = cellFrom(value))
            cells_.emplace(key, *cell);
}

const Cell* CellCache::find(const std::string& key) const
{
    const auto found = cells_.find(key);
    return found == cells_.end() ? nullptr : &found->second;
}

Result<void> CellCache::store(const std::string& key, const Cell& cell)
{
    cells_[key] = cell;
    Json json{{"format", kFormat}, {"cells", Json::object()}};
    for (const auto& [name, kept] : cells_) {
        auto& entry = json["cells"][name] = {{"total", kept.total}, {"per_unit", kept.perUnit}, {"uncounted", kept.uncounted}};
        if (kept.whole)
            entry["whole"] = *kept.whole;
    }
    return writeFileAtomically(path_, json.dump(1, ' ', false, Json::error_handler_t::replace));
}

void CellCache::finish()
{
    std::error_code ignored;   // a draft that stays behind does no harm
    std::filesystem::remove(path_, ignored);
}

std::string cellKey(std::string_view everything)
{
    std::uint64_t hash = 0xcbf29ce484222325u;   // FNV-1a
    for (const char byte : everything)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return cat(std::hex, hash, "-", everything.size());
}

}  // namespace tw::latency
