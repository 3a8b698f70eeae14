// SPDX-License-Identifier: Apache-2.0
// Formulas of target files ("when", "scratch", "cycles"): arithmetic, comparison, &&, ||, ?:, ceil, floor, min, max,
// roundup(x, m), mod(a, b) over named numbers. Parsed once, evaluated often, from any thread. Backed by muParser.
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

    const std::string& text() const;

private:
    struct Compiled;   // shared by copies, which are many: one for each engine that uses a table

    explicit Expression(std::shared_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}

    std::shared_ptr<Compiled> compiled_;
};

}  // namespace tw
