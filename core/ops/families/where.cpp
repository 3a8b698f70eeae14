// SPDX-License-Identifier: Apache-2.0
// Where: takes each element from one of two tensors, as a third one says.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <cstring>

namespace tw::ops {
namespace {

std::vector<Shape> shapesOf(const OpNode& node)
{
    return {node.shape(0), node.shape(1), node.shape(2)};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(const Shape shape, broadcastShapes(shapesOf(node)));
    return std::vector<Inferred>{{.type = node.type(1), .shape = shape}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const TensorData& x = *node.constant(1);
    const TensorData& y = *node.constant(2);
    const auto width = static_cast<std::size_t>(ir::bitWidth(x.type) / 8);
    if (width == 0 || x.type != y.type)
        return Error{.code = Code::BadType, .message = cat("Where does not choose between ", ir::typeName(x.type), " and ",
                                                           ir::typeName(y.type))};
    const Shape& output = node.outputs[0].shape;
    const auto condition = ir::toIntegers(*node.constant(0));
    const auto indexC = broadcastIndices(node.shape(0), output);
    const auto indexX = broadcastIndices(x.shape, output);
    const auto indexY = broadcastIndices(y.shape, output);
    std::vector<std::byte> bytes(indexC.size() * width);
    for (std::size_t i = 0; i < indexC.size(); ++i) {
        const bool takesX = condition[indexC[i]] != 0;
        const auto* source = takesX ? x.bytes.view.data() + indexX[i] * width : y.bytes.view.data() + indexY[i] * width;
        std::memcpy(bytes.data() + i * width, source, width);
    }
    return std::vector<TensorData>{{x.type, output, Bytes::own(std::move(bytes))}};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 1);
}

AccessMap access(const OpNode& node)
{
    AccessMap map;
    for (const auto& shape : shapesOf(node))
        map.inputs.push_back(broadcastAccess(shape, node.outputs[0].shape));
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto loop, kernelLoop(shapesOf(node), node.outputs[0].shape));
    return Arguments{{"count", node.outputs[0].shape.elements().value_or(0)},
                     {"element_bytes", ir::bitWidth(node.type(1)) / 8},
                     {"rank", static_cast<std::int64_t>(loop.dims.size())},
                     {"dims", loop.dims},
                     {"condition_strides", loop.strides[0]},
                     {"x_strides", loop.strides[1]},
                     {"y_strides", loop.strides[2]}};
}

}  // namespace

extern const OpFamily whereFamily;
const OpFamily whereFamily = {
    .name = "where",
    .ops = {{.op = "Where",
             .inputNames = {"condition", "X", "Y"},
             .outputNames = {"output"},
             .argsType = "tw_where_args",
             .documentation = "Takes each element from X where the condition holds, else from Y.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
