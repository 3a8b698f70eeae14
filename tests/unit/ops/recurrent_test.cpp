// SPDX-License-Identifier: Apache-2.0
// RNN, GRU, LSTM: expected values are worked out by hand from the ONNX formulas. ONNX's node tests cover the rest.
#include "core/base/text.h"
#include "tests/unit/ops/op_case.h"

#include <gtest/gtest.h>

#include <cmath>

using tw::cat;
using tw::Code;
using tw::ir::DataType;
using tw::ir::Dim;
using tw::ir::Shape;
using tw::ops::test::OpCase;
using Doubles = std::vector<double>;
using Names = std::vector<std::string>;

namespace {

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

/// One feature, one unit; W and R as given, per direction.
OpCase cell(std::string op, const Doubles& x, std::int64_t directions, const Doubles& w, const Doubles& r)
{
    const auto rows = static_cast<std::int64_t>(w.size()) / directions;
    return OpCase(std::move(op))
        .attribute("hidden_size", std::int64_t{1})
        .floats({static_cast<std::int64_t>(x.size()), 1, 1}, x, DataType::F64)
        .floats({directions, rows, 1}, w, DataType::F64)
        .floats({directions, rows, 1}, r, DataType::F64);
}

Code errorOf(const OpCase& test)
{
    const auto result = test.run();
    return result ? Code::Internal : result.error().code;
}

}  // namespace

TEST(Rnn, AddsTheStateOfTheStepBefore)
{
    const auto forward = cell("RNN", {1, 2, 3}, 1, {1}, {2}).attribute("activations", Names{"Relu"});
    EXPECT_EQ(forward.doubles(0), (Doubles{1, 4, 11}));
    EXPECT_EQ(forward.doubles(1), Doubles{11});
}

TEST(Rnn, RunsBothWays)
{
    const auto both = cell("RNN", {1, 2, 3}, 2, {1, 1}, {2, 1})
                          .attribute("activations", Names{"Relu", "Relu"})
                          .attribute("direction", std::string("bidirectional"));
    EXPECT_EQ(both.doubles(0), (Doubles{1, 6, 4, 5, 11, 3}));   // backwards: 3, 5, 6
    EXPECT_EQ(both.doubles(1), (Doubles{11, 6}));
}

TEST(Rnn, StopsAtTheEndOfEachSequence)
{
    const auto first = cell("RNN", {1, 2, 3}, 1, {1}, {1})
                           .attribute("activations", Names{"Relu"})
                           .attribute("direction", std::string("reverse"))
                           .absent()
                           .integers(DataType::I32, {1}, {2});
    EXPECT_EQ(first.doubles(0), (Doubles{3, 2, 0}));
    EXPECT_EQ(first.doubles(1), Doubles{3});
    EXPECT_EQ(errorOf(cell("RNN", {1}, 1, {1}, {1}).absent().integers(DataType::I32, {1}, {2})), Code::BadInput);
}

TEST(Gru, MixesTheCandidateWithTheState)
{
    const auto gru = [] {
        return cell("GRU", {1}, 1, {0, 0, 1}, {0, 0, 1}).absent().absent().floats({1, 1, 1}, {4}, DataType::F64);
    };
    const double before = 0.5 * std::tanh(1 + 0.5 * 4) + 0.5 * 4;   // both gates are one half
    EXPECT_DOUBLE_EQ(gru().doubles(1)[0], before);
    EXPECT_DOUBLE_EQ(gru().attribute("linear_before_reset", std::int64_t{1}).doubles(1)[0],
                     before);   // no bias: the same
}

TEST(Lstm, KeepsACellAndAnOutput)
{
    const auto lstm = cell("LSTM", {1}, 1, {1, 2, 3, 4}, {0, 0, 0, 0})
                          .absent()
                          .absent()
                          .absent()
                          .floats({1, 1, 1}, {0.5}, DataType::F64);
    const double c = sigmoid(3) * 0.5 + sigmoid(1) * std::tanh(4);   // gates stand as i, o, f, c
    EXPECT_DOUBLE_EQ(lstm.doubles(2)[0], c);
    EXPECT_DOUBLE_EQ(lstm.doubles(1)[0], sigmoid(2) * std::tanh(c));
}

TEST(Lstm, ClipsWhatTheActivationsRead)
{
    const auto lstm = cell("LSTM", {1}, 1, {9, 9, 9, 9}, {0, 0, 0, 0}).attribute("clip", 0.5F);
    EXPECT_DOUBLE_EQ(lstm.doubles(2)[0], sigmoid(0.5) * std::tanh(0.5));
}

TEST(Lstm, InfersFromTheWeights)
{
    const Shape x(std::vector<Dim>{{.symbol = "t"}, {.value = 1}, {.value = 5}});
    const auto test = OpCase("LSTM")
                          .unknown(DataType::F32, x)
                          .unknown(DataType::F32, Shape{1, 12, 5})
                          .unknown(DataType::F32, Shape{1, 12, 3});
    const auto inferred = test.infer();
    EXPECT_EQ(cat(inferred.value()[0].shape), "[t, 1, 1, 3]");
    EXPECT_EQ(cat(inferred.value()[2].shape), "[1, 1, 3]");
}

TEST(Lstm, RefusesWhatDoesNotFit)
{
    EXPECT_EQ(errorOf(cell("LSTM", {1}, 1, {1, 2, 3}, {1, 2, 3})), Code::BadShape);
    EXPECT_EQ(errorOf(cell("LSTM", {1}, 1, {1, 2, 3, 4}, {1, 2, 3, 4}).attribute("direction", std::string("up"))),
              Code::BadAttribute);
    EXPECT_EQ(errorOf(cell("LSTM", {1}, 1, {1, 2, 3, 4}, {1, 2, 3, 4}).attribute("activations", Names{"Tanh"})),
              Code::BadAttribute);
    EXPECT_EQ(errorOf(cell("LSTM", {1}, 1, {1, 2, 3, 4}, {1, 2, 3, 4}).attribute("hidden_size", std::int64_t{2})),
              Code::BadShape);
}
