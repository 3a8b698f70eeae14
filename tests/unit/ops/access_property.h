// SPDX-License-Identifier: Apache-2.0
// Holds an access map against the reference evaluation: changes one input element at a time and looks which results
// move. Every influence must be claimed by the map; with Claim::Tight, nothing more may be claimed.
#pragma once

#include "core/base/text.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tw::ops::testing {

enum class Claim {
    Sound,   // the map may claim more than is needed (dilation, groups, clipping)
    Tight,   // each claimed range begins and ends with an element that matters
};

/// Distinct small values, alike in every run: reals in (-4, 4), or whole numbers that fit the type.
inline TensorData patternTensor(DataType type, const Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    const auto count = static_cast<std::size_t>(shape.elements().value());
    if (ir::isFloat(type)) {
        std::vector<double> values(count);
        for (auto& value : values)
            value = std::uniform_real_distribution<double>(-4, 4)(random);
        return ir::fromDoubles(type, shape, values);
    }
    std::vector<std::int64_t> values(count);
    const int low = type == DataType::Bool || !ir::isSigned(type) ? 0 : -20;
    const int high = type == DataType::Bool ? 1 : 20;
    for (auto& value : values)
        value = std::uniform_int_distribution<int>(low, high)(random);
    return ir::fromIntegers(type, shape, values);
}

/// A node of `op` with inputs of these types and shapes, values and inferred outputs filled in.
struct Example {
    std::string op;
    std::vector<std::pair<DataType, Shape>> inputs;   // DataType::Undefined: left out
    std::map<std::string, ir::Attribute> attributes = {};
    std::string domain = {};
    int opset = 21;
    std::map<std::size_t, TensorData> values = {};    // inputs with values of their own instead of a pattern
};

inline OpNode nodeOf(const Example& example)
{
    OpNode node{.node = {.name = example.op, .op = example.op, .domain = example.domain,
                         .attributes = example.attributes},
                .opset = example.opset};
    unsigned seed = 7;
    for (const auto& [type, shape] : example.inputs) {
        const auto own = example.values.find(node.inputs.size());
        if (type == DataType::Undefined)
            node.inputs.push_back({});
        else if (own != example.values.end())
            node.inputs.push_back({true, type, shape, own->second});
        else
            node.inputs.push_back({true, type, shape, patternTensor(type, shape, seed++)});
    }
    const auto* def = findOp(node.node.domain, node.node.op, node.opset);
    if (!def) {
        ADD_FAILURE() << example.op << " is not known";
        return node;
    }
    const auto inferred = inferNode(*def, node);
    if (!inferred) {
        ADD_FAILURE() << inferred.error().text();
        return node;
    }
    for (const auto& output : *inferred)
        node.outputs.push_back({true, output.type, output.shape});
    return node;
}

inline std::vector<std::int64_t> positionOf(std::int64_t index, const std::vector<std::int64_t>& sizes)
{
    std::vector<std::int64_t> position(sizes.size(), 0);
    for (std::size_t axis = sizes.size(); axis-- > 0; index /= sizes[axis])
        position[axis] = index % sizes[axis];
    return position;
}

/// The node with element `index` of input `input` moved by `step`.
inline OpNode perturbed(OpNode node, std::size_t input, std::size_t index, std::int64_t step)
{
    auto& operand = node.inputs[input];
    if (ir::isFloat(operand.type)) {
        auto values = ir::toDoubles(*operand.constant);
        values[index] += static_cast<double>(step);
        operand.constant = ir::fromDoubles(operand.type, operand.shape, values);
        return node;
    }
    auto values = ir::toIntegers(*operand.constant);
    values[index] = operand.type == DataType::Bool ? 1 - values[index] : values[index] + step;
    operand.constant = ir::fromIntegers(operand.type, operand.shape, values);
    return node;
}

/// Per output element and input dimension: the range of positions seen to matter; empty when none.
using Influence = std::vector<std::vector<Range>>;

