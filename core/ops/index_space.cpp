// SPDX-License-Identifier: Apache-2.0
#include "core/ops/index_space.h"

#include "core/base/check.h"

#include <algorithm>
#include <cstring>

namespace tw::ops {

using ir::DataType;
using ir::Shape;
using ir::TensorData;

std::vector<std::int64_t> rowMajorStrides(const std::vector<std::int64_t>& sizes)
{
    std::vector<std::int64_t> strides(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;)
        strides[i - 1] = strides[i] * sizes[i];
    return strides;
}

void advance(std::vector<std::int64_t>& position, const std::vector<std::int64_t>& sizes)
{
    for (std::size_t axis = sizes.size(); axis-- > 0 && ++position[axis] >= sizes[axis];)
        position[axis] = 0;
}

TensorBuilder::TensorBuilder(DataType type, Shape shape) : type_(type), shape_(std::move(shape))
{
    const auto elements = shape_.elements();
    TW_CHECK(elements.has_value());
    if (type_ == DataType::String)
        strings_.resize(static_cast<std::size_t>(*elements));
    else
        bytes_.resize(static_cast<std::size_t>(ir::byteCount(type_, *elements)));
}

TensorBuilder::TensorBuilder(const TensorData& data)
    : type_(data.type), shape_(data.shape), bytes_(data.bytes.view.begin(), data.bytes.view.end())
{
    if (data.strings)
        strings_ = *data.strings;
}

void TensorBuilder::copy(std::int64_t to, const TensorData& from, std::int64_t index)
{
    TW_CHECK(from.type == type_);
    const auto target = static_cast<std::size_t>(to);
    const auto source = static_cast<std::size_t>(index);
    if (type_ == DataType::String) {
        strings_.at(target) = from.strings->at(source);
        return;
    }
    const auto bits = static_cast<std::size_t>(ir::bitWidth(type_));
    if (bits >= 8) {
        std::memcpy(bytes_.data() + target * (bits / 8), from.bytes.view.data() + source * (bits / 8), bits / 8);
        return;
    }
    const auto nibble = (from.bytes.view[source / 2] >> (source % 2 * 4)) & std::byte{15};
    auto& pair = bytes_[target / 2];
    pair = (pair & (target % 2 == 0 ? std::byte{0xF0} : std::byte{0x0F})) | (nibble << (target % 2 * 4));
}

TensorData TensorBuilder::finish() &&
{
    TensorData result{type_, std::move(shape_), Bytes::own(std::move(bytes_))};
    if (type_ == DataType::String)
        result.strings = std::make_shared<const std::vector<std::string>>(std::move(strings_));
    return result;
}

TensorData pick(const TensorData& data, const std::vector<AxisOffsets>& axes, const TensorData* fill)
{
    std::vector<std::int64_t> sizes;
    for (const auto& axis : axes)
        sizes.push_back(static_cast<std::int64_t>(axis.size()));
    const Shape shape = Shape::of(sizes);
    TensorBuilder result(data.type, shape);
    std::vector<std::int64_t> position(axes.size(), 0);
    const std::int64_t count = shape.elements().value();
    for (std::int64_t i = 0; i < count; ++i, advance(position, sizes)) {
        std::int64_t offset = 0;
        bool outside = false;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const auto step = axes[axis][static_cast<std::size_t>(position[axis])];
            outside |= step == kOutside;
            offset += step;
        }
        if (!outside)
            result.copy(i, data, offset);
        else if (fill)
            result.copy(i, *fill, 0);
    }
    return std::move(result).finish();
}

AxisOffsets evenly(std::int64_t count, std::int64_t begin, std::int64_t step)
{
    AxisOffsets result;
    for (std::int64_t i = 0; i < count; ++i)
        result.push_back(begin + i * step);
    return result;
}

LoopNest merged(const LoopNest& nest)
{
    LoopNest result{.offset = nest.offset};
    for (std::size_t axis = 0; axis < nest.sizes.size(); ++axis) {
        if (nest.sizes[axis] == 1)
            continue;
        if (!result.sizes.empty() && result.strides.back() == nest.strides[axis] * nest.sizes[axis]) {
            result.sizes.back() *= nest.sizes[axis];
            result.strides.back() = nest.strides[axis];
            continue;
        }
        result.sizes.push_back(nest.sizes[axis]);
        result.strides.push_back(nest.strides[axis]);
    }
    return result;
}

}  // namespace tw::ops
