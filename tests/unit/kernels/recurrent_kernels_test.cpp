// SPDX-License-Identifier: Apache-2.0
// The recurrent kernels against the reference evaluation (which has tests of its own).
#include "tests/support/kernel_case.h"

extern "C" {
#include "recurrent.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ops::OpNode;
using ops::testing::Example;
using ops::testing::nodeOf;
using Attributes = std::map<std::string, ir::Attribute>;

constexpr std::int64_t kSteps = 4, kBatch = 2, kInput = 3, kHidden = 5;

struct Variant {
    std::string op = "LSTM";
    std::string direction = "forward";
    bool batchFirst = false;
    bool complete = true;   // with bias, lengths, initial states and peepholes
    Attributes more = {};
};

Example exampleOf(const Variant& variant)
{
    const std::int64_t gates = variant.op == "LSTM" ? 4 : variant.op == "GRU" ? 3 : 1;
    const std::int64_t directions = variant.direction == "bidirectional" ? 2 : 1;
    const ir::Shape states =
        variant.batchFirst ? ir::Shape{kBatch, directions, kHidden} : ir::Shape{directions, kBatch, kHidden};
    Example example{.op = variant.op, .attributes = variant.more};
    example.attributes["direction"] = variant.direction;
    example.attributes["hidden_size"] = kHidden;
    example.attributes["layout"] = std::int64_t{variant.batchFirst};
    example.inputs = {{F32, variant.batchFirst ? ir::Shape{kBatch, kSteps, kInput} : ir::Shape{kSteps, kBatch, kInput}},
                      {F32, {directions, gates * kHidden, kInput}},
                      {F32, {directions, gates * kHidden, kHidden}}};
    if (!variant.complete)
        return example;
    example.inputs.insert(example.inputs.end(),
                          {{F32, {directions, 2 * gates * kHidden}}, {I32, {kBatch}}, {F32, states}});
    example.values[4] = ir::fromIntegers(I32, {kBatch}, std::vector<std::int64_t>{2, kSteps});
    if (variant.op == "LSTM")
        example.inputs.insert(example.inputs.end(), {{F32, states}, {F32, {directions, 3 * kHidden}}});
    return example;
}

void call(const OpNode& node, const tw_recurrent_args& args, std::vector<std::vector<float>>& results, float* y,
          void* scratch)
{
    const auto in = [&](std::size_t i) { return inputData<float>(node, i); };
    float* yh = results[0].data();
    if (node.node.op == "RNN")
        tw_rnn_f32(&args, in(0), in(1), in(2), in(3), in(4), in(5), y, yh, scratch);
    else if (node.node.op == "GRU")
        tw_gru_f32(&args, in(0), in(1), in(2), in(3), in(4), in(5), y, yh, scratch);
    else
        tw_lstm_f32(&args, in(0), in(1), in(2), in(3), in(4), in(5), in(6), in(7), y, yh, results[1].data(), scratch);
}

void check(const Variant& variant)
{
    const auto node = nodeOf(exampleOf(variant));
    const auto args = argumentStruct<tw_recurrent_args>(node);
    const auto states = static_cast<std::size_t>(args.directions * args.batch * args.hidden);
    std::vector<float> scratch(6 * states);
    std::vector<std::vector<float>> results(2, std::vector<float>(states));
    expectMatchesReference<float>(node, [&](float* y) { call(node, args, results, y, scratch.data()); }, 1e-5);
    const auto expected = ops::evaluateNode(*ops::findOp("", variant.op, 21), node);
    for (std::size_t output = 1; output < expected->size(); ++output) {
        const auto values = ir::toDoubles(expected->at(output));
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_NEAR(results[output - 1][i], values[i], 1e-5) << variant.op << ", output " << output;
    }
}

TEST(RecurrentKernel, RunsEveryCellInEveryDirection)
{
    for (const std::string op : {"RNN", "GRU", "LSTM"})
        for (const std::string direction : {"forward", "reverse", "bidirectional"})
            for (const bool batchFirst : {false, true})
                for (const bool complete : {false, true})
                    check({op, direction, batchFirst, complete});
}

TEST(RecurrentKernel, KnowsTheVariantsOfTheCells)
{
    check({.op = "GRU", .more = {{"linear_before_reset", std::int64_t{1}}}});
    check({.op = "LSTM", .more = {{"input_forget", std::int64_t{1}}, {"clip", 0.75F}}});
}

TEST(RecurrentKernel, KnowsEveryActivation)
{
    for (const std::string name : {"Relu", "Tanh", "Sigmoid", "Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh",
                                   "HardSigmoid", "Elu", "Softsign", "Softplus"})
        check({.op = "RNN",
               .more = {{"activations", std::vector<std::string>{name}},
                        {"activation_alpha", std::vector<float>{0.5F}},
                        {"activation_beta", std::vector<float>{0.25F}},
                        {"clip", 1.5F}}});
}

TEST(RecurrentKernel, NeedsNoOutputsButOne)
{
    const auto node = nodeOf(exampleOf({.op = "LSTM"}));
    const auto args = argumentStruct<tw_recurrent_args>(node);
    const auto states = static_cast<std::size_t>(args.directions * args.batch * args.hidden);
    std::vector<float> scratch(6 * states), yh(states);
    const auto in = [&](std::size_t i) { return inputData<float>(node, i); };
    tw_lstm_f32(&args, in(0), in(1), in(2), in(3), in(4), in(5), in(6), in(7), nullptr, yh.data(), nullptr,
                scratch.data());
    const auto expected = ir::toDoubles(ops::evaluateNode(*ops::findOp("", "LSTM", 21), node)->at(1));
    for (std::size_t i = 0; i < states; ++i)
        ASSERT_NEAR(yh[i], expected[i], 1e-5);
}

}  // namespace
}  // namespace tw::testing
