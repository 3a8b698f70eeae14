// SPDX-License-Identifier: Apache-2.0
#include "core/ir/shape.h"

#include "core/base/check.h"

#include <algorithm>
#include <ostream>

namespace tw::ir {

Shape::Shape(std::initializer_list<std::int64_t> dims) : ranked_(true)
{
    for (const auto value : dims)
        dims_.push_back({.value = value});
}

Shape Shape::of(const std::vector<std::int64_t>& dims)
{
    std::vector<Dim> result;
    for (const auto value : dims)
        result.push_back({.value = value});
    return Shape(std::move(result));
}

bool Shape::isStatic() const
{
    return ranked_ && std::all_of(dims_.begin(), dims_.end(), [](const Dim& dim) { return dim.known(); });
}

std::optional<std::int64_t> Shape::elements() const
{
    if (!isStatic())
        return std::nullopt;
    constexpr std::int64_t kLimit = std::int64_t{1} << 62;
    std::int64_t product = 1;
    for (const auto& dim : dims_) {
        if (dim.value == 0)
            return 0;
        if (product > kLimit / dim.value)
            return std::nullopt;
        product *= dim.value;
    }
    return product;
}

std::vector<std::int64_t> Shape::sizes() const
{
    TW_CHECK(isStatic());
    std::vector<std::int64_t> result;
    for (const auto& dim : dims_)
        result.push_back(dim.value);
    return result;
}

std::ostream& operator<<(std::ostream& out, const Shape& shape)
{
    if (!shape.ranked())
        return out << "[...]";
    out << '[';
    for (int i = 0; i < shape.rank(); ++i) {
        const Dim& dim = shape[i];
        out << (i > 0 ? ", " : "");
        if (dim.known())
            out << dim.value;
        else
            out << (dim.symbol.empty() ? "?" : dim.symbol);
    }
    return out << ']';
}

std::optional<int> normalAxis(std::int64_t axis, int rank)
{
    if (axis < -rank || axis >= rank)
        return std::nullopt;
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

}  // namespace tw::ir
