// SPDX-License-Identifier: Apache-2.0
// The sample networks that come with the product, and large or awkward ones for tests of views and importers.
#pragma once

#include "core/ir/graph.h"

#include <map>
#include <string>

namespace tw::samples {

struct Sample {
    ir::Graph graph;
    ir::TensorData input;
    ir::TensorData output;
};

/// Depthwise-separable keyword spotter on 49 x 10 coefficients, 8-bit.
Result<Sample> keywordSpotter();
/// Residual classifier on 32 x 32 images, 8-bit.
Result<Sample> integerResnet();
/// The same kind of classifier in float32, batch normalisation not yet folded.
Result<Sample> floatResnet();

/// `nodes` nodes: convolutions, rectifiers and residual sums, in blocks and stages.
ir::Graph chain(int nodes);
/// Names that are no C identifiers, differ only in case or punctuation, are empty, very long, or look like paths.
ir::Graph badNames();

/// The three sample networks as files: name -> content (.onnx, .inputs.npz, .outputs.npz).
Result<std::map<std::string, std::string>> sampleFiles();

}  // namespace tw::samples
