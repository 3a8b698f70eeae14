// SPDX-License-Identifier: Apache-2.0
#include "core/ops/layout.h"

#include "core/ops/index_space.h"

#include <algorithm>
#include <cstring>

namespace tw::ops {
namespace {

void turn(Operand& operand, const std::vector<std::int64_t>& permutation)
{
    if (operand.constant)
        operand.constant = permuted(*operand.constant, permutation);
    if (operand.shape.ranked())
        operand.shape = permuted(operand.shape, permutation);
}

}  // namespace

bool isChannelsLast(const ir::Node& node)
{
    const auto found = node.attributes.find("layout");
    const auto* text = found == node.attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text && *text == "NHWC";
}

std::vector<std::int64_t> toChannelsLast(int rank)
{
    std::vector<std::int64_t> axes;
    for (int i = 0; i < rank; ++i)
        axes.push_back(i);
    if (rank > 2)
        std::rotate(axes.begin() + 1, axes.begin() + 2, axes.end());
    return axes;
}

std::vector<std::int64_t> toChannelsFirst(int rank)
{
    std::vector<std::int64_t> axes;
    for (int i = 0; i < rank; ++i)
        axes.push_back(i);
    if (rank > 2)
        std::rotate(axes.begin() + 1, axes.end() - 1, axes.end());
    return axes;
}

Shape permuted(const Shape& shape, const std::vector<std::int64_t>& permutation)
{
    std::vector<ir::Dim> dims;
    for (const auto axis : permutation)
        dims.push_back(shape[static_cast<int>(axis)]);
    return Shape(std::move(dims));
}

TensorData permuted(const TensorData& data, const std::vector<std::int64_t>& permutation)
{
    const auto from = data.shape.sizes();
    const auto strides = rowMajorStrides(from);
    const auto width = static_cast<std::size_t>(ir::bitWidth(data.type) / 8);
    TW_CHECK(width > 0 && permutation.size() == from.size());
    TensorData result{data.type, permuted(data.shape, permutation), {}};
    const auto to = result.shape.sizes();
    std::vector<std::byte> bytes(data.bytes.size());
    std::vector<std::int64_t> position(to.size(), 0);
    for (std::size_t out = 0; out < bytes.size(); out += width) {
        std::int64_t in = 0;
        for (std::size_t axis = 0; axis < to.size(); ++axis)
            in += position[axis] * strides[static_cast<std::size_t>(permutation[axis])];
        std::memcpy(bytes.data() + out, data.bytes.view.data() + static_cast<std::size_t>(in) * width, width);
        for (std::size_t axis = to.size(); axis-- > 0 && ++position[axis] == to[axis];)
            position[axis] = 0;
    }
    result.bytes = Bytes::own(std::move(bytes));
    return result;
}

OpNode channelsFirstView(const OpDef& def, const OpNode& node)
{
    if (!isChannelsLast(node.node))
        return node;
    OpNode view = node;
    view.node.attributes.erase("layout");
    for (const int input : def.imageInputs)
        if (view.has(static_cast<std::size_t>(input)))
            turn(view.inputs[static_cast<std::size_t>(input)],
                 toChannelsFirst(view.shape(static_cast<std::size_t>(input)).rank()));
    for (auto& output : view.outputs)
        turn(output, toChannelsFirst(output.shape.rank()));
    return view;
}

}  // namespace tw::ops
