// SPDX-License-Identifier: Apache-2.0
#include "core/ops/recurrent_cell.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::ops {
namespace {

struct Named {
    std::string_view name;
    ActivationFunction function;
};

constexpr std::array<Named, 11> kActivations{{{"relu", {Activation::Relu, 0, 0}},
                                              {"tanh", {Activation::Tanh, 0, 0}},
                                              {"sigmoid", {Activation::Sigmoid, 0, 0}},
                                              {"affine", {Activation::Affine, 1, 0}},
                                              {"leakyrelu", {Activation::LeakyRelu, 0.01, 0}},
                                              {"thresholdedrelu", {Activation::ThresholdedRelu, 1, 0}},
                                              {"scaledtanh", {Activation::ScaledTanh, 1, 1}},
                                              {"hardsigmoid", {Activation::HardSigmoid, 0.2, 0.5}},
                                              {"elu", {Activation::Elu, 1, 0}},
                                              {"softsign", {Activation::Softsign, 0, 0}},
                                              {"softplus", {Activation::Softplus, 0, 0}}}};

double dot(std::span<const double> weights, std::int64_t row, std::span<const double> x)
{
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += weights[static_cast<std::size_t>(row) * x.size() + i] * x[i];
    return sum;
}

/// The shares of a gate's unit: from the input and from the state, each with its bias.
struct Shares {
    double input = 0;
    double state = 0;
};

Shares sharesOf(const CellRule& rule, const CellWeights& weights, std::int64_t row, std::span<const double> x,
                std::span<const double> h)
{
    Shares shares{dot(weights.w, row, x), dot(weights.r, row, h)};
    if (!weights.bias.empty()) {
        shares.input += weights.bias[static_cast<std::size_t>(row)];
        shares.state += weights.bias[static_cast<std::size_t>(gatesOf(rule.cell) * rule.hiddenSize + row)];
    }
    return shares;
}

double clipped(const CellRule& rule, double x)
{
    return rule.clip > 0 ? std::clamp(x, -rule.clip, rule.clip) : x;
}

void stepRnn(const CellRule& rule, const CellWeights& weights, std::span<const double> x, CellState& state)
{
    std::vector<double> next;
    for (std::int64_t unit = 0; unit < rule.hiddenSize; ++unit) {
        const auto shares = sharesOf(rule, weights, unit, x, state.h);
        next.push_back(apply(rule.f, clipped(rule, shares.input + shares.state)));
    }
    state.h = next;
}

void stepGru(const CellRule& rule, const CellWeights& weights, std::span<const double> x, CellState& state)
{
    const std::int64_t hidden = rule.hiddenSize;
    std::vector<double> update;
    std::vector<double> reset;
    std::vector<double> resetState;
    for (std::int64_t unit = 0; unit < hidden; ++unit) {
        const auto z = sharesOf(rule, weights, unit, x, state.h);
        const auto r = sharesOf(rule, weights, hidden + unit, x, state.h);
        update.push_back(apply(rule.f, clipped(rule, z.input + z.state)));
        reset.push_back(apply(rule.f, clipped(rule, r.input + r.state)));
        resetState.push_back(reset.back() * state.h[static_cast<std::size_t>(unit)]);
    }
    std::vector<double> next;
    for (std::size_t unit = 0; unit < update.size(); ++unit) {
        const std::int64_t row = 2 * hidden + static_cast<std::int64_t>(unit);
        const auto shares = sharesOf(rule, weights, row, x, rule.linearBeforeReset ? state.h : resetState);
        const double fromState = rule.linearBeforeReset ? reset[unit] * shares.state : shares.state;
        const double candidate = apply(rule.g, clipped(rule, shares.input + fromState));
        next.push_back((1 - update[unit]) * candidate + update[unit] * state.h[unit]);
    }
    state.h = next;
}

void stepLstm(const CellRule& rule, const CellWeights& weights, std::span<const double> x, CellState& state)
{
    const auto hidden = static_cast<std::size_t>(rule.hiddenSize);
    std::vector<double> next(hidden);
    for (std::size_t unit = 0; unit < hidden; ++unit) {
        const auto sum = [&](std::size_t gate) {
            const auto shares = sharesOf(rule, weights, static_cast<std::int64_t>(gate * hidden + unit), x, state.h);
            return shares.input + shares.state;
        };
        const auto peek = [&](std::size_t gate, double c) {
            return weights.peephole.empty() ? 0 : weights.peephole[gate * hidden + unit] * c;
        };
        const double before = state.c[unit];
        const double input = apply(rule.f, clipped(rule, sum(0) + peek(0, before)));
        const double forget = rule.coupled ? 1 - input : apply(rule.f, clipped(rule, sum(2) + peek(2, before)));
        const double cell = forget * before + input * apply(rule.g, clipped(rule, sum(3)));
        const double output = apply(rule.f, clipped(rule, sum(1) + peek(1, cell)));
        next[unit] = output * apply(rule.h, cell);
        state.c[unit] = cell;
    }
    state.h = next;
}

}  // namespace

int gatesOf(Cell cell)
{
    switch (cell) {
    case Cell::Rnn: return 1;
    case Cell::Gru: return 3;
    case Cell::Lstm: break;
    }
    return 4;
}

Result<ActivationFunction> activationFrom(std::string_view name)
{
    const auto wanted = toLower(name);
    for (const auto& one : kActivations)
        if (one.name == wanted)
            return one.function;
    return Error{.code = Code::BadAttribute,
                 .message = cat("activation ", name, " is not known"),
                 .place = {.attribute = "activations"}};
}

double apply(const ActivationFunction& function, double x)
{
    const auto [kind, alpha, beta] = function;
    switch (kind) {
    case Activation::Relu: return std::max(x, 0.0);
    case Activation::Tanh: return std::tanh(x);
    case Activation::Sigmoid: return 1 / (1 + std::exp(-x));
    case Activation::Affine: return alpha * x + beta;
    case Activation::LeakyRelu: return x < 0 ? alpha * x : x;
    case Activation::ThresholdedRelu: return x > alpha ? x : 0;
    case Activation::ScaledTanh: return alpha * std::tanh(beta * x);
    case Activation::HardSigmoid: return std::clamp(alpha * x + beta, 0.0, 1.0);
    case Activation::Elu: return x < 0 ? alpha * std::expm1(x) : x;
    case Activation::Softsign: return x / (1 + std::fabs(x));
    case Activation::Softplus: break;
    }
    return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

void step(const CellRule& rule, const CellWeights& weights, std::span<const double> x, CellState& state)
{
    switch (rule.cell) {
    case Cell::Rnn: return stepRnn(rule, weights, x, state);
    case Cell::Gru: return stepGru(rule, weights, x, state);
    case Cell::Lstm: return stepLstm(rule, weights, x, state);
    }
}

}  // namespace tw::ops
