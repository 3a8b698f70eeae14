// SPDX-License-Identifier: Apache-2.0
// Builds a network and runs it on a few inputs at the same time, so that the parameters of a layer can be chosen from
// the values that reach it. The file declares everything float32, as exporters of integer networks do; what runs here
// are the logical types (i8, u8, i32).
#pragma once

#include "core/ops/registry.h"

#include <string>
#include <vector>

namespace tw::samples {

using ir::DataType;
using ir::Shape;
using ir::TensorData;

/// A tensor of the network and its value for each of the inputs (constants: one value for all).
struct Signal {
    ir::TensorId tensor;
    std::vector<TensorData> values;

    const Shape& shape() const { return values.front().shape; }
    DataType type() const { return values.front().type; }
};

class NetworkBuilder {
public:
    explicit NetworkBuilder(std::string name);

    Signal input(const std::string& name, std::vector<TensorData> values);
    /// A node's parameter; stored as float32.
    Signal parameter(const std::string& name, const TensorData& value);
    /// Names the node `/scope/parts/Op`. The operator sees the logical types.
    Result<Signal> node(const std::string& scope, ir::Node node, const std::vector<Signal>& inputs);

    /// The signals' first values as test vectors; `output` becomes the graph's output under the name "output".
    ir::Graph finish(const Signal& output);

private:
    ir::Graph graph_;
};

/// "stage1/block0/conv" + "weight" -> "stage1.block0.conv.weight", as exporters name parameters.
std::string parameterName(const std::string& scope, const std::string& leaf);

}  // namespace tw::samples
