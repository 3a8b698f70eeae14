// SPDX-License-Identifier: Apache-2.0
// Resize and its predecessor Upsample: every axis is resampled on its own, one after the other.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/resize_axis.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::ops {
namespace {

/// Where the operator's version keeps its parameters; 99: nowhere.
struct Slots {
    std::size_t roi = 99;
    std::size_t scales = 1;
    std::size_t sizes = 99;
};

Slots slotsOf(const OpNode& node)
{
    const bool modern = node.node.op == "Resize" && (node.opset >= 11 || node.inputs.size() > 2);
    return modern ? Slots{1, 2, 3} : Slots{};
}

Result<ResizeRule> ruleOf(const OpNode& node)
{
    const bool modern = slotsOf(node).sizes != 99;
    ResizeRule rule;
    TW_TRY(const auto mode, node.stringOf("mode", "nearest"));
    TW_TRY(rule.interpolation, interpolationFrom(mode));
    TW_TRY(const auto coordinates,
           node.stringOf("coordinate_transformation_mode", modern ? "half_pixel" : "asymmetric"));
    TW_TRY(rule.coordinates, coordinatesFrom(coordinates));
    TW_TRY(const auto rounding, node.stringOf("nearest_mode", modern ? "round_prefer_floor" : "floor"));
    TW_TRY(rule.rounding, roundingFrom(rounding));
    TW_TRY(rule.cubicA, node.floatOf("cubic_coeff_a", -0.75));
    TW_TRY(const auto antialias, node.intOf("antialias", 0));
    TW_TRY(const auto exclude, node.intOf("exclude_outside", 0));
    rule.antialias = antialias != 0;
    rule.excludeOutside = exclude != 0;
    return rule;
}

/// A parameter that is there; an empty tensor stands for none.
bool given(const OpNode& node, std::size_t slot)
{
    return node.has(slot) && node.shape(slot) != Shape{0};
}

bool parametersPending(const OpNode& node)
{
    const Slots slots = slotsOf(node);
    return (given(node, slots.scales) && !node.constant(slots.scales)) ||
           (given(node, slots.sizes) && !node.constant(slots.sizes));
}

Result<std::vector<double>> numbers(const OpNode& node, std::size_t slot, std::size_t count)
{
    const TensorData* data = node.constant(slot);
    const bool real = data && (ir::isFloat(data->type) || ir::isInteger(data->type));
    if (!real || static_cast<std::size_t>(data->elements()) != count)
        return Error{.code = Code::BadShape,
                     .message = cat("input ", slot, " of ", node.node.op, " must hold ", count, " numbers")};
    return ir::toDoubles(*data);
}

Result<std::vector<double>> scalesOf(const OpNode& node, std::size_t count)
{
    const auto found = node.node.attributes.find("scales");   // Upsample of opset 7
    if (found == node.node.attributes.end())
        return numbers(node, slotsOf(node).scales, count);
    const auto* list = std::get_if<std::vector<float>>(&found->second);
    if (!list || list->size() != count)
        return Error{.code = Code::BadAttribute,
                     .message = cat(node.node.op, " needs ", count, " scales"),
                     .place = {.attribute = "scales"}};
    return std::vector<double>(list->begin(), list->end());
}

/// The axes that scales, sizes and roi speak of.
Result<std::vector<int>> namedAxes(const OpNode& node)
{
    std::vector<std::int64_t> all(static_cast<std::size_t>(node.shape(0).rank()));
    std::iota(all.begin(), all.end(), 0);
    TW_TRY(const auto axes, node.intsOf("axes", all));
    return normalAxesOf(node, axes, node.shape(0).rank());
}

/// A size as an integer; -2 when it is none that an axis can have, NaN included.
std::int64_t extentFrom(double size)
{
    return size >= 0 && size < 2147483648.0 ? static_cast<std::int64_t>(size) : -2;
}

/// Sizes on the named axes, after the policy for the aspect ratio. The input sizes may be unknown (-1).
Result<void> applySizes(const OpNode& node, const std::vector<int>& axes, std::vector<ResizedAxis>& result)
{
    TW_TRY(const auto sizes, numbers(node, slotsOf(node).sizes, axes.size()));
    TW_TRY(const auto policy, node.stringOf("keep_aspect_ratio_policy", "stretch"));
    std::vector<double> scales;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto in = result[static_cast<std::size_t>(axes[i])].in;
        scales.push_back(in > 0 ? sizes[i] / static_cast<double>(in) : 1);
    }
    const bool keeps = policy != "stretch" && !scales.empty();
    const double common = !keeps ? 1 : policy == "not_larger" ? *std::min_element(scales.begin(), scales.end())
                                                              : *std::max_element(scales.begin(), scales.end());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        auto& axis = result[static_cast<std::size_t>(axes[i])];
        axis.scale = keeps ? common : scales[i];
        const double wanted = keeps ? std::round(static_cast<double>(axis.in) * common) : sizes[i];
        axis.out = keeps && axis.in < 0 ? -1 : extentFrom(wanted);
    }
    return {};
}

