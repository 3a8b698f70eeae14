// SPDX-License-Identifier: Apache-2.0
// Concat: tensors one after the other along one axis.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"

namespace tw::ops {
namespace {

constexpr std::size_t kKernelInputs = 32;   // TW_CONCAT_INPUTS of kernels/include/concat.h

/// The dimensions off the axis agree; on the axis they add up.
Result<Shape> joined(const OpNode& node, const Shape& so, const Shape& next, int axis)
{
    if (next.rank() != so.rank())
        return Error{.code = Code::BadShape, .message = cat("cannot join ", so, " and ", next)};
    Shape result = so;
    for (int i = 0; i < so.rank(); ++i) {
        if (i != axis) {
            TW_TRY(result[i], sameDim(node, so[i], next[i]));
            continue;
        }
        if (so[i].known() && next[i].known())
            result[i] = {.value = so[i].value + next[i].value};
        else
            result[i] = so[i].value == 0 ? next[i] : next[i].value == 0 ? so[i] : ir::Dim{};
    }
    return result;
}

Result<DataType> commonType(const OpNode& node)
{
    DataType type = DataType::Undefined;
    for (const auto& input : node.inputs) {
        if (input.type == DataType::Undefined || input.type == type)
            continue;
        if (type != DataType::Undefined)
            return Error{.code = Code::BadType,
                         .message = cat("Concat mixes ", ir::typeName(type), " and ", ir::typeName(input.type))};
        type = input.type;
    }
    return type;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, std::max<std::size_t>(node.inputs.size(), 1)));
    TW_TRY(const auto type, commonType(node));
    for (const auto& input : node.inputs)
        if (!input.shape.ranked())
            return std::vector<Inferred>{{.type = type}};
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 1));
    Shape shape = node.shape(0);
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        TW_TRY(shape, joined(node, shape, node.shape(i), axis));
    }
    return std::vector<Inferred>{{.type = type, .shape = std::move(shape)}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 1));
    const Shape& shape = inferred[0].shape;
    TensorBuilder result(inferred[0].type, shape);
    const auto view = axisView(shape, axis);
    std::int64_t to = 0;
    for (std::int64_t o = 0; o < view.outer; ++o)
        for (const auto& input : node.inputs) {
            const std::int64_t run = input.shape[axis].value * view.inner;
            for (std::int64_t i = 0; i < run; ++i)
                result.copy(to++, *input.constant, o * run + i);
        }
    return std::vector{std::move(result).finish()};
}

AccessMap access(const OpNode& node)
{
    AccessMap map;
    const auto axis = axisOf(node, node.shape(0).rank(), 1);
    std::int64_t begin = 0;
    for (const auto& input : node.inputs) {
        auto dims = identities(input.shape.rank());
        if (axis) {
            dims[static_cast<std::size_t>(axis.value())] = offset(axis.value(), -begin);
            begin += input.shape[axis.value()].value;
        }
        map.inputs.push_back(std::move(dims));
    }
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    if (node.inputs.size() > kKernelInputs)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("Concat of ", node.inputs.size(), " tensors, the kernel takes ", kKernelInputs)};
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 1));
    const auto view = axisView(node.shape(0), axis);
    std::vector<std::int64_t> runs;
    std::int64_t row = 0;
    for (const auto& input : node.inputs) {
        runs.push_back(input.shape[axis].value * view.inner);
        row += runs.back();
    }
    return Arguments{{"elem_bytes", elementBytes(node.type(0))},
                     {"inputs", static_cast<std::int64_t>(node.inputs.size())},
                     {"outer", view.outer},
                     {"row", row},
                     {"run", runs}};
}

}  // namespace

extern const OpFamily concatFamily;
const OpFamily concatFamily = {
    .name = "concat",
    .ops = {{.op = "Concat",
             .inputNames = {"inputs"},
             .variadic = true,
             .argsType = "tw_concat_args",
             .documentation = "Puts tensors one after the other along an axis.",
             .infer = infer,
             .evaluate = evaluate,
             .count = bytesMoved,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
