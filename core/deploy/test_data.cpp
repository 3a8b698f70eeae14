// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/test_data.h"

#include "core/base/text.h"
#include "core/ir/random_tensor.h"
#include "core/passes/assign_integer_types.h"

#include <algorithm>
#include <cmath>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;
using ir::DataType;

constexpr double kWhole = 1e-3;   // how far from an integer a stored "integer" may be

bool isWhole(const std::vector<double>& values)
{
    return std::all_of(values.begin(), values.end(), [](double v) { return std::fabs(v - std::round(v)) <= kWhole; });
}

std::optional<DataType> smallestType(const std::vector<double>& values)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    for (const auto type : {DataType::U8, DataType::I8, DataType::U16, DataType::I16, DataType::U32, DataType::I32})
        if (std::round(*low) >= static_cast<double>(ir::lowest(type)) &&
            std::round(*high) <= static_cast<double>(ir::highest(type)))
            return type;
    return std::nullopt;
}

ir::TensorData repeated(const ir::TensorData& data, std::int64_t elements)
{
    const auto width = static_cast<std::size_t>(ir::bitWidth(data.type) / 8);
    std::vector<std::byte> bytes(static_cast<std::size_t>(elements) * width);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = data.bytes.view[i % data.bytes.size()];
    return {data.type, ir::Shape{elements}, Bytes::own(std::move(bytes))};
}

Error misfit(const ir::Tensor& port, const ir::TensorData& array, std::string_view why)
{
    return {.code = Code::BadInput, .message = cat("the array for ", port.name, " is ", ir::typeName(array.type), array.shape,
                                                   ", the network wants ", ir::typeName(port.type), port.shape, ": ", why)};
}

}  // namespace

Result<TestArrays> loadTestFolder(const fs::path& folder)
{
    TestArrays result;
    TW_TRY(result.inputs, onnx::readTestData(folder, "input"));
    TW_TRY(result.outputs, onnx::readTestData(folder, "output"));
    if (result.outputs.empty())
        return Error{.code = Code::BadInput, .message = "holds no output_0.pb", .place = {.file = folder.string()}};
    return result;
}

Result<std::vector<onnx::NamedTensor>> matchPorts(const ir::Graph& graph, const std::vector<ir::TensorId>& ports,
                                                  const std::vector<onnx::NamedTensor>& arrays)
{
    std::vector<onnx::NamedTensor> byName;
    for (const auto id : ports) {
        const auto found = std::find_if(arrays.begin(), arrays.end(),
                                        [&](const auto& array) { return array.name == graph.tensor(id).name; });
        if (found != arrays.end())
            byName.push_back(*found);
    }
    if (byName.size() == ports.size())
        return byName;
    if (arrays.size() < ports.size())
        return Error{.code = Code::BadInput,
                     .message = cat("there are ", arrays.size(), " arrays for ", ports.size(), " ports of the network")};
    return std::vector(arrays.begin(), arrays.begin() + static_cast<std::ptrdiff_t>(ports.size()));
}

std::map<std::string, DataType> integerInputTypes(const ir::Graph& graph, const std::vector<onnx::NamedTensor>& inputs)
{
    std::map<std::string, DataType> result;
    const bool integerNetwork = passes::hasIntegerOperators(graph);
    for (std::size_t i = 0; i < inputs.size() && i < graph.inputs.size(); ++i) {
        const auto& port = graph.tensor(graph.inputs[i]);
        const auto& array = inputs[i].data;
        if (!ir::isFloat(port.type) || array.elements() == 0)
            continue;
        const auto values = ir::toDoubles(array);
        if (!ir::isInteger(array.type) && !(integerNetwork && isWhole(values)))
            continue;
        if (const auto type = smallestType(values))
            result[port.name] = *type;
    }
    return result;
}

