// SPDX-License-Identifier: Apache-2.0
// Pad: grows (or, with negative pads, cuts) a tensor at both ends of its axes.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tw::ops {
namespace {

constexpr std::int64_t kLargestPad = std::int64_t{1} << 31;
constexpr std::size_t kKernelAxes = 8;   // TW_PAD_AXES of kernels/include/pad.h
constexpr std::array<std::string_view, 4> kModes = {"constant", "reflect", "edge", "wrap"};   // numbered as in pad.h

struct Padding {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

Result<std::size_t> modeOf(const OpNode& node)
{
    TW_TRY(const auto name, node.stringOf("mode", "constant"));
    const auto found = std::find(kModes.begin(), kModes.end(), name);
    if (found == kModes.end())
        return Error{.code = Code::BadAttribute, .message = cat("Pad mode ", name, " is not known")};
    return static_cast<std::size_t>(found - kModes.begin());
}

std::string padsName(const OpNode& node)
{
    return node.hasAttribute("paddings") ? "paddings" : "pads";   // opset 1
}

/// One per axis. Needs the rank and known parameters.
Result<std::vector<Padding>> paddingsOf(const OpNode& node)
{
    const int rank = node.shape(0).rank();
    TW_TRY(const auto pads, node.intsOfAttributeOrInput(padsName(node), 1));
    TW_TRY(const auto given, node.intsOfAttributeOrInput("axes", 3));
    std::vector<std::int64_t> every;
    for (int axis = 0; axis < rank; ++axis)
        every.push_back(axis);
    TW_TRY(const auto axes, normalAxesOf(node, given ? *given : every, rank));
    if (!pads || pads->size() != 2 * axes.size())
        return Error{.code = Code::BadAttribute,
                     .message = cat("Pad of ", node.shape(0), " needs ", 2 * axes.size(), " pads, got ",
                                    pads ? pads->size() : 0)};
    const auto tooLarge = [](std::int64_t pad) { return pad > kLargestPad || pad < -kLargestPad; };
    if (std::any_of(pads->begin(), pads->end(), tooLarge))
        return Error{.code = Code::BadAttribute, .message = "a pad is larger than any tensor"};
    std::vector<Padding> paddings(static_cast<std::size_t>(rank));
    for (std::size_t i = 0; i < axes.size(); ++i)
        paddings[static_cast<std::size_t>(axes[i])] = {(*pads)[i], (*pads)[i + axes.size()]};
    return paddings;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0), .shape = node.shape(0)}};
    Shape& shape = result[0].shape;
    if (!shape.ranked())
        return result;
    if (isPending(node, padsName(node), 1) || isPending(node, "axes", 3)) {
        shape = Shape::ofRank(shape.rank());
        return result;
    }
    TW_TRY(const auto mode, modeOf(node));
    TW_TRY(const auto paddings, paddingsOf(node));
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto [begin, end] = paddings[static_cast<std::size_t>(axis)];
        auto& dim = shape[axis];
        if (begin == 0 && end == 0)
            continue;
        if (!dim.known()) {
            dim = {};
            continue;
        }
        const bool nothingToRepeat = kModes[mode] != "constant" && dim.value == 0 && (begin > 0 || end > 0);
        if (dim.value + begin + end < 0 || nothingToRepeat)
            return Error{
                .code = Code::BadShape,
                .message = cat("axis ", axis, " of ", node.shape(0), " cannot be padded by ", begin, " and ", end)};
        dim = {.value = dim.value + begin + end};
    }
    return result;
}

/// The element of an axis that a position takes; kOutside for the constant.
std::int64_t source(std::size_t mode, std::int64_t position, std::int64_t extent)
{
    if (position >= 0 && position < extent)
        return position;
    const auto modulo = [](std::int64_t a, std::int64_t b) { return (a % b + b) % b; };
    if (kModes[mode] == "edge")
        return std::clamp<std::int64_t>(position, 0, extent - 1);
    if (kModes[mode] == "wrap")
        return modulo(position, extent);
    if (kModes[mode] != "reflect")
        return kOutside;
    const std::int64_t period = std::max<std::int64_t>(2 * (extent - 1), 1);
    const std::int64_t folded = modulo(position, period);
    return folded < extent ? folded : period - folded;
}

