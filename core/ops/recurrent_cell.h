// SPDX-License-Identifier: Apache-2.0
// One direction of a recurrent network over one sequence: RNN, GRU and LSTM cells in double precision.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tw::ops {

enum class Cell { Rnn, Gru, Lstm };   // numbered as in kernels/include/recurrent.h
int gatesOf(Cell cell);               // 1, 3 (z r h), 4 (i o f c)

enum class Activation {   // numbered as in kernels/include/recurrent.h
    Relu, Tanh, Sigmoid, Affine, LeakyRelu, ThresholdedRelu, ScaledTanh, HardSigmoid, Elu, Softsign, Softplus,
};

struct ActivationFunction {
    Activation kind = Activation::Tanh;
    double alpha = 0;
    double beta = 0;
    bool operator==(const ActivationFunction&) const = default;
};

/// With the defaults of ONNX for alpha and beta. BadAttribute for an unknown name.
Result<ActivationFunction> activationFrom(std::string_view name);
double apply(const ActivationFunction& function, double x);

struct CellRule {
    Cell cell = Cell::Rnn;
    std::int64_t inputSize = 0;
    std::int64_t hiddenSize = 0;
    ActivationFunction f, g, h;        // as the ONNX formulas name them
    double clip = 0;                   // of what the activations read; 0: none
    bool linearBeforeReset = false;    // GRU
    bool coupled = false;              // LSTM: the forget gate is 1 - input gate
};

/// The parameters of one direction; empty where the model has none.
struct CellWeights {
    std::span<const double> w;          // [gates * hidden, input]
    std::span<const double> r;          // [gates * hidden, hidden]
    std::span<const double> bias;       // [2 * gates * hidden]: of w, then of r
    std::span<const double> peephole;   // [3 * hidden]: i, o, f
};

struct CellState {
    std::vector<double> h;
    std::vector<double> c;   // LSTM
};

/// One step in time.
void step(const CellRule& rule, const CellWeights& weights, std::span<const double> x, CellState& state);

}  // namespace tw::ops
