// SPDX-License-Identifier: Apache-2.0
#include "core/target/json_reader.h"

#include "core/base/file.h"
#include "core/base/text.h"

#include <algorithm>

namespace tw::target {
namespace {

const Json kNoFields = Json::object();

}  // namespace

Result<Json> parseJsonFile(const std::filesystem::path& path)
{
    TW_TRY(const auto text, readTextFile(path));
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& failure) {
        return Error{.code = Code::BadTarget, .message = "is not valid JSON",
                     .hint = "look at this byte: a comma, quote or bracket too many or too few",
                     .place = {.file = path.string(), .byteOffset = static_cast<std::int64_t>(failure.byte)}};
    }
}

JsonReader::JsonReader(const Json& value, std::string file, std::string where, Faults& faults)
    : object_(&value), file_(std::move(file)), where_(std::move(where)), faults_(&faults)
{
    if (value.is_object())
        return;
    fault("", "must be an object", "write it as {\"field\": value, ...}");
    object_ = &kNoFields;
}

void JsonReader::fault(const std::string& field, std::string message, std::string hint)
{
    const std::string place = inside(field);
    faults_->push_back({.code = Code::BadTarget, .message = place.empty() ? std::move(message) : cat(place, ": ", message),
                        .hint = std::move(hint), .place = {.file = file_}});
}

std::string JsonReader::inside(const std::string& field) const
{
    return where_.empty() ? field : field.empty() ? where_ : cat(where_, ".", field);
}

const Json* JsonReader::raw(const std::string& field)
{
    asked_.insert(field);
    const auto found = object_->find(field);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

std::string JsonReader::text(const std::string& field, std::optional<std::string> fallback)
{
    const Json* value = raw(field);
    if (!value && fallback)
        return *fallback;
    if (!value)
        fault(field, "is missing", cat("add \"", field, "\": \"...\""));
    else if (!value->is_string())
        fault(field, "must be a string", "put it in double quotes");
    else
        return value->get<std::string>();
    return {};
}

std::string JsonReader::choice(const std::string& field, const std::vector<std::string>& choices)
{
    auto chosen = text(field, choices.front());
    if (std::find(choices.begin(), choices.end(), chosen) != choices.end())
        return chosen;
    if (!chosen.empty())
        fault(field, cat("is ", chosen, ", which is not known"), cat("write one of ", join(choices, ", ")));
    return choices.front();
}

std::int64_t JsonReader::integer(const std::string& field, Bounds bounds, std::optional<std::int64_t> fallback)
{
    const Json* value = raw(field);
    if (!value && fallback)
        return *fallback;
    if (!value) {
        fault(field, "is missing", cat("add \"", field, "\": a whole number"));
    } else if (!value->is_number_integer()) {
        fault(field, "must be a whole number", "write it without quotes, point and exponent");
    } else {
        const auto number = value->get<std::int64_t>();
        if (number >= bounds.low && number <= bounds.high)
            return number;
        fault(field, cat("is ", number), cat("write a number from ", bounds.low, " to ", bounds.high));
    }
    return fallback.value_or(bounds.low);
}

bool JsonReader::flag(const std::string& field, bool fallback)
{
    const Json* value = raw(field);
    if (value && !value->is_boolean())
        fault(field, "must be true or false", "write it without quotes");
    return value && value->is_boolean() ? value->get<bool>() : fallback;
}

std::optional<double> JsonReader::figure(const std::string& field)
{
    const Json* value = raw(field);
    if (!value)
        return std::nullopt;
    if (!value->is_number())
        fault(field, "must be a number or null", "write null when there is no figure");
    else if (value->get<double>() < 0)
        fault(field, "is negative", "write null when there is no figure");
    else
        return value->get<double>();
    return std::nullopt;
}

std::vector<std::string> JsonReader::texts(const std::string& field, std::optional<std::vector<std::string>> fallback)
{
    const Json* value = raw(field);
    if (!value && fallback)
        return *fallback;
    std::vector<std::string> result;
    if (!value)
        fault(field, "is missing", cat("add \"", field, "\": [\"...\"]"));
    else if (!value->is_array())
        fault(field, "must be a list of strings", "write it as [\"...\"]");
    else
        for (std::size_t i = 0; i < value->size(); ++i)
            if ((*value)[i].is_string())
                result.push_back((*value)[i].get<std::string>());
            else
                fault(cat(field, "[", i, "]"), "must be a string", "put it in double quotes");
    return result;
}

std::optional<JsonReader> JsonReader::object(const std::string& field)
{
    const Json* value = raw(field);
    return value ? std::optional<JsonReader>(std::in_place, *value, file_, inside(field), *faults_) : std::nullopt;
}

std::vector<JsonReader> JsonReader::objects(const std::string& field)
{
    std::vector<JsonReader> result;
    const Json* value = raw(field);
    if (!value)
        return result;
    if (!value->is_array()) {
        fault(field, "must be a list of objects", "write it as [{...}, {...}]");
        return result;
    }
    for (std::size_t i = 0; i < value->size(); ++i)
        result.emplace_back((*value)[i], file_, inside(cat(field, "[", i, "]")), *faults_);
    return result;
}

void JsonReader::expectNoOthers()
{
    for (const auto& [name, value] : object_->items())
        if (!asked_.contains(name))
            fault(name, "is not a known field", cat("known here: ", join(asked_, ", ")));
}

}  // namespace tw::target
