// SPDX-License-Identifier: Apache-2.0
// Nodes that make no sense get an Error: whatever stands in a file, nothing throws and nothing is read out of range
// (the sanitizers watch). What is inferred holds for what is evaluated.
#include "core/base/text.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

#include <random>

namespace tw::ops {
namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}

    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }
    template <class T>
    const T& oneOf(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(values.size()) - 1))];
    }
    std::vector<std::int64_t> numbers(std::int64_t count, std::int64_t low, std::int64_t high)
    {
        std::vector<std::int64_t> result;
        for (std::int64_t i = 0; i < count; ++i)
            result.push_back(between(low, high));
        return result;
    }

private:
    std::mt19937 random_;
};

const std::vector<std::string> kOps = {
    "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Dropout", "Transpose", "Concat", "Split", "Slice", "Pad", "Gather",
    "GatherElements", "GatherND", "Scatter", "ScatterElements", "ScatterND", "Expand", "Tile", "DepthToSpace",
    "SpaceToDepth", "Cast", "CastLike", "Constant", "ConstantOfShape", "Range", "EyeLike", "CumSum", "TopK", "Trilu",
    "OneHot", "ReverseSequence", "Compress", "NonZero", "Unique", "Resize", "Upsample", "Shape", "Size", "RNN", "GRU",
    "LSTM"};

TensorData randomTensor(Dice& dice)
{
    const Shape shape = Shape::of(dice.numbers(dice.between(0, 4), 0, 3));
    const auto type =
        dice.oneOf<DataType>({DataType::F32, DataType::I64, DataType::I64, DataType::I32, DataType::I8, DataType::U64,
                              DataType::Bool, DataType::F16, DataType::I4, DataType::String});
    const auto count = shape.elements().value();
    if (type == DataType::String)
        return {
            type, shape, {}, std::make_shared<const std::vector<std::string>>(static_cast<std::size_t>(count), "7")};
    const auto spread = dice.between(0, 20) == 0 ? std::numeric_limits<std::int64_t>::max() : 3;
    return ir::fromIntegers(type, shape, dice.numbers(count, -spread, spread));
}

ir::Attribute randomAttribute(Dice& dice)
{
    switch (dice.between(0, 4)) {
    case 0: return dice.between(-3, 3);
    case 1: return dice.numbers(dice.between(0, 5), -3, 3);
    case 2: return static_cast<float>(dice.between(-3, 3)) / 2;
    case 3: return randomTensor(dice);
    default:
        return dice.oneOf<std::string>({"constant", "reflect", "wrap", "edge", "linear", "nearest", "cubic", "reverse",
                                        "bidirectional", "CRD", "align_corners", "tf_crop_and_resize", "add", "mul",
                                        "?"});
    }
}

OpNode randomNode(Dice& dice, const std::string& op)
{
    const std::vector<std::string> names = {"axis",        "axes",
                                            "perm",        "pads",
                                            "mode",        "k",
                                            "split",       "starts",
                                            "ends",        "steps",
                                            "shape",       "blocksize",
                                            "to",          "value",
                                            "num_outputs", "batch_dims",
                                            "reduction",   "direction",
                                            "hidden_size", "layout",
                                            "scales",      "keepdims",
                                            "start",       "end",
                                            "repeats",     "coordinate_transformation_mode",
                                            "allowzero",   "largest",
                                            "upper",       "sorted",
                                            "time_axis",   "batch_axis"};
    OpNode node{.node = {.id = {0}, .name = op, .op = op}, .opset = static_cast<int>(dice.between(1, 22))};
    const auto inputs = dice.between(0, 5);
    for (std::int64_t i = 0; i < inputs; ++i) {
        const auto data = randomTensor(dice);
        node.inputs.push_back(dice.between(0, 9) == 0 ? Operand{} : Operand{true, data.type, data.shape, data});
    }
    for (auto left = dice.between(0, 4); left > 0; --left)
        node.node.attributes[dice.oneOf(names)] = randomAttribute(dice);
    for (auto left = dice.between(1, 4); left > 0; --left)
        node.node.outputs.push_back({static_cast<std::int32_t>(left)});
    return node;
}

/// Returns whether the node made sense.
bool exercise(const OpNode& given)
{
    const OpDef* def = findOp("", given.node.op, given.opset);
    auto inferred = inferNode(*def, given);
    OpNode unknown = given;
    for (auto& input : unknown.inputs)
        input = {.present = input.present};
    (void)inferNode(*def, unknown);
    if (!inferred)
        return false;
    OpNode node = given;
    for (const auto& output : inferred.value())
        node.outputs.push_back({true, output.type, output.shape});
    const auto values = evaluateNode(*def, node);
    if (!values)
        return false;
    for (std::size_t i = 0; i < std::min(values->size(), inferred->size()); ++i) {
        const auto& shape = (*inferred)[i].shape;
        EXPECT_TRUE(!shape.isStatic() || shape == (*values)[i].shape) << shape << " against " << (*values)[i].shape;
        node.outputs[i].shape = (*values)[i].shape;
    }
    (void)countNode(*def, node);
    (void)accessOf(*def, node);
    (void)argumentsOf(*def, node);
    return true;
}

TEST(MoveRobustness, NonsenseIsAnError)
{
    int sensible = 0;
    for (unsigned seed = 0; seed < 20000; ++seed) {
        Dice dice(seed);
        const auto node = randomNode(dice, kOps[seed % kOps.size()]);
        try {
            sensible += exercise(node) ? 1 : 0;
        } catch (const std::exception& thrown) {
            ADD_FAILURE() << node.node.op << ", seed " << seed << ": " << thrown.what();
        }
    }
    EXPECT_GT(sensible, 500);   // else the test would only see refusals
}

}  // namespace
}  // namespace tw::ops
