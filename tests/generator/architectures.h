// SPDX-License-Identifier: Apache-2.0
// Well-known networks by their published definitions, with parameters of zero: what counters of operations are tried on.
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <vector>

namespace tw::samples {

/// torchvision's definitions, evaluation mode, batch normalisation not folded, one image of 3 x 224 x 224.
ir::Graph resnet18();
ir::Graph resnet50();
ir::Graph mobilenetV2();
ir::Graph vgg16();

/// Whether batch normalisations are nodes or part of the convolution before, as exporters in evaluation mode fold them.
enum class BatchNorm { Kept, Folded };

/// The reference networks of MLPerf Tiny: keyword spotting, visual wake words, image classification, anomaly detection.
ir::Graph dsCnn(BatchNorm norm);
ir::Graph mobilenetV1Quarter(BatchNorm norm);
ir::Graph resnet8(BatchNorm norm);
ir::Graph denseAutoencoder(BatchNorm norm);
/// The streaming wake word network: one-dimensional, 30 frames of 40 bands.
ir::Graph streamingWakeWord();

/// The names of all of them, as architecture() takes them.
std::vector<std::string> architectureNames();
/// An empty graph for another name.
ir::Graph architecture(const std::string& name);

}  // namespace tw::samples
