// SPDX-License-Identifier: Apache-2.0
// Arrays that somebody stored for a network, matched to its inputs and outputs.
#pragma once

#include "core/base/diagnostic.h"
#include "core/ir/graph.h"
#include "core/onnx/tensor_file.h"

#include <filesystem>

namespace tw::deploy {

struct TestArrays {
    std::vector<onnx::NamedTensor> inputs;
    std::vector<onnx::NamedTensor> outputs;
};

/// A folder of ONNX test data: input_K.pb, output_K.pb.
Result<TestArrays> loadTestFolder(const std::filesystem::path& folder);

/// One array per port: by name when every port has its array, else by position (surplus arrays are left out).
Result<std::vector<onnx::NamedTensor>> matchPorts(const ir::Graph& graph, const std::vector<ir::TensorId>& ports,
                                                  const std::vector<onnx::NamedTensor>& arrays);

/// Element types of float-declared inputs that the arrays show to be integers: the array is stored as integers, or
/// the network has integer operators and the values are whole. The smallest type that holds them, unsigned first.
std::map<std::string, ir::DataType> integerInputTypes(const ir::Graph& graph, const std::vector<onnx::NamedTensor>& inputs);

/// The types of the inputs come from the model, then from the user's choice, then from test data. Fails with BadUsage
/// when a choice names no input; a choice that the model overrules gives a warning.
Result<Diagnostics> checkInputTypes(const ir::Graph& graph, const std::map<std::string, ir::DataType>& chosen);

/// Values for the symbolic dimensions of the inputs, as the arrays show them.
std::map<std::string, std::int64_t> dimsOf(const ir::Graph& graph, const std::vector<onnx::NamedTensor>& inputs);

/// The array as the port wants it: converted when no value changes, repeated to the port's size, reshaped.
Result<ir::TensorData> conform(const ir::TensorData& array, const ir::Tensor& port);

/// Uniform pseudo-random values that suit the port's type: small integers over the whole range of 8-bit types, floats
/// in [-1, 1]. The same seed gives the same values on every machine.
ir::TensorData randomValues(const ir::Tensor& port, std::uint64_t seed);

struct Comparison {
    std::string name;
    double maxAbsError = 0;
    std::int64_t mismatches = 0;
    std::int64_t elements = 0;
};

struct Tolerance {
    double absolute = 1e-4;
    double relative = 1e-4;
    std::int64_t steps = 0;   // allowed difference of integers
};

/// Flattened, element by element: |got - expected| <= absolute + relative * |expected| for floats, |difference| <=
/// steps for integers. NaN equals NaN. Different element counts are all mismatches.
Comparison compare(const std::string& name, const ir::TensorData& got, const ir::TensorData& expected,
                   const Tolerance& tolerance);

}  // namespace tw::deploy
