// SPDX-License-Identifier: Apache-2.0
// RNN, GRU, LSTM: cells that carry a state along a sequence, forwards, backwards or both.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/indices.h"
#include "core/ops/recurrent_cell.h"

#include <algorithm>

namespace tw::ops {
namespace {

enum Input : std::size_t { X, W, R, B, Lengths, InitialH, InitialC, Peephole };

Cell cellOf(const OpNode& node)
{
    return node.node.op == "LSTM" ? Cell::Lstm : node.node.op == "GRU" ? Cell::Gru : Cell::Rnn;
}

struct Plan {
    Cell cell = Cell::Rnn;
    int directions = 1;
    bool firstIsReverse = false;
    bool batchFirst = false;          // layout 1
    std::int64_t hidden = -1;         // -1: not known
    std::vector<CellRule> rules = {}; // one per direction
};

/// f, g, h of each direction, in the order of the attribute.
Result<std::vector<ActivationFunction>> activationsOf(const OpNode& node, Cell cell, int directions)
{
    std::vector<std::string> names;
    const auto found = node.node.attributes.find("activations");
    const auto* given =
        found == node.node.attributes.end() ? nullptr : std::get_if<std::vector<std::string>>(&found->second);
    const std::vector<std::string> defaults = cell == Cell::Rnn ? std::vector<std::string>{"Tanh"}
                                              : cell == Cell::Gru ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                                                  : std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"};
    for (int direction = 0; direction < directions; ++direction)
        names.insert(names.end(), defaults.begin(), defaults.end());
    if (given && given->size() != names.size())
        return Error{.code = Code::BadAttribute,
                     .message = cat(node.node.op, " needs ", names.size(), " activations, got ", given->size()),
                     .place = {.attribute = "activations"}};
    std::vector<ActivationFunction> functions;
    for (const auto& name : given ? *given : names) {
        TW_TRY(const auto function, activationFrom(name));
        functions.push_back(function);
    }
    const auto parameters = [&](const std::string& name, double ActivationFunction::*field) {
        const auto attribute = node.node.attributes.find(name);
        const auto* values =
            attribute == node.node.attributes.end() ? nullptr : std::get_if<std::vector<float>>(&attribute->second);
        for (std::size_t i = 0; values && i < std::min(values->size(), functions.size()); ++i)
            functions[i].*field = static_cast<double>((*values)[i]);
    };
    parameters("activation_alpha", &ActivationFunction::alpha);
    parameters("activation_beta", &ActivationFunction::beta);
    return functions;
}

Result<std::int64_t> hiddenSize(const OpNode& node)
{
    const Shape& r = node.shape(R);
    const std::int64_t fromWeights = r.rank() == 3 ? r[2].value : -1;
    TW_TRY(const auto hidden, node.intOf("hidden_size", fromWeights));
    if (fromWeights >= 0 && hidden != fromWeights)
        return Error{.code = Code::BadShape,
                     .message = cat("hidden_size is ", hidden, ", but R is ", r),
                     .place = {.attribute = "hidden_size"}};
    return hidden;
}

Result<Plan> planOf(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 3));
    Plan plan{.cell = cellOf(node)};
    TW_TRY(const auto direction, node.stringOf("direction", "forward"));
    if (direction != "forward" && direction != "reverse" && direction != "bidirectional")
        return Error{.code = Code::BadAttribute,
                     .message = cat("direction ", direction, " is not known"),
                     .place = {.attribute = "direction"}};
    plan.directions = direction == "bidirectional" ? 2 : 1;
    plan.firstIsReverse = direction == "reverse";
    TW_TRY(const auto layout, node.intOf("layout", 0));
    plan.batchFirst = layout != 0;
    TW_TRY(plan.hidden, hiddenSize(node));
    TW_TRY(const auto functions, activationsOf(node, plan.cell, plan.directions));
    TW_TRY(const auto clip, node.floatOf("clip", 0.0));
    TW_TRY(const auto linear, node.intOf("linear_before_reset", 0));
    TW_TRY(const auto coupled, node.intOf("input_forget", 0));
    const std::size_t each = functions.size() / static_cast<std::size_t>(plan.directions);
    for (int d = 0; d < plan.directions; ++d) {
        const auto* mine = &functions[static_cast<std::size_t>(d) * each];
        plan.rules.push_back({.cell = plan.cell,
                              .inputSize = node.shape(X).rank() == 3 ? node.shape(X)[2].value : -1,
                              .hiddenSize = plan.hidden,
                              .f = mine[0],
                              .g = mine[std::min<std::size_t>(1, each - 1)],
                              .h = mine[each - 1],
                              .clip = clip,
                              .linearBeforeReset = linear != 0,
                              .coupled = coupled != 0});
    }
    return plan;
}