/// The constant as one element of the data's type; 0 by default.
Result<TensorData> fillOf(const OpNode& node)
{
    const DataType type = node.type(0);
    const TensorData* value = node.constant(2);
    if (value && value->elements() == 1 && value->type == type)
        return ir::reshaped(*value, Shape::scalar());
    if (node.has(2) && !value)
        return Error{.code = Code::UnknownShape, .message = "the padding value is computed at run time"};
    if (value && value->elements() > 1)
        return Error{.code = Code::BadShape, .message = cat("the padding value must be a scalar, got ", value->shape)};
    const auto isReal = [](DataType one) { return ir::isFloat(one) || ir::isInteger(one) || one == DataType::Bool; };
    if (!isReal(type))
        return TensorBuilder(type, Shape::scalar()).finish();
    if (value && value->elements() == 1 && isReal(value->type))
        return ir::fromDoubles(type, Shape::scalar(), ir::toDoubles(*value));
    TW_TRY(const auto attribute, node.floatOf("value", 0.0));
    return ir::fromDoubles(type, Shape::scalar(), std::vector{attribute});
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    if (inferred[0].shape.elements() == 0)
        return std::vector{TensorBuilder(node.type(0), inferred[0].shape).finish()};
    TW_TRY(const auto mode, modeOf(node));
    TW_TRY(const auto paddings, paddingsOf(node));
    TW_TRY(const auto fill, fillOf(node));
    const auto sizes = node.shape(0).sizes();
    const auto strides = rowMajorStrides(sizes);
    std::vector<AxisOffsets> axes;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
        const auto [begin, end] = paddings[axis];
        AxisOffsets offsets;
        for (std::int64_t position = -begin; position < sizes[axis] + end; ++position) {
            const auto from = source(mode, position, sizes[axis]);
            offsets.push_back(from == kOutside ? kOutside : from * strides[axis]);
        }
        axes.push_back(std::move(offsets));
    }
    return std::vector{pick(*node.constant(0), axes, &fill)};
}

AccessMap access(const OpNode& node)
{
    AccessMap map = withWholeParameters(node, wholes(node.shape(0).rank()));
    const auto paddings = paddingsOf(node);
    const auto mode = modeOf(node);
    if (!paddings || !mode)
        return map;
    for (int axis = 0; axis < node.shape(0).rank(); ++axis) {
        const auto [begin, end] = paddings.value()[static_cast<std::size_t>(axis)];
        auto& dim = map.inputs[0][static_cast<std::size_t>(axis)];
        if (begin == 0 && end == 0)
            dim = identity(axis);
        else if (kModes[mode.value()] == "constant")
            dim = offset(axis, -begin);
    }
    return map;
}

/// Axes for the kernel: neighbours without padding become one.
struct KernelAxes {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> begins;
    std::vector<std::int64_t> ends;
};

KernelAxes kernelAxes(const std::vector<std::int64_t>& sizes, const std::vector<Padding>& paddings)
{
    KernelAxes axes;
    bool plainBefore = false;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const bool plain = paddings[i].begin == 0 && paddings[i].end == 0;
        if (plain && plainBefore) {
            axes.sizes.back() *= sizes[i];
            continue;
        }
        axes.sizes.push_back(sizes[i]);
        axes.begins.push_back(paddings[i].begin);
        axes.ends.push_back(paddings[i].end);
        plainBefore = plain;
    }
    return axes;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto mode, modeOf(node));
    TW_TRY(const auto paddings, paddingsOf(node));
    TW_TRY(const auto fill, fillOf(node));
    const auto axes = kernelAxes(node.shape(0).sizes(), paddings);
    if (axes.sizes.size() > kKernelAxes)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("Pad of ", node.shape(0), " has too many axes for the kernel")};
    std::array<std::int32_t, 2> words{};   // the element's bytes, as they stand in memory
    std::memcpy(words.data(), fill.bytes.view.data(), std::min(fill.bytes.size(), sizeof(words)));
    return Arguments{{"elem_bytes", elementBytes(node.type(0))},
                     {"count", node.outputs.at(0).shape.elements().value_or(0)},
                     {"mode", static_cast<std::int64_t>(mode)},
                     {"axes", static_cast<std::int64_t>(axes.sizes.size())},
                     {"size", axes.sizes},
                     {"begin", axes.begins},
                     {"end", axes.ends},
                     {"value_low", std::int64_t{words[0]}},
                     {"value_high", std::int64_t{words[1]}}};
}

}  // namespace

extern const OpFamily padFamily;
const OpFamily padFamily = {
    .name = "pad",
    .ops = {{.op = "Pad",
             .inputNames = {"data", "pads", "constant_value", "axes"},
             .argsType = "tw_pad_args",
             .documentation =
                 "Adds elements at the ends of the axes: a constant, a reflection, the edge, or the other end.",
             .infer = infer,
             .evaluate = evaluate,
             .count = bytesMoved,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
