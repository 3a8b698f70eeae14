// SPDX-License-Identifier: Apache-2.0
// AttributeProto to ir::Attribute, and Constant nodes to constants.
#include "core/base/text.h"
#include "core/onnx/import_graph.h"

namespace tw::onnx {
namespace {

using Kind = ::onnx::AttributeProto;

/// Files of the first IR versions leave the kind out; the field that is there tells it.
int kindOf(const ::onnx::AttributeProto& proto)
{
    if (proto.type() != Kind::UNDEFINED)
        return proto.type();
    if (proto.has_f())
        return Kind::FLOAT;
    if (proto.has_i())
        return Kind::INT;
    if (proto.has_s())
        return Kind::STRING;
    if (proto.has_t())
        return Kind::TENSOR;
    if (proto.has_g())
        return Kind::GRAPH;
    if (proto.floats_size() > 0)
        return Kind::FLOATS;
    if (proto.strings_size() > 0)
        return Kind::STRINGS;
    if (proto.tensors_size() > 0)
        return Kind::TENSORS;
    if (proto.graphs_size() > 0)
        return Kind::GRAPHS;
    return Kind::INTS;
}

ir::TensorData textTensor(std::vector<std::string> texts, ir::Shape shape)
{
    return {.type = ir::DataType::String, .shape = std::move(shape),
            .strings = std::make_shared<const std::vector<std::string>>(std::move(texts))};
}

/// The value of a Constant node given by its attribute; nullopt for the forms that need a TensorSource or a caller.
std::optional<ir::TensorData> plainConstant(const ::onnx::AttributeProto& proto)
{
    const auto& name = proto.name();
    if (name == "value_float")
        return ir::makeTensor(ir::DataType::F32, ir::Shape::scalar(), std::vector<float>{proto.f()});
    if (name == "value_int")
        return ir::makeTensor(ir::DataType::I64, ir::Shape::scalar(), std::vector<std::int64_t>{proto.i()});
    if (name == "value_string")
        return textTensor({proto.s()}, ir::Shape::scalar());
    if (name == "value_floats")
        return ir::makeTensor(ir::DataType::F32, ir::Shape{proto.floats_size()},
                              std::vector<float>(proto.floats().begin(), proto.floats().end()));
    if (name == "value_ints")
        return ir::makeTensor(ir::DataType::I64, ir::Shape{proto.ints_size()},
                              std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
    if (name == "value_strings")
        return textTensor({proto.strings().begin(), proto.strings().end()}, ir::Shape{proto.strings_size()});
    return std::nullopt;
}

}  // namespace

Result<bool> GraphImporter::declareConstantNode(const ::onnx::NodeProto& proto)
{
    if (proto.op_type() != "Constant" || !normalDomain(proto.domain()).empty() || proto.output_size() != 1 ||
        proto.output(0).empty() || proto.attribute_size() != 1 || !proto.attribute(0).ref_attr_name().empty())
        return false;
    const auto& given = proto.attribute(0);
    auto value = plainConstant(given);
    if (given.name() == "value") {
        TW_TRY(value, context_.source.read(given.t(), context_.diagnostics));
    } else if (given.name() == "sparse_value") {
        TW_TRY(value, context_.source.read(given.sparse_tensor(), context_.diagnostics));
    }
    if (!value)
        return false;
    auto& tensor = graph_.tensor(declare(proto.output(0)));
    tensor.type = value->type;
    tensor.shape = value->shape;
    tensor.constant = std::move(value);
    constantNodes_.push_back({.name = proto.name(), .tensor = proto.output(0)});
    return true;
}

ir::Attribute GraphImporter::opaque(const char* kind, const ::onnx::AttributeProto& proto) const
{
    ::onnx::AttributeProto whole = proto;
    if (whole.has_t())
        context_.source.restore(*whole.mutable_t());
    for (auto& tensor : *whole.mutable_tensors())
        context_.source.restore(tensor);
    if (whole.has_sparse_tensor()) {
        context_.source.restore(*whole.mutable_sparse_tensor()->mutable_values());
        context_.source.restore(*whole.mutable_sparse_tensor()->mutable_indices());
    }
    for (auto& tensor : *whole.mutable_sparse_tensors()) {
        context_.source.restore(*tensor.mutable_values());
        context_.source.restore(*tensor.mutable_indices());
    }
    return ir::OpaqueAttribute{.kind = kind, .serialized = whole.SerializeAsString()};
}

Result<ir::Attribute> GraphImporter::tensorAttribute(const ::onnx::AttributeProto& proto)
{
    TW_TRY(auto data, context_.source.read(proto.t(), context_.diagnostics));
    if (!data)
        return opaque("tensor", proto);
    return ir::Attribute(*std::move(data));
}

Result<ir::Attribute> GraphImporter::tensorsAttribute(const ::onnx::AttributeProto& proto)
{
    std::vector<ir::TensorData> tensors;
    for (const auto& item : proto.tensors()) {
        TW_TRY(auto data, context_.source.read(item, context_.diagnostics));
        if (!data)
            return opaque("tensors", proto);
        tensors.push_back(*std::move(data));
    }
    return ir::Attribute(std::move(tensors));
}

Result<ir::GraphPointer> GraphImporter::body(const ::onnx::GraphProto& proto)
{
    TW_TRY(auto graph, GraphImporter(context_, this).run(proto));
    return ir::GraphPointer(std::make_shared<const ir::Graph>(std::move(graph)));
}

Result<ir::Attribute> GraphImporter::attribute(const ::onnx::AttributeProto& proto)
{
    if (!proto.ref_attr_name().empty())
        return opaque("reference", proto);
    switch (kindOf(proto)) {
    case Kind::FLOAT: return ir::Attribute(proto.f());
    case Kind::INT: return ir::Attribute(std::int64_t{proto.i()});
    case Kind::STRING: return ir::Attribute(proto.s());
    case Kind::TENSOR: return tensorAttribute(proto);
    case Kind::TENSORS: return tensorsAttribute(proto);
    case Kind::FLOATS: return ir::Attribute(std::vector<float>(proto.floats().begin(), proto.floats().end()));
    case Kind::INTS: return ir::Attribute(std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
    case Kind::STRINGS: return ir::Attribute(std::vector<std::string>(proto.strings().begin(), proto.strings().end()));
    case Kind::GRAPH: {
        TW_TRY(auto graph, body(proto.g()));
        return ir::Attribute(std::move(graph));
    }
    case Kind::GRAPHS: {
        std::vector<ir::GraphPointer> graphs;
        for (const auto& item : proto.graphs()) {
            TW_TRY(auto graph, body(item));
            graphs.push_back(std::move(graph));
        }
        return ir::Attribute(std::move(graphs));
    }
    case Kind::SPARSE_TENSOR: return opaque("sparse tensor", proto);
    case Kind::SPARSE_TENSORS: return opaque("sparse tensors", proto);
    case Kind::TYPE_PROTO: return opaque("type", proto);
    default: return opaque("types", proto);
    }
}

}  // namespace tw::onnx
