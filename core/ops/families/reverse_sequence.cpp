// SPDX-License-Identifier: Apache-2.0
// ReverseSequence: turns round the beginning of each sequence of a batch.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/indices.h"

namespace tw::ops {
namespace {

struct Axes {
    int batch = 1;
    int time = 0;
};

Result<Axes> axesOf(const OpNode& node)
{
    TW_TRY(const auto batch, node.intOf("batch_axis", 1));
    TW_TRY(const auto time, node.intOf("time_axis", 0));
    const bool swapped = batch == 0 && time == 1;
    if (!swapped && !(batch == 1 && time == 0))
        return Error{.code = Code::BadAttribute,
                     .message = cat("batch_axis ", batch, " and time_axis ", time, " must be 0 and 1")};
    return Axes{static_cast<int>(batch), static_cast<int>(time)};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    TW_TRY(const auto axes, axesOf(node));
    const Shape& shape = node.shape(0);
    if (shape.ranked() && shape.rank() < 2)
        return Error{.code = Code::RankTooSmall,
                     .message = cat("ReverseSequence needs batches of sequences, got ", shape)};
    if (shape.ranked() && node.shape(1).ranked()) {
        if (node.shape(1).rank() != 1)
            return Error{.code = Code::BadShape, .message = cat("the lengths must be a list, got ", node.shape(1))};
        TW_TRY_VOID(sameDim(node, shape[axes.batch], node.shape(1)[0]));
    }
    return std::vector<Inferred>{{.type = node.type(0), .shape = shape}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY_VOID(infer(node));
    TW_TRY(const auto axes, axesOf(node));
    TW_TRY(const auto lengths, integersOf(node, *node.constant(1)));
    const TensorData& data = *node.constant(0);
    const auto sizes = data.shape.sizes();
    const auto time = static_cast<std::size_t>(axes.time);
    const auto stride = rowMajorStrides(sizes)[time];
    for (const auto length : lengths)
        if (length < 0 || length > sizes[time])
            return Error{.code = Code::BadInput,
                         .message = cat("a sequence of length ", length, " does not fit ", data.shape)};
    TensorBuilder result(data.type, data.shape);
    std::vector<std::int64_t> position(sizes.size(), 0);
    for (std::int64_t i = 0; i < data.elements(); ++i, advance(position, sizes)) {
        const auto length = lengths[static_cast<std::size_t>(position[static_cast<std::size_t>(axes.batch)])];
        const auto step = position[time];
        const auto from = step < length ? length - 1 - step : step;
        result.copy(i, data, i + (from - step) * stride);
    }
    return std::vector{std::move(result).finish()};
}

AccessMap access(const OpNode& node)
{
    const auto axes = axesOf(node);
    auto dims = identities(node.shape(0).rank());
    if (!axes)
        return withWholeParameters(node, wholes(node.shape(0).rank()));
    dims[static_cast<std::size_t>(axes->time)] = full();
    return {{std::move(dims), {follows(0, axes->batch)}}};
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto axes, axesOf(node));
    const auto sizes = node.shape(0).sizes();
    std::int64_t inner = 1;
    for (std::size_t axis = 2; axis < sizes.size(); ++axis)
        inner *= sizes[axis];
    Arguments arguments{{"elem_bytes", elementBytes(node.type(0))}};
    const auto index = indexFields(node.type(1));
    arguments.insert(arguments.end(), index.begin(), index.end());
    arguments.push_back({"batch", sizes[static_cast<std::size_t>(axes.batch)]});
    arguments.push_back({"time", sizes[static_cast<std::size_t>(axes.time)]});
    arguments.push_back({"inner", inner});
    arguments.push_back({"time_first", std::int64_t{axes.time == 0}});
    return arguments;
}

}  // namespace

extern const OpFamily reverse_sequenceFamily;
const OpFamily reverse_sequenceFamily = {
    .name = "reverse_sequence",
    .ops = {{.op = "ReverseSequence",
             .inputNames = {"input", "sequence_lens"},
             .argsType = "tw_reverse_sequence_args",
             .documentation = "Turns round the beginning of each sequence of a batch.",
             .infer = infer,
             .evaluate = evaluate,
             .count = bytesMoved,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
