// SPDX-License-Identifier: Apache-2.0
// Pools over a sliding window: maximum, average, p-norm.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/linear.h"
#include "core/ops/window.h"

#include <cmath>
#include <limits>

namespace tw::ops {
namespace {

constexpr int kImage = 0;

Result<WindowAttributes> attributesOf(const OpNode& node)
{
    TW_TRY(auto kernel, kernelShapeOf(node));
    return windowAttributes(node, std::move(kernel));
}

Result<Shape> pooledShape(const OpNode& node)
{
    const auto& image = node.shape(kImage);
    TW_TRY_VOID(checkImageRank(node, image));
    TW_TRY(const auto attributes, attributesOf(node));
    return windowedShape(attributes, image, image.ranked() ? image[1] : ir::Dim{});
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(auto shape, pooledShape(node));
    return std::vector<Inferred>{{.type = node.type(kImage), .shape = std::move(shape)}};
}

Result<std::vector<Inferred>> inferMax(const OpNode& node)
{
    TW_TRY(auto shape, pooledShape(node));
    return std::vector<Inferred>{{.type = node.type(kImage), .shape = shape}, {.type = DataType::I64, .shape = shape}};
}

Result<Window> geometryOf(const OpNode& node)
{
    TW_TRY(const auto attributes, attributesOf(node));
    return windowOf(attributes, node.shape(kImage), node.outputs.at(0).shape);
}

std::int64_t planesOf(const OpNode& node)
{
    return node.shape(kImage)[0].value * node.shape(kImage)[1].value;
}

template <class T>
struct Maxima {
    std::vector<T> values;
    std::vector<std::int64_t> places;   // index into the whole input; -1 where the window saw only padding
};

/// Padding never wins: only positions inside the image are looked at. Of equals the first wins.
template <class T>
Maxima<T> maxima(const Window& window, std::int64_t planes, const std::vector<T>& x)
{
    const auto count = static_cast<std::size_t>(planes * outputPlane(window));
    Maxima<T> best{std::vector<T>(count, std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                                              : std::numeric_limits<T>::lowest()),
                   std::vector<std::int64_t>(count, -1)};
    for (std::int64_t plane = 0; plane < planes; ++plane)
        forEachTapRow(window, [&](const TapRow& row) {
            for (std::int64_t i = 0; i < row.count; ++i) {
                const auto in = plane * inputPlane(window) + row.input + i * row.inputStep;
                const auto out = static_cast<std::size_t>(plane * outputPlane(window) + row.output + i);
                const T value = x[static_cast<std::size_t>(in)];
                if (best.places[out] < 0 || value > best.values[out]) {
                    best.values[out] = value;
                    best.places[out] = in;
                }
            }
        });
    return best;
}

/// Row-major indices turned into column-major ones within each plane (storage_order = 1).
void toColumnMajor(std::vector<std::int64_t>& places, const Window& window)
{
    const auto& [depth, height, width] = window;
    for (auto& place : places) {
        const auto plane = place / inputPlane(window);
        const auto inside = place % inputPlane(window);
        const auto w = inside % width.in;
        const auto h = inside / width.in % height.in;
        const auto d = inside / (width.in * height.in);
        // One spatial axis has no order to change; two are h + w * height; three continue the pattern.
        place = plane * inputPlane(window) + d + depth.in * (h + height.in * w);
    }
}

template <class T>
Result<std::vector<TensorData>> maxPooled(const OpNode& node, const Window& window)
{
    auto best = maxima(window, planesOf(node), valuesOf<T>(node, kImage));
    auto results = asOutput(node, best.values);
    if (node.outputs.size() > 1) {
        TW_TRY(const auto storageOrder, node.intOf("storage_order", 0));
        if (storageOrder != 0)
            toColumnMajor(best.places, window);
        results.push_back(ir::fromIntegers(DataType::I64, node.outputs[0].shape, best.places));
    }
    return results;
}

Result<std::vector<TensorData>> evaluateMax(const OpNode& node)
{
    TW_TRY(const auto window, geometryOf(node));
    return computesInIntegers(node) ? maxPooled<std::int64_t>(node, window) : maxPooled<double>(node, window);
}

/// How many taps of output `o` lie at positions [begin, end).
std::int64_t tapsWithin(const WindowAxis& axis, std::int64_t o, std::int64_t begin, std::int64_t end)
{
    std::int64_t taps = 0;
    for (std::int64_t tap = 0; tap < axis.kernel; ++tap) {
        const auto position = o * axis.stride - axis.padBegin + tap * axis.dilation;
        taps += position >= begin && position < end ? 1 : 0;
    }
    return taps;
}

/// What each output of a plane divides its sum by. The count is a product over the axes. A window may overhang the
/// padding at the end (ceil_mode); what lies beyond counts for nothing.
std::vector<std::int64_t> divisors(const Window& window, bool countPadding)
{
    const auto& [depth, height, width] = window;
    const auto along = [countPadding](const WindowAxis& axis, std::int64_t o) {
        return countPadding ? tapsWithin(axis, o, -axis.padBegin, axis.in + axis.padEnd) : tapsWithin(axis, o, 0, axis.in);
    };
    std::vector<std::int64_t> counts;
    for (std::int64_t d = 0; d < depth.out; ++d)
        for (std::int64_t h = 0; h < height.out; ++h)
            for (std::int64_t w = 0; w < width.out; ++w)
                counts.push_back(std::max<std::int64_t>(along(depth, d) * along(height, h) * along(width, w), 1));
    return counts;
}

/// Sums term(x) over each window.
template <class Term>
std::vector<double> windowSums(const Window& window, std::int64_t planes, const std::vector<double>& x, Term term)
{
    std::vector<double> sums(static_cast<std::size_t>(planes * outputPlane(window)));
    for (std::int64_t plane = 0; plane < planes; ++plane)
        forEachTapRow(window, [&](const TapRow& row) {
            const double* in = x.data() + plane * inputPlane(window) + row.input;
            double* out = sums.data() + plane * outputPlane(window) + row.output;
            for (std::int64_t i = 0; i < row.count; ++i)
                out[i] += term(in[i * row.inputStep]);
        });
    return sums;
}

Result<std::vector<TensorData>> evaluateAverage(const OpNode& node)
{
    TW_TRY(const auto window, geometryOf(node));
    TW_TRY(const auto countPadding, node.intOf("count_include_pad", 0));
    auto sums = windowSums(window, planesOf(node), valuesOf<double>(node, kImage), [](double x) { return x; });
    const auto counts = divisors(window, countPadding != 0);
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] /= static_cast<double>(counts[i % counts.size()]);
    return asOutput(node, sums);
}

Result<std::vector<TensorData>> evaluateNorm(const OpNode& node)
{
    TW_TRY(const auto window, geometryOf(node));
    TW_TRY(const auto order, node.intOf("p", 2));
    const auto p = static_cast<double>(order);
    auto sums = windowSums(window, planesOf(node), valuesOf<double>(node, kImage),
                           [p](double x) { return std::pow(std::abs(x), p); });
    for (auto& sum : sums)
        sum = std::pow(sum, 1 / p);
    return asOutput(node, sums);
}

/// One comparison, addition or power per tap.
Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto window = geometryOf(node);
    TW_CHECK(window.has_value());
    counts.elementOps = node.outputs[0].shape.elements().value_or(0) * kernelTaps(*window);
    return counts;
}

