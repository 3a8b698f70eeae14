// SPDX-License-Identifier: Apache-2.0
#include "core/latency/container_json.h"

#include "core/base/text.h"
#include "core/latency/container_file.h"
#include "core/latency/fault.h"
#include "core/target/json_reader.h"

#include <nlohmann/json.hpp>

namespace tw::latency {
namespace {

using Json = nlohmann::ordered_json;
using target::JsonReader;

Json nodeJson(const NodeLatency& node)
{
    Json json{{"node", node.node}, {"op", node.op}, {"value", node.value}};
    if (!node.counted)
        json["uncounted"] = true;
    if (!node.reason.empty())
        json["reason"] = node.reason;
    if (node.compute)
        json["compute"] = *node.compute;
    if (node.movement)
        json["movement"] = *node.movement;
    if (node.standardError)
        json["stderr"] = *node.standardError;
    if (node.whole)
        json["whole"] = *node.whole;
    json["macs"] = node.macs;
    json["bytes"] = node.bytes;
    if (node.unstable)
        json["unstable"] = true;
    return json;
}

Json rowJson(const LatencyContainer& container, std::size_t block)
{
    const auto& parts = container.parts();
    Json row = Json::object();
    if (block < parts.blockNames.size())
        row["block_name"] = parts.blockNames[block];
    row["value"] = parts.operations[block];
    if (block < parts.operationNames.size())
        row["op_name"] = parts.operationNames[block];
    if (block < parts.standardErrors.size())
        row["stderr"] = parts.standardErrors[block];
    if (block < parts.probabilities.size())
        row["probability"] = parts.probabilities[block];
    if (parts.whole)
        row["whole"] = parts.whole->operations[block];
    return row;
}

/// The numbers of an array field; a fault for anything else.
std::vector<double> numbers(JsonReader& reader, const std::string& field)
{
    std::vector<double> result;
    const auto* raw = reader.raw(field);
    if (!raw)
        return result;
    for (const auto& value : raw->is_array() ? *raw : target::Json::array({nullptr})) {
        if (!value.is_number()) {
            reader.fault(field, "must be a list of numbers");
            return {};
        }
        result.push_back(value.get<double>());
    }
    return result;
}

std::int64_t wholeNumber(JsonReader& reader, const std::string& field)
{
    return reader.integer(field, {INT64_MIN, INT64_MAX}, 0);
}

std::vector<std::int64_t> wholeNumbers(JsonReader& reader, const std::string& field)
{
    std::vector<std::int64_t> result;
    const auto* raw = reader.raw(field);
    if (!raw)
        return result;
    for (const auto& value : raw->is_array() ? *raw : target::Json::array({nullptr})) {
        if (!value.is_number_integer()) {
            reader.fault(field, "must be a list of whole numbers");
            return {};
        }
        result.push_back(value.get<std::int64_t>());
    }
    return result;
}

double number(JsonReader& reader, const std::string& field)
{
    const auto* raw = reader.raw(field);
    if (raw && raw->is_number())
        return raw->get<double>();
    reader.fault(field, "must be a number");
    return 0;
}

NodeLatency readNode(JsonReader& reader)
{
    NodeLatency node{.node = reader.text("node", ""), .op = reader.text("op", ""), .value = number(reader, "value")};
    node.counted = !reader.flag("uncounted", false);
    node.reason = reader.text("reason", "");
    node.compute = reader.figure("compute");
    node.movement = reader.figure("movement");
    node.standardError = reader.figure("stderr");
    if (reader.raw("whole"))
        node.whole = wholeNumber(reader, "whole");
    node.macs = wholeNumber(reader, "macs");
    node.bytes = wholeNumber(reader, "bytes");
    node.unstable = reader.flag("unstable", false);
    return node;
}

void readRows(JsonReader& reader, ContainerParts& parts)
{
    std::vector<std::vector<std::int64_t>> whole;
    for (auto& row : reader.objects("row")) {
        parts.operations.push_back(numbers(row, "value"));
        if (const auto name = row.text("block_name", ""); !name.empty()) {
            parts.blockNames.resize(parts.operations.size());
            parts.blockNames.back() = name;
        }
        if (const auto names = row.texts("op_name", std::vector<std::string>()); !names.empty()) {
            parts.operationNames.resize(parts.operations.size());
            parts.operationNames.back() = names;
        }
        if (auto errors = numbers(row, "stderr"); !errors.empty()) {
            parts.standardErrors.resize(parts.operations.size());
            parts.standardErrors.back() = std::move(errors);
        }
        if (auto probabilities = numbers(row, "probability"); !probabilities.empty()) {
            parts.probabilities.resize(parts.operations.size());
            parts.probabilities.back() = std::move(probabilities);
        }
        whole.push_back(wholeNumbers(row, "whole"));
    }
    for (auto* table : {&parts.standardErrors, &parts.probabilities})
        if (!table->empty())
            table->resize(parts.operations.size());
    if (!parts.operationNames.empty())
        parts.operationNames.resize(parts.operations.size());
    if (!parts.blockNames.empty())
        parts.blockNames.resize(parts.operations.size());
    if (parts.whole)
        parts.whole->operations = std::move(whole);
}

void readMeta(JsonReader& reader, ContainerParts& parts)
{
    const auto* meta = reader.raw("meta");
    if (!meta)
        return;
    if (!meta->is_object())
        return reader.fault("meta", "must be an object");
    for (const auto& [key, value] : meta->items())
        parts.meta[key] = value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string toJson(const LatencyContainer& container)
{
    const auto& parts = container.parts();
    Json json{{"format", "latency-container"}, {"version", kContainerVersion}, {"latency_type", parts.type},
              {"unit", parts.unit}, {"constant_latency", parts.constant}};
    json["row"] = Json::array();
    for (std::size_t block = 0; block < container.blocks(); ++block)
        json["row"].push_back(rowJson(container, block));
    if (!parts.nodes.empty())
        json["node"] = Json::array();
    for (const auto& node : parts.nodes)
        json["node"].push_back(nodeJson(node));
    if (parts.whole)
        json["whole"] = {{"constant", parts.whole->constant}, {"per_unit", parts.whole->perUnit}};
    json["meta"] = Json::object();
    for (const auto& [key, value] : parts.meta)
        json["meta"][key] = value;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ContainerParts> partsFromJson(std::string_view text)
{
    const auto json = target::Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return faultError(Fault::BadFile, "the latency container is no valid JSON");
    target::Faults faults;
    JsonReader reader(json, "", "", faults);
    if (reader.text("format", "") != "latency-container")
        return faultError(Fault::BadFile, "the JSON file is no latency container: its \"format\" is not \"latency-container\"");
    if (const auto version = wholeNumber(reader, "version"); version != kContainerVersion)
        return faultError(Fault::BadFile, cat("the latency container has format ", version, ", this program reads format ", kContainerVersion));
    ContainerParts parts{.type = reader.text("latency_type", ""), .constant = number(reader, "constant_latency")};
    parts.unit = reader.text("unit", "");
    if (auto whole = reader.object("whole"))
        parts.whole = WholeNumbers{.constant = wholeNumber(*whole, "constant"), .perUnit = number(*whole, "per_unit")};
    readRows(reader, parts);
    for (auto& node : reader.objects("node"))
        parts.nodes.push_back(readNode(node));
    readMeta(reader, parts);
    if (!faults.empty())
        return faultError(Fault::BadFile, cat("the latency container cannot be read: ", faults.front().message));
    return parts;
}

}  // namespace tw::latency
