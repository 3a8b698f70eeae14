// SPDX-License-Identifier: Apache-2.0
// Builds a source file and knows the current line, so that nodes can be marked.
#pragma once

#include "core/base/text.h"

#include <algorithm>

namespace tw::codegen {

class LineWriter {
public:
    /// Appends the parts and a newline.
    template <class... Parts>
    void line(const Parts&... parts)
    {
        block(cat(parts..., "\n"));
    }
    /// Appends text that ends with a newline.
    void block(std::string_view text)
    {
        text_ += text;
        next_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    }
    int nextLine() const { return next_; }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
    int next_ = 1;
};

}  // namespace tw::codegen
