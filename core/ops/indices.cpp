// SPDX-License-Identifier: Apache-2.0
#include "core/ops/indices.h"

#include "core/base/text.h"
#include "core/ops/family_support.h"

namespace tw::ops {

Result<std::int64_t> indexInto(const OpNode& node, std::int64_t index, std::int64_t extent)
{
    if (index < -extent || index >= extent)
        return Error{.code = Code::BadInput,
                     .message = cat("index ", index, " of ", node.node.op, " is outside an axis of size ", extent)};
    return index < 0 ? index + extent : index;
}

Result<std::vector<std::int64_t>> integersOf(const OpNode& node, const TensorData& data)
{
    if (ir::isInteger(data.type) || ir::isFloat(data.type) || data.type == DataType::Bool)
        return ir::toIntegers(data);
    return Error{.code = Code::BadType, .message = cat(node.node.op, " needs integers, got ", ir::typeName(data.type))};
}

Result<std::vector<std::int64_t>> indicesInto(const OpNode& node, const TensorData& indices, std::int64_t extent)
{
    TW_TRY(auto values, integersOf(node, indices));
    for (auto& value : values) {
        TW_TRY(value, indexInto(node, value, extent));
    }
    return values;
}

Arguments indexFields(DataType type)
{
    return {{"index_bytes", elementBytes(type)}, {"index_signed", std::int64_t{ir::isSigned(type)}}};
}

}  // namespace tw::ops