Result<void> applyScales(const OpNode& node, const std::vector<int>& axes, bool crops, std::vector<ResizedAxis>& result)
{
    TW_TRY(const auto scales, scalesOf(node, axes.size()));
    for (std::size_t i = 0; i < axes.size(); ++i) {
        auto& axis = result[static_cast<std::size_t>(axes[i])];
        if (!(scales[i] > 0) || scales[i] > 1e6)
            return Error{.code = Code::BadInput, .message = cat("a tensor cannot be resized by ", scales[i])};
        axis.scale = scales[i];
        const double extent = static_cast<double>(axis.in) * (crops ? axis.roiEnd - axis.roiBegin : 1);
        axis.out = axis.in < 0 ? -1 : extentFrom(std::floor(extent * scales[i]));
    }
    return {};
}

/// One per axis. Needs the rank and known parameters; unknown dimensions are -1, before and after.
Result<std::vector<ResizedAxis>> resizedAxes(const OpNode& node, const ResizeRule& rule)
{
    std::vector<ResizedAxis> result;
    for (const auto& dim : node.shape(0).dims())
        result.push_back({.in = dim.value, .out = dim.value});
    TW_TRY(const auto axes, namedAxes(node));
    const Slots slots = slotsOf(node);
    const bool crops = rule.coordinates == Coordinates::CropAndResize;
    if (crops) {
        TW_TRY(const auto roi, numbers(node, slots.roi, 2 * axes.size()));
        for (std::size_t i = 0; i < axes.size(); ++i) {
            result[static_cast<std::size_t>(axes[i])].roiBegin = roi[i];
            result[static_cast<std::size_t>(axes[i])].roiEnd = roi[i + axes.size()];
        }
    }
    if (given(node, slots.sizes)) {
        TW_TRY_VOID(applySizes(node, axes, result));
    } else {
        TW_TRY_VOID(applyScales(node, axes, crops, result));
    }
    for (const auto& axis : result)
        if (axis.out < -1 || (axis.in == 0 && axis.out > 0))
            return Error{.code = Code::BadShape,
                         .message = cat("an axis of size ", axis.in, " cannot become ", axis.out)};
    return result;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0), .shape = node.shape(0)}};
    Shape& shape = result[0].shape;
    if (!shape.ranked())
        return result;
    if (parametersPending(node)) {
        shape = Shape::ofRank(shape.rank());
        return result;
    }
    TW_TRY(const auto rule, ruleOf(node));
    if (rule.coordinates == Coordinates::CropAndResize && !node.constant(slotsOf(node).roi)) {
        shape = Shape::ofRank(shape.rank());
        return result;
    }
    TW_TRY(const auto axes, resizedAxes(node, rule));
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto& resized = axes[static_cast<std::size_t>(axis)];
        if (shape[axis].known() || resized.out >= 0)
            shape[axis] = {.value = resized.out};
        else if (resized.scale != 1)
            shape[axis] = {};
    }
    return result;
}

bool isIdentity(const ResizeRule& rule, const ResizedAxis& axis)
{
    return axis.in == axis.out && axis.scale == 1 && rule.coordinates != Coordinates::CropAndResize;
}

std::vector<Taps> untouched(std::int64_t size)
{
    std::vector<Taps> taps;
    for (std::int64_t i = 0; i < size; ++i)
        taps.push_back({{i, 1}});
    return taps;
}

TensorData pickNearest(const TensorData& data, const std::vector<std::vector<Taps>>& taps, const TensorData& fill)
{
    const auto strides = rowMajorStrides(data.shape.sizes());
    std::vector<AxisOffsets> offsets(taps.size());
    for (std::size_t axis = 0; axis < taps.size(); ++axis)
        for (const auto& one : taps[axis])
            offsets[axis].push_back(one.empty() ? kOutside : one[0].position * strides[axis]);
    return pick(data, offsets, &fill);
}

/// Values along one axis, mixed; the other axes stay. Positions outside give 0 for now.
std::vector<double> mixed(const std::vector<double>& values, const AxisView& view, const std::vector<Taps>& taps)
{
    std::vector<double> result;
    result.reserve(static_cast<std::size_t>(view.outer * view.inner) * taps.size());
    for (std::int64_t outer = 0; outer < view.outer; ++outer)
        for (const auto& one : taps)
            for (std::int64_t i = 0; i < view.inner; ++i) {
                double sum = 0;
                for (const auto& tap : one)
                    sum += tap.weight *
                           values[static_cast<std::size_t>((outer * view.length + tap.position) * view.inner + i)];
                result.push_back(sum);
            }
    return result;
}

void extrapolate(std::vector<double>& values, const std::vector<std::vector<Taps>>& taps, const Shape& shape,
                 double fill)
{
    const auto sizes = shape.sizes();
    std::vector<std::int64_t> position(sizes.size(), 0);
    for (auto& value : values) {
        for (std::size_t axis = 0; axis < sizes.size(); ++axis)
            if (taps[axis][static_cast<std::size_t>(position[axis])].empty())
                value = fill;
        advance(position, sizes);
    }
}

