// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/lookup_table.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/latency/fault.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>

namespace tw::latency {
namespace {

using Json = nlohmann::json;
using Features = std::map<std::string, double>;

Error badTable(const std::string& why)
{
    return faultError(Fault::BadFile, cat("the table of latencies: ", why));
}

std::optional<double> numberOf(std::string_view text)
{
    text = trim(text);
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool all = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && !text.empty();
    return all ? std::optional(value) : std::nullopt;
}

Result<void> checkLatency(const TableEntry& entry, const std::string& where)
{
    if (!std::isfinite(entry.latency) || entry.latency < 0)
        return badTable(cat(where, " has the latency ", entry.latency));
    return {};
}

// ---- our own form ----

Result<TableEntry> entryOf(const Json& json, std::size_t index)
{
    const auto where = cat("entry ", index);
    if (!json.is_object() || !json.contains("op") || !json["op"].is_string() || !json.contains("latency") || !json["latency"].is_number())
        return badTable(cat(where, " needs an op and a latency"));
    TableEntry entry{.op = json["op"].get<std::string>(), .features = {}, .latency = json["latency"].get<double>()};
    const auto addList = [&](const std::string& name, const Json& list) {
        for (std::size_t i = 0; list.is_array() && i < list.size(); ++i)
            if (list[i].is_number())
                entry.features[cat(name, ".", i)] = list[i].get<double>();
    };
    const auto inputs = json.value("inputs", Json());
    for (std::size_t i = 0; inputs.is_array() && i < inputs.size(); ++i)
        addList(cat("input", i), inputs[i]);
    const auto attributes = json.value("attributes", Json());
    for (const auto& [name, value] : attributes.items()) {
        if (value.is_number())
            entry.features[name] = value.get<double>();
        else
            addList(name, value);
    }
    TW_TRY_VOID(checkLatency(entry, where));
    return entry;
}

Result<LookupTable> ownTable(const Json& json)
{
    LookupTable table;
    if (const auto unit = json.value("unit", Json(table.unit)); unit.is_string())
        table.unit = unit.get<std::string>();
    else
        return badTable("its unit is no text");
    const auto entries = json.value("entries", Json());
    if (!entries.is_array())
        return badTable("it has no list of entries");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        TW_TRY(auto entry, entryOf(entries[i], i));
        table.entries.push_back(std::move(entry));
    }
    return table;
}

// ---- the keyed form ----

/// "112x112x32" as height, width, channels.
void addImage(const std::string& name, const std::string& text, Features& features)
{
    static const std::vector<std::string> axes{".h", ".w", ".c"};
    const auto sizes = split(text, 'x');
    for (std::size_t i = 0; i < sizes.size() && i < axes.size(); ++i)
        if (const auto size = numberOf(sizes[i]))
            features[name + axes[i]] = *size;
}

Result<TableEntry> keyedEntry(const std::string& key, double latency)
{
    const auto parts = split(key, '-');
    TableEntry entry{.op = parts.front(), .features = {}, .latency = latency};
    if (const auto number = entry.op.rfind('_'); number != std::string::npos && numberOf(entry.op.substr(number + 1)))
        entry.op.resize(number);   // "Conv_0": the first convolution
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto colon = parts[i].find(':');
        if (colon == std::string::npos)
            return badTable(cat("\"", key, "\" has the part \"", parts[i], "\" without a value"));
        const auto name = parts[i].substr(0, colon), value = parts[i].substr(colon + 1);
        if (name == "input" || name == "output")
            addImage(name, value, entry.features);
        else if (const auto number = numberOf(value))
            entry.features[name] = *number;
    }
    TW_TRY_VOID(checkLatency(entry, cat("\"", key, "\"")));
    return entry;
}

Result<LookupTable> keyedTable(const Json& json)
{
    LookupTable table;
    for (const auto& [key, value] : json.items()) {
        if (key == "unit" && value.is_string()) {
            table.unit = value.get<std::string>();
            continue;
        }
        const auto& number = value.is_object() && value.contains("mean") ? value["mean"] : value;
        if (!number.is_number())
            return badTable(cat("\"", key, "\" has neither a number nor a mean"));
        TW_TRY(auto entry, keyedEntry(key, number.get<double>()));
        table.entries.push_back(std::move(entry));
    }
    return table;
}

/// Keys at the margin, and either a number, "{mean: 1.2, ...}", or indented lines of which one is "mean: 1.2". Keys
/// contain colons, so the value begins after the last one that a blank or the line's end follows.
Result<Json> fromYaml(std::string_view text)
{
    Json table = Json::object();
    std::string key;
    int number = 0;
    for (const auto& raw : split(text, '\n')) {
        ++number;
        std::string line = raw.substr(0, raw.find('#'));
        if (trim(line).empty() || trim(line) == "---")
            continue;
        const bool indented = line[0] == ' ';
        line = trim(line);
        const auto braces = line.find('{');
        const auto colon = line.substr(0, braces).find_last_of(':', braces == std::string::npos ? std::string::npos : braces);
        if (colon == std::string::npos)
            return badTable(cat("line ", number, " has no colon"));
        const auto name = std::string(trim(line.substr(0, colon)));
        auto value = std::string(trim(line.substr(colon + 1)));
        if (!indented)
            key = name;
        if (const auto mean = value.find("mean:"); mean != std::string::npos)
            value = value.substr(mean + 5, value.find_first_of(",}", mean) - mean - 5);
        if (const auto latency = numberOf(value); latency && (!indented || name == "mean"))
            table[key] = *latency;
    }
    return table;
}

