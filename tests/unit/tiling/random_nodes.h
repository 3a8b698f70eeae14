// SPDX-License-Identifier: Apache-2.0
// Small nodes of many kinds with random sizes, and the installed targets to tile them for.
#pragma once

#include "core/target/load.h"
#include "core/tiling/solve.h"
#include "tests/unit/ops/access_property.h"

#include <random>

namespace tw::tiling::testing {

using ir::DataType;
using ir::Shape;
using Ints = std::vector<std::int64_t>;

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}
    std::int64_t roll(std::int64_t low, std::int64_t high) { return std::uniform_int_distribution<std::int64_t>(low, high)(random_); }
    bool coin() { return roll(0, 1) == 1; }

private:
    std::mt19937 random_;
};

/// `constants`: how many of the last inputs are known.
inline target::MatchNode matchOf(const ops::testing::Example& example, std::size_t constants)
{
    auto view = ops::testing::nodeOf(example);
    for (std::size_t i = 0; i + constants < view.inputs.size(); ++i)
        view.inputs[i].constant.reset();
    view.node.name = "node";
    const auto* def = ops::findOp(example.domain, example.op, example.opset);
    auto match = target::matchNodeOf(*def, std::move(view));
    EXPECT_TRUE(match) << match.error().text();
    return std::move(match).value();
}

inline target::MatchNode convOf(Dice& dice)
{
    const bool depthwise = dice.coin();
    const auto channels = dice.roll(1, 8);
    const auto outputs = depthwise ? channels : dice.roll(1, 8);
    const auto kernel = dice.roll(1, 3);
    const auto height = dice.roll(kernel, 7);
    const auto width = dice.roll(kernel, 6);
    const auto pad = dice.roll(0, kernel / 2);
    ops::testing::Example example{.op = "RequantizedConv", .domain = "tilewright"};
    example.inputs = {{DataType::U8, {1, height, width, channels}},
                      {DataType::I8, {outputs, depthwise ? 1 : channels, kernel, kernel}},
                      {DataType::I32, {outputs}}, {DataType::I32, {outputs}}, {DataType::I32, {outputs}}};
    example.attributes = {{"layout", std::string("NHWC")}, {"group", depthwise ? channels : std::int64_t{1}},
                          {"strides", Ints{dice.roll(1, 2), dice.roll(1, 2)}}, {"pads", Ints{pad, pad, dice.roll(0, pad), pad}},
                          {"n_levels", std::int64_t{256}}, {"div", std::int64_t{16}}, {"signed", std::int64_t{0}}};
    return matchOf(example, 4);
}

inline target::MatchNode poolOf(Dice& dice)
{
    const auto kernel = dice.roll(2, 3);
    ops::testing::Example example{.op = dice.coin() ? "MaxPool" : "AveragePool"};
    example.inputs = {{DataType::F32, {1, dice.roll(1, 8), dice.roll(3, 8), dice.roll(3, 6)}}};
    example.attributes = {{"kernel_shape", Ints{kernel, kernel}}, {"strides", Ints{dice.roll(1, 2), dice.roll(1, 3)}},
                          {"pads", Ints{dice.roll(0, 1), 0, dice.roll(0, 1), 1}}};
    return matchOf(example, 0);
}

inline target::MatchNode productOf(Dice& dice)
{
    const auto m = dice.roll(1, 9);
    const auto k = dice.roll(1, 12);
    const auto n = dice.roll(1, 12);
    if (dice.coin()) {
        ops::testing::Example example{.op = "Gemm"};
        example.inputs = {{DataType::I8, {m, k}}, {DataType::I8, {n, k}}, {DataType::I32, {n}}};
        example.attributes = {{"transB", std::int64_t{1}}};
        return matchOf(example, 2);
    }
    ops::testing::Example example{.op = "MatMul"};
    example.inputs = {{DataType::F32, {dice.roll(1, 3), m, k}}, {DataType::F32, {k, n}}};
    if (dice.coin())
        example.inputs[1].second = Shape{example.inputs[0].second[0].value, k, n};
    return matchOf(example, dice.coin() ? 1 : 0);
}

inline target::MatchNode elementwiseOf(Dice& dice)
{
    const Shape shape{dice.roll(1, 3), dice.roll(1, 8), dice.roll(1, 9)};
    ops::testing::Example example{.op = dice.coin() ? "Add" : "Mul"};
    example.inputs = {{DataType::F32, shape}, {DataType::F32, shape}};
    for (int axis = 0; axis < 3; ++axis)
        if (dice.roll(0, 2) == 0)
            example.inputs[1].second[axis].value = 1;
    return matchOf(example, dice.coin() ? 1 : 0);
}

inline target::MatchNode moveOf(Dice& dice)
{
    ops::testing::Example example{.op = "Transpose"};
    example.inputs = {{dice.coin() ? DataType::I8 : DataType::F32, {dice.roll(1, 4), dice.roll(1, 8), dice.roll(1, 9)}}};
    const Ints orders[] = {{0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}};
    example.attributes = {{"perm", orders[dice.roll(0, 3)]}};
    return matchOf(example, 0);
}

inline target::MatchNode randomNode(Dice& dice)
{
    switch (dice.roll(0, 4)) {
    case 0: return convOf(dice);
    case 1: return poolOf(dice);
    case 2: return productOf(dice);
    case 3: return elementwiseOf(dice);
    default: return moveOf(dice);
    }
}

inline const target::Target& installed(const std::string& name)
{
    static std::map<std::string, target::Target> loaded;
    if (!loaded.contains(name)) {
        auto target = target::loadTarget(name, target::installedPlaces());
        EXPECT_TRUE(target) << target.error().text();
        loaded.emplace(name, std::move(target).value());
    }
    return loaded.at(name);
}

/// Rows of the target that take the node.
inline std::vector<const target::KernelRow*> rowsFor(const target::Target& target, const target::MatchNode& node)
{
    std::vector<const target::KernelRow*> rows;
    for (const int row : target::matchRows(target, node).rows)
        rows.push_back(&target.rows[static_cast<std::size_t>(row)]);
    return rows;
}

}  // namespace tw::tiling::testing
