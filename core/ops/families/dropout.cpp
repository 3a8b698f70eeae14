// SPDX-License-Identifier: Apache-2.0
// Dropout as it acts in inference: output 0 is input 0, and the mask keeps everything.
#include "core/base/text.h"
#include "core/ops/family_support.h"

namespace tw::ops {
namespace {

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0), .shape = node.shape(0)}};
    if (node.node.outputs.size() > 1)
        result.push_back({.type = node.opset < 7 ? node.type(0) : DataType::Bool, .shape = node.shape(0)});
    return result;
}

/// Training mode with a ratio above 0 draws random numbers, which no reference can predict.
Result<void> refuseTraining(const OpNode& node)
{
    const TensorData* training = node.constant(2);
    const TensorData* ratio = node.constant(1);
    const auto isZero = [](const TensorData& data) {
        const bool number = data.type == DataType::Bool || ir::isFloat(data.type);
        return number && data.elements() == 1 && ir::toDoubles(data)[0] == 0;
    };
    if (!training || isZero(*training) || (ratio && isZero(*ratio)))
        return {};
    return Error{.code = Code::UnsupportedOperator, .message = "Dropout in training mode is random",
                 .hint = "export the network for inference"};
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY_VOID(refuseTraining(node));
    TW_TRY(const auto inferred, infer(node));
    std::vector<TensorData> result{*node.constant(0)};
    if (inferred.size() > 1) {
        const auto type = inferred[1].type;   // of the mask; before opset 10 that of the data
        if (!ir::isInteger(type) && !ir::isFloat(type) && type != DataType::Bool)
            return Error{.code = Code::BadType, .message = cat("Dropout has no mask of ", ir::typeName(type), " values")};
        const std::vector<std::int64_t> kept(static_cast<std::size_t>(result[0].elements()), 1);
        result.push_back(ir::fromIntegers(inferred[1].type, result[0].shape, kept));
    }
    return result;
}

AccessMap access(const OpNode& node)
{
    return withWholeParameters(node, identities(node.shape(0).rank()));
}

}  // namespace

extern const OpFamily dropoutFamily;
const OpFamily dropoutFamily = {
    .name = "dropout",
    .ops = {{.op = "Dropout",
             .inputNames = {"data", "ratio", "training_mode"},
             .outputNames = {"output", "mask"},
             .documentation = "Passes its input on unchanged in inference.",
             .infer = infer,
             .evaluate = evaluate,
             .count = noWork,
             .access = access,
             .aliasesInput = true}}};

}  // namespace tw::ops