/// Contradictions between what is known of the operands.
Result<void> checkOperands(const OpNode& node, const Plan& plan, const ir::Dim& batch)
{
    const std::int64_t gates = gatesOf(plan.cell);
    const std::int64_t rows = plan.hidden < 0 ? -1 : gates * plan.hidden;
    const std::int64_t stateRows = plan.batchFirst ? batch.value : plan.directions;
    const std::int64_t stateColumns = plan.batchFirst ? plan.directions : batch.value;
    const auto width = node.shape(X).rank() == 3 ? node.shape(X)[2].value : -1;
    const std::vector<Shape> wanted = {Shape::ofRank(3),
                                       {plan.directions, rows, width},
                                       {plan.directions, rows, plan.hidden},
                                       {plan.directions, rows < 0 ? -1 : 2 * rows},
                                       {batch.value},
                                       {stateRows, stateColumns, plan.hidden},
                                       {stateRows, stateColumns, plan.hidden},
                                       {plan.directions, plan.hidden < 0 ? -1 : 3 * plan.hidden}};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!node.has(i) || !node.shape(i).ranked())
            continue;
        bool fits = node.shape(i).rank() == wanted[i].rank();
        for (int axis = 0; fits && axis < wanted[i].rank(); ++axis)
            fits = !wanted[i][axis].known() || !node.shape(i)[axis].known() ||
                   wanted[i][axis].value == node.shape(i)[axis].value;
        if (!fits)
            return Error{
                .code = Code::BadShape,
                .message = cat("input ", i, " of ", node.node.op, " is ", node.shape(i), ", expected ", wanted[i])};
    }
    return {};
}

struct Sequence {
    ir::Dim steps;
    ir::Dim batch;
};

Sequence sequenceOf(const OpNode& node, const Plan& plan)
{
    const Shape& x = node.shape(X);
    if (x.rank() != 3)
        return {};
    return plan.batchFirst ? Sequence{x[1], x[0]} : Sequence{x[0], x[1]};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(const auto plan, planOf(node));
    const auto [steps, batch] = sequenceOf(node, plan);
    TW_TRY_VOID(checkOperands(node, plan, batch));
    const ir::Dim directions{.value = plan.directions};
    const ir::Dim hidden{.value = plan.hidden};
    const Shape all(plan.batchFirst ? std::vector{batch, steps, directions, hidden}
                                    : std::vector{steps, directions, batch, hidden});
    const Shape last(plan.batchFirst ? std::vector{batch, directions, hidden} : std::vector{directions, batch, hidden});
    std::vector<Inferred> result{{.type = node.type(X), .shape = all}, {.type = node.type(X), .shape = last}};
    if (plan.cell == Cell::Lstm)
        result.push_back({.type = node.type(X), .shape = last});
    return result;
}

/// Where things stand, in elements.
struct Places {
    std::int64_t steps = 0;
    std::int64_t batch = 0;
    int directions = 1;
    bool batchFirst = false;

