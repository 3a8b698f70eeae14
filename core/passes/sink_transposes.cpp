// SPDX-License-Identifier: Apache-2.0
#include "core/passes/sink_transposes.h"

#include "core/ops/layout.h"
#include "core/passes/cancel_transpose_pairs.h"
#include "core/passes/graph_edit.h"
#include "core/passes/remove_dead_nodes.h"

#include <algorithm>
#include <set>

namespace tw::passes {
namespace {

/// One node with at least one operand that comes out of a Transpose by `permutation`.
struct Crossing {
    const ir::Graph& graph;
    const ir::GraphIndex& index;
    std::size_t node;
    Permutation permutation;
    Turned turned;

    const ir::Node& reader() const { return graph.nodes[node]; }

    /// The Transpose by `permutation` that makes this operand; nullptr when another node does.
    const ir::Node* transposeOf(ir::TensorId operand) const
    {
        const int producer = index.producer(operand);
        if (producer < 0)
            return nullptr;
        const auto& made = graph.nodes[static_cast<std::size_t>(producer)];
        return permutationOf(graph, made) == permutation ? &made : nullptr;
    }
};

bool isSingleValue(const ir::Graph& graph, ir::TensorId id)
{
    return graph.tensor(id).shape.elements() == 1 &&
           graph.tensor(id).shape.rank() <= 1;
}

/// Constants must be able to move their axes; other operands need the full rank.
bool canTurn(const Crossing& crossing, ir::TensorId operand)
{
    const auto& tensor = crossing.graph.tensor(operand);
    const auto rank = static_cast<int>(crossing.permutation.size());
    if (isSingleValue(crossing.graph, operand))
        return true;
    if (tensor.constant)
        return tensor.shape.rank() <= rank && ir::bitWidth(tensor.type) >= 8;
    return tensor.shape.ranked() && tensor.shape.rank() == rank;
}

std::optional<Crossing> crossingAt(const ir::Graph& graph, const ir::GraphIndex& index, std::size_t i, const WantsChannelsLast& wants)
{
    const ir::Node& node = graph.nodes[i];
    for (const auto operand : node.inputs) {
        const int producer = operand.valid() ? index.producer(operand) : -1;
        const auto permutation = producer < 0 ? std::nullopt : permutationOf(graph, graph.nodes[static_cast<std::size_t>(producer)]);
        if (!permutation || movesOnlyUnitAxes(inverseOf(*permutation), graph.tensor(operand).shape))
            continue;   // one that moves nothing becomes a Reshape where it is
        auto turned = turnedOperator(graph, node, *permutation, wants);
        if (!turned)
            return std::nullopt;
        Crossing crossing{graph, index, i, *permutation, std::move(*turned)};
        const auto& operands = crossing.turned.operands;
        const bool possible = std::all_of(operands.begin(), operands.end(),
                                          [&](std::size_t k) { return canTurn(crossing, node.inputs[k]); });
        const bool sameRank = graph.tensor(node.outputs[0]).shape.rank() == static_cast<int>(permutation->size());
        if (possible && sameRank)
            return crossing;
        return std::nullopt;
    }
    return std::nullopt;
}

bool isTranspose(const ir::Graph& graph, int node)
{
    return permutationOf(graph, graph.nodes[static_cast<std::size_t>(node)]).has_value();
}

/// 0 when the Transpose moves no byte, so that it becomes a Reshape.
int costOf(const Permutation& permutation, const ir::Shape& input)
{
    return movesOnlyUnitAxes(permutation, input) ? 0 : 1;
}

/// What the transposes that this move takes away cost, minus what it adds.
struct Balance {
    int gain = 0;
    bool addsInverse = false;
};

/// Whether nothing else reads the operand, so that the Transpose that makes it goes.
bool isReadOnlyHere(const Crossing& crossing, ir::TensorId operand)
{
    const auto& readers = crossing.index.consumers(operand);
    return !crossing.index.isGraphOutput(operand) && std::all_of(readers.begin(), readers.end(), [&](int reader) {
        return reader == static_cast<int>(crossing.node);
    });
}

void addOperands(const Crossing& crossing, Balance& balance)
{
    const auto inverse = inverseOf(crossing.permutation);
    std::set<ir::TensorId> seen;
    for (const std::size_t k : crossing.turned.operands) {
        const auto operand = crossing.reader().inputs[k];
        const auto& tensor = crossing.graph.tensor(operand);
        if (!seen.insert(operand).second || isSingleValue(crossing.graph, operand) || tensor.constant)
            continue;
        if (crossing.transposeOf(operand)) {
            balance.gain += isReadOnlyHere(crossing, operand) ? costOf(inverse, tensor.shape) : 0;
        } else if (costOf(inverse, tensor.shape) > 0) {
            --balance.gain;
            balance.addsInverse = true;
        }
    }
}

Balance balanceOf(const Crossing& crossing)
{
    Balance balance;
    addOperands(crossing, balance);
    const auto inverse = inverseOf(crossing.permutation);
    const auto output = crossing.reader().outputs[0];
    const int cost = costOf(inverse, crossing.graph.tensor(output).shape);
    bool needsTranspose = crossing.index.isGraphOutput(output);
    for (const int reader : crossing.index.consumers(output)) {
        needsTranspose |= !isTranspose(crossing.graph, reader);
        if (permutationOf(crossing.graph, crossing.graph.nodes[static_cast<std::size_t>(reader)]) == inverse)
            balance.gain += cost;
    }
    balance.gain -= needsTranspose ? cost : 0;
    return balance;
}

/// Whether a Transpose lies ahead, beyond operators that a transpose can cross.
bool leadsToTranspose(const Crossing& crossing)
{
    std::set<int> seen;
    std::vector<int> open = crossing.index.consumers(crossing.reader().outputs[0]);
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        if (!seen.insert(node).second)
            continue;
        if (isTranspose(crossing.graph, node))
            return true;
        const auto& reader = crossing.graph.nodes[static_cast<std::size_t>(node)];
        const auto always = [](const ir::Graph&, const ir::Node&) { return true; };
        if (!turnedOperator(crossing.graph, reader, crossing.permutation, always))
            continue;
        const auto& next = crossing.index.consumers(reader.outputs[0]);
        open.insert(open.end(), next.begin(), next.end());
    }
    return false;
}

ir::TensorData turnedConstant(const ir::TensorData& data, const Permutation& inverse)
{
    ir::Shape full = ir::Shape::scalar();
    for (int missing = static_cast<int>(inverse.size()) - data.shape.rank(); missing > 0; --missing)
        full.append({.value = 1});
    for (const auto& dim : data.shape.dims())
        full.append(dim);
    return ops::permuted(ir::reshaped(data, full), inverse);
}

/// What the operands are before the transposition, as far as that exists already. In the order of `operands`.
std::map<ir::TensorId, ir::TensorId> knownSources(const Crossing& crossing)
{
    std::map<ir::TensorId, ir::TensorId> sources;
    for (const std::size_t k : crossing.turned.operands) {
        const auto operand = crossing.reader().inputs[k];
        if (isSingleValue(crossing.graph, operand))
            sources[operand] = operand;
        else if (const auto* transpose = crossing.transposeOf(operand))
            sources[operand] = transpose->inputs[0];
    }
    return sources;
}

bool isWorthIt(const Crossing& crossing)
{
    const auto balance = balanceOf(crossing);
    return balance.gain > 0 || (balance.gain == 0 && !balance.addsInverse && leadsToTranspose(crossing));
}

bool sink(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i, const WantsChannelsLast& wants)
{
    const auto crossing = crossingAt(graph, index, i, wants);
    if (!crossing || !isWorthIt(*crossing))
        return false;
    // From here on the graph changes, and with it what the crossing refers to: only its values may be used.
    const Permutation permutation = crossing->permutation;
    const auto inverse = inverseOf(permutation);
    const std::string origin = originOf(graph.nodes[i]);
    auto sources = knownSources(*crossing);
    std::size_t position = i;
    for (const std::size_t k : crossing->turned.operands) {
        const auto operand = graph.nodes[position].inputs[k];
        if (const auto* data = constantOf(graph, operand); data && !sources.contains(operand))
            sources[operand] = addFreshConstant(graph, graph.tensor(operand).name + "_transposed", turnedConstant(*data, inverse));
        else if (!sources.contains(operand))
            sources[operand] = insertTranspose(graph, position++, operand, inverse, origin);
        graph.nodes[position].inputs[k] = sources[operand];
    }
    graph.nodes[position].attributes = crossing->turned.attributes;
    transposeOutput(graph, position, 0, permutation, origin);
    return true;
}

}  // namespace

ir::Graph sinkTransposes(ir::Graph graph, const WantsChannelsLast& wants, PassReport& report)
{
    // Pairs are cancelled after every move: the balance of the next one counts each transpose that is left.
    rewriteEach(graph, report, [&](ir::Graph& edited, const ir::GraphIndex& index, std::size_t i) {
        if (!sink(edited, index, i, wants))
            return false;
        edited = removeDeadNodes(cancelTransposePairs(std::move(edited), report), report);
        return true;
    });
    return graph;
}

}  // namespace tw::passes