/// The elements of output 0 that change with one input element.
inline std::vector<std::int64_t> changedOutputs(const OpDef& def, const OpNode& node, const std::vector<double>& before,
                                                std::size_t input, std::size_t index)
{
    std::vector<std::int64_t> changed;
    for (const std::int64_t step : {37, -37}) {
        const auto after = evaluateNode(def, perturbed(node, input, index, step));
        if (!after) {
            ADD_FAILURE() << after.error().text();
            return changed;
        }
        const auto values = ir::toDoubles(after->at(0));
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i] != before[i])
                changed.push_back(static_cast<std::int64_t>(i));
    }
    return changed;
}

inline Influence observedInfluence(const OpDef& def, const OpNode& node, std::size_t input)
{
    const auto reference = evaluateNode(def, node);
    if (!reference) {
        ADD_FAILURE() << reference.error().text();
        return {};
    }
    const auto before = ir::toDoubles(reference->at(0));
    const auto sizes = node.shape(input).sizes();
    Influence seen(before.size(), std::vector<Range>(sizes.size()));
    const auto count = node.shape(input).elements().value();
    for (std::int64_t index = 0; index < count; ++index) {
        const auto position = positionOf(index, sizes);
        for (const auto output : changedOutputs(def, node, before, input, static_cast<std::size_t>(index)))
            for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
                auto& range = seen[static_cast<std::size_t>(output)][axis];
                const bool first = range.begin == range.end;
                range = {first ? position[axis] : std::min(range.begin, position[axis]),
                         first ? position[axis] + 1 : std::max(range.end, position[axis] + 1)};
            }
    }
    return seen;
}

inline void expectClaimed(const OpNode& node, std::size_t input, const std::vector<DimAccess>& dims,
                          const Influence& seen, Claim claim)
{
    const auto sizes = node.shape(input).sizes();
    ASSERT_EQ(dims.size(), sizes.size()) << "input " << input;
    const auto outputSizes = node.outputs.at(0).shape.sizes();
    for (std::size_t output = 0; output < seen.size(); ++output) {
        const auto at = positionOf(static_cast<std::int64_t>(output), outputSizes);
        for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
            const auto outputAxis = dims[axis].outputAxis;
            const auto place = outputAxis < 0 ? 0 : at.at(static_cast<std::size_t>(outputAxis));
            const Range claimed = neededRange(dims[axis], {place, place + 1}, sizes[axis]);
            const Range observed = seen[output][axis];
            const auto where = cat("input ", input, " axis ", axis, ", output element (", join(at, ", "), "): claimed [",
                                   claimed.begin, ", ", claimed.end, "), needed [", observed.begin, ", ", observed.end, ")");
            if (observed.begin < observed.end) {
                ASSERT_LE(claimed.begin, observed.begin) << where;
                ASSERT_GE(claimed.end, observed.end) << where;
            }
            if (claim == Claim::Tight) {
                ASSERT_EQ(claimed, observed) << where;
            }
        }
    }
}

/// Holds for every input with a map entry; `skip` names inputs whose values only steer shapes (axes, pads...).
inline void expectAccessHolds(const OpNode& node, Claim claim, const std::vector<std::size_t>& skip = {})
{
    const auto* def = findOp(node.node.domain, node.node.op, node.opset);
    ASSERT_TRUE(def);
    const AccessMap map = accessOf(*def, node);
    ASSERT_EQ(map.inputs.size(), node.inputs.size());
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        if (std::find(skip.begin(), skip.end(), input) != skip.end())
            continue;
        if (!node.has(input)) {
            EXPECT_TRUE(map.inputs[input].empty()) << "input " << input << " is absent";
            continue;
        }
        expectClaimed(node, input, map.inputs[input], observedInfluence(*def, node, input), claim);
    }
}

inline void expectAccessHolds(const Example& example, Claim claim, const std::vector<std::size_t>& skip = {})
{
    const OpNode node = nodeOf(example);
    if (!node.outputs.empty())
        expectAccessHolds(node, claim, skip);
}

}  // namespace tw::ops::testing
