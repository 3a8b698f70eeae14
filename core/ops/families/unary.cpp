// SPDX-License-Identifier: Apache-2.0
// One input, one output of the same shape, each element by itself. An operator is a row of kOps.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::ops {
namespace {

/// Up to two attributes; what they are called and default to stands in the operator's row.
struct Parameters {
    double alpha = 0;
    double beta = 0;
};

struct ParameterName {
    const char* name = nullptr;   // nullptr: the operator has none
    double fallback = 0;
};

using Real = double (*)(double, const Parameters&);
using Whole = std::int64_t (*)(std::int64_t);

struct UnaryOp {
    std::string_view op;
    Real real = nullptr;
    int operations = 1;               // per element, for the op count
    ParameterName alpha = {};
    ParameterName beta = {};
    Whole whole = nullptr;            // exact form for integers and bool; nullptr: `real` serves
    bool givesBool = false;
};

double sigmoid(double x)
{
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

double softplus(double x)
{
    return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

double exponentialLinear(double x, double alpha)
{
    return x > 0 ? x : alpha * std::expm1(x);
}

double signOf(double x)
{
    return x > 0 ? 1 : (x < 0 ? -1 : x);   // keeps NaN
}

double shrink(double x, const Parameters& p)
{
    if (x < -p.alpha)
        return x + p.beta;
    return x > p.alpha ? x - p.beta : 0;
}

constexpr double kSeluAlpha = 1.67326319217681884765625;
constexpr double kSeluGamma = 1.05070102214813232421875;
constexpr double kSixth = 1.0 / 6.0;

const std::array kOps = std::to_array<UnaryOp>({
    {"Abs", [](double x, const Parameters&) { return std::fabs(x); }, 1, {}, {},
     [](std::int64_t x) { return x < 0 ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)) : x; }},
    {"Acos", [](double x, const Parameters&) { return std::acos(x); }},
    {"Acosh", [](double x, const Parameters&) { return std::acosh(x); }},
    {"Asin", [](double x, const Parameters&) { return std::asin(x); }},
    {"Asinh", [](double x, const Parameters&) { return std::asinh(x); }},
    {"Atan", [](double x, const Parameters&) { return std::atan(x); }},
    {"Atanh", [](double x, const Parameters&) { return std::atanh(x); }},
    {"BitwiseNot", nullptr, 1, {}, {}, [](std::int64_t x) { return ~x; }},
    {"Ceil", [](double x, const Parameters&) { return std::ceil(x); }},
    {"Celu", [](double x, const Parameters& p) { return std::max(x, 0.0) + std::min(0.0, p.alpha * std::expm1(x / p.alpha)); },
     6, {"alpha", 1.0}},
    {"Cos", [](double x, const Parameters&) { return std::cos(x); }},
    {"Cosh", [](double x, const Parameters&) { return std::cosh(x); }},
    {"Elu", [](double x, const Parameters& p) { return exponentialLinear(x, p.alpha); }, 4, {"alpha", 1.0}},
    {"Erf", [](double x, const Parameters&) { return std::erf(x); }},
    {"Exp", [](double x, const Parameters&) { return std::exp(x); }},
    {"Floor", [](double x, const Parameters&) { return std::floor(x); }},
    {"HardSigmoid", [](double x, const Parameters& p) { return std::clamp(p.alpha * x + p.beta, 0.0, 1.0); }, 4,
     {"alpha", 0.2}, {"beta", 0.5}},
    {"HardSwish", [](double x, const Parameters&) { return x * std::clamp(x * kSixth + 0.5, 0.0, 1.0); }, 5},
    {"IsInf", [](double x, const Parameters& p) { return std::isinf(x) && (x > 0 ? p.beta : p.alpha) != 0 ? 1.0 : 0.0; }, 1,
     {"detect_negative", 1}, {"detect_positive", 1}, nullptr, true},
    {"IsNaN", [](double x, const Parameters&) { return std::isnan(x) ? 1.0 : 0.0; }, 1, {}, {}, nullptr, true},
    {"LeakyRelu", [](double x, const Parameters& p) { return x < 0 ? p.alpha * x : x; }, 2, {"alpha", 0.01}},
    {"Log", [](double x, const Parameters&) { return std::log(x); }},
    {"Mish", [](double x, const Parameters&) { return x * std::tanh(softplus(x)); }, 4},
    {"Neg", [](double x, const Parameters&) { return -x; }, 1, {}, {},
     [](std::int64_t x) { return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)); }},
    {"Not", nullptr, 1, {}, {}, [](std::int64_t x) { return std::int64_t{x == 0}; }, true},
    {"Reciprocal", [](double x, const Parameters&) { return 1 / x; }},
    {"Relu", [](double x, const Parameters&) { return x < 0 ? 0.0 : x; }, 1, {}, {},
     [](std::int64_t x) { return std::max<std::int64_t>(x, 0); }},
    {"Round", [](double x, const Parameters&) { return std::nearbyint(x); }},
    {"Selu", [](double x, const Parameters& p) { return p.beta * exponentialLinear(x, p.alpha); }, 5,
     {"alpha", kSeluAlpha}, {"gamma", kSeluGamma}},
    {"Shrink", shrink, 3, {"lambd", 0.5}, {"bias", 0.0}},
    {"Sigmoid", [](double x, const Parameters&) { return sigmoid(x); }, 4},
    {"Sign", [](double x, const Parameters&) { return signOf(x); }, 1, {}, {},
     [](std::int64_t x) { return std::int64_t{x > 0} - std::int64_t{x < 0}; }},
    {"Sin", [](double x, const Parameters&) { return std::sin(x); }},
    {"Sinh", [](double x, const Parameters&) { return std::sinh(x); }},
    {"Softplus", [](double x, const Parameters&) { return softplus(x); }, 3},
    {"Softsign", [](double x, const Parameters&) { return x / (1 + std::fabs(x)); }, 3},
    {"Sqrt", [](double x, const Parameters&) { return std::sqrt(x); }},
    {"Swish", [](double x, const Parameters& p) { return x * sigmoid(p.alpha * x); }, 5, {"alpha", 1.0}},
    {"Tan", [](double x, const Parameters&) { return std::tan(x); }},
    {"Tanh", [](double x, const Parameters&) { return std::tanh(x); }},
    {"ThresholdedRelu", [](double x, const Parameters& p) { return x > p.alpha ? x : 0.0; }, 1, {"alpha", 1.0}},
});

