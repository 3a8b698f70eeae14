// SPDX-License-Identifier: Apache-2.0
// The words of the text form of graphs.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tw::ir {

struct Token {
    enum class Kind { Word, Quoted, Number, Sign, End };
    Kind kind = Kind::End;
    std::string text;   // Quoted: without the quotes and escapes
    int line = 0;

    bool is(std::string_view sign) const { return kind == Kind::Sign && text == sign; }
    bool isWord(std::string_view word) const { return kind == Kind::Word && text == word; }
    bool isName() const { return kind == Kind::Word || kind == Kind::Quoted; }
};

/// The last token is End. Numbers include inf, -inf and nan; signs are one character, or "->", "::", "...".
Result<std::vector<Token>> tokenize(std::string_view text);

/// As a name in the text: plain when possible, quoted otherwise.
std::string nameText(std::string_view name);
std::string quotedText(std::string_view text);

}  // namespace tw::ir
