// SPDX-License-Identifier: Apache-2.0
#include "core/ops/axis.h"

#include "core/base/text.h"

namespace tw::ops {

AxisView axisView(const Shape& shape, int axis, int axes)
{
    AxisView view;
    for (int i = 0; i < shape.rank(); ++i) {
        std::int64_t& part = i < axis ? view.outer : (i < axis + axes ? view.length : view.inner);
        part *= shape[i].value;
    }
    return view;
}

Result<int> axisOf(const OpNode& node, int rank, std::int64_t fallback, const std::string& name)
{
    TW_TRY(const auto axis, node.intOf(name, fallback));
    const auto normal = ir::normalAxis(axis, rank);
    if (!normal)
        return Error{.code = Code::BadAttribute, .message = cat("axis ", axis, " is outside a tensor of rank ", rank),
                     .place = {.attribute = name}};
    return *normal;
}

}  // namespace tw::ops
