// SPDX-License-Identifier: Apache-2.0
// Graphs as JSON that reads back as the very same value: ids, order, constants and metadata included. Values that
// several tensors or graphs share are written once. Reading may throw nlohmann's exceptions for JSON of another form;
// state.cpp turns them into an Error.
#pragma once

#include "core/ir/graph.h"

#include <nlohmann/json.hpp>

namespace tw::deploy {

using StateJson = nlohmann::ordered_json;

/// Names may hold any bytes, JSON text only UTF-8: every byte is written as the code point of its value.
StateJson textToState(std::string_view text);
std::string textFromState(const StateJson& json);

StateJson mapToState(const std::map<std::string, std::string>& map);
std::map<std::string, std::string> mapFromState(const StateJson& json);

/// Element types by number; throws for one that there is not.
ir::DataType typeFromState(const StateJson& json);

/// For content that no version of ours wrote: caught with the JSON library's own complaints.
[[noreturn]] void refuseState(std::string_view what);

class StateWriter {
public:
    StateJson graph(const ir::Graph& graph);
    /// The values that the graphs refer to, in base 64.
    const StateJson& values() const { return values_; }

private:
    StateJson data(const ir::TensorData& data);
    StateJson attribute(std::int64_t value);
    StateJson attribute(float value);
    StateJson attribute(const std::string& value);
    StateJson attribute(const ir::TensorData& value);
    StateJson attribute(const ir::GraphPointer& value);
    StateJson attribute(const ir::OpaqueAttribute& value);
    template <class T>
    StateJson attribute(const std::vector<T>& values);
    StateJson tensor(const ir::Tensor& tensor);
    StateJson node(const ir::Node& node);

    StateJson values_ = StateJson::array();
    std::map<std::pair<const std::byte*, std::size_t>, std::size_t> known_ = {};
};

class StateReader {
public:
    explicit StateReader(const StateJson& values);

    /// Fails with BadGraph when what is read is no graph (ids out of range, two makers of a tensor).
    Result<ir::Graph> graph(const StateJson& json) const;

private:
    template <class T>
    friend struct AttributeReader;
    template <std::size_t Kind>
    ir::Attribute attribute(std::size_t kind, const StateJson& json, int depth) const;
    ir::TensorData data(const StateJson& json) const;
    ir::Tensor tensor(const StateJson& json) const;
    ir::Node node(const StateJson& json, int depth) const;
    ir::Function function(const StateJson& json, int depth) const;
    ir::Graph unchecked(const StateJson& json, int depth) const;

    std::vector<Bytes> values_;
};

}  // namespace tw::deploy
