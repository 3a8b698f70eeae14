// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/schema_defaults.h"

#include "core/onnx/protobuf.h"

#include <onnx/defs/schema.h>

namespace tw::onnx {
namespace {

using Kind = ::onnx::AttributeProto;

std::optional<ir::Attribute> valueOf(const ::onnx::AttributeProto& proto)
{
    switch (proto.type()) {
    case Kind::FLOAT: return ir::Attribute(proto.f());
    case Kind::INT: return ir::Attribute(std::int64_t{proto.i()});
    case Kind::STRING: return ir::Attribute(proto.s());
    case Kind::FLOATS: return ir::Attribute(std::vector<float>(proto.floats().begin(), proto.floats().end()));
    case Kind::INTS: return ir::Attribute(std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
    case Kind::STRINGS: return ir::Attribute(std::vector<std::string>(proto.strings().begin(), proto.strings().end()));
    default: return std::nullopt;      // schemas give no other kind
    }
}

}  // namespace

std::optional<std::map<std::string, ir::Attribute>> schemaDefaults(const std::string& domain, const std::string& op, int opset)
{
    const auto* schema = ::onnx::OpSchemaRegistry::Schema(op, opset, domain);
    if (!schema)
        return std::nullopt;
    std::map<std::string, ir::Attribute> defaults;
    for (const auto& [name, attribute] : schema->attributes())
        if (const auto value = valueOf(attribute.default_value))
            defaults.emplace(name, *value);
    return defaults;
}

}  // namespace tw::onnx
