// SPDX-License-Identifier: Apache-2.0
#include "core/base/expression.h"

#include "core/base/text.h"

#include <cmath>
#include <mutex>

#include <muParser.h>

namespace tw {
namespace {

double ceilOf(double x) { return std::ceil(x); }
double floorOf(double x) { return std::floor(x); }
double roundUpTo(double x, double multiple) { return std::ceil(x / multiple) * multiple; }
double modulo(double a, double b) { return b == 0 ? NAN : a - b * std::floor(a / b); }

Error parserError(const std::string& text, const mu::ParserError& failure)
{
    return {.code = Code::BadExpression,
            .message = cat("\"", text, "\", column ", failure.GetPos() + 1, ": ", failure.GetMsg())};
}

}  // namespace

/// The parser reads its variables from `values`, so an evaluation has both to itself.
struct Expression::Compiled {
    std::string text;
    std::vector<std::string> names;
    std::vector<double> values;
    mu::Parser parser;
    std::mutex busy;
};

const std::string& Expression::text() const
{
    return compiled_->text;
}

Result<Expression> Expression::parse(const std::string& text)
{
    auto compiled = std::make_shared<Compiled>();
    compiled->text = text;
    auto& parser = compiled->parser;
    try {
        parser.DefineFun("ceil", ceilOf);
        parser.DefineFun("floor", floorOf);
        parser.DefineFun("roundup", roundUpTo);
        parser.DefineFun("mod", modulo);
        parser.SetExpr(text);
        for (const auto& used : parser.GetUsedVar())
            compiled->names.push_back(used.first);
        compiled->values.assign(compiled->names.size(), 1.0);
        for (std::size_t i = 0; i < compiled->names.size(); ++i)
            parser.DefineVar(compiled->names[i], &compiled->values[i]);
        parser.Eval();
    } catch (const mu::ParserError& failure) {
        return parserError(text, failure);
    }
    return Expression(std::move(compiled));
}

Result<double> Expression::evaluate(const Variables& variables) const
{
    const std::lock_guard lock(compiled_->busy);
    for (std::size_t i = 0; i < compiled_->names.size(); ++i) {
        const auto found = variables.find(compiled_->names[i]);
        if (found == variables.end())
            return Error{.code = Code::BadExpression,
                         .message = cat("\"", text(), "\" uses ", compiled_->names[i], ", which this operator does not have")};
        compiled_->values[i] = found->second;
    }
    try {
        const double value = compiled_->parser.Eval();
        if (!std::isfinite(value))
            return Error{.code = Code::BadExpression, .message = cat("\"", text(), "\" has no finite value here")};
        return value;
    } catch (const mu::ParserError& failure) {
        return parserError(text(), failure);
    }
}

}  // namespace tw