const UnaryOp& opOf(const OpNode& node)
{
    const auto found = std::find_if(kOps.begin(), kOps.end(), [&](const UnaryOp& op) { return op.op == node.node.op; });
    TW_CHECK(found != kOps.end());
    return *found;
}

Result<double> parameter(const OpNode& node, const ParameterName& name)
{
    if (!name.name)
        return 0.0;
    return node.floatOf(name.name, name.fallback);
}

Result<Parameters> parametersOf(const OpNode& node)
{
    const UnaryOp& op = opOf(node);
    TW_TRY(const double alpha, parameter(node, op.alpha));
    TW_TRY(const double beta, parameter(node, op.beta));
    return Parameters{alpha, beta};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const DataType type = opOf(node).givesBool ? DataType::Bool : node.type(0);
    return std::vector<Inferred>{{.type = type, .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const UnaryOp& op = opOf(node);
    const TensorData& x = *node.constant(0);
    const DataType type = node.outputs[0].type;
    if (op.whole && !ir::isFloat(x.type)) {
        auto values = ir::toIntegers(x);
        std::transform(values.begin(), values.end(), values.begin(), op.whole);
        return std::vector<TensorData>{ir::fromIntegers(type, x.shape, values)};
    }
    if (!op.real)
        return Error{.code = Code::BadType, .message = cat(op.op, " does not take ", ir::typeName(x.type))};
    TW_TRY(const Parameters parameters, parametersOf(node));
    auto values = ir::toDoubles(x);
    for (auto& value : values)
        value = op.real(value, parameters);
    return std::vector<TensorData>{ir::fromDoubles(type, x.shape, values)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, opOf(node).operations);
}

AccessMap access(const OpNode& node)
{
    return {.inputs = {broadcastAccess(node.shape(0), node.shape(0))}};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const Parameters parameters, parametersOf(node));
    return Arguments{{"count", node.shape(0).elements().value_or(0)},
                     {"alpha", parameters.alpha},
                     {"beta", parameters.beta}};
}

std::vector<OpDef> definitions()
{
    std::vector<OpDef> result;
    for (const auto& op : kOps)
        result.push_back({.op = op.op,
                          .inputNames = {"X"},
                          .argsType = "tw_unary_args",
                          .documentation = "Computes each element by itself.",
                          .infer = infer,
                          .evaluate = evaluate,
                          .count = count,
                          .access = access,
                          .arguments = arguments});
    return result;
}

}  // namespace

extern const OpFamily unaryFamily;
const OpFamily unaryFamily = {.name = "unary", .ops = definitions()};

}  // namespace tw::ops
