// SPDX-License-Identifier: Apache-2.0
// Softmax on integers over the last axis: iSoftmax approximates exp by a parabola and shifts, ITAMax and
// ITAPartialMax by powers of two alone.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/integer_support.h"
#include "core/ops/requant.h"

#include <algorithm>

namespace tw::ops {
namespace {

using Row = std::span<const std::int64_t>;
using RowOut = std::span<std::int64_t>;

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    if (node.shape(0).ranked() && node.shape(0).rank() == 0)
        return Error{.code = Code::RankTooSmall, .message = "needs an axis to normalise over, got a scalar"};
    return std::vector<Inferred>{{.type = resultType(node.type(0), DataType::U8), .shape = node.shape(0)}};
}

AccessMap access(const OpNode& node)
{
    AccessMap map{{{}}};
    for (int axis = 0; axis + 1 < node.shape(0).rank(); ++axis)
        map.inputs[0].push_back(identity(axis));
    map.inputs[0].push_back(full());   // every output needs the maximum and the sum of its row
    return map;
}

template <class RowFunction>
Result<std::vector<TensorData>> evaluateRows(const OpNode& node, RowFunction&& row)
{
    const auto x = wholeNumbers(*node.constant(0));
    const Rows rows = rowsOf(node.shape(0));
    const auto length = static_cast<std::size_t>(rows.length);
    std::vector<std::int64_t> y(x.size());
    for (std::size_t begin = 0; begin < x.size(); begin += length)
        row(Row(x).subspan(begin, length), RowOut(y).subspan(begin, length));
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, node.outputs[0].shape, y)};
}

struct Parabola {   // exp(t) on (-log2, 0] is about a*(t + b)^2 + c
    std::int64_t a = 1;
    std::int64_t b = 0;
    std::int64_t c = 0;
    std::int64_t log2 = 1;
    std::int64_t levels = 256;
};

Result<Parabola> parabolaOf(const OpNode& node)
{
    Parabola result;
    TW_TRY(result.a, node.intOf("coeffA", 1));
    TW_TRY(result.b, node.intOf("coeffB"));
    TW_TRY(result.c, node.intOf("coeffC"));
    TW_TRY(result.log2, positiveAttribute(node, "log2"));
    TW_TRY(result.levels, positiveAttribute(node, "n_levels", 256));
    return result;
}

std::int64_t exponential(const Parabola& p, std::int64_t t)
{
    constexpr std::int64_t kMaxShift = 31;
    const std::int64_t shift = std::min(-t / p.log2, kMaxShift);
    const std::int64_t base = t + shift * p.log2 + p.b;
    return (p.a * base * base + p.c) >> shift;
}

void softmaxRow(const Parabola& p, Row x, RowOut y)
{
    const std::int64_t largest = *std::max_element(x.begin(), x.end());
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
        y[j] = exponential(p, x[j] - largest);
        sum += y[j];
    }
    for (auto& value : y)
        value = sum == 0 ? 0 : floorDivide(value * (p.levels - 1), sum);
}

Result<std::vector<TensorData>> evaluateSoftmax(const OpNode& node)
{
    TW_TRY(const auto parabola, parabolaOf(node));
    return evaluateRows(node, [&](Row x, RowOut y) { softmaxRow(parabola, x, y); });
}

Result<Arguments> softmaxArguments(const OpNode& node)
{
    TW_TRY(const auto p, parabolaOf(node));
    const Rows rows = rowsOf(node.shape(0));
    return Arguments{{"rows", rows.count}, {"length", rows.length}, {"coeff_a", p.a},
                     {"coeff_b", p.b}, {"coeff_c", p.c}, {"log2", p.log2}, {"levels", p.levels}};
}

/// How often 1/2 divides 2^((x - largest) / 32), rounded.
std::int64_t halvings(std::int64_t x, std::int64_t largest)
{
    constexpr std::int64_t kMaxShift = 31;   // inputs wider than 8 bits: everything is gone by then
    return std::min((largest - x + 16) >> 5, kMaxShift);
}

void itaMaxRow(std::int64_t levels, Row x, RowOut y)
{
    const std::int64_t largest = *std::max_element(x.begin(), x.end());
    std::int64_t sum = 0;
    for (const auto value : x)
        sum += 256 >> halvings(value, largest);
    const std::int64_t inverse = (levels - 1) * 256 / sum;   // sum >= 256: the largest counts once
    for (std::size_t j = 0; j < x.size(); ++j)
        y[j] = inverse >> halvings(x[j], largest);
}