Result<Diagnostics> checkInputTypes(const ir::Graph& graph, const std::map<std::string, DataType>& chosen)
{
    Diagnostics findings;
    std::vector<std::string> names;
    for (const auto id : graph.inputs) {
        const auto& port = graph.tensor(id);
        names.push_back(port.name);
        const auto found = chosen.find(port.name);
        const bool overruled = ir::isInteger(port.type) || port.type == DataType::Bool;
        if (found != chosen.end() && overruled && found->second != port.type)
            findings.push_back({Severity::Warning,
                                {.code = Code::BadType,
                                 .message = cat("the type ", ir::typeName(found->second), " for the input ", port.name,
                                                " is not used: the model declares it ", ir::typeName(port.type))}});
    }
    for (const auto& [name, type] : chosen)
        if (std::find(names.begin(), names.end(), name) == names.end())
            return Error{.code = Code::BadUsage, .message = cat("the network has no input ", name, " to give the type ", ir::typeName(type)),
                         .hint = names.empty() ? "it has no inputs" : cat("its inputs are ", join(names, ", "))};
    return findings;
}

std::map<std::string, std::int64_t> dimsOf(const ir::Graph& graph, const std::vector<onnx::NamedTensor>& inputs)
{
    std::map<std::string, std::int64_t> result;
    for (std::size_t i = 0; i < inputs.size() && i < graph.inputs.size(); ++i) {
        const auto& declared = graph.tensor(graph.inputs[i]).shape;
        const auto& given = inputs[i].data.shape;
        for (int axis = 0; declared.rank() == given.rank() && axis < declared.rank(); ++axis)
            if (!declared[axis].known() && !declared[axis].symbol.empty())
                result[declared[axis].symbol] = given[axis].value;
    }
    return result;
}

Result<ir::TensorData> conform(const ir::TensorData& array, const ir::Tensor& port)
{
    ir::TensorData data = array;
    if (data.type != port.type) {
        if (ir::bitWidth(data.type) == 0 || ir::bitWidth(port.type) == 0)
            return misfit(port, array, "the types do not convert");
        auto values = ir::toDoubles(data);
        if (!ir::isFloat(port.type)) {
            if (!isWhole(values))
                return misfit(port, array, "some values are not whole");
            for (auto& value : values)
                value = std::round(value);
        }
        data = ir::fromDoubles(port.type, data.shape, values);
        if (!ir::isFloat(port.type) && ir::toDoubles(data) != values)
            return misfit(port, array, "some values are out of range");
    }
    if (!port.shape.isStatic())
        return data;
    const auto wanted = port.shape.elements().value();
    const auto given = data.elements();
    if (given != wanted && (given == 0 || wanted % given != 0))
        return misfit(port, array, "the sizes differ");
    return ir::reshaped(given == wanted ? data : repeated(data, wanted), port.shape);
}

ir::TensorData randomValues(const ir::Tensor& port, std::uint64_t seed)
{
    // Wide integers are indices, lengths or masks: 0 and 1 are in range of anything that has two entries.
    const bool wide = ir::isInteger(port.type) && ir::bitWidth(port.type) > 8;
    return ir::randomTensor(port.type, port.shape, seed, wide ? std::optional(ir::ValueRange{0, 1}) : std::nullopt);
}

Comparison compare(const std::string& name, const ir::TensorData& got, const ir::TensorData& expected,
                   const Tolerance& tolerance)
{
    Comparison result{.name = name, .elements = got.elements()};
    if (got.elements() != expected.elements()) {
        result.mismatches = std::max(got.elements(), expected.elements());
        return result;
    }
    const auto a = ir::toDoubles(got);
    const auto b = ir::toDoubles(expected);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))
            continue;
        const double error = std::fabs(a[i] - b[i]);
        const double allowed = ir::isFloat(got.type) ? tolerance.absolute + tolerance.relative * std::fabs(b[i])
                                                     : static_cast<double>(tolerance.steps);
        result.mismatches += !(error <= allowed);
        result.maxAbsError = std::isnan(error) ? error : std::max(result.maxAbsError, error);
    }
    return result;
}

}  // namespace tw::deploy
