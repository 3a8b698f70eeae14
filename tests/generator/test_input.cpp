// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/test_input.h"

#include <algorithm>

namespace tw::samples {
namespace {

constexpr std::int64_t kCell = 8;   // distance of the random points between which the field is interpolated

/// Between the four points around (y, x), in whole numbers.
std::int64_t interpolated(const std::vector<std::int64_t>& points, std::int64_t perRow, std::int64_t y, std::int64_t x)
{
    const auto at = [&](std::int64_t row, std::int64_t column) {
        return points[static_cast<std::size_t>(row * perRow + column)];
    };
    const std::int64_t row = y / kCell, down = y % kCell;
    const std::int64_t column = x / kCell, right = x % kCell;
    const std::int64_t above = at(row, column) * (kCell - right) + at(row, column + 1) * right;
    const std::int64_t below = at(row + 1, column) * (kCell - right) + at(row + 1, column + 1) * right;
    return (above * (kCell - down) + below * down) / (kCell * kCell);
}

}  // namespace

ir::TensorData smoothField(Random& random, std::int64_t channels, std::int64_t height, std::int64_t width)
{
    std::vector<std::int64_t> values;
    for (std::int64_t channel = 0; channel < channels; ++channel) {
        const std::int64_t perRow = width / kCell + 2;
        std::vector<std::int64_t> points(static_cast<std::size_t>((height / kCell + 2) * perRow));
        for (auto& point : points)
            point = random.between(-120, 120);
        for (std::int64_t i = 0; i < height * width; ++i)
            values.push_back(std::clamp<std::int64_t>(interpolated(points, perRow, i / width, i % width) + random.bell(6), -128, 127));
    }
    return ir::fromIntegers(ir::DataType::I8, ir::Shape{1, channels, height, width}, values);
}

std::vector<ir::TensorData> smoothFields(Random& random, int count, std::int64_t channels, std::int64_t height,
                                         std::int64_t width)
{
    std::vector<ir::TensorData> fields;
    for (int i = 0; i < count; ++i)
        fields.push_back(smoothField(random, channels, height, width));
    return fields;
}

}  // namespace tw::samples
