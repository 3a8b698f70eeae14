// SPDX-License-Identifier: Apache-2.0
// Formulas of target files ("when", "scratch", "cycles"): arithmetic, comparison, &&, ||, ?:, ceil, floor, min, max,
// roundup(x, m), mod(a, b) over named numbers. Parsed once, evaluated often. Backed by muParser.
#pragma once

#include "core/base/result.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tw {

using Variables = std::map<std::string, double, std::less<>>;

class Expression {
public:
    /// Fails with BadExpression; the message names the column (1-based) and the unexpected token.
    static Result<Expression> parse(const std::string& text);

    /// Fails with BadExpression when a name is not in `variables`, or the result is not finite.
    Result<double> evaluate(const Variables& variables) const;

    const std::string& text() const { return text_; }
    /// The names that `evaluate` will look up, sorted.
    const std::vector<std::string>& names() const { return names_; }

private:
    std::string text_;
    std::vector<std::string> names_;
};

}  // namespace tw
