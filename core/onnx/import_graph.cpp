// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/import_graph.h"

#include "core/base/text.h"
#include "core/onnx/type_proto.h"

#include <google/protobuf/unknown_field_set.h>

namespace tw::onnx {
namespace {

Error badGraph(std::string message, const std::string& node = {})
{
    return {.code = Code::BadGraph, .message = std::move(message), .place = {.node = node}};
}

/// The name in the file, or for a nameless node what can be pointed at.
std::string shownName(const ::onnx::NodeProto& proto)
{
    if (!proto.name().empty())
        return proto.name();
    return cat(proto.op_type(), proto.output_size() > 0 ? cat(" that makes ", proto.output(0)) : "");
}

/// NodeProto.metadata_props came with IR version 10, after the parser's schema.
std::map<std::string, std::string> nodeMetadata(const ::onnx::NodeProto& proto)
{
    constexpr int kMetadataField = 9;
    std::map<std::string, std::string> metadata;
    const auto& unknown = proto.unknown_fields();
    for (int i = 0; i < unknown.field_count(); ++i) {
        const auto& field = unknown.field(i);
        ::onnx::StringStringEntryProto entry;
        if (field.number() == kMetadataField && field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED &&
            entry.ParseFromString(field.length_delimited()))
            metadata.insert_or_assign(entry.key(), entry.value());
    }
    return metadata;
}

}  // namespace

std::string normalDomain(const std::string& domain)
{
    return domain == "ai.onnx" ? "" : domain;
}

void GraphImporter::warn(std::string message)
{
    context_.diagnostics.push_back({Severity::Warning, badGraph(std::move(message))});
}

ir::TensorId GraphImporter::declare(const std::string& name)
{
    const auto id = graph_.addTensor({.name = name});
    byName_.emplace(name, id);
    return id;
}

std::optional<ir::TensorId> GraphImporter::resolve(const std::string& name)
{
    if (const auto here = byName_.find(name); here != byName_.end())
        return here->second;
    const auto outside = outer_ ? outer_->resolve(name) : std::nullopt;
    if (!outside)
        return std::nullopt;
    // The value stays with the tensor outside: a constant has one home.
    const auto& tensor = outer_->graph_.tensor(*outside);
    const auto id = graph_.addTensor({.name = name, .type = tensor.type, .shape = tensor.shape, .note = tensor.note});
    byName_.emplace(name, id);
    graph_.captures.emplace(name, id);
    return id;
}

Result<ir::Graph> GraphImporter::run(const ::onnx::GraphProto& proto)
{
    graph_.name = proto.name();
    graph_.doc = proto.doc_string();
    graph_.opsets = context_.opsets;
    TW_TRY_VOID(declareInitializers(proto));
    TW_TRY_VOID(declareInputs(proto));
    TW_TRY_VOID(declareNodeOutputs(proto));
    applyTypes(proto);
    nameNodes(proto);
    TW_TRY_VOID(addNodes(proto));
    TW_TRY_VOID(addOutputs(proto));
    TW_TRY_VOID(ir::sortNodes(graph_));
    return std::move(graph_);
}

Result<void> GraphImporter::declareInitializer(const std::string& name, const ::onnx::TensorProto& type,
                                               std::optional<ir::TensorData> data)
{
    if (name.empty() || byName_.contains(name)) {
        warn(name.empty() ? "an initialiser without a name is left out" : cat("the second initialiser ", name, " is left out"));
        return {};
    }
    auto& tensor = graph_.tensor(declare(name));
    tensor.type = data ? data->type : elementType(type.data_type());
    tensor.shape = data ? data->shape : ir::Shape::of({type.dims().begin(), type.dims().end()});
    if (!data)
        tensor.note = cat("values of ", elementTypeText(type.data_type()), " are not available");
    tensor.constant = std::move(data);
    return {};
}

Result<void> GraphImporter::declareInitializers(const ::onnx::GraphProto& proto)
{
    for (const auto& initializer : proto.initializer()) {
        TW_TRY_VOID(context_.progress.check());
        TW_TRY(auto data, context_.source.read(initializer, context_.diagnostics));
        TW_TRY_VOID(declareInitializer(initializer.name(), initializer, std::move(data)));
    }
    for (const auto& initializer : proto.sparse_initializer()) {
        TW_TRY(auto data, context_.source.read(initializer, context_.diagnostics));
        ::onnx::TensorProto dense;
        dense.set_data_type(initializer.values().data_type());
        *dense.mutable_dims() = initializer.dims();
        TW_TRY_VOID(declareInitializer(initializer.values().name(), dense, std::move(data)));
    }
    initializers_ = static_cast<std::int32_t>(graph_.tensors.size());
    return {};
}

Result<void> GraphImporter::declareInputs(const ::onnx::GraphProto& proto)
{
    // Old files list initialisers among the inputs; they have values, so they are constants.
    for (const auto& input : proto.input()) {
        if (input.name().empty())
            return badGraph("a graph input has no name");
        const auto known = byName_.find(input.name());
        if (known == byName_.end())
            graph_.inputs.push_back(declare(input.name()));
        else if (!isInitializer(known->second))
            return badGraph(cat("two graph inputs have the name ", input.name()));
    }
    return {};
}

Result<void> GraphImporter::declareNodeOutputs(const ::onnx::GraphProto& proto)
{
    for (int i = 0; i < proto.node_size(); ++i) {
        const auto& node = proto.node(i);
        for (const auto& output : node.output())
            if (!output.empty() && byName_.contains(output))
                return badGraph(cat("writes ", output, ", which already has a value"), shownName(node));
        TW_TRY(const bool constant, declareConstantNode(node));
        if (constant) {
            constantPositions_.insert(i);
            continue;
        }
        for (const auto& output : node.output()) {
            if (byName_.contains(output))
                return badGraph(cat("writes ", output, " twice"), shownName(node));
            if (!output.empty())
                declare(output);
        }
    }
    return {};
}

void GraphImporter::applyTypes(const ::onnx::GraphProto& proto)
{
    const auto apply = [this](const auto& infos) {
        for (const auto& info : infos)
            if (const auto known = byName_.find(info.name()); known != byName_.end())
                if (auto& tensor = graph_.tensor(known->second); !isInitializer(known->second) && !tensor.constant)
                    applyType(info.type(), tensor);
    };
    apply(proto.value_info());
    apply(proto.input());
    apply(proto.output());
}

void GraphImporter::nameNodes(const ::onnx::GraphProto& proto)
{
    std::unordered_set<std::string> taken;
    for (const auto& node : proto.node())
        taken.insert(node.name());
    std::unordered_set<std::string> given;
    for (int i = 0; i < proto.node_size(); ++i) {
        const auto& node = proto.node(i);
        if (!node.name().empty() && given.insert(node.name()).second) {
            nodeNames_.push_back(node.name());
            continue;
        }
        // The position makes the name stable: it does not depend on how other clashes were settled.
        std::string name = cat(node.name().empty() ? node.op_type() : node.name(), "_", i);
        while (taken.contains(name) || given.contains(name))
            name += "_";
        given.insert(name);
        nodeNames_.push_back(std::move(name));
    }
}

Result<void> GraphImporter::addNodes(const ::onnx::GraphProto& proto)
{
    for (int i = 0; i < proto.node_size(); ++i) {
        TW_TRY_VOID(context_.progress.check());
        if (constantPositions_.contains(i))
            continue;
        TW_TRY_VOID(addNode(proto.node(i), nodeNames_[static_cast<std::size_t>(i)]));
    }
    return {};
}

Result<void> GraphImporter::addNode(const ::onnx::NodeProto& proto, const std::string& name)
{
    ir::Node node{.name = name, .op = proto.op_type(), .domain = normalDomain(proto.domain()), .doc = proto.doc_string()};
    for (const auto& input : proto.input()) {
        const auto id = input.empty() ? ir::TensorId{} : resolve(input).value_or(ir::TensorId{});
        if (!input.empty() && !id.valid())
            return badGraph(cat("reads ", input, ", which nothing makes"), name);
        node.inputs.push_back(id);
    }
    for (const auto& output : proto.output())
        node.outputs.push_back(output.empty() ? ir::TensorId{} : byName_.at(output));
    for (const auto& item : proto.attribute()) {
        auto value = attribute(item);
        if (!value)
            return value.error().at({.node = name, .attribute = item.name()});
        node.attributes.insert_or_assign(item.name(), std::move(value).value());
    }
    node.metadata = nodeMetadata(proto);
    graph_.addNode(std::move(node));
    return {};
}

Result<void> GraphImporter::addOutputs(const ::onnx::GraphProto& proto)
{
    for (const auto& output : proto.output()) {
        const auto id = resolve(output.name());
        if (!id)
            return badGraph(cat("nothing makes the graph output ", output.name()));
        graph_.outputs.push_back(*id);
    }
    return {};
}

}  // namespace tw::onnx
