// SPDX-License-Identifier: Apache-2.0
// How each operand dimension depends on the dimensions of output 0. Tiles, halos and DMA regions follow from this.
#pragma once

#include <cstdint>
#include <vector>

namespace tw::ops {

enum class Access {
    Identity,    // position = output position
    Window,      // positions [out*stride - pad, ... + (kernel-1)*dilation]
    Full,        // the whole extent is needed for any output
    Reduced,     // the whole extent is needed, but may be split when the kernel accumulates
    Broadcast,   // extent 1, used for every output position
    Permuted,    // position = position of another output axis
    Offset,      // position = output position + offset (slice: > 0, concat and pad: < 0)
};

struct DimAccess {
    Access kind = Access::Full;
    int outputAxis = -1;          // -1 for Full, Reduced, Broadcast
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t kernel = 1;
    std::int64_t pad = 0;         // at the beginning
    std::int64_t offset = 0;

    bool operator==(const DimAccess&) const = default;
};

struct AccessMap {
    std::vector<std::vector<DimAccess>> inputs;   // per input, per dimension; empty for absent inputs
};

inline DimAccess identity(int axis) { return {.kind = Access::Identity, .outputAxis = axis}; }
inline DimAccess full() { return {.kind = Access::Full}; }
inline DimAccess reduced() { return {.kind = Access::Reduced}; }
inline DimAccess broadcast() { return {.kind = Access::Broadcast}; }
inline DimAccess permuted(int axis) { return {.kind = Access::Permuted, .outputAxis = axis}; }
inline DimAccess offset(int axis, std::int64_t by) { return {.kind = Access::Offset, .outputAxis = axis, .offset = by}; }

/// Half-open range of positions along one operand dimension.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const Range&) const = default;
};

/// The positions of the operand dimension that outputs in `output` (a range on dim.outputAxis) need, clipped to
/// [0, extent). The source of truth for halos: everything that tiles calls this.
Range neededRange(const DimAccess& dim, Range output, std::int64_t extent);

}  // namespace tw::ops