    std::int64_t input(std::int64_t t, std::int64_t b) const { return batchFirst ? b * steps + t : t * batch + b; }
    std::int64_t output(std::int64_t t, std::int64_t d, std::int64_t b) const
    {
        return batchFirst ? (b * steps + t) * directions + d : (t * directions + d) * batch + b;
    }
    std::int64_t state(std::int64_t d, std::int64_t b) const { return batchFirst ? b * directions + d : d * batch + b; }
};

std::vector<double> valuesOf(const OpNode& node, std::size_t input)
{
    return node.constant(input) ? ir::toDoubles(*node.constant(input)) : std::vector<double>{};
}

std::span<double> part(std::vector<double>& values, std::int64_t index, std::int64_t size)
{
    return values.empty()
               ? std::span<double>()
               : std::span(values).subspan(static_cast<std::size_t>(index * size), static_cast<std::size_t>(size));
}

struct Run {
    Places places;
    std::vector<double> x, w, r, bias, peephole;
    std::vector<double> h, c;        // initial states, then the last ones
    std::vector<double> y;
    std::vector<std::int64_t> lengths;
};

void runChain(const Plan& plan, Run& run, int direction, std::int64_t b)
{
    const CellRule& rule = plan.rules[static_cast<std::size_t>(direction)];
    const std::int64_t hidden = rule.hiddenSize;
    const std::int64_t rows = gatesOf(rule.cell) * hidden;
    const CellWeights weights{part(run.w, direction, rows * rule.inputSize), part(run.r, direction, rows * hidden),
                              part(run.bias, direction, 2 * rows), part(run.peephole, direction, 3 * hidden)};
    const auto h = part(run.h, run.places.state(direction, b), hidden);
    const auto c = part(run.c, run.places.state(direction, b), hidden);
    CellState state{{h.begin(), h.end()}, {c.begin(), c.end()}};
    const auto length = run.lengths[static_cast<std::size_t>(b)];
    const bool reverse = direction == 1 || plan.firstIsReverse;
    for (std::int64_t i = 0; i < length; ++i) {
        const std::int64_t t = reverse ? length - 1 - i : i;
        step(rule, weights, part(run.x, run.places.input(t, b), rule.inputSize), state);
        std::copy(state.h.begin(), state.h.end(), part(run.y, run.places.output(t, direction, b), hidden).begin());
    }
    std::copy(state.h.begin(), state.h.end(), h.begin());
    std::copy(state.c.begin(), state.c.end(), c.begin());
}

Result<std::vector<std::int64_t>> lengthsOf(const OpNode& node, const Places& places)
{
    if (!node.constant(Lengths))
        return std::vector<std::int64_t>(static_cast<std::size_t>(places.batch), places.steps);
    TW_TRY(auto lengths, integersOf(node, *node.constant(Lengths)));
    for (const auto length : lengths)
        if (length < 0 || length > places.steps)
            return Error{.code = Code::BadInput,
                         .message = cat("a sequence of length ", length, " does not fit ", places.steps, " steps")};
    return lengths;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(const auto plan, planOf(node));
    const auto [steps, batch] = sequenceOf(node, plan);
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.has(i) && i != Lengths && !ir::isFloat(node.type(i)))
            return Error{.code = Code::BadType,
                         .message = cat(node.node.op, " needs floats, input ", i, " is ", ir::typeName(node.type(i)))};
    TW_TRY(const auto count, resultSize(node, inferred[0].shape));
    Run run{.places = {steps.value, batch.value, plan.directions, plan.batchFirst},
            .x = valuesOf(node, X), .w = valuesOf(node, W), .r = valuesOf(node, R), .bias = valuesOf(node, B),
            .peephole = valuesOf(node, Peephole), .h = valuesOf(node, InitialH), .c = valuesOf(node, InitialC),
            .y = std::vector<double>(static_cast<std::size_t>(count)), .lengths = {}};
    const auto states = static_cast<std::size_t>(inferred[1].shape.elements().value_or(0));
    run.h.resize(states);
    if (plan.cell == Cell::Lstm)
        run.c.resize(states);
    TW_TRY(run.lengths, lengthsOf(node, run.places));
    for (int direction = 0; direction < plan.directions; ++direction)
        for (std::int64_t b = 0; b < batch.value; ++b)
            runChain(plan, run, direction, b);
    std::vector<TensorData> results{ir::fromDoubles(inferred[0].type, inferred[0].shape, run.y),
                                    ir::fromDoubles(inferred[1].type, inferred[1].shape, run.h)};
    if (plan.cell == Cell::Lstm)
        results.push_back(ir::fromDoubles(inferred[2].type, inferred[2].shape, run.c));
    return results;
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto plan = planOf(node);
    if (!plan)
        return counts;
    const auto [steps, batch] = sequenceOf(node, *plan);
    const std::int64_t units = steps.value * batch.value * plan->directions * plan->hidden * gatesOf(plan->cell);
    counts.macs = units * (plan->rules[0].inputSize + plan->hidden);
    counts.elementOps = 2 * units;   // an activation and its share of the state, per gate
    return counts;
}

