// SPDX-License-Identifier: Apache-2.0
// Small text helpers. All numbers are written in the C locale.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tw {

/// Concatenates anything with an operator<<.
template <class... Parts>
std::string cat(const Parts&... parts)
{
    std::ostringstream out;
    out.imbue(std::locale::classic());
    (out << ... << parts);
    return std::move(out).str();
}

template <class Range>
std::string join(const Range& parts, std::string_view separator)
{
    std::string result;
    bool first = true;
    for (const auto& part : parts) {
        if (!first)
            result += separator;
        result += cat(part);
        first = false;
    }
    return result;
}

std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
std::string toLower(std::string_view text);
std::string replaceAll(std::string text, std::string_view from, std::string_view to);

/// The shortest decimal that reads back as the same number, always valid C and JSON ("1.0", not "1").
std::string numberText(double value);

}  // namespace tw
