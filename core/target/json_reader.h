// SPDX-License-Identifier: Apache-2.0
// Reads one JSON object field by field. A fault is noted with its place ("engines[0].role") and reading goes on with
// a stand-in, so that one run finds all faults of a file. It remembers which fields were asked for: a misspelt one is
// a fault instead of a silent default.
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
using Faults = std::vector<Error>;

/// Parses; a syntax error names the byte offset.
Result<Json> parseJsonFile(const std::filesystem::path& path);

class JsonReader {
public:
    /// `where` is the path inside the file, "" at the top. Anything but an object is a fault, and has no fields.
    JsonReader(const Json& value, std::string file, std::string where, Faults& faults);

    std::string text(const std::string& field, std::optional<std::string> fallback = {});
    /// One of `choices`, else the first of them; absent gives the first without a fault.
    std::string choice(const std::string& field, const std::vector<std::string>& choices);
    struct Bounds {
        std::int64_t low = 0;
        std::int64_t high = std::int64_t{1} << 53;
    };
    std::int64_t integer(const std::string& field, Bounds bounds, std::optional<std::int64_t> fallback = {});
    bool flag(const std::string& field, bool fallback);
    /// null or absent gives nullopt. Negative numbers are faults: there is no negative size, time or energy.
    std::optional<double> figure(const std::string& field);
    std::vector<std::string> texts(const std::string& field, std::optional<std::vector<std::string>> fallback = {});
    std::optional<JsonReader> object(const std::string& field);
    /// The elements of an array of objects; absent gives none.
    std::vector<JsonReader> objects(const std::string& field);
    /// The raw value for fields of another form; nullptr when absent or null.
    const Json* raw(const std::string& field);
    /// Notes every field that was never asked for.
    void expectNoOthers();

    /// `hint`: one sentence, what the author can do; may be empty.
    void fault(const std::string& field, std::string message, std::string hint = {});
    const std::string& where() const { return where_; }
    const std::string& file() const { return file_; }
    bool wasAsked(const std::string& field) const { return asked_.contains(field); }

private:
    std::string inside(const std::string& field) const;

    const Json* object_;
    std::string file_;
    std::string where_;
    Faults* faults_;
    std::set<std::string> asked_;
};

}  // namespace tw::target