// ---- nodes ----

void addDims(const std::string& name, const ir::Shape& shape, Features& features)
{
    for (int axis = 0; axis < shape.rank(); ++axis)
        if (shape[axis].known())
            features[cat(name, ".", axis)] = static_cast<double>(shape[axis].value);
}

/// [N, C, H, W] and [N, C] as the keyed form calls them.
void addImageNames(const std::string& name, const ir::Shape& shape, Features& features)
{
    const auto add = [&](const char* axis, int index) {
        if (index < shape.rank() && shape[index].known())
            features[name + axis] = static_cast<double>(shape[index].value);
    };
    add(".c", 1);
    add(".h", 2);
    add(".w", 3);
}

Features featuresOf(const ir::Graph& graph, const ir::Node& node)
{
    Features features;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i].valid())
            addDims(cat("input", i), graph.tensor(node.inputs[i]).shape, features);
    for (const auto& [name, attribute] : node.attributes) {
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&attribute))
            for (std::size_t i = 0; i < list->size(); ++i)
                features[cat(name, ".", i)] = static_cast<double>((*list)[i]);
        else if (const auto* single = std::get_if<std::int64_t>(&attribute))
            features[name] = static_cast<double>(*single);
    }
    if (!node.inputs.empty() && node.inputs[0].valid())
        addImageNames("input", graph.tensor(node.inputs[0]).shape, features);
    if (!node.outputs.empty() && node.outputs[0].valid())
        addImageNames("output", graph.tensor(node.outputs[0]).shape, features);
    for (const auto& [from, to] : {std::pair("kernel_shape.0", "kernel"), std::pair("strides.0", "stride")})
        if (const auto found = features.find(from); found != features.end())
            features[to] = found->second;
    if (node.op == "Conv" && !features.contains("kernel"))
        if (const auto found = features.find("input1.2"); found != features.end())
            features["kernel"] = found->second;
    return features;
}

/// The features in which they differ; nothing when the node lacks one that the entry names.
std::optional<std::vector<std::string>> differences(const TableEntry& entry, const Features& node)
{
    std::vector<std::string> differing;
    for (const auto& [name, value] : entry.features) {
        const auto found = node.find(name);
        if (found == node.end())
            return std::nullopt;
        if (found->second != value)
            differing.push_back(name);
    }
    return differing;
}

struct Neighbours {
    const TableEntry* below = nullptr;
    const TableEntry* above = nullptr;
};

std::optional<TableAnswer> between(const std::map<std::string, Neighbours>& neighbours, const Features& node)
{
    for (const auto& [name, pair] : neighbours) {
        if (!pair.below || !pair.above)
            continue;
        const double low = pair.below->features.at(name), high = pair.above->features.at(name);
        const double share = (node.at(name) - low) / (high - low);
        return TableAnswer{.latency = pair.below->latency + share * (pair.above->latency - pair.below->latency),
                           .note = cat("between ", low, " and ", high, " of ", name)};
    }
    return std::nullopt;
}

}  // namespace

Result<LookupTable> parseTable(std::string_view text)
{
    auto json = Json::parse(text, nullptr, false);
    if (json.is_object() && json.value("format", Json()) == "latency-lut")
        return ownTable(json);
    if (json.is_discarded() && !trim(text).starts_with('{') && !trim(text).starts_with('[')) {
        TW_TRY(json, fromYaml(text));
    }
    if (!json.is_object())
        return badTable("it is neither JSON nor plain YAML");
    return keyedTable(json);
}

Result<LookupTable> loadTable(const std::filesystem::path& path)
{
    TW_TRY(const auto text, readTextFile(path));
    auto table = parseTable(text);
    return table ? table : Result<LookupTable>(table.error().at({.file = path.string()}));
}

std::optional<TableAnswer> lookUp(const LookupTable& table, const ir::Graph& graph, const ir::Node& node, Interpolate interpolate)
{
    const auto features = featuresOf(graph, node);
    std::map<std::string, Neighbours> neighbours;
    for (const auto& entry : table.entries) {
        const auto differing = entry.op == node.op ? differences(entry, features) : std::nullopt;
        if (!differing || differing->size() > 1)
            continue;
        if (differing->empty())
            return TableAnswer{.latency = entry.latency};
        const auto& name = differing->front();
        auto& pair = neighbours[name];
        const double value = entry.features.at(name), wanted = features.at(name);
        if (value < wanted && (!pair.below || value > pair.below->features.at(name)))
            pair.below = &entry;
        if (value > wanted && (!pair.above || value < pair.above->features.at(name)))
            pair.above = &entry;
    }
    return interpolate == Interpolate::Linear ? between(neighbours, features) : std::nullopt;
}

}  // namespace tw::latency
