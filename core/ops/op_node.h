// SPDX-License-Identifier: Apache-2.0
// What an operator family sees of one node: the node and its operands. The family always sees the channels-first
// view; a node whose attribute "layout" is "NHWC" is turned round by registry.cpp before and after the call, so that
// no family knows layouts.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace tw::ops {

using ir::DataType;
using ir::Shape;
using ir::TensorData;

struct Operand {
    bool present = false;                    // false: optional input left out
    DataType type = DataType::Undefined;     // Undefined: not known
    Shape shape;                             // may be unranked or partly known
    std::optional<TensorData> constant = {}; // the value when it is known before the run
};

struct OpNode {
    ir::Node node;
    int opset = 1;                           // version of the node's domain
    std::vector<Operand> inputs;
    std::vector<Operand> outputs;            // empty in `infer`; filled for evaluate, count, access, arguments

    bool has(std::size_t input) const { return input < inputs.size() && inputs[input].present; }
    /// present and with a value
    const TensorData* constant(std::size_t input) const
    {
        return has(input) && inputs[input].constant ? &*inputs[input].constant : nullptr;
    }
    const Shape& shape(std::size_t input) const { return inputs.at(input).shape; }
    DataType type(std::size_t input) const { return inputs.at(input).type; }

    // Attribute readers; the error already names the node and the attribute.
    Result<std::int64_t> intOf(const std::string& name, std::optional<std::int64_t> fallback = {}) const
    {
        return ir::intAttribute(node, name, fallback);
    }
    Result<double> floatOf(const std::string& name, std::optional<double> fallback = {}) const
    {
        return ir::floatAttribute(node, name, fallback);
    }
    Result<std::string> stringOf(const std::string& name, std::optional<std::string> fallback = {}) const
    {
        return ir::stringAttribute(node, name, std::move(fallback));
    }
    Result<std::vector<std::int64_t>> intsOf(const std::string& name,
                                             std::optional<std::vector<std::int64_t>> fallback = {}) const
    {
        return ir::intsAttribute(node, name, std::move(fallback));
    }
    bool hasAttribute(const std::string& name) const { return ir::hasAttribute(node, name); }

    /// The integers of an attribute (old opsets) or else of a constant input (new opsets); nullopt when neither is
    /// there; UnknownShape when the input is there but its value is not known.
    Result<std::optional<std::vector<std::int64_t>>> intsOfAttributeOrInput(const std::string& name,
                                                                            std::size_t input) const;
};

/// The operands of `graph.nodes[i]` with whatever types, shapes and constants the graph knows.
OpNode viewOf(const ir::Graph& graph, const ir::Node& node);

}  // namespace tw::ops
