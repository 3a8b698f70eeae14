// SPDX-License-Identifier: Apache-2.0
// Tensors that are made rather than moved: Constant, ConstantOfShape, Range, EyeLike. None has a kernel: with known
// shapes they are constants before the network runs.
#include "core/base/text.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/indices.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

std::vector<Inferred> known(TensorData data)
{
    return {{.type = data.type, .shape = data.shape, .constant = data}};
}

AccessMap access(const OpNode& node)
{
    AccessMap map;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        map.inputs.push_back(node.has(i) ? wholes(node.shape(i).rank()) : std::vector<DimAccess>{});
    return map;
}

// ---- Constant: one of several attributes holds the value ----

TensorData stringTensor(Shape shape, std::vector<std::string> texts)
{
    return {DataType::String, std::move(shape), {}, std::make_shared<const std::vector<std::string>>(std::move(texts))};
}

Shape listShape(std::size_t length)
{
    return Shape{static_cast<std::int64_t>(length)};
}

template <class T>
const T* attributeAs(const OpNode& node, const std::string& name)
{
    const auto found = node.node.attributes.find(name);
    return found == node.node.attributes.end() ? nullptr : std::get_if<T>(&found->second);
}

Result<TensorData> constantValue(const OpNode& node)
{
    if (const auto* tensor = attributeAs<TensorData>(node, "value"))
        return *tensor;
    if (const auto* real = attributeAs<float>(node, "value_float"))
        return ir::makeTensor(DataType::F32, Shape::scalar(), std::vector{*real});
    if (const auto* reals = attributeAs<std::vector<float>>(node, "value_floats"))
        return ir::makeTensor(DataType::F32, listShape(reals->size()), *reals);
    if (const auto* integer = attributeAs<std::int64_t>(node, "value_int"))
        return ir::makeTensor(DataType::I64, Shape::scalar(), std::vector{*integer});
    if (const auto* integers = attributeAs<std::vector<std::int64_t>>(node, "value_ints"))
        return ir::makeTensor(DataType::I64, listShape(integers->size()), *integers);
    if (const auto* text = attributeAs<std::string>(node, "value_string"))
        return stringTensor(Shape::scalar(), {*text});
    if (const auto* texts = attributeAs<std::vector<std::string>>(node, "value_strings"))
        return stringTensor(listShape(texts->size()), *texts);
    return Error{.code = Code::BadAttribute, .message = "Constant has no value that is a plain tensor"};
}

Result<std::vector<Inferred>> inferConstant(const OpNode& node)
{
    TW_TRY(auto value, constantValue(node));
    return known(std::move(value));
}

Result<std::vector<TensorData>> evaluateConstant(const OpNode& node)
{
    TW_TRY(auto value, constantValue(node));
    return std::vector{std::move(value)};
}

// ---- ConstantOfShape ----

/// One element; float32 zero by default.
Result<TensorData> fillValue(const OpNode& node)
{
    const auto* given = attributeAs<TensorData>(node, "value");
    if (!given)
        return ir::fromDoubles(DataType::F32, Shape::scalar(), std::vector{0.0});
    if (given->elements() != 1)
        return Error{.code = Code::BadAttribute,
                     .message = cat("the value must have one element, got ", given->shape),
                     .place = {.attribute = "value"}};
    return ir::reshaped(*given, Shape::scalar());
}

Result<std::vector<Inferred>> inferOfShape(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    TW_TRY(const auto value, fillValue(node));
    std::vector<Inferred> result{{.type = value.type}};
    if (const TensorData* sizes = node.constant(0)) {
        TW_TRY(const auto list, integersOf(node, *sizes));
        if (std::any_of(list.begin(), list.end(), [](auto size) { return size < 0; }))
            return Error{.code = Code::BadShape, .message = cat("[", join(list, ", "), "] is not a shape")};
        result[0].shape = Shape::of(list);
    } else if (node.shape(0).rank() == 1 && node.shape(0)[0].known() && node.shape(0)[0].value < 64) {
        result[0].shape = Shape::ofRank(static_cast<int>(node.shape(0)[0].value));
    }
    return result;
}

Result<std::vector<TensorData>> evaluateOfShape(const OpNode& node)
{
    TW_TRY(const auto inferred, inferOfShape(node));
    TW_TRY(const auto value, fillValue(node));
    TW_TRY(const auto count, resultSize(node, inferred[0].shape));
    TensorBuilder result(value.type, inferred[0].shape);
    for (std::int64_t i = 0; i < count; ++i)
        result.copy(i, value, 0);
    return std::vector{std::move(result).finish()};
}

// ---- Range ----

Result<double> scalarInput(const OpNode& node, std::size_t input)
{
    const TensorData& data = *node.constant(input);
    if (data.elements() == 1 && (ir::isFloat(data.type) || ir::isInteger(data.type)))
        return ir::toDoubles(data)[0];
    return Error{.code = Code::BadShape,
                 .message = cat("input ", input, " of Range must be a scalar, got ", data.shape)};
}

