// SPDX-License-Identifier: Apache-2.0
// Writing the text form. Names are made unique on the way, since the text refers to tensors by name only.
#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/ir/text_lexer.h"

#include <charconv>
#include <cmath>
#include <unordered_set>

namespace tw::ir {
namespace {

constexpr std::size_t kLongList = 16;   // from here on, equal values are written as `fill`

std::string body(const Graph& graph, const std::string& indent);

/// The shortest text that reads back as this float, and cannot be taken for an integer.
template <class Real>
std::string realText(Real value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string text(buffer, end);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string typeText(DataType type, const Shape& shape)
{
    const auto name = typeName(type);
    if (!shape.ranked())
        return cat(name, "[...]");
    std::vector<std::string> dims;
    for (const auto& dim : shape.dims())
        dims.push_back(dim.known() ? cat(dim.value) : dim.symbol.empty() ? "?" : nameText(dim.symbol));
    return cat(name, "[", join(dims, ","), "]");
}

std::vector<std::string> valueTexts(const TensorData& data)
{
    std::vector<std::string> texts;
    if (data.type == DataType::String) {
        for (const auto& text : *data.strings)
            texts.push_back(quotedText(text));
    } else if (data.type == DataType::F64) {
        for (const double value : toDoubles(data))
            texts.push_back(realText(value));
    } else if (isFloat(data.type)) {
        for (const double value : toDoubles(data))
            texts.push_back(realText(static_cast<float>(value)));
    } else {
        for (const auto value : toIntegers(data))
            texts.push_back(cat(value));
    }
    return texts;
}

std::string constantText(const TensorData& data)
{
    const auto texts = valueTexts(data);
    const bool numeric = data.type != DataType::String;
    const bool equal = std::all_of(texts.begin(), texts.end(), [&](const auto& text) { return text == texts.front(); });
    if (numeric && equal && texts.size() >= kLongList)
        return cat(typeText(data.type, data.shape), " fill ", texts.front());
    return cat(typeText(data.type, data.shape), "{", join(texts, ", "), "}");
}

std::string graphHead(const Graph& graph, const auto& nameOf)
{
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    for (const auto id : graph.inputs)
        inputs.push_back(cat(nameOf(id), ": ", typeText(graph.tensor(id).type, graph.tensor(id).shape)));
    for (const auto id : graph.outputs)
        outputs.push_back(nameOf(id));
    return cat("graph ", nameText(graph.name), "(", join(inputs, ", "), ") -> ", join(outputs, ", "));
}

struct AttributeWriter {
    std::string indent;

    std::string operator()(std::int64_t value) const { return cat(value); }
    std::string operator()(float value) const { return realText(value); }
    std::string operator()(const std::string& value) const { return quotedText(value); }
    std::string operator()(const TensorData& value) const { return constantText(value); }
    std::string operator()(const GraphPointer& value) const { return body(*value, indent); }
    std::string operator()(const OpaqueAttribute& value) const
    {
        return cat("opaque ", quotedText(value.kind), " ", quotedText(value.serialized));
    }
    template <class T>
    std::string operator()(const std::vector<T>& values) const
    {
        std::vector<std::string> texts;
        for (const auto& value : values)
            texts.push_back((*this)(value));
        return cat("[", join(texts, ","), "]");
    }
};

class Writer {
public:
    Writer(const Graph& graph, std::string indent) : graph_(graph), indent_(std::move(indent)), names_(graph.tensors.size())
    {
        std::unordered_set<std::string> used;
        for (const auto& [name, id] : graph.captures) {   // resolved by name, so these cannot change
            names_[static_cast<std::size_t>(id.value)] = name;
            used.insert(name);
        }
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (!names_[i].empty())
                continue;
            const auto& wanted = graph.tensors[i].name;
            names_[i] = wanted;
            for (int copy = 1; names_[i].empty() || !used.insert(names_[i]).second; ++copy)
                names_[i] = cat(wanted, "_", copy);
        }
    }

    std::string nameOf(TensorId id) const
    {
        return id.valid() ? nameText(names_[static_cast<std::size_t>(id.value)]) : "";
    }

    std::string head() const
    {
        return graphHead(graph_, [this](TensorId id) { return nameOf(id); });
    }

    std::string statements() const
    {
        std::string text;
        for (const auto& [domain, version] : graph_.opsets)
            text += cat(indent_, "opset ", domain.empty() ? "" : nameText(domain) + " ", version, "\n");
        for (const auto id : usedConstants())
            text += cat(indent_, nameOf(id), " = const ", constantText(*graph_.tensor(id).constant), "\n");
        for (const auto& node : graph_.nodes)
            text += cat(indent_, nodeText(node), "\n");
        return text;
    }

private:
    std::vector<TensorId> usedConstants() const
    {
        std::vector<bool> used(graph_.tensors.size());
        const auto use = [&](TensorId id) {
            if (id.valid())
                used[static_cast<std::size_t>(id.value)] = true;
        };
        for (const auto& node : graph_.nodes)
            std::for_each(node.inputs.begin(), node.inputs.end(), use);
        std::for_each(graph_.outputs.begin(), graph_.outputs.end(), use);
        std::vector<TensorId> result;
        for (std::size_t i = 0; i < used.size(); ++i)
            if (used[i] && graph_.tensors[i].constant)
                result.push_back({static_cast<std::int32_t>(i)});
        return result;
    }

    std::string nodeText(const Node& node) const
    {
        std::vector<std::string> outputs;
        for (const auto id : node.outputs)
            outputs.push_back(outputText(id));
        std::vector<std::string> inputs;
        for (const auto id : node.inputs)
            inputs.push_back(nameOf(id));
        std::string text = cat(join(outputs, ", "), " = ", node.domain.empty() ? "" : nameText(node.domain) + "::",
                               nameText(node.op), "(", join(inputs, ", "), inputs == std::vector<std::string>{""} ? "," : "", ")");
        if (!node.attributes.empty())
            text += cat(" {", join(attributeTexts(node), ", "), "}");
        if (node.outputs.empty() || !node.outputs[0].valid() || nameText(node.name) != nameOf(node.outputs[0]))
            text += cat(" as ", nameText(node.name));
        return text;
    }

    std::string outputText(TensorId id) const
    {
        if (!id.valid())
            return "";
        const Tensor& tensor = graph_.tensor(id);
        const bool declared = tensor.type != DataType::Undefined || tensor.shape.ranked();
        return declared ? cat(nameOf(id), ": ", typeText(tensor.type, tensor.shape)) : nameOf(id);
    }

    std::vector<std::string> attributeTexts(const Node& node) const
    {
        std::vector<std::string> texts;
        for (const auto& [name, value] : node.attributes)
            texts.push_back(cat(nameText(name), "=", std::visit(AttributeWriter{indent_}, value)));
        return texts;
    }

    const Graph& graph_;
    std::string indent_;
    std::vector<std::string> names_;
};

std::string body(const Graph& graph, const std::string& indent)
{
    const Writer writer(graph, indent + "    ");
    return cat(writer.head(), " {\n", writer.statements(), indent, "}");
}

}  // namespace

std::string writeGraph(const Graph& graph)
{
    const Writer writer(graph, "");
    return cat(writer.head(), "\n", writer.statements());
}

}  // namespace tw::ir
