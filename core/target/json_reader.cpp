// SPDX-License-Identifier: Apache-2.0
#include "core/target/json_reader.h"

#include "core/base/file.h"
#include "core/base/text.h"

namespace tw::target {

Result<Json> parseJsonFile(const std::filesystem::path& path)
{
    TW_TRY(const auto text, readTextFile(path));
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& failure) {
        return Error{.code = Code::BadTarget, .message = "is not valid JSON",
                     .place = {.file = path.string(), .byteOffset = static_cast<std::int64_t>(failure.byte)}};
    }
}

JsonReader::JsonReader(const Json& object, std::string file, std::string where)
    : object_(&object), file_(std::move(file)), where_(std::move(where))
{
}

Error JsonReader::fault(const std::string& field, std::string message) const
{
    const std::string place = where_.empty() ? field : field.empty() ? where_ : cat(where_, ".", field);
    return {.code = Code::BadTarget, .message = place.empty() ? std::move(message) : cat(place, ": ", message),
            .place = {.file = file_}};
}

Result<void> JsonReader::expectObject() const
{
    if (!object_->is_object())
        return fault("", "must be an object");
    return {};
}

const Json* JsonReader::raw(const std::string& field)
{
    asked_.insert(field);
    const auto found = object_->find(field);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

Result<std::string> JsonReader::text(const std::string& field, std::optional<std::string> fallback)
{
    const Json* value = raw(field);
    if (!value && fallback)
        return *fallback;
    if (!value)
        return fault(field, "is missing");
    if (!value->is_string())
        return fault(field, "must be a string");
    return value->get<std::string>();
}

Result<std::int64_t> JsonReader::integer(const std::string& field, std::optional<std::int64_t> fallback)
{
    const Json* value = raw(field);
    if (!value && fallback)
        return *fallback;
    if (!value)
        return fault(field, "is missing");
    if (!value->is_number_integer())
        return fault(field, "must be a whole number");
    return value->get<std::int64_t>();
}

Result<std::optional<double>> JsonReader::figure(const std::string& field)
{
    const Json* value = raw(field);
    if (!value)
        return std::optional<double>();
    if (!value->is_number())
        return fault(field, "must be a number or null");
    return std::optional(value->get<double>());
}

Result<std::vector<std::string>> JsonReader::texts(const std::string& field,
                                                   std::optional<std::vector<std::string>> fallback)
{
    const Json* value = raw(field);
    if (!value && fallback)
        return *fallback;
    if (!value)
        return fault(field, "is missing");
    if (!value->is_array())
        return fault(field, "must be a list of strings");
    std::vector<std::string> result;
    for (std::size_t i = 0; i < value->size(); ++i) {
        if (!(*value)[i].is_string())
            return fault(cat(field, "[", i, "]"), "must be a string");
        result.push_back((*value)[i].get<std::string>());
    }
    return result;
}

Result<std::vector<JsonReader>> JsonReader::objects(const std::string& field)
{
    std::vector<JsonReader> result;
    const Json* value = raw(field);
    if (!value)
        return result;
    if (!value->is_array())
        return fault(field, "must be a list of objects");
    for (std::size_t i = 0; i < value->size(); ++i) {
        const std::string inner = cat(field, "[", i, "]");
        result.emplace_back((*value)[i], file_, where_.empty() ? inner : cat(where_, ".", inner));
        TW_TRY_VOID(result.back().expectObject());
    }
    return result;
}

Result<void> JsonReader::expectNoOthers() const
{
    for (const auto& [name, value] : object_->items())
        if (!asked_.contains(name))
            return fault(name, cat("is not a known field; known here: ", join(asked_, ", ")));
    return {};
}

}  // namespace tw::target
