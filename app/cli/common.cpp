// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/base/text.h"
#include "core/deploy/report.h"

#include <charconv>
#include <iostream>

namespace tw::cli {

void printDiagnostics(const Diagnostics& diagnostics)
{
    for (const auto& diagnostic : diagnostics)
        std::cerr << severityName(diagnostic.severity) << ": " << diagnostic.error.text() << '\n';
}

void printJson(const nlohmann::ordered_json& json)
{
    std::cout << deploy::jsonText(json);
}

Result<std::map<std::string, std::string>> assignments(const std::vector<std::string>& texts, const std::string& option)
{
    std::map<std::string, std::string> result;
    for (const auto& text : texts) {
        const auto equals = text.rfind('=');   // names may hold '=', values do not
        if (equals == std::string::npos || equals == 0)
            return Error{.code = Code::BadUsage, .message = cat(option, " ", text, " is not of the form NAME=VALUE")};
        result[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return result;
}

Result<std::map<std::string, std::int64_t>> positiveNumbers(const std::vector<std::string>& texts, const std::string& option)
{
    std::map<std::string, std::int64_t> result;
    TW_TRY(const auto pairs, assignments(texts, option));
    for (const auto& [name, text] : pairs) {
        std::int64_t value = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failure != std::errc() || end != text.data() + text.size() || value < 1)
            return Error{.code = Code::BadUsage, .message = cat(option, " ", name, "=", text, " is no positive number")};
        result[name] = value;
    }
    return result;
}

}  // namespace tw::cli
