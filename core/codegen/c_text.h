// SPDX-License-Identifier: Apache-2.0
// Text that is safe in C source, whatever the tensor names are.
#pragma once

#include "core/base/file.h"

#include <set>
#include <string>
#include <string_view>

namespace tw::codegen {

/// Hands out C identifiers: letters, digits and underscores of `name`, made unique by a number.
class Identifiers {
public:
    /// `prefix` keeps the result away from keywords and reserved names; it must start with a letter.
    std::string make(std::string_view prefix, std::string_view name);

private:
    std::set<std::string> used_;
};

/// Printable ASCII only, no comment end, no backslash, at most 120 characters.
std::string commentText(std::string_view text);
/// With quotes; everything beyond printable ASCII as octal escapes.
std::string stringLiteral(std::string_view text);
/// "1.5f", "INFINITY", "NAN".
std::string floatLiteral(double value);

/// The bytes as little-endian 64-bit hexadecimal words, eight a line, zero-padded: what a C compiler reads fastest.
std::string hexWords(std::span<const std::byte> bytes);

}  // namespace tw::codegen
