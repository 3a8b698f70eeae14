// SPDX-License-Identifier: Apache-2.0
// Layers that exporters write as several operators: recognised before counting, so that a layer normalisation is one
// layer whether the file's opset has the operator or not.
#pragma once

#include "core/latency/calculators/layer.h"

namespace tw::latency {

struct Pattern {
    LayerKind kind = LayerKind::Other;
    std::string name;                        // "LayerNorm"
    std::size_t node = 0;                    // the last one: its output is the layer's
    std::vector<std::size_t> members = {};   // the others
    ir::TensorId input;                      // the layer's
    bool affine = true;
    bool bias = false;
};

/// All of them; no node is in two. A pattern is only found when nothing outside reads its inner tensors.
std::vector<Pattern> findPatterns(const ir::Graph& graph);

}  // namespace tw::latency
