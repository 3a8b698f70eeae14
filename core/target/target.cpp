// SPDX-License-Identifier: Apache-2.0
#include "core/target/target.h"

#include <algorithm>

namespace tw::target {

const Engine* Target::engine(const std::string& wanted) const
{
    const auto found = std::find_if(engines.begin(), engines.end(), [&](const auto& e) { return e.name == wanted; });
    return found == engines.end() ? nullptr : &*found;
}

const Memory* Target::memory(const std::string& wanted) const
{
    const auto found = std::find_if(memories.begin(), memories.end(), [&](const auto& m) { return m.name == wanted; });
    return found == memories.end() ? nullptr : &*found;
}

const Link* Target::link(const std::string& one, const std::string& other) const
{
    const auto found = std::find_if(links.begin(), links.end(), [&](const auto& link) {
        return (link.far == one && link.near == other) || (link.far == other && link.near == one);
    });
    return found == links.end() ? nullptr : &*found;
}

}  // namespace tw::target
