// SPDX-License-Identifier: Apache-2.0
// Ids that cannot be mixed up: Id<struct NodeTag> is not Id<struct TensorTag>.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace tw {

template <class Tag>
struct Id {
    std::int32_t value = -1;

    bool valid() const { return value >= 0; }
    auto operator<=>(const Id&) const = default;
};

}  // namespace tw

template <class Tag>
struct std::hash<tw::Id<Tag>> {
    std::size_t operator()(tw::Id<Tag> id) const noexcept { return std::hash<std::int32_t>{}(id.value); }
};