TensorData interpolate(const TensorData& data, const std::vector<std::vector<Taps>>& taps, double fill)
{
    auto values = ir::toDoubles(data);
    Shape shape = data.shape;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto& along = taps[static_cast<std::size_t>(axis)];
        values = mixed(values, axisView(shape, axis), along);
        shape[axis] = {.value = static_cast<std::int64_t>(along.size())};
    }
    extrapolate(values, taps, shape, fill);
    return ir::fromDoubles(data.type, shape, values);
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(const auto count, resultSize(node, inferred[0].shape));
    const TensorData& data = *node.constant(0);
    if (count == 0)
        return std::vector{TensorBuilder(data.type, inferred[0].shape).finish()};
    TW_TRY(const auto rule, ruleOf(node));
    TW_TRY(const auto axes, resizedAxes(node, rule));
    TW_TRY(const auto fill, node.floatOf("extrapolation_value", 0.0));
    std::vector<std::vector<Taps>> taps;
    for (const auto& axis : axes)
        taps.push_back(isIdentity(rule, axis) ? untouched(axis.in) : tapsOf(rule, axis));
    const bool numeric = ir::isFloat(data.type) || ir::isInteger(data.type);
    if (!numeric)
        return Error{.code = Code::BadType, .message = cat("cannot resize ", ir::typeName(data.type))};
    if (rule.interpolation == Interpolation::Nearest)
        return std::vector{pickNearest(data, taps, ir::fromDoubles(data.type, Shape::scalar(), std::vector{fill}))};
    return std::vector{interpolate(data, taps, fill)};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto rule = ruleOf(node);
    const auto elements = node.outputs.at(0).shape.elements().value_or(0);
    if (rule && rule->interpolation == Interpolation::Nearest)
        return counts;
    const Shape& in = node.shape(0);
    const std::int64_t perAxis = rule && rule->interpolation == Interpolation::Cubic ? 4 : 2;
    std::int64_t taps = 1;
    for (int axis = 0; axis < in.rank(); ++axis)
        taps *= in[axis] == node.outputs[0].shape[axis] ? 1 : perAxis;
    counts.macs = elements * taps;
    return counts;
}

AccessMap access(const OpNode& node)
{
    std::vector<DimAccess> dims;
    for (int axis = 0; axis < node.shape(0).rank(); ++axis)
        dims.push_back(node.shape(0)[axis] == node.outputs.at(0).shape[axis] ? identity(axis) : full());
    const auto rule = ruleOf(node);
    const bool shifts = !rule || rule->coordinates == Coordinates::CropAndResize;
    return withWholeParameters(node, shifts ? wholes(node.shape(0).rank()) : std::move(dims));
}

Error notForTheKernel(const OpNode& node, std::string_view reason)
{
    return {.code = Code::UnsupportedOperator, .message = cat(node.node.op, " of ", node.shape(0), " ", reason)};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto rule, ruleOf(node));
    TW_TRY(const auto axes, resizedAxes(node, rule));
    if (rule.coordinates == Coordinates::CropAndResize || rule.antialias || rule.excludeOutside)
        return notForTheKernel(node, "crops, filters or leaves out what is outside, which no kernel does");
    if (axes.empty() || axes.size() > 4)
        return notForTheKernel(node, "is no image");
    const bool matrix = axes.size() < 3;   // without batch and channels
    if (!matrix && (!isIdentity(rule, axes[0]) || !isIdentity(rule, axes[1])))
        return notForTheKernel(node, "resizes the batch or the channels");
    const ResizedAxis h = axes.size() % 2 == 0 ? axes[axes.size() - 2] : ResizedAxis{};
    const ResizedAxis w = axes.back();
    const auto rational = [](const ResizedAxis& axis) {   // 0: out / in, which a float could not hold
        return axis.scale * static_cast<double>(axis.in) == static_cast<double>(axis.out) ? 0.0 : axis.scale;
    };
    return Arguments{{"batch", matrix ? 1 : axes[0].in},
                     {"channels", matrix ? 1 : axes[1].in},
                     {"in_h", h.in},
                     {"in_w", w.in},
                     {"out_h", h.out},
                     {"out_w", w.out},
                     {"interpolation", static_cast<std::int64_t>(rule.interpolation)},
                     {"coordinates", static_cast<std::int64_t>(rule.coordinates)},
                     {"rounding", static_cast<std::int64_t>(rule.rounding)},
                     {"elem_bytes", elementBytes(node.type(0))},
                     {"scale_h", rational(h)},
                     {"scale_w", rational(w)}};
}

}  // namespace

extern const OpFamily resizeFamily;
const OpFamily resizeFamily = {
    .name = "resize",
    .ops = {{.op = "Resize",
             .inputNames = {"X", "roi", "scales", "sizes"},
             .imageInputs = {0},
             .argsType = "tw_resize_args",
             .documentation = "Resamples a tensor to another size: nearest, linear or cubic.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "Upsample",
             .inputNames = {"X", "scales"},
             .imageInputs = {0},
             .argsType = "tw_resize_args",
             .documentation = "Enlarges a tensor: nearest or linear.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
