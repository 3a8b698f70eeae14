// SPDX-License-Identifier: Apache-2.0
// Reads one JSON object field by field and remembers which fields were asked for, so that a misspelt one is an error
// with its place ("engines[0]") instead of a silent default.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tw::target {

using Json = nlohmann::json;

/// Parses; a syntax error names the byte offset.
Result<Json> parseJsonFile(const std::filesystem::path& path);

class JsonReader {
public:
    /// `where` is the path inside the file, "" at the top.
    JsonReader(const Json& object, std::string file, std::string where);

    Result<void> expectObject() const;
    Result<std::string> text(const std::string& field, std::optional<std::string> fallback = {});
    Result<std::int64_t> integer(const std::string& field, std::optional<std::int64_t> fallback = {});
    /// null or absent gives nullopt.
    Result<std::optional<double>> figure(const std::string& field);
    Result<std::vector<std::string>> texts(const std::string& field, std::optional<std::vector<std::string>> fallback = {});
    /// The elements of an array of objects; absent gives none.
    Result<std::vector<JsonReader>> objects(const std::string& field);
    /// The raw value for fields of another form; nullptr when absent or null.
    const Json* raw(const std::string& field);
    /// Fails when the object has a field that was never asked for.
    Result<void> expectNoOthers() const;

    Error fault(const std::string& field, std::string message) const;
    const std::string& where() const { return where_; }

private:
    const Json* object_;
    std::string file_;
    std::string where_;
    std::set<std::string> asked_;
};

}  // namespace tw::target
