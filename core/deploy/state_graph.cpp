// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/state_graph.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <bit>

namespace tw::deploy {

using Json = StateJson;

template <class T>
struct AttributeReader;
template <>
struct AttributeReader<std::int64_t> {
    static std::int64_t read(const StateReader&, const Json& json, int) { return json.get<std::int64_t>(); }
};
template <>
struct AttributeReader<float> {
    static float read(const StateReader&, const Json& json, int) { return std::bit_cast<float>(json.get<std::uint32_t>()); }
};
template <>
struct AttributeReader<std::string> {
    static std::string read(const StateReader&, const Json& json, int) { return textFromState(json); }
};
template <>
struct AttributeReader<ir::TensorData> {
    static ir::TensorData read(const StateReader& reader, const Json& json, int) { return reader.data(json); }
};
template <>
struct AttributeReader<ir::GraphPointer> {
    static ir::GraphPointer read(const StateReader& reader, const Json& json, int depth)
    {
        return std::make_shared<const ir::Graph>(reader.unchecked(json, depth + 1));
    }
};
template <>
struct AttributeReader<ir::OpaqueAttribute> {
    static ir::OpaqueAttribute read(const StateReader&, const Json& json, int)
    {
        return {textFromState(json.at(0)), textFromState(json.at(1))};
    }
};
template <class T>
struct AttributeReader<std::vector<T>> {
    static std::vector<T> read(const StateReader& reader, const Json& json, int depth)
    {
        std::vector<T> values;
        for (const auto& one : json)
            values.push_back(AttributeReader<T>::read(reader, one, depth));
        return values;
    }
};

namespace {

constexpr int kDeepest = 64;   // bodies inside bodies

Json shapeJson(const ir::Shape& shape)
{
    if (!shape.ranked())
        return nullptr;
    Json dims = Json::array();
    for (const auto& dim : shape.dims()) {
        if (dim.known() || dim.symbol.empty())
            dims.push_back(dim.value);
        else
            dims.push_back(textToState(dim.symbol));
    }
    return dims;
}

ir::Shape shapeAt(const Json& json)
{
    if (json.is_null())
        return {};
    std::vector<ir::Dim> dims;
    for (const auto& dim : json)
        dims.push_back(dim.is_string() ? ir::Dim{.value = -1, .symbol = textFromState(dim)} : ir::Dim{.value = dim.get<std::int64_t>()});
    return ir::Shape(std::move(dims));
}

Json idsJson(const std::vector<ir::TensorId>& ids)
{
    Json json = Json::array();
    for (const auto id : ids)
        json.push_back(id.value);
    return json;
}

std::vector<ir::TensorId> idsAt(const Json& json)
{
    std::vector<ir::TensorId> ids;
    for (const auto& id : json)
        ids.push_back({id.get<std::int32_t>()});
    return ids;
}

}  // namespace

void refuseState(std::string_view what)
{
    throw Json::other_error::create(0, cat("bad ", what), nullptr);
}

ir::DataType typeFromState(const Json& json)
{
    const auto number = json.get<int>();
    if (number < 0 || number > static_cast<int>(ir::DataType::F4E2M1))
        refuseState("element type");
    return static_cast<ir::DataType>(number);
}

// ---- writing ----

Json StateWriter::data(const ir::TensorData& data)
{
    Json json{{"type", static_cast<int>(data.type)}, {"shape", shapeJson(data.shape)}};
    if (data.strings) {
        json["strings"] = attribute(*data.strings);
        return json;
    }
    const auto [known, fresh] = known_.try_emplace({data.bytes.view.data(), data.bytes.size()}, values_.size());
    if (fresh)
        values_.push_back(toBase64(data.bytes.view));
    json["value"] = known->second;
    return json;
}

Json StateWriter::attribute(std::int64_t value)
{
    return value;
}

Json StateWriter::attribute(float value)
{
    return std::bit_cast<std::uint32_t>(value);   // NaN and infinity are no JSON
}

Json StateWriter::attribute(const std::string& value)
{
    return textToState(value);
}

Json StateWriter::attribute(const ir::TensorData& value)
{
    return data(value);
}

Json StateWriter::attribute(const ir::GraphPointer& value)
{
    return graph(*value);
}

Json StateWriter::attribute(const ir::OpaqueAttribute& value)
{
    return Json::array({textToState(value.kind), textToState(value.serialized)});
}

template <class T>
Json StateWriter::attribute(const std::vector<T>& values)
{
    Json json = Json::array();
    for (const auto& value : values)
        json.push_back(attribute(value));
    return json;
}

Json StateWriter::tensor(const ir::Tensor& tensor)
{
    Json json{{"name", textToState(tensor.name)}, {"type", static_cast<int>(tensor.type)}, {"shape", shapeJson(tensor.shape)}};
    if (tensor.constant)
        json["constant"] = data(*tensor.constant);
    if (!tensor.note.empty())
        json["note"] = textToState(tensor.note);
    return json;
}

Json StateWriter::node(const ir::Node& node)
{
    Json attributes = Json::array();   // [name, kind, value]; the kind is the index in ir::Attribute
    for (const auto& [name, value] : node.attributes)
        attributes.push_back(Json::array(
            {textToState(name), value.index(), std::visit([this](const auto& one) { return attribute(one); }, value)}));
    return {{"id", node.id.value},
            {"name", textToState(node.name)},
            {"op", textToState(node.op)},
            {"domain", textToState(node.domain)},
            {"inputs", idsJson(node.inputs)},
            {"outputs", idsJson(node.outputs)},
            {"attributes", std::move(attributes)},
            {"doc", textToState(node.doc)},
            {"metadata", mapToState(node.metadata)}};
}

Json StateWriter::graph(const ir::Graph& graph)
{
    Json json{{"name", textToState(graph.name)}, {"doc", textToState(graph.doc)}};
    for (const char* list : {"tensors", "nodes", "functions", "opsets", "captures"})
        json[list] = Json::array();
    for (const auto& one : graph.tensors)
        json["tensors"].push_back(tensor(one));
    for (const auto& one : graph.nodes)
        json["nodes"].push_back(node(one));
    for (const auto& function : graph.functions)
        json["functions"].push_back({{"domain", textToState(function.domain)},
                                     {"name", textToState(function.name)},
                                     {"attributes", attribute(function.attributes)},
                                     {"body", attribute(function.body)}});
    for (const auto& [domain, version] : graph.opsets)
        json["opsets"].push_back(Json::array({textToState(domain), version}));
    for (const auto& [name, id] : graph.captures)
        json["captures"].push_back(Json::array({textToState(name), id.value}));
    json["inputs"] = idsJson(graph.inputs);
    json["outputs"] = idsJson(graph.outputs);
    json["metadata"] = mapToState(graph.metadata);
    json["next_node"] = graph.nextNodeId;
    return json;
}

// ---- reading ----

StateReader::StateReader(const Json& values)
{
    for (const auto& value : values) {
        auto bytes = fromBase64(value.get_ref<const std::string&>());
        if (!bytes)
            refuseState("values");
        values_.push_back(Bytes::own(std::move(*bytes)));
    }
}

ir::TensorData StateReader::data(const Json& json) const
{
    ir::TensorData data{.type = typeFromState(json.at("type")), .shape = shapeAt(json.at("shape")), .bytes = {}};
    if (json.contains("strings")) {
        data.strings = std::make_shared<const std::vector<std::string>>(
            AttributeReader<std::vector<std::string>>::read(*this, json.at("strings"), 0));
        return data;
    }
    data.bytes = values_.at(json.at("value").get<std::size_t>());
    const auto elements = data.shape.elements();
    if (!elements || static_cast<std::int64_t>(data.bytes.size()) != ir::byteCount(data.type, *elements))
        refuseState("size of values");
    return data;
}

template <std::size_t Kind>
ir::Attribute StateReader::attribute(std::size_t kind, const Json& json, int depth) const
{
    if constexpr (Kind == std::variant_size_v<ir::Attribute>) {
        refuseState("attribute");
    } else {
        if (kind != Kind)
            return attribute<Kind + 1>(kind, json, depth);
        using Value = std::variant_alternative_t<Kind, ir::Attribute>;
        return ir::Attribute(std::in_place_index<Kind>, AttributeReader<Value>::read(*this, json, depth));
    }
}

ir::Tensor StateReader::tensor(const Json& json) const
{
    ir::Tensor tensor{.name = textFromState(json.at("name")), .type = typeFromState(json.at("type")), .shape = shapeAt(json.at("shape"))};
    if (json.contains("constant"))
        tensor.constant = data(json.at("constant"));
    if (json.contains("note"))
        tensor.note = textFromState(json.at("note"));
    return tensor;
}

ir::Node StateReader::node(const Json& json, int depth) const
{
    ir::Node node{.id = {json.at("id").get<std::int32_t>()},
                  .name = textFromState(json.at("name")),
                  .op = textFromState(json.at("op")),
                  .domain = textFromState(json.at("domain")),
                  .inputs = idsAt(json.at("inputs")),
                  .outputs = idsAt(json.at("outputs")),
                  .doc = textFromState(json.at("doc")),
                  .metadata = mapFromState(json.at("metadata"))};
    for (const auto& one : json.at("attributes"))
        node.attributes.emplace(textFromState(one.at(0)), attribute<0>(one.at(1).get<std::size_t>(), one.at(2), depth));
    return node;
}

ir::Function StateReader::function(const Json& json, int depth) const
{
    return {.domain = textFromState(json.at("domain")),
            .name = textFromState(json.at("name")),
            .attributes = AttributeReader<std::vector<std::string>>::read(*this, json.at("attributes"), depth),
            .body = AttributeReader<ir::GraphPointer>::read(*this, json.at("body"), depth)};
}

ir::Graph StateReader::unchecked(const Json& json, int depth) const
{
    if (depth > kDeepest)
        refuseState("nesting of graphs");
    ir::Graph graph;
    graph.name = textFromState(json.at("name"));
    graph.doc = textFromState(json.at("doc"));
    for (const auto& one : json.at("tensors"))
        graph.tensors.push_back(tensor(one));
    for (const auto& one : json.at("nodes"))
        graph.nodes.push_back(node(one, depth));
    for (const auto& one : json.at("functions"))
        graph.functions.push_back(function(one, depth));
    for (const auto& one : json.at("opsets"))
        graph.opsets[textFromState(one.at(0))] = one.at(1).get<int>();
    for (const auto& one : json.at("captures"))
        graph.captures[textFromState(one.at(0))] = {one.at(1).get<std::int32_t>()};
    graph.inputs = idsAt(json.at("inputs"));
    graph.outputs = idsAt(json.at("outputs"));
    graph.metadata = mapFromState(json.at("metadata"));
    graph.nextNodeId = json.at("next_node").get<std::int32_t>();
    return graph;
}

Result<ir::Graph> StateReader::graph(const Json& json) const
{
    auto graph = unchecked(json, 0);
    TW_TRY_VOID(ir::checkGraph(graph));
    return graph;
}

// ---- text ----

Json textToState(std::string_view text)
{
    std::string wide;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            wide += c;
            continue;
        }
        wide += static_cast<char>(0xc0 | byte >> 6);
        wide += static_cast<char>(0x80 | (byte & 0x3f));
    }
    return wide;
}

std::string textFromState(const Json& json)
{
    const auto& wide = json.get_ref<const std::string&>();
    std::string text;
    for (std::size_t i = 0; i < wide.size(); ++i) {
        const auto lead = static_cast<unsigned char>(wide[i]);
        if (lead < 0x80) {
            text += wide[i];
            continue;
        }
        if (lead > 0xc3 || ++i == wide.size())
            refuseState("text");
        text += static_cast<char>((lead & 3) << 6 | (static_cast<unsigned char>(wide[i]) & 0x3f));
    }
    return text;
}

Json mapToState(const std::map<std::string, std::string>& map)
{
    Json json = Json::array();
    for (const auto& [key, value] : map)
        json.push_back(Json::array({textToState(key), textToState(value)}));
    return json;
}

std::map<std::string, std::string> mapFromState(const Json& json)
{
    std::map<std::string, std::string> map;
    for (const auto& one : json)
        map[textFromState(one.at(0))] = textFromState(one.at(1));
    return map;
}

}  // namespace tw::deploy
