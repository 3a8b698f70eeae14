// SPDX-License-Identifier: Apache-2.0
#include "core/ir/attribute.h"

#include "core/base/text.h"
#include "core/ir/graph.h"

namespace tw::ir {
namespace {

constexpr std::size_t kShownElements = 64;

template <class T>
std::string listText(const std::vector<T>& values)
{
    const auto shown = std::min(values.size(), kShownElements);
    std::vector<T> head(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(shown));
    return cat("[", join(head, ", "), shown < values.size() ? ", ..." : "", "]");
}

struct Writer {
    std::string operator()(std::int64_t value) const { return cat(value); }
    std::string operator()(float value) const { return cat(value); }
    std::string operator()(const std::string& value) const { return cat('"', value, '"'); }
    std::string operator()(const TensorData& value) const
    {
        if (value.elements() == 1 && (isFloat(value.type) || isInteger(value.type)))
            return cat(toDoubles(value)[0], " (", typeName(value.type), value.shape, ")");
        return cat("tensor ", typeName(value.type), value.shape);
    }
    std::string operator()(const GraphPointer& value) const { return cat("graph ", value ? value->name : ""); }
    std::string operator()(const std::vector<std::int64_t>& values) const { return listText(values); }
    std::string operator()(const std::vector<float>& values) const { return listText(values); }
    std::string operator()(const std::vector<std::string>& values) const { return listText(values); }
    std::string operator()(const std::vector<TensorData>& values) const { return cat(values.size(), " tensors"); }
    std::string operator()(const std::vector<GraphPointer>& values) const { return cat(values.size(), " graphs"); }
    std::string operator()(const OpaqueAttribute& value) const { return value.kind; }
};

}  // namespace

std::string attributeText(const Attribute& attribute)
{
    return std::visit(Writer{}, attribute);
}

}  // namespace tw::ir