AccessMap access(const OpNode& node)   // every step needs all the steps before
{
    return withWholeParameters(node, wholes(node.shape(X).rank()));
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto plan, planOf(node));
    const auto [steps, batch] = sequenceOf(node, plan);
    const CellRule& rule = plan.rules[0];
    const CellRule& other = plan.rules.back();
    if (!(rule.f == other.f && rule.g == other.g && rule.h == other.h))
        return Error{.code = Code::UnsupportedOperator,
                     .message = "the kernel uses the same activations in both directions"};
    const auto code = [](const ActivationFunction& function) { return static_cast<std::int64_t>(function.kind); };
    return Arguments{{"steps", steps.value},
                     {"batch", batch.value},
                     {"directions", std::int64_t{plan.directions}},
                     {"input", rule.inputSize},
                     {"hidden", plan.hidden},
                     {"reverse", std::int64_t{plan.firstIsReverse}},
                     {"batch_first", std::int64_t{plan.batchFirst}},
                     {"linear_before_reset", std::int64_t{rule.linearBeforeReset}},
                     {"coupled", std::int64_t{rule.coupled}},
                     {"length_bytes", node.has(Lengths) ? elementBytes(node.type(Lengths)) : 0},
                     {"f", code(rule.f)},
                     {"g", code(rule.g)},
                     {"h", code(rule.h)},
                     {"clip", rule.clip},
                     {"f_alpha", rule.f.alpha},
                     {"f_beta", rule.f.beta},
                     {"g_alpha", rule.g.alpha},
                     {"g_beta", rule.g.beta},
                     {"h_alpha", rule.h.alpha},
                     {"h_beta", rule.h.beta}};
}

OpDef define(std::string_view op, std::vector<std::string_view> inputs, std::vector<std::string_view> outputs,
             std::string_view documentation)
{
    return {.op = op,
            .inputNames = std::move(inputs),
            .outputNames = std::move(outputs),
            .argsType = "tw_recurrent_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

}  // namespace

extern const OpFamily recurrentFamily;
const OpFamily recurrentFamily = {
    .name = "recurrent",
    .ops = {define("RNN", {"X", "W", "R", "B", "sequence_lens", "initial_h"}, {"Y", "Y_h"},
                   "A simple recurrent layer."),
            define("GRU", {"X", "W", "R", "B", "sequence_lens", "initial_h"}, {"Y", "Y_h"},
                   "A recurrent layer with gated units."),
            define("LSTM", {"X", "W", "R", "B", "sequence_lens", "initial_h", "initial_c", "P"}, {"Y", "Y_h", "Y_c"},
                   "A recurrent layer with long short-term memory.")}};

}  // namespace tw::ops
