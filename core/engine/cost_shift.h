// SPDX-License-Identifier: Apache-2.0
// The same problem with its costs shifted between pairs and single variables, so that bounds which look at few of
// them at a time see more of the whole.
#pragma once

#include "core/engine/assignment.h"

namespace tw::engine {

/// Every assignment costs what it did. At each variable in turn, all that touches it gets an equal share of what its
/// choices cost at least there; but for rounding, the sum of all least costs never falls. O(rounds * pairs * choices^2).
Assignment shifted(Assignment problem, int rounds);

}  // namespace tw::engine
