// SPDX-License-Identifier: Apache-2.0
#include "core/target/copy_target.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/target/json_reader.h"

#include <algorithm>
#include <cctype>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

bool isGoodName(const std::string& name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '-' || c == '_';
    });
}

Result<std::map<std::string, std::string>> filesUnder(const fs::path& folder)
{
    std::map<std::string, std::string> files;
    std::error_code failure;
    for (const auto& entry : fs::recursive_directory_iterator(folder, failure))
        if (entry.is_regular_file()) {
            TW_TRY(files[fs::relative(entry.path(), folder).string()], readTextFile(entry.path()));
        }
    if (failure)
        return Error{.code = Code::FileUnreadable, .message = failure.message(), .place = {.file = folder.string()}};
    return files;
}

/// Changes only the name and keeps the author's line breaks, which a JSON writer would not.
std::string renamed(const std::string& text, const std::string& name)
{
    auto json = Json::parse(text);
    const auto quoted = json.at("name").dump();
    json["name"] = name;
    for (auto at = text.find(quoted); at != std::string::npos; at = text.find(quoted, at + 1)) {
        auto changed = text;
        changed.replace(at, quoted.size(), Json(name).dump());
        if (Json::parse(changed, nullptr, false) == json)
            return changed;
    }
    return json.dump(2);
}

}  // namespace

Result<void> copyTarget(const std::string& from, const std::string& name, const fs::path& folder, const Places& places)
{
    if (!isGoodName(name))
        return Error{.code = Code::BadUsage, .message = cat("\"", name, "\" is no name for a target"),
                     .hint = "use letters, digits, '-' and '_'"};
    if (fs::exists(folder))
        return Error{.code = Code::FileNotWritable, .message = "is there already", .hint = "choose another name or folder",
                     .place = {.file = folder.string()}};
    TW_TRY(const auto source, loadTarget(from, places));
    TW_TRY(auto files, filesUnder(source.folder));
    auto& description = files["target.json"];
    description = renamed(description, name);
    return writeFolderAtomically(folder, files);
}

}  // namespace tw::target
