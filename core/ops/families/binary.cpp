// SPDX-License-Identifier: Apache-2.0
// Two inputs with NumPy broadcasting, each element by itself. An operator is a row of kOps.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::ops {
namespace {

/// What the attributes and types of a node change about its arithmetic.
struct Mode {
    bool fmod = false;         // Mod: sign of the dividend, as in C
    bool right = false;        // BitShift
    bool unsigned64 = false;   // the 64 bits of an integer are unsigned
};

using Real = double (*)(double, double, const Mode&);
using Whole = std::int64_t (*)(std::int64_t, std::int64_t, const Mode&);

enum class Gives { TypeOfA, Bool };

struct BinaryOp {
    std::string_view op;
    int code;                  // TW_BINARY_... in kernels/include/binary.h
    Real real;                 // nullptr: not for floats
    Whole whole;               // nullptr: not for integers; bool counts as integer
    Gives gives = Gives::TypeOfA;
};

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::int64_t wrapped(std::uint64_t value) { return static_cast<std::int64_t>(value); }

bool less(std::int64_t a, std::int64_t b, const Mode& mode)
{
    return mode.unsigned64 ? bits(a) < bits(b) : a < b;
}

/// Division by zero is undefined in ONNX; 0 here and in the kernels. Negating goes through unsigned, so that the
/// smallest integer divided by -1 wraps.
std::int64_t quotient(std::int64_t a, std::int64_t b, const Mode& mode)
{
    if (b == 0)
        return 0;
    if (mode.unsigned64)
        return wrapped(bits(a) / bits(b));
    return b == -1 ? wrapped(0 - bits(a)) : a / b;
}

std::int64_t remainder(std::int64_t a, std::int64_t b, const Mode& mode)
{
    if (b == 0 || (b == -1 && !mode.unsigned64))
        return 0;
    if (mode.unsigned64)
        return wrapped(bits(a) % bits(b));
    const std::int64_t rest = a % b;
    return !mode.fmod && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double floatRemainder(double a, double b, const Mode& mode)
{
    const double rest = std::fmod(a, b);
    return !mode.fmod && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

std::int64_t power(std::int64_t base, std::int64_t exponent, const Mode&)
{
    if (exponent < 0)
        return base == 1 ? 1 : (base == -1 ? (exponent % 2 != 0 ? -1 : 1) : 0);
    std::uint64_t result = 1;
    for (std::uint64_t factor = bits(base); exponent > 0; exponent >>= 1, factor *= factor)
        if ((exponent & 1) != 0)
            result *= factor;
    return wrapped(result);
}

std::int64_t shift(std::int64_t a, std::int64_t by, const Mode& mode)
{
    if (by < 0 || by > 63)
        return 0;
    return wrapped(mode.right ? bits(a) >> by : bits(a) << by);   // BitShift is for unsigned types only
}

// The codes are those of kernels/include/binary.h.
const std::array kOps = std::to_array<BinaryOp>({
    {"Add", 0, [](double a, double b, const Mode&) { return a + b; },
     [](std::int64_t a, std::int64_t b, const Mode&) { return wrapped(bits(a) + bits(b)); }},
    {"Sub", 1, [](double a, double b, const Mode&) { return a - b; },
     [](std::int64_t a, std::int64_t b, const Mode&) { return wrapped(bits(a) - bits(b)); }},
    {"Mul", 2, [](double a, double b, const Mode&) { return a * b; },
     [](std::int64_t a, std::int64_t b, const Mode&) { return wrapped(bits(a) * bits(b)); }},
    {"Div", 3, [](double a, double b, const Mode&) { return a / b; }, quotient},
    {"Mod", 4, floatRemainder, remainder},
    {"Pow", 5, [](double a, double b, const Mode&) { return std::pow(a, b); }, power},
    {"PRelu", 6, [](double a, double b, const Mode&) { return a < 0 ? a * b : a; },
     [](std::int64_t a, std::int64_t b, const Mode&) { return a < 0 ? wrapped(bits(a) * bits(b)) : a; }},
    {"BitwiseAnd", 7, nullptr, [](std::int64_t a, std::int64_t b, const Mode&) { return a & b; }},
    {"BitwiseOr", 8, nullptr, [](std::int64_t a, std::int64_t b, const Mode&) { return a | b; }},
    {"BitwiseXor", 9, nullptr, [](std::int64_t a, std::int64_t b, const Mode&) { return a ^ b; }},
    {"BitShift", 10, nullptr, shift},
    {"And", 11, nullptr, [](std::int64_t a, std::int64_t b, const Mode&) { return std::int64_t{a != 0 && b != 0}; },
     Gives::Bool},
    {"Or", 12, nullptr, [](std::int64_t a, std::int64_t b, const Mode&) { return std::int64_t{a != 0 || b != 0}; },
     Gives::Bool},
    {"Xor", 13, nullptr, [](std::int64_t a, std::int64_t b, const Mode&) { return std::int64_t{(a != 0) != (b != 0)}; },
     Gives::Bool},
    {"Equal", 14, [](double a, double b, const Mode&) { return a == b ? 1.0 : 0.0; },
     [](std::int64_t a, std::int64_t b, const Mode&) { return std::int64_t{a == b}; }, Gives::Bool},
    {"Greater", 15, [](double a, double b, const Mode&) { return a > b ? 1.0 : 0.0; },
     [](std::int64_t a, std::int64_t b, const Mode& mode) { return std::int64_t{less(b, a, mode)}; }, Gives::Bool},
    {"GreaterOrEqual", 16, [](double a, double b, const Mode&) { return a >= b ? 1.0 : 0.0; },
     [](std::int64_t a, std::int64_t b, const Mode& mode) { return std::int64_t{!less(a, b, mode)}; }, Gives::Bool},
    {"Less", 17, [](double a, double b, const Mode&) { return a < b ? 1.0 : 0.0; },
     [](std::int64_t a, std::int64_t b, const Mode& mode) { return std::int64_t{less(a, b, mode)}; }, Gives::Bool},
    {"LessOrEqual", 18, [](double a, double b, const Mode&) { return a <= b ? 1.0 : 0.0; },
     [](std::int64_t a, std::int64_t b, const Mode& mode) { return std::int64_t{!less(b, a, mode)}; }, Gives::Bool},
});

const BinaryOp& opOf(const OpNode& node)
{
    const auto found = std::find_if(kOps.begin(), kOps.end(), [&](const BinaryOp& op) { return op.op == node.node.op; });
    TW_CHECK(found != kOps.end());
    return *found;
}

Result<Mode> modeOf(const OpNode& node)
{
    TW_TRY(const auto fmod, node.intOf("fmod", 0));
    TW_TRY(const auto direction, node.stringOf("direction", "LEFT"));
    return Mode{.fmod = fmod != 0, .right = direction == "RIGHT", .unsigned64 = node.type(0) == DataType::U64};
}

bool widens(const OpNode& node)
{
    const auto widen = node.intOf("widen", 0);
    return widen && widen.value() != 0;
}

/// Before opset 7, `axis` told where B's first dimension stands in A: B gets the missing dimensions at its end.
Result<Shape> shapeOfB(const OpNode& node)
{
    const Shape& a = node.shape(0);
    Shape b = node.shape(1);
    if (node.opset >= 7 || !node.hasAttribute("axis") || !a.ranked() || !b.ranked())
        return b;
    TW_TRY(const auto axis, node.intOf("axis"));
    const auto first = ir::normalAxis(axis, a.rank());
    if (!first || *first + b.rank() > a.rank())
        return Error{.code = Code::BadAttribute, .message = cat("B of shape ", b, " does not fit into A of shape ", a,
                                                                " from axis ", axis),
                     .place = {.attribute = "axis"}};
    while (*first + b.rank() < a.rank())
        b.append({.value = 1});
    return b;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(const Shape b, shapeOfB(node));
    TW_TRY(const Shape shape, broadcastShapes({node.shape(0), b}));
    DataType type = node.type(0);
    if (opOf(node).gives == Gives::Bool)
        type = DataType::Bool;
    else if (widens(node))
        type = DataType::I32;
    return std::vector<Inferred>{{.type = type, .shape = shape}};
}

template <class T, class Values, class Function>
std::vector<T> combine(const OpNode& node, const Shape& shapeB, const Values& a, const Values& b, Function&& function)
{
    const Shape& output = node.outputs[0].shape;
    const auto indexA = broadcastIndices(node.shape(0), output);
    const auto indexB = broadcastIndices(shapeB, output);
    std::vector<T> result(indexA.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = function(a[indexA[i]], b[indexB[i]]);
    return result;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const BinaryOp& op = opOf(node);
    const TensorData& a = *node.constant(0);
    const TensorData& b = *node.constant(1);
    const Operand& output = node.outputs[0];
    TW_TRY(const Shape shapeB, shapeOfB(node));
    TW_TRY(const Mode mode, modeOf(node));
    if (a.type == DataType::String && op.op == "Equal") {
        const auto equal = combine<std::int64_t>(node, shapeB, *a.strings, *b.strings,
                                                 [](const auto& x, const auto& y) { return std::int64_t{x == y}; });
        return std::vector<TensorData>{ir::fromIntegers(output.type, output.shape, equal)};
    }
    const bool real = ir::isFloat(a.type) || ir::isFloat(b.type);
    if (ir::bitWidth(a.type) == 0 || (real ? !op.real : !op.whole))
        return Error{.code = Code::BadType, .message = cat(op.op, " does not take ", ir::typeName(a.type))};
    if (real) {
        const auto values = combine<double>(node, shapeB, ir::toDoubles(a), ir::toDoubles(b),
                                            [&](double x, double y) { return op.real(x, y, mode); });
        return std::vector<TensorData>{ir::fromDoubles(output.type, output.shape, values)};
    }
    const auto values = combine<std::int64_t>(node, shapeB, ir::toIntegers(a), ir::toIntegers(b),
                                              [&](std::int64_t x, std::int64_t y) { return op.whole(x, y, mode); });
    return std::vector<TensorData>{ir::fromIntegers(output.type, output.shape, values)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 1);
}

AccessMap access(const OpNode& node)
{
    const auto b = shapeOfB(node);
    const Shape& output = node.outputs[0].shape;
    auto dims = broadcastAccess(b ? b.value() : node.shape(1), output);
    dims.resize(static_cast<std::size_t>(node.shape(1).rank()));   // dimensions that `axis` added are not B's own
    return {.inputs = {broadcastAccess(node.shape(0), output), dims}};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const Shape b, shapeOfB(node));
    TW_TRY(const Mode mode, modeOf(node));
    TW_TRY(const auto loop, kernelLoop({node.shape(0), b}, node.outputs[0].shape));
    const auto type = [](DataType t) { return static_cast<std::int64_t>(t); };
    return Arguments{{"count", node.outputs[0].shape.elements().value_or(0)},
                     {"a_count", node.shape(0).elements().value_or(0)},
                     {"b_count", node.shape(1).elements().value_or(0)},
                     {"rank", static_cast<std::int64_t>(loop.dims.size())},
                     {"dims", loop.dims},
                     {"a_strides", loop.strides[0]},
                     {"b_strides", loop.strides[1]},
                     {"operation", opOf(node).code},
                     {"mod_as_c", std::int64_t{mode.fmod}},
                     {"shift_right", std::int64_t{mode.right}},
                     {"a_type", type(node.type(0))},
                     {"b_type", type(node.type(1))}};
}

std::vector<OpDef> definitions()
{
    std::vector<OpDef> result;
    for (const auto& op : kOps)
        result.push_back({.op = op.op,
                          .inputNames = {"A", "B"},
                          .outputNames = {"C"},
                          .argsType = "tw_binary_args",
                          .documentation = "Combines two tensors element by element; repeats the smaller one.",
                          .infer = infer,
                          .evaluate = evaluate,
                          .count = count,
                          .access = access,
                          .arguments = arguments});
    return result;
}

}  // namespace

extern const OpFamily binaryFamily;
const OpFamily binaryFamily = {.name = "binary", .ops = definitions()};

}  // namespace tw::ops