Result<std::vector<TensorData>> evaluateItaMax(const OpNode& node)
{
    TW_TRY(const auto levels, positiveAttribute(node, "n_levels", 256));
    return evaluateRows(node, [levels](Row x, RowOut y) { itaMaxRow(levels, x, y); });
}

Result<Arguments> itaMaxArguments(const OpNode& node)
{
    TW_TRY(const auto levels, positiveAttribute(node, "n_levels", 256));
    const Rows rows = rowsOf(node.shape(0));
    return Arguments{{"rows", rows.count}, {"length", rows.length}, {"levels", levels}};
}

/// The running maximum starts at the smallest int8, and a larger one found later scales the sum so far down.
void itaPartialMaxRow(std::int64_t levels, std::size_t groupWidth, Row x, RowOut y)
{
    std::int64_t largest = -128;
    std::int64_t sum = 0;
    for (std::size_t begin = 0; begin < x.size(); begin += groupWidth) {
        const Row group = x.subspan(begin, groupWidth);
        const std::int64_t candidate = *std::max_element(group.begin(), group.end());
        if (candidate > largest) {
            sum >>= halvings(largest, candidate);
            largest = candidate;
        }
        for (const auto value : group)
            sum += 256 >> halvings(value, largest);
    }
    const std::int64_t inverse = (levels / 2 - 1) * 256 / sum;
    for (std::size_t j = 0; j < x.size(); ++j)
        y[j] = inverse >> halvings(x[j], largest);
}

Result<std::int64_t> groupWidthOf(const OpNode& node)
{
    TW_TRY(const auto width, positiveAttribute(node, "group_width"));
    const Shape& x = node.shape(0);
    if (x.ranked() && x.rank() > 0 && x[x.rank() - 1].known() && x[x.rank() - 1].value % width != 0)
        return Error{.code = Code::BadShape,
                     .message = cat("the last axis has ", x[x.rank() - 1].value, " elements, which is not a multiple of group_width ",
                                    width)};
    return width;
}

Result<std::vector<Inferred>> inferItaPartialMax(const OpNode& node)
{
    TW_TRY([[maybe_unused]] const auto width, groupWidthOf(node));
    return infer(node);
}

Result<std::vector<TensorData>> evaluateItaPartialMax(const OpNode& node)
{
    TW_TRY(const auto levels, positiveAttribute(node, "n_levels", 256));
    TW_TRY(const auto width, groupWidthOf(node));
    return evaluateRows(node, [levels, width](Row x, RowOut y) {
        itaPartialMaxRow(levels, static_cast<std::size_t>(width), x, y);
    });
}

Result<Arguments> itaPartialMaxArguments(const OpNode& node)
{
    TW_TRY(auto arguments, itaMaxArguments(node));
    TW_TRY(const auto width, groupWidthOf(node));
    arguments.push_back({"group_width", width});
    return arguments;
}

// Operations per element: subtract, divide, multiply, add, square (2), add, shift, sum, scale, divide.
Counts countSoftmax(const OpNode& node) { return perOutputElement(node, 11); }
// Maximum, distance (2 + 1), weight, sum, distance again (3), shift.
Counts countIta(const OpNode& node) { return perOutputElement(node, 9); }

const std::vector<std::string_view> kDomains = {"", "PACTOps", "ai.onnx.contrib"};

}  // namespace

extern const OpFamily integer_softmaxFamily;
const OpFamily integer_softmaxFamily = {
    .name = "integer softmax",
    .ops = {{.op = "iSoftmax",
             .domains = kDomains,
             .inputNames = {"X"},
             .argsType = "tw_integer_softmax_args",
             .documentation = "Softmax over the last axis in integers; the exponential is a parabola and a shift.",
             .infer = infer,
             .evaluate = evaluateSoftmax,
             .count = countSoftmax,
             .access = access,
             .arguments = softmaxArguments},
            {.op = "ITAMax",
             .domains = kDomains,
             .inputNames = {"X"},
             .argsType = "tw_ita_max_args",
             .documentation = "Softmax over the last axis with powers of two in place of the exponential.",
             .infer = infer,
             .evaluate = evaluateItaMax,
             .count = countIta,
             .access = access,
             .arguments = itaMaxArguments},
            {.op = "ITAPartialMax",
             .domains = kDomains,
             .inputNames = {"X"},
             .argsType = "tw_ita_partial_max_args",
             .documentation = "ITAMax that reads each row in groups and corrects its sum when the maximum grows.",
             .infer = inferItaPartialMax,
             .evaluate = evaluateItaPartialMax,
             .count = countIta,
             .access = access,
             .arguments = itaPartialMaxArguments}}};

}  // namespace tw::ops
