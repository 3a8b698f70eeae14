// SPDX-License-Identifier: Apache-2.0
#include "core/ir/text_lexer.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tw::ir {
namespace {

bool startsWord(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool continuesWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

bool isNumberWord(std::string_view word)
{
    return word == "inf" || word == "nan";
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : rest_(text) {}

    Result<std::vector<Token>> run()
    {
        while (skipBlank(), !rest_.empty())
            TW_TRY_VOID(next());
        add(Token::Kind::End, "");
        return std::move(tokens_);
    }

private:
    void skipBlank()
    {
        while (!rest_.empty()) {
            if (rest_.front() == '#')
                rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
            else if (std::isspace(static_cast<unsigned char>(rest_.front()))) {
                line_ += rest_.front() == '\n';
                rest_.remove_prefix(1);
            } else
                return;
        }
    }

    Result<void> next()
    {
        const char c = rest_.front();
        const char after = rest_.size() > 1 ? rest_[1] : ' ';
        const bool negative = c == '-' && (std::isdigit(static_cast<unsigned char>(after)) || after == 'i');
        if (c == '"')
            return quoted();
        if (startsWord(c)) {
            const auto word = take([](char x) { return continuesWord(x); });
            add(isNumberWord(word) ? Token::Kind::Number : Token::Kind::Word, word);
        } else if (std::isdigit(static_cast<unsigned char>(c)) || negative)
            add(Token::Kind::Number, take([previous = ' '](char x) mutable {
                const bool signOfExponent = (x == '-' || x == '+') && (previous == 'e' || previous == 'E');
                const bool first = previous == ' ';
                previous = x;
                return first || signOfExponent || std::isalnum(static_cast<unsigned char>(x)) || x == '.';
            }));
        else
            return sign();
        return {};
    }

    std::string take(auto belongs)
    {
        std::size_t length = 0;
        while (length < rest_.size() && belongs(rest_[length]))
            ++length;
        std::string word(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return word;
    }

    Result<void> sign()
    {
        static constexpr std::array<std::string_view, 12> kSigns{"->", "::", "...", ":", "=", ",", "(", ")", "[", "]", "{", "}"};
        for (const auto known : kSigns)
            if (rest_.starts_with(known)) {
                add(Token::Kind::Sign, std::string(known));
                rest_.remove_prefix(known.size());
                return {};
            }
        if (rest_.front() != '?')
            return fault(cat("unexpected character '", rest_.front(), "'"));
        add(Token::Kind::Sign, "?");
        rest_.remove_prefix(1);
        return {};
    }

    Result<void> quoted()
    {
        std::string value;
        std::size_t i = 1;
        for (; i < rest_.size() && rest_[i] != '"'; ++i) {
            if (rest_[i] != '\\') {
                value += rest_[i];
                continue;
            }
            const std::string_view hex = rest_.substr(std::min(i + 1, rest_.size()), 2);
            if (hex.size() < 2 || !std::all_of(hex.begin(), hex.end(), [](unsigned char x) { return std::isxdigit(x); }))
                return fault("a backslash is followed by two hexadecimal digits");
            value += static_cast<char>(std::stoi(std::string(hex), nullptr, 16));
            i += 2;
        }
        if (i == rest_.size())
            return fault("a quoted text is not closed");
        add(Token::Kind::Quoted, std::move(value));
        rest_.remove_prefix(i + 1);
        return {};
    }

    void add(Token::Kind kind, std::string text) { tokens_.push_back({kind, std::move(text), line_}); }

    Error fault(const std::string& message) const
    {
        return {.code = Code::BadGraph, .message = cat("line ", line_, ": ", message)};
    }

    std::string_view rest_;
    int line_ = 1;
    std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view text)
{
    return Lexer(text).run();
}

std::string nameText(std::string_view name)
{
    const bool plain = !name.empty() && startsWord(name.front()) && !isNumberWord(name) &&
                       std::all_of(name.begin(), name.end(), continuesWord);
    return plain ? std::string(name) : quotedText(name);
}

std::string quotedText(std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c != '"' && c != '\\' && byte >= 32 && byte != 127)
            result += c;
        else
            result += {'\\', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return result + '"';
}

}  // namespace tw::ir
