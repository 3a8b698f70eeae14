// SPDX-License-Identifier: Apache-2.0
#include "core/base/expression.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <muParser.h>

namespace tw {
namespace {

double ceilOf(double x) { return std::ceil(x); }
double floorOf(double x) { return std::floor(x); }
double roundUpTo(double x, double multiple) { return std::ceil(x / multiple) * multiple; }
double modulo(double a, double b) { return b == 0 ? NAN : a - b * std::floor(a / b); }

mu::Parser makeParser(const std::string& text)
{
    mu::Parser parser;
    parser.DefineFun("ceil", ceilOf);
    parser.DefineFun("floor", floorOf);
    parser.DefineFun("roundup", roundUpTo);
    parser.DefineFun("mod", modulo);
    parser.SetExpr(text);
    return parser;
}

Error parserError(const std::string& text, const mu::ParserError& failure)
{
    return {.code = Code::BadExpression,
            .message = cat("\"", text, "\", column ", failure.GetPos() + 1, ": ", failure.GetMsg())};
}

}  // namespace

Result<Expression> Expression::parse(const std::string& text)
{
    Expression result;
    result.text_ = text;
    try {
        mu::Parser parser = makeParser(text);
        for (const auto& used : parser.GetUsedVar())
            result.names_.push_back(used.first);
        std::vector<double> storage(result.names_.size(), 1.0);
        for (std::size_t i = 0; i < storage.size(); ++i)
            parser.DefineVar(result.names_[i], &storage[i]);
        parser.Eval();
    } catch (const mu::ParserError& failure) {
        return parserError(text, failure);
    }
    return result;
}

Result<double> Expression::evaluate(const Variables& variables) const
{
    std::vector<double> storage(names_.size());
    try {
        mu::Parser parser = makeParser(text_);
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const auto found = variables.find(names_[i]);
            if (found == variables.end())
                return Error{.code = Code::BadExpression,
                             .message = cat("\"", text_, "\" uses ", names_[i], ", which this operator does not have")};
            storage[i] = found->second;
            parser.DefineVar(names_[i], &storage[i]);
        }
        const double value = parser.Eval();
        if (!std::isfinite(value))
            return Error{.code = Code::BadExpression, .message = cat("\"", text_, "\" has no finite value here")};
        return value;
    } catch (const mu::ParserError& failure) {
        return parserError(text_, failure);
    }
}

}  // namespace tw
