// SPDX-License-Identifier: Apache-2.0
// Trilu: the upper or lower triangle of matrices; zeros elsewhere.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"

namespace tw::ops {
namespace {

/// Which diagonal bounds the triangle; the main one by default.
Result<std::int64_t> diagonalOf(const OpNode& node)
{
    TW_TRY(const auto given, node.intsOfAttributeOrInput("k", 1));
    if (given && given->size() != 1)
        return Error{.code = Code::BadShape, .message = "k of Trilu must be a scalar"};
    return given ? given->front() : 0;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    if (node.shape(0).ranked() && node.shape(0).rank() < 2)
        return Error{.code = Code::RankTooSmall, .message = cat("Trilu needs matrices, got ", node.shape(0))};
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY_VOID(infer(node));
    TW_TRY(const auto diagonal, diagonalOf(node));
    TW_TRY(const auto upper, node.intOf("upper", 1));
    const TensorData& data = *node.constant(0);
    const int rank = data.shape.rank();
    const std::int64_t rows = data.shape[rank - 2].value;
    const std::int64_t columns = data.shape[rank - 1].value;
    TensorBuilder result(data.type, data.shape);
    for (std::int64_t i = 0; i < data.elements(); ++i) {
        const std::int64_t offset = i % columns - i / columns % rows;   // diagonals are numbered from the main one
        if (upper != 0 ? offset >= diagonal : offset <= diagonal)
            result.copy(i, data, i);
    }
    return std::vector{std::move(result).finish()};
}

AccessMap access(const OpNode& node)
{
    return withWholeParameters(node, identities(node.shape(0).rank()));
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto diagonal, diagonalOf(node));
    TW_TRY(const auto upper, node.intOf("upper", 1));
    const Shape& shape = node.shape(0);
    return Arguments{{"elem_bytes", elementBytes(node.type(0))},
                     {"count", shape.elements().value_or(0)},
                     {"rows", shape[shape.rank() - 2].value},
                     {"columns", shape[shape.rank() - 1].value},
                     {"diagonal", std::clamp<std::int64_t>(diagonal, -INT32_MAX, INT32_MAX)},
                     {"upper", std::int64_t{upper != 0}}};
}

}  // namespace

extern const OpFamily triluFamily;
const OpFamily triluFamily = {
    .name = "trilu",
    .ops = {{.op = "Trilu",
             .inputNames = {"input", "k"},
             .argsType = "tw_trilu_args",
             .documentation = "Keeps the upper or lower triangle of matrices.",
             .infer = infer,
             .evaluate = evaluate,
             .count = bytesMoved,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
