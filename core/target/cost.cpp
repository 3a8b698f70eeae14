// SPDX-License-Identifier: Apache-2.0
#include "core/target/cost.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace tw::target {
namespace {

constexpr double kMacsPerAccess = 4;

bool hasTypes(const CostRow& cost, const MatchNode& node)
{
    const auto agrees = [&](const std::string& name, const ops::Operand& operand) {
        const auto wanted = cost.types.find(name);
        return wanted == cost.types.end() || !operand.present ||
               std::find(wanted->second.begin(), wanted->second.end(), operand.type) != wanted->second.end();
    };
    for (std::size_t i = 0; i < node.view.inputs.size(); ++i)
        if (!agrees(inputName(*node.def, i), node.view.inputs[i]))
            return false;
    for (std::size_t i = 0; i < node.view.outputs.size(); ++i)
        if (!agrees(outputName(*node.def, i), node.view.outputs[i]))
            return false;
    return true;
}

/// A condition that names something the operator does not have is simply not met.
bool fits(const CostRow& cost, const MatchNode& node, const Variables& variables)
{
    const bool named = std::any_of(cost.ops.begin(), cost.ops.end(),
                                   [&](const std::string& op) { return op == "*" || op == node.def->op; });
    if (!named || !hasTypes(cost, node))
        return false;
    if (!cost.when)
        return true;
    const auto value = cost.when->evaluate(variables);
    return value && value.value() != 0;
}

std::optional<double> linkCycles(const Link& link, std::int64_t bytes)
{
    if (!link.bytesPerCycle.value)
        return std::nullopt;
    return link.setupCycles.value.value_or(0) + std::ceil(static_cast<double>(bytes) / *link.bytesPerCycle.value);
}

std::optional<double> operandCycles(const Target& target, const Engine& engine, const OperandPlace& place,
                                    double accesses)
{
    if (place.home.empty())
        return 0.0;
    const auto copied = transferCycles(target, place.home, place.memory, place.bytes);
    const auto accessed = accessCycles(target, engine, place.memory, accesses);
    if (!copied || !accessed)
        return std::nullopt;
    return *copied + *accessed;
}

double elementsOf(const ops::Operand& operand)
{
    return operand.present ? static_cast<double>(operand.shape.elements().value_or(0)) : 0;
}

void addMovement(NodeCost& cost, const Target& target, const Engine& engine, const MatchNode& node,
                 const ops::Counts& counts, const NodePlaces& places)
{
    std::optional<double> sum = 0.0;
    const auto add = [&](const OperandPlace& place, double accesses) {
        const auto cycles = operandCycles(target, engine, place, accesses);
        if (!cycles && sum)
            cost.missing = cat("no transfer figure between ", place.home, " and ", engine.name);
        sum = sum && cycles ? std::optional(*sum + *cycles) : std::nullopt;
    };
    for (std::size_t i = 0; i < places.inputs.size(); ++i)
        add(places.inputs[i], inputAccesses(node, counts, i));
    for (std::size_t i = 0; i < places.outputs.size(); ++i)
        add(places.outputs[i], outputAccesses(node, i));
    cost.movement = sum;
}

}  // namespace

std::optional<double> NodeCost::total() const
{
    if (!compute || !movement || !overhead)
        return std::nullopt;
    return *compute + *movement + *overhead;
}

ComputeCost computeCost(const Engine& engine, const KernelRow& row, const MatchNode& node, const ops::Counts& counts)
{
    ComputeCost cost;
    const auto variables = costVariables(engine, node, counts);
    const Expression* formula = row.cycles ? &*row.cycles : nullptr;
    std::string place = row.place;
    if (!formula) {
        const auto found = std::find_if(engine.costs.begin(), engine.costs.end(),
                                        [&](const auto& one) { return fits(one, node, variables); });
        if (found == engine.costs.end()) {
            cost.missing = cat("no cycle figure for ", node.def->op, " on ", engine.name);
            return cost;
        }
        formula = &found->cycles;
        place = found->place;
        cost.confidence = found->confidence;
    }
    const auto value = formula->evaluate(variables);
    if (value)
        cost.cycles = std::max(0.0, value.value());
    else
        cost.missing = cat(place, ": ", value.error().message);
    return cost;
}

double overheadCycles(const Engine& engine)
{
    return engine.offloadCycles.value.value_or(0) + (engine.cores > 1 ? engine.syncCycles.value.value_or(0) : 0);
}

double inputAccesses(const MatchNode& node, const ops::Counts& counts, std::size_t input)
{
    // The first two inputs of a linear operator are the ones that every MAC reads.
    const double perInput = static_cast<double>(counts.macs) / kMacsPerAccess;
    return std::max(elementsOf(node.view.inputs[input]), input < 2 ? perInput : 0.0);
}

double outputAccesses(const MatchNode& node, std::size_t output)
{
    return elementsOf(node.view.outputs[output]);
}

std::optional<double> accessCycles(const Target& target, const Engine& engine, const std::string& memory, double accesses)
{
    const auto* where = target.memory(memory);
    if (memory == engine.memory || !where)
        return 0.0;
    if (!where->latencyCycles.value)
        return std::nullopt;
    return *where->latencyCycles.value * accesses / engine.cores;
}

Variables costVariables(const Engine& engine, const MatchNode& node, const ops::Counts& counts)
{
    Variables variables = node.variables;
    variables["macs"] = static_cast<double>(counts.macs);
    variables["element_ops"] = static_cast<double>(counts.elementOps);
    variables["read_bytes"] = static_cast<double>(counts.readBytes);
    variables["write_bytes"] = static_cast<double>(counts.writeBytes);
    variables["input_elements"] = node.view.inputs.empty() ? 0.0 : elementsOf(node.view.inputs.front());
    variables["elements"] = node.view.outputs.empty() ? 0.0 : elementsOf(node.view.outputs.front());
    variables["cores"] = engine.cores;
    return variables;
}

std::optional<double> transferCycles(const Target& target, const std::string& from, const std::string& to, std::int64_t bytes)
{
    if (from == to || bytes == 0)
        return 0.0;
    if (const auto* link = target.link(from, to))
        return linkCycles(*link, bytes);
    std::optional<double> best;
    for (const auto& middle : target.memories) {
        const auto* first = target.link(from, middle.name);
        const auto* second = target.link(middle.name, to);
        if (!first || !second)
            continue;
        const auto one = linkCycles(*first, bytes);
        const auto two = linkCycles(*second, bytes);
        if (one && two && (!best || *one + *two < *best))
            best = *one + *two;
    }
    return best;
}

NodeCost costOf(const Target& target, const KernelRow& row, const MatchNode& node, const NodePlaces& places)
{
    const auto& engine = *target.engine(row.engine);
    const auto counts = ops::countNode(*node.def, node.view);
    auto compute = computeCost(engine, row, node, counts);
    NodeCost cost{.compute = compute.cycles, .movement = {}, .overhead = overheadCycles(engine),
                  .missing = std::move(compute.missing), .confidence = std::move(compute.confidence)};
    addMovement(cost, target, engine, node, counts, places);
    return cost;
}

}  // namespace tw::target
