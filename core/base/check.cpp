// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"

#include "core/base/text.h"

namespace tw {

void failCheck(const char* condition, const char* file, int line)
{
    throw InternalError(cat("broken invariant: ", condition, " at ", file, ":", line));
}

}  // namespace tw
