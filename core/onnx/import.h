// SPDX-License-Identifier: Apache-2.0
// Opens an ONNX file of any version as an ir::Graph. Weights are not copied: constants point into the mapped file,
// at any alignment.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/ir/graph.h"

#include <filesystem>

namespace tw::onnx {

/// A Constant node of the file's main graph. The graph has a constant tensor in its place.
struct ConstantNode {
    std::string name;     // as in the file, may be empty
    std::string tensor;
};

struct Imported {
    ir::Graph graph;                    // nodes in execution order, names unique
    std::int64_t irVersion = 0;
    std::int64_t modelVersion = 0;
    std::string producer = {};          // "pytorch 2.1"; empty when the file does not say
    std::string domain = {};
    Diagnostics diagnostics = {};
    std::int64_t initializerCount = 0;  // of the main graph
    std::int64_t initializerBytes = 0;
    std::vector<ConstantNode> constantNodes = {};
};

/// Fails only when no graph can be shown. An initialiser whose external file is missing, or whose element type is
/// not known, is a tensor without values and a diagnostic.
Result<Imported> importOnnx(const std::filesystem::path& path, Progress& progress);

/// The same for a model in memory; `folder` is where external data is looked for.
Result<Imported> importOnnx(const Bytes& file, const std::filesystem::path& folder, Progress& progress);

}  // namespace tw::onnx
