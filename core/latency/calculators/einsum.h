// SPDX-License-Identifier: Apache-2.0
// The work of an Einsum, by its equation and the shapes of its operands.
#pragma once

#include "core/latency/calculators/layer.h"

#include <optional>

namespace tw::latency {

struct EinsumWork {
    std::int64_t strict = 0;      // product of all index sizes when one is summed, else 0
    std::int64_t optimised = 0;   // half the operations of the cheapest order of pairwise contractions, as numpy's
                                  // einsum_path counts them: a contraction without a sum costs one operation, not two
};

/// Nothing for an equation that does not fit the operands, has an ellipsis, or more than eight operands.
std::optional<EinsumWork> einsumWork(const Layer& layer);

}  // namespace tw::latency
