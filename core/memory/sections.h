// SPDX-License-Identifier: Apache-2.0
// Time reduced to the moments at which something can clash.
#pragma once

#include "core/memory/placement.h"

namespace tw::memory {

struct Sections {
    std::vector<Lifetime> of;   // per buffer, in sections instead of steps; empty when it holds nothing or never lives
    int count = 0;
};

/// A section is a step at which more is alive than just before and just after: two lifetimes that meet, meet there.
Sections sectionsOf(const std::vector<Buffer>& buffers);

}  // namespace tw::memory
