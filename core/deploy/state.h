// SPDX-License-Identifier: Apache-2.0
// A deployment on disk, to go on from later or elsewhere: PREFIX.onnx shows the graph to people and tools, with engine,
// kernel, types, memories and tiles in the metadata of its nodes; PREFIX.state is what importState reads.
#pragma once

#include "core/deploy/pipeline.h"

namespace tw::deploy {

/// The last step that was done.
enum class Stage { Imported, Lowered, Parsed, Bound, Generated };

std::string_view stageName(Stage stage);

struct SavedState {
    Stage stage = Stage::Imported;
    ir::Graph imported;
    Options options = {};          // without dumpFolder
    Deployment deployment = {};    // as far as `stage` says; `target` always
};

/// Both files appear, or a failure leaves what was there. Fails with FileNotWritable.
Result<void> exportState(const SavedState& state, const std::filesystem::path& folder, const std::string& prefix);

/// The target is loaded by its name (by its folder when it is not installed) and every choice is checked against it:
/// fails with BadTarget when a kernel is not what it was, and as unpackState and graphs do for a file that is none of
/// ours. Code is generated again from the restored choices, which gives the same bytes.
Result<SavedState> importState(const std::filesystem::path& folder, const std::string& prefix);

/// The graph of PREFIX.onnx: lowered as soon as it is. Nodes with attributes that ONNX does not know are of the domain
/// "tilewright".
ir::Graph annotatedGraph(const SavedState& state);

}  // namespace tw::deploy