constexpr double kLongestRange = 1 << 28;   // elements; far beyond any network

struct Progression {
    double start = 0;
    double step = 1;
    std::int64_t count = 0;
};

Result<Progression> progressionOf(const OpNode& node)
{
    TW_TRY(const double start, scalarInput(node, 0));
    TW_TRY(const double limit, scalarInput(node, 1));
    TW_TRY(const double step, scalarInput(node, 2));
    const double count = std::max(std::ceil((limit - start) / step), 0.0);
    if (!(count < kLongestRange))
        return Error{.code = Code::BadInput,
                     .message = cat("Range from ", start, " to ", limit, " by ", step, " does not end")};
    return Progression{start, step, static_cast<std::int64_t>(count)};
}

Result<std::vector<Inferred>> inferRange(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 3));
    if (!node.constant(0) || !node.constant(1) || !node.constant(2))
        return std::vector<Inferred>{{.type = node.type(0), .shape = Shape::ofRank(1)}};
    TW_TRY(const auto progression, progressionOf(node));
    return std::vector<Inferred>{{.type = node.type(0), .shape = {progression.count}}};
}

Result<std::vector<TensorData>> evaluateRange(const OpNode& node)
{
    TW_TRY(const auto progression, progressionOf(node));
    std::vector<double> values;
    for (std::int64_t i = 0; i < progression.count; ++i)
        values.push_back(progression.start + static_cast<double>(i) * progression.step);
    return std::vector{ir::fromDoubles(node.type(0), Shape{progression.count}, values)};
}

// ---- EyeLike ----

constexpr std::int64_t kLargestEye = 1 << 20;   // elements; follows from the shape alone, so it is made at once

Result<DataType> typeOfEye(const OpNode& node)
{
    auto type = node.type(0);
    if (node.hasAttribute("dtype")) {
        TW_TRY(const auto code, node.intOf("dtype"));
        TW_TRY(type, elementType(code));
    }
    if (type != DataType::Undefined && !ir::isInteger(type) && !ir::isFloat(type) && type != DataType::Bool)
        return Error{.code = Code::BadType, .message = "EyeLike gives numbers only", .place = {.attribute = "dtype"}};
    return type;
}

TensorData eye(DataType type, const Shape& shape, std::int64_t diagonal)
{
    std::vector<std::int64_t> values;
    for (std::int64_t row = 0; row < shape[0].value; ++row)
        for (std::int64_t column = 0; column < shape[1].value; ++column)
            values.push_back(column - row == diagonal);
    return ir::fromIntegers(type, shape, values);
}

Result<std::vector<Inferred>> inferEye(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    if (node.shape(0).ranked() && node.shape(0).rank() != 2)
        return Error{.code = Code::BadShape, .message = cat("EyeLike needs a matrix, got ", node.shape(0))};
    std::vector<Inferred> result{{.shape = node.shape(0).ranked() ? node.shape(0) : Shape::ofRank(2)}};
    TW_TRY(result[0].type, typeOfEye(node));
    TW_TRY(const auto diagonal, node.intOf("k", 0));
    const bool makeable =
        result[0].type != DataType::Undefined && result[0].shape.elements().value_or(kLargestEye + 1) <= kLargestEye;
    if (makeable)
        result[0].constant = eye(result[0].type, result[0].shape, diagonal);
    return result;
}

Result<std::vector<TensorData>> evaluateEye(const OpNode& node)
{
    TW_TRY(const auto inferred, inferEye(node));
    if (!inferred[0].constant)
        return Error{.code = Code::BadShape, .message = cat("EyeLike would give ", node.shape(0))};
    return std::vector{*inferred[0].constant};
}

}  // namespace

extern const OpFamily fillFamily;
const OpFamily fillFamily = {
    .name = "fill",
    .ops = {{.op = "Constant",
             .documentation = "A value that stands in the model.",
             .infer = inferConstant,
             .evaluate = evaluateConstant,
             .count = noWork,
             .access = access},
            {.op = "ConstantOfShape",
             .inputNames = {"shape"},
             .documentation = "One value throughout a tensor of the given shape.",
             .infer = inferOfShape,
             .evaluate = evaluateOfShape,
             .count = noWork,
             .access = access},
            {.op = "Range",
             .inputNames = {"start", "limit", "delta"},
             .documentation = "The numbers from start up to limit by delta.",
             .infer = inferRange,
             .evaluate = evaluateRange,
             .count = noWork,
             .access = access},
            {.op = "EyeLike",
             .inputNames = {"input"},
             .documentation = "Ones on a diagonal, zeros elsewhere.",
             .infer = inferEye,
             .evaluate = evaluateEye,
             .count = noWork,
             .access = access}}};

}  // namespace tw::ops
