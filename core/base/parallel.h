// SPDX-License-Identifier: Apache-2.0
// Independent pieces of work on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace tw {

/// work(0) ... work(count - 1), each once, on as many threads as there are cores, this one among them; returns when all
/// are done. The first exception that a piece throws is thrown here, and pieces that have not begun are left out.
void forEachInParallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace tw
