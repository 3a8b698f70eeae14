// SPDX-License-Identifier: Apache-2.0
// Slice: every step-th position from start to end, per axis. Parameters are attributes up to opset 9, inputs after.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/strided_copy.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace tw::ops {
namespace {

/// What is taken along one axis.
struct Cut {
    std::int64_t start = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
};

struct Request {
    int axis = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t step = 1;
};

constexpr std::array<const char*, 4> kParameters = {"starts", "ends", "axes", "steps"};

bool anyPending(const OpNode& node)
{
    for (std::size_t i = 0; i < kParameters.size(); ++i)
        if (isPending(node, kParameters[i], i + 1))
            return true;
    return false;
}

Result<std::vector<Request>> requestsOf(const OpNode& node)
{
    std::array<std::optional<std::vector<std::int64_t>>, 4> values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        TW_TRY(values[i], node.intsOfAttributeOrInput(kParameters[i], i + 1));
    }
    const auto& [starts, ends, axes, steps] = values;
    const bool consistent = starts && ends && starts->size() == ends->size() &&
                            (!axes || axes->size() == starts->size()) && (!steps || steps->size() == starts->size());
    if (!consistent)
        return Error{.code = Code::BadAttribute, .message = "starts, ends, axes and steps of Slice differ in length"};
    std::vector<std::int64_t> leading(starts->size());
    std::iota(leading.begin(), leading.end(), 0);
    TW_TRY(const auto normal, normalAxesOf(node, axes ? *axes : leading, node.shape(0).rank()));
    std::vector<Request> requests;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        requests.push_back({normal[i], (*starts)[i], (*ends)[i], steps ? (*steps)[i] : 1});
        if (requests.back().step == 0)
            return Error{.code = Code::BadAttribute, .message = "a step of Slice is 0"};
    }
    return requests;
}

/// Negative positions count from the end; what lies outside is clipped. Written so that no sum can overflow.
Cut cutOf(const Request& request, std::int64_t extent)
{
    if (extent == 0)
        return {.step = request.step};
    const bool forward = request.step > 0;
    const std::int64_t last = forward ? extent : extent - 1;
    const auto place = [&](std::int64_t position, std::int64_t first) {
        return std::clamp(position < 0 ? position + extent : position, first, last);
    };
    const std::int64_t start = place(request.start, 0);
    const std::int64_t end = place(request.end, forward ? 0 : -1);
    const std::int64_t distance = forward ? end - start : start - end;
    if (distance <= 0)
        return {.start = start, .step = request.step};
    const std::int64_t further = (distance - 1) / request.step;   // negative when walking backwards
    return {.start = start, .step = request.step, .count = 1 + (forward ? further : -further)};
}

bool takesAll(const Request& request)
{
    return request.start == 0 && request.step == 1 && request.end >= std::numeric_limits<std::int32_t>::max();
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0), .shape = node.shape(0)}};
    Shape& shape = result[0].shape;
    if (!shape.ranked())
        return result;
    if (anyPending(node)) {
        shape = Shape::ofRank(shape.rank());
        return result;
    }
    TW_TRY(const auto requests, requestsOf(node));
    for (const auto& request : requests) {
        auto& dim = shape[request.axis];
        if (dim.known())
            dim = {.value = cutOf(request, dim.value).count};
        else if (!takesAll(request))
            dim = {};
    }
    return result;
}

/// One cut per axis; static shapes and known parameters.
Result<std::vector<Cut>> cutsOf(const OpNode& node)
{
    std::vector<Cut> cuts;
    for (const auto size : node.shape(0).sizes())
        cuts.push_back({.count = size});
    TW_TRY(const auto requests, requestsOf(node));
    for (const auto& request : requests)
        cuts[static_cast<std::size_t>(request.axis)] = cutOf(request, node.shape(0)[request.axis].value);
    return cuts;
}

Result<LoopNest> nestOf(const OpNode& node)
{
    TW_TRY(const auto cuts, cutsOf(node));
    const auto strides = rowMajorStrides(node.shape(0).sizes());
    LoopNest nest;
    for (std::size_t axis = 0; axis < cuts.size(); ++axis) {
        nest.offset += cuts[axis].start * strides[axis];
        nest.sizes.push_back(cuts[axis].count);
        nest.strides.push_back(cuts[axis].count > 1 ? cuts[axis].step * strides[axis] : 0);
    }
    return nest;
}

AccessMap access(const OpNode& node)
{
    const auto cuts = cutsOf(node);
    AccessMap map = withWholeParameters(node, wholes(node.shape(0).rank()));
    if (!cuts)
        return map;
    for (int axis = 0; axis < node.shape(0).rank(); ++axis) {
        const Cut& cut = cuts.value()[static_cast<std::size_t>(axis)];
        auto& dim = map.inputs[0][static_cast<std::size_t>(axis)];
        if (cut.step == 1)
            dim = cut.start == 0 ? identity(axis) : offset(axis, cut.start);
        else if (cut.step > 1)
            dim = {.kind = Access::Window, .outputAxis = axis, .stride = cut.step, .pad = -cut.start};
    }
    return map;
}

}  // namespace

extern const OpFamily sliceFamily;
const OpFamily sliceFamily = {
    .name = "slice",
    .ops = {{.op = "Slice",
             .inputNames = {"data", "starts", "ends", "axes", "steps"},
             .argsType = "tw_strided_copy_args",
             .documentation = "Takes every step-th position from start to end along some axes.",
             .infer = infer,
             .evaluate = evaluateStridedCopy<nestOf>,
             .count = bytesMoved,
             .access = access,
             .arguments = stridedCopyArguments<nestOf>}}};

}  // namespace tw::ops
