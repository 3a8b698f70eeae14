// SPDX-License-Identifier: Apache-2.0
#include "core/ir/random_tensor.h"

#include "core/base/check.h"

#include <algorithm>

namespace tw::ir {
namespace {

/// splitmix64: small, well mixed, and unlike the standard distributions the same everywhere.
std::uint64_t nextRandom(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

ValueRange usualRange(DataType type)
{
    if (isFloat(type))
        return {-1, 1};
    if (!isInteger(type))
        return {0, 1};
    return {static_cast<double>(std::max<std::int64_t>(lowest(type), isSigned(type) ? -128 : 0)),
            static_cast<double>(std::min<std::int64_t>(highest(type), isSigned(type) ? 127 : 255))};
}

}  // namespace

TensorData randomTensor(DataType type, const Shape& shape, std::uint64_t seed, std::optional<ValueRange> range)
{
    TW_CHECK(shape.elements().has_value());
    const ValueRange within = range.value_or(usualRange(type));
    std::uint64_t state = seed;
    if (isFloat(type)) {
        std::vector<double> values(static_cast<std::size_t>(*shape.elements()));
        for (auto& value : values)
            value = within.low + (within.high - within.low) * static_cast<double>(nextRandom(state) >> 11) * 0x1p-53;
        return fromDoubles(type, shape, values);
    }
    const auto low = static_cast<std::int64_t>(within.low);
    const auto span = static_cast<std::uint64_t>(static_cast<std::int64_t>(within.high) - low) + 1;
    std::vector<std::int64_t> values(static_cast<std::size_t>(*shape.elements()));
    for (auto& value : values)
        value = low + static_cast<std::int64_t>(nextRandom(state) % span);
    return fromIntegers(type, shape, values);
}

}  // namespace tw::ir
