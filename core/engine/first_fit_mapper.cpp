// SPDX-License-Identifier: Apache-2.0
#include "core/engine/mapper.h"

namespace tw::engine {

Mapped FirstFitMapper::map(const ir::Node&, const ir::Graph&, const NodeChoices& choices) const
{
    if (choices.choices.empty())
        return {.reason = "no engine can run it"};
    const bool alone = choices.choices.size() == 1;
    return {.engine = choices.choices.front().engine, .reason = alone ? "the only engine that can" : "first engine that can"};
}

}  // namespace tw::engine
