// SPDX-License-Identifier: Apache-2.0
// A network as the layers that its author wrote, which is how tools of training frameworks count. A layer is one node,
// or several that an exporter made of one layer (a linear layer with its bias, a layer normalisation in nine parts).
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tw::latency {

enum class LayerKind {
    Conv, ConvTranspose, Linear, MatMul, Einsum, BatchNorm, InstanceNorm, LayerNorm, GroupNorm, Relu, Relu6, LeakyRelu,
    PRelu, Softmax, Activation, Add, Mul, MaxPool, AveragePool, AdaptiveAveragePool, AdaptiveMaxPool, Mean, Upsample,
    GridSample, Recurrent,
    Movement,   // copies, views, constants, shape arithmetic: no arithmetic on values
    Other,
};

enum class Interpolation { Nearest, Linear, Bilinear, Trilinear, Bicubic, Unknown };

/// Sizes that rules ask for. Only those of the layer's kind are set.
struct Layer {
    LayerKind kind = LayerKind::Other;
    std::string op;                          // for messages: "Conv", "LayerNorm pattern"
    std::size_t node = 0;                    // into graph.nodes: the one that the value is booked on
    std::vector<std::size_t> members = {};   // further nodes that are part of it and count nothing themselves
    bool functional = false;                 // called as a function: tools that watch modules do not see it
    bool fused = false;                      // nobody but this rectifier reads the convolution or product before it
    bool affine = true;                      // normalisations
    bool bias = false;
    std::int64_t x = 0;                      // elements of the first input
    std::int64_t y = 0;                      // elements of the first output
    std::int64_t w = 0;                      // elements of the weights
    std::int64_t batch = 1;
    std::int64_t inChannels = 1;
    std::int64_t outChannels = 1;
    std::int64_t kernel = 1;                 // product of the window's sizes
    std::int64_t kernelFirst = 1;            // its first size alone
    std::int64_t groups = 1;
    std::int64_t inFeatures = 1;             // of a linear layer; length of the summed axis of a product
    std::int64_t outFeatures = 1;
    std::int64_t axisSize = 1;               // softmax; the second dimension of x for linear layers
    std::vector<std::int64_t> inSpatial = {};
    std::vector<std::int64_t> outSpatial = {};
    Interpolation interpolation = Interpolation::Unknown;
    std::int64_t gates = 1;                  // recurrent
    std::int64_t steps = 1;
    std::int64_t hidden = 1;
    std::int64_t inputSize = 1;
    std::int64_t directions = 1;
    std::vector<std::vector<std::int64_t>> operands = {};   // shapes of the inputs of an Einsum
    std::string equation = {};

    std::int64_t outVolume() const;          // product of outSpatial
    std::int64_t inVolume() const;
};

/// What the file cannot say and the user may.
struct LayerHints {
    /// Nodes that the model's author called as functions. Nodes that PyTorch's exporter put outside every module
    /// ("/GlobalAveragePool") are known to be so.
    std::function<bool(const ir::Node&)> functional = {};
    /// Average pools that the author wrote as adaptive ones.
    std::function<bool(const ir::Node&)> adaptive = {};
    /// For tools that count ONNX operators: each node is a layer, whatever it was made of.
    bool asWritten = false;
};

/// The layers in node order; each node belongs to exactly one. Fails with ShapeUnknown, naming the tensor, when a size
/// that a rule could need is not known.
Result<std::vector<Layer>> layersOf(const ir::Graph& graph, const LayerHints& hints = {});

/// The error about a tensor whose shape is not known.
Error shapeUnknown(const ir::Tensor& tensor);

/// Of a graph with batch normalisations or without: "false" (there are some), "true" (convolutions have biases and
/// nothing normalises), "mixed", or "none" when there are no convolutions.
std::string batchNormFolded(const ir::Graph& graph);

/// Products and sums of sizes that stay at the largest number instead of running over.
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t plus(std::int64_t a, std::int64_t b);
std::int64_t productOf(const std::vector<std::int64_t>& factors);

}  // namespace tw::latency