Counts countWithFinish(const OpNode& node)
{
    Counts counts = count(node);
    counts.elementOps += node.outputs[0].shape.elements().value_or(0);   // the division or the root
    return counts;
}

AccessMap access(const OpNode& node)
{
    const auto attributes = attributesOf(node);
    TW_CHECK(attributes.has_value());
    std::vector<DimAccess> dims{identity(0), identity(1)};
    const auto windows = windowAccess(*attributes, node.shape(kImage));
    dims.insert(dims.end(), windows.begin(), windows.end());
    return {{dims}};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto window, geometryOf(node));
    TW_TRY(const auto countPadding, node.intOf("count_include_pad", 0));
    const auto& image = node.shape(kImage);
    Arguments result{{"batch", image[0].value}, {"channels", image[1].value}};
    const auto sizes = windowArguments(window, image.rank() - kSpatialBegin);
    result.insert(result.end(), sizes.begin(), sizes.end());
    result.push_back({"count_include_pad", countPadding});
    return result;
}

OpDef poolNamed(std::string_view op, std::string_view documentation)
{
    return {.op = op,
            .inputNames = {"X"},
            .imageInputs = {kImage},
            .argsType = "tw_pool_args",
            .documentation = documentation,
            .infer = infer,
            .count = countWithFinish,
            .access = access,
            .arguments = arguments};
}

std::vector<OpDef> pools()
{
    OpDef maximum = poolNamed("MaxPool", "The largest value under each position of a window.");
    maximum.outputNames = {"Y", "Indices"};
    maximum.infer = inferMax;
    maximum.evaluate = evaluateMax;
    maximum.count = count;
    OpDef average = poolNamed("AveragePool", "The mean of the values under each position of a window.");
    average.evaluate = evaluateAverage;
    OpDef norm = poolNamed("LpPool", "The p-norm of the values under each position of a window.");
    norm.evaluate = evaluateNorm;
    return {maximum, average, norm};
}

}  // namespace

extern const OpFamily poolFamily;
const OpFamily poolFamily = {.name = "pool", .ops = pools()};

}  // namespace tw::ops
