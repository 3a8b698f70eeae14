// SPDX-License-Identifier: Apache-2.0
#include "core/ops/strided_copy.h"

#include "core/base/text.h"
#include "core/ops/family_support.h"

#include <numeric>

namespace tw::ops {
namespace {

constexpr std::size_t kKernelLoops = 8;   // TW_STRIDED_COPY_LOOPS of kernels/include/strided_copy.h

}  // namespace

Result<TensorData> copyStrided(const OpNode& node, const LoopNest& nest)
{
    TW_TRY(const auto count, resultSize(node, node.outputs.at(0).shape));
    TW_CHECK(Shape::of(nest.sizes).elements() == count);
    const TensorData& data = *node.constant(0);
    TensorBuilder result(data.type, node.outputs[0].shape);
    std::vector<std::int64_t> position(nest.sizes.size(), 0);
    for (std::int64_t i = 0; i < count; ++i, advance(position, nest.sizes))
        result.copy(i, data, std::inner_product(position.begin(), position.end(), nest.strides.begin(), nest.offset));
    return std::move(result).finish();
}

Result<Arguments> stridedCopyFields(const OpNode& node, const LoopNest& nest)
{
    LoopNest loops = merged(nest);
    std::int64_t run = 1;
    if (!loops.strides.empty() && loops.strides.back() == 1) {
        run = loops.sizes.back();
        loops.sizes.pop_back();
        loops.strides.pop_back();
    }
    if (loops.sizes.size() > kKernelLoops)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat(node.node.op, " of ", node.shape(0), " needs ", loops.sizes.size(),
                                    " loops, the kernel has ", kKernelLoops)};
    return Arguments{{"elem_bytes", elementBytes(node.type(0))},
                     {"count", Shape::of(nest.sizes).elements().value_or(0)},
                     {"run", run},
                     {"offset", loops.offset},
                     {"loops", static_cast<std::int64_t>(loops.sizes.size())},
                     {"size", loops.sizes},
                     {"stride", loops.strides}};
}

}  // namespace tw::ops
