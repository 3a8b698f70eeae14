// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/region.h"

#include <cmath>

namespace tw::tiling {
namespace {

std::int64_t pitchOf(const ir::Shape& shape, int dim, std::int64_t elementBytes)
{
    std::int64_t pitch = elementBytes;
    for (int d = dim + 1; d < shape.rank(); ++d)
        pitch *= shape[d].value;
    return pitch;
}

std::int64_t sizeOf(std::span<const ops::Range> ranges, int dim)
{
    const auto& range = ranges[static_cast<std::size_t>(dim)];
    return range.end - range.begin;
}

}  // namespace

std::optional<RegionForm> regionForm(const ir::Shape& shape, const std::vector<bool>& cut, std::int64_t elementBytes)
{
    RegionForm form;
    // Whole inner dimensions join the run, and so does the innermost one that is cut.
    int dim = shape.rank() - 1;
    while (dim >= 0 && !cut[static_cast<std::size_t>(dim)])
        --dim;
    form.runBegin = std::max(dim, 0);
    int* const outer[] = {&form.rowDim, &form.planeDim};
    std::size_t used = 0;
    while (--dim >= 0) {
        if (shape[dim].value == 1)
            continue;
        if (used == std::size(outer))
            return std::nullopt;
        *outer[used++] = dim;
        // A whole dimension and the one around it repeat with one pitch, as one.
        while (dim > 0 && !cut[static_cast<std::size_t>(dim)])
            --dim;
    }
    form.rowPitch = form.rowDim < 0 ? 0 : pitchOf(shape, form.rowDim, elementBytes);
    form.planePitch = form.planeDim < 0 ? 0 : pitchOf(shape, form.planeDim, elementBytes);
    return form;
}

Region regionOf(const RegionForm& form, const ir::Shape& shape, std::span<const ops::Range> ranges, std::int64_t elementBytes)
{
    Region region;
    region.bytes = elementBytes;
    for (int d = form.runBegin; d < shape.rank(); ++d)
        region.bytes *= sizeOf(ranges, d);
    const auto product = [&](int first, int last) {
        std::int64_t count = 1;
        for (int d = first; d > last; --d)
            count *= sizeOf(ranges, d);
        return count;
    };
    if (form.rowDim >= 0)
        region.rows = product(form.rowDim, form.planeDim);
    if (form.planeDim >= 0)
        region.planes = product(form.planeDim, -1);
    for (int d = 0; d < shape.rank(); ++d)
        region.offset += ranges[static_cast<std::size_t>(d)].begin * pitchOf(shape, d, elementBytes);
    return region;
}

std::optional<double> regionCycles(const target::Link& link, const Region& region)
{
    if (!link.bytesPerCycle.value)
        return std::nullopt;
    if (region.total() == 0)
        return 0.0;
    const double setup = link.setupCycles.value.value_or(0);
    const double row = link.rowCycles.value.value_or(0);
    const double plane = link.planeCycles.value.value_or(0);
    double commands = 1;
    if (link.dimensions < 2)
        commands = static_cast<double>(region.rows * region.planes);
    else if (link.dimensions < 3)
        commands = static_cast<double>(region.planes);
    if (link.maxBytes)
        commands = std::max(commands, std::ceil(static_cast<double>(region.total()) / static_cast<double>(*link.maxBytes)));
    const double rows = region.rows > 1 ? static_cast<double>(region.rows * region.planes) * row : 0;
    const double planes = region.planes > 1 ? static_cast<double>(region.planes) * plane : 0;
    return commands * setup + rows + planes + std::ceil(static_cast<double>(region.total()) / *link.bytesPerCycle.value);
}

}  // namespace tw::tiling
