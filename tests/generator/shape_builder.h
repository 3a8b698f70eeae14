// SPDX-License-Identifier: Apache-2.0
// Builds networks of which only the shapes matter: parameters are zeros that take no memory until somebody reads them.
// Nodes are named as PyTorch's exporter names them, "/layer1/layer1.0/conv1/Conv".
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <vector>

namespace tw::samples {

struct ConvSizes {
    std::int64_t inChannels = 1;
    std::int64_t outChannels = 1;
    std::vector<std::int64_t> kernel = {1, 1};
    std::int64_t stride = 1;
    std::int64_t group = 1;
    bool bias = false;
    bool valid = false;   // no padding; else as much as keeps the size at stride 1
};

class ShapeBuilder {
public:
    ShapeBuilder(std::string name, ir::Shape input, int opset = 17);

    ir::TensorId input() const { return graph_.inputs.front(); }
    /// Zeros.
    ir::TensorId parameter(const std::string& name, const ir::Shape& shape, ir::DataType type = ir::DataType::F32);
    /// A vector of whole numbers, for shapes and axes.
    ir::TensorId constant(const std::string& name, const std::vector<std::int64_t>& values);

    ir::TensorId node(const std::string& scope, ir::Node node);
    ir::TensorId conv(const std::string& scope, ir::TensorId x, const ConvSizes& shape);
    ir::TensorId batchNorm(const std::string& scope, ir::TensorId x, std::int64_t channels);
    ir::TensorId dense(const std::string& scope, ir::TensorId x, std::int64_t in, std::int64_t out);
    /// An operator without parameters.
    ir::TensorId apply(const std::string& scope, const std::string& op, const std::vector<ir::TensorId>& inputs,
                       std::map<std::string, ir::Attribute> attributes = {});
    /// Clip to [0, 6].
    ir::TensorId relu6(const std::string& scope, ir::TensorId x);
    ir::TensorId pool(const std::string& scope, const std::string& op, ir::TensorId x, std::vector<std::int64_t> kernel,
                      std::int64_t stride, std::int64_t pad);

    /// Types and shapes are inferred.
    ir::Graph finish(ir::TensorId output);

private:
    ir::Graph graph_;
};

}  // namespace tw::samples
