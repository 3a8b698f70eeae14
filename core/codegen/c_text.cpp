// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/c_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace tw::codegen {
namespace {

constexpr std::size_t kLongestName = 48;
constexpr std::size_t kLongestComment = 120;
constexpr std::size_t kWordsPerLine = 8;

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isPrintable(char c)
{
    return c >= ' ' && c <= '~';
}

void appendHexWord(std::string& text, std::uint64_t word)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    char buffer[19] = "0x0000000000000000";
    for (int i = 0; i < 16; ++i)
        buffer[17 - i] = kDigits[(word >> (4 * i)) & 15];
    text.append(buffer, 18);
}

}  // namespace

std::string Identifiers::make(std::string_view prefix, std::string_view name)
{
    std::string base(prefix);
    for (const char c : name.substr(0, kLongestName)) {
        const char safe = isPlain(c) ? c : '_';
        if (safe != '_' || base.back() != '_')   // two underscores in a row are reserved in C++
            base += safe;
    }
    while (base.size() > 1 && base.back() == '_')
        base.pop_back();
    std::string candidate = base;
    for (int number = 2; !used_.insert(candidate).second; ++number)
        candidate = cat(base, "_", number);
    return candidate;
}

std::string commentText(std::string_view text)
{
    std::string result;
    for (const char c : text.substr(0, kLongestComment))
        result += isPrintable(c) && c != '*' && c != '\\' && c != '?' ? c : '.';
    return result;
}

std::string stringLiteral(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (isPrintable(c) && c != '"' && c != '\\' && c != '?') {
            result += c;
        } else {
            const char octal[] = {'\\', static_cast<char>('0' + (code >> 6)), static_cast<char>('0' + ((code >> 3) & 7)),
                                  static_cast<char>('0' + (code & 7))};
            result.append(octal, sizeof octal);
        }
    }
    return result + "\"";
}

std::string floatLiteral(double value)
{
    const auto narrow = static_cast<float>(value);
    if (std::isnan(narrow))
        return "NAN";
    if (std::isinf(narrow))
        return narrow > 0 ? "INFINITY" : "-INFINITY";
    char buffer[64];
    std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, narrow).ptr);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text + "f";
}

std::string hexWords(std::span<const std::byte> bytes)
{
    const std::size_t words = (bytes.size() + 7) / 8;
    std::string text;
    text.reserve(words * 20 + words / kWordsPerLine * 6 + 16);
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i * 8, std::min<std::size_t>(8, bytes.size() - i * 8));
        text += i % kWordsPerLine == 0 ? "    " : " ";
        appendHexWord(text, word);
        text += i % kWordsPerLine == kWordsPerLine - 1 || i + 1 == words ? ",\n" : ",";
    }
    return words > 0 ? text : "    0\n";
}

}  // namespace tw::codegen
