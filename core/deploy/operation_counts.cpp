// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/operation_counts.h"

#include "core/base/expression.h"
#include "core/target/match.h"

#include <cmath>
#include <map>
#include <set>

namespace tw::deploy {
namespace {

struct Formula {
    std::vector<std::string_view> ops;
    std::string_view operations;
};

/// Names: the scalars of ops::Arguments; size and out_size are the elements of input 0 and of output 0, last is the
/// length of input 0's last axis. Operators with "0" are known to Deeploy, which counts nothing for them.
const std::vector<Formula>& deeployFormulas()
{
    static const std::vector<Formula> formulas{
        {{"Conv", "ConvTranspose"}, "2 * kernel_h * kernel_w * in_c * out_c / group * out_h * out_w"},
        {{"RequantizedConv"}, "(2 * kernel_h * kernel_w * in_c * out_c / group + 3) * out_h * out_w"},
        {{"MatMul"}, "2 * m * n * k * batches"},
        {{"RequantizedMatMul"}, "2 * m * n * k * batches + 3 * size"},
        {{"Gemm"}, "(2 * k + 3) * m * n"},
        {{"RequantizedGemm"}, "(2 * k + 3) * m * n + 3 * size"},
        {{"Add", "Sub", "Mul", "Relu", "Ceil", "Floor", "Exp"}, "size"},
        {{"Clip"}, "2 * size"},
        {{"Sigmoid", "HardSigmoid"}, "4 * size"},
        {{"Swish", "HardSwish"}, "5 * size"},
        {{"Gelu", "iGELU"}, "6 * size"},
        {{"GeluGrad"}, "9 * size"},
        {{"RequantShift"}, "3 * size"},
        {{"iNoNorm"}, "4 * size"},
        {{"Softmax"}, "size / length * (5 * length - 2)"},
        {{"iSoftmax"}, "size / last * (5 * last - 2)"},
        {{"SoftmaxGrad"}, "5 * size"},
        {{"LayerNormalization", "iLayerNorm"}, "6 * size"},
        {{"InstanceNormalization", "GroupNormalization"}, "8 * size + 3 * batch * channels"},
        {{"BatchNormalization"}, "5 * size"},
        {{"MaxPool"}, "out_size * (kernel_h * kernel_w - 1)"},
        {{"AveragePool"}, "out_size * kernel_h * kernel_w"},
        {{"GlobalAveragePool"}, "size"},
        {{"GlobalMaxPool"}, "size - out_size"},
        {{"Concat", "Slice", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Gather", "Pad", "Transpose", "Pow", "Sqrt", "Div",
          "IntegerDiv", "ReduceMean", "IntegerMean", "ReduceSum", "ITAMax", "ITAPartialMax", "iRMSNorm", "iHardswish",
          "LayerNormalizationGrad", "SoftmaxCrossEntropyLoss", "SoftmaxCrossEntropyLossGrad", "SGD"},
         "0"},
    };
    return formulas;
}

const std::map<std::string, Expression, std::less<>>& deeployExpressions()
{
    static const auto expressions = [] {
        std::map<std::string, Expression, std::less<>> result;
        for (const auto& formula : deeployFormulas())
            for (const auto op : formula.ops)
                result.emplace(op, Expression::parse(std::string(formula.operations)).value());
        return result;
    }();
    return expressions;
}

std::optional<std::int64_t> ours(const ir::Graph& graph, const ir::Node& node)
{
    if (!ops::findOp(graph, node))
        return std::nullopt;
    return ops::countNode(graph, node).operations();
}

std::optional<std::int64_t> deeploys(const ir::Graph& graph, const ir::Node& node)
{
    const auto found = deeployExpressions().find(node.op);
    const auto match = target::matchNodeOf(graph, node);
    if (found == deeployExpressions().end() || !match || match->view.inputs.empty() || match->view.outputs.empty())
        return std::nullopt;
    auto variables = match->variables;
    const auto& input = match->view.shape(0);
    variables["size"] = static_cast<double>(input.elements().value_or(0));
    variables["out_size"] = static_cast<double>(match->view.outputs.front().shape.elements().value_or(0));
    variables["last"] = input.rank() == 0 ? 1.0 : static_cast<double>(input[input.rank() - 1].value);
    const auto value = found->second.evaluate(variables);
    if (!value)
        return std::nullopt;
    return std::llround(value.value());
}

}  // namespace

OperationCount countOperations(const ir::Graph& graph, OperationsOf definition)
{
    OperationCount result;
    std::set<std::string> notCounted;
    for (const auto& node : graph.nodes) {
        const auto operations = definition == OperationsOf::Ours ? ours(graph, node) : deeploys(graph, node);
        if (operations)
            result.total += *operations;
        else
            notCounted.insert(node.op);
        result.nodes.push_back({node.name, node.op, operations});
    }
    result.notCounted.assign(notCounted.begin(), notCounted.end());
    return result;
}

}  // namespace tw::deploy
