// SPDX-License-Identifier: Apache-2.0
// Any number of inputs with NumPy broadcasting: Sum, Mean, Max, Min.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

constexpr std::size_t kKernelInputs = 8;   // TW_MAX_INPUTS in kernels/include/variadic.h

std::vector<Shape> shapesOf(const OpNode& node)
{
    std::vector<Shape> shapes;
    for (const auto& input : node.inputs)
        shapes.push_back(input.shape);
    return shapes;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    if (node.inputs.empty())
        return Error{.code = Code::BadGraph, .message = cat(node.node.op, " has no inputs")};
    TW_TRY(const Shape shape, broadcastShapes(shapesOf(node)));
    return std::vector<Inferred>{{.type = node.type(0), .shape = shape}};
}

/// Sums are divided by this at the end.
double divisorOf(const OpNode& node)
{
    return node.node.op == "Mean" ? static_cast<double>(node.inputs.size()) : 1.0;
}

double larger(double a, double b)
{
    return std::isnan(a) || a > b ? a : b;
}

double smaller(double a, double b)
{
    return std::isnan(a) || a < b ? a : b;
}

double combined(const std::string& op, double a, double b)
{
    if (op == "Max")
        return larger(a, b);
    return op == "Min" ? smaller(a, b) : a + b;
}

std::int64_t combined(const std::string& op, std::int64_t a, std::int64_t b)
{
    if (op == "Max")
        return std::max(a, b);
    return op == "Min" ? std::min(a, b) : a + b;
}

/// U64 is compared by its bits with the sign turned round, which keeps the order.
std::int64_t ordered(std::int64_t value, DataType type)
{
    return type == DataType::U64 ? value ^ INT64_MIN : value;
}

template <class T, class Read>
std::vector<T> combineAll(const OpNode& node, Read&& read)
{
    const Shape& output = node.outputs[0].shape;
    std::vector<T> result;
    for (const auto& input : node.inputs) {
        const std::vector<T> values = read(*input.constant);
        const auto index = broadcastIndices(input.shape, output);
        const bool first = result.empty();
        result.resize(index.size());
        for (std::size_t i = 0; i < index.size(); ++i)
            result[i] = first ? values[index[i]] : combined(node.node.op, result[i], values[index[i]]);
    }
    return result;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const Operand& output = node.outputs[0];
    if (ir::isFloat(output.type)) {
        auto values = combineAll<double>(node, ir::toDoubles);
        for (auto& value : values)
            value /= divisorOf(node);
        return std::vector<TensorData>{ir::fromDoubles(output.type, output.shape, values)};
    }
    if (node.node.op == "Mean")
        return Error{.code = Code::BadType, .message = cat("Mean does not take ", ir::typeName(output.type))};
    const bool extreme = node.node.op == "Max" || node.node.op == "Min";
    const auto orderedAs = [&](std::vector<std::int64_t> values) {
        for (auto& value : values)
            value = extreme ? ordered(value, output.type) : value;
        return values;
    };
    const auto values = combineAll<std::int64_t>(node, [&](const TensorData& data) { return orderedAs(ir::toIntegers(data)); });
    return std::vector<TensorData>{ir::fromIntegers(output.type, output.shape, orderedAs(values))};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, static_cast<std::int64_t>(node.inputs.size()) - 1);
}

AccessMap access(const OpNode& node)
{
    AccessMap map;
    for (const auto& input : node.inputs)
        map.inputs.push_back(broadcastAccess(input.shape, node.outputs[0].shape));
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    if (node.inputs.size() > kKernelInputs)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat(node.node.op, " has ", node.inputs.size(), " inputs, but the kernel takes at most ",
                                    kKernelInputs)};
    TW_TRY(const auto loop, kernelLoop(shapesOf(node), node.outputs[0].shape));
    std::vector<std::int64_t> strides(kKernelInputs * kKernelDims, 0);
    for (std::size_t input = 0; input < loop.strides.size(); ++input)
        std::copy(loop.strides[input].begin(), loop.strides[input].end(),
                  strides.begin() + static_cast<std::ptrdiff_t>(input * kKernelDims));
    return Arguments{{"count", node.outputs[0].shape.elements().value_or(0)},
                     {"inputs", static_cast<std::int64_t>(node.inputs.size())},
                     {"rank", static_cast<std::int64_t>(loop.dims.size())},
                     {"dims", loop.dims},
                     {"strides", strides}};
}

OpDef definition(std::string_view op, std::string_view documentation)
{
    return {.op = op,
            .inputNames = {"X"},
            .variadic = true,
            .argsType = "tw_variadic_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

}  // namespace

extern const OpFamily variadicFamily;
const OpFamily variadicFamily = {
    .name = "variadic",
    .ops = {definition("Sum", "Adds any number of tensors element by element."),
            definition("Mean", "The mean of any number of tensors, element by element."),
            definition("Max", "The largest of any number of tensors, element by element."),
            definition("Min", "The smallest of any number of tensors, element by element.")}};

}  // namespace tw::ops
