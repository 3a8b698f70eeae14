// SPDX-License-Identifier: Apache-2.0
// Everything the workbench shows, as one immutable value. A worker makes the next one; views only read.
#pragma once

#include "core/base/diagnostic.h"
#include "core/ir/graph.h"
#include "core/ops/op_def.h"
#include "core/schedule/timeline.h"
#include "core/target/target.h"
#include "core/tiling/place_node.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tw::session {

struct ModelInfo {
    std::filesystem::path path;
    std::string name;              // file name without folder
    std::uint64_t hash = 0;        // of the file's bytes (FNV-1a), to notice that it changed
    std::int64_t fileBytes = 0;
    std::int64_t irVersion = 0;
    std::string producer = {};
    std::int64_t initializers = 0;
    std::int64_t initializerBytes = 0;
};

/// What is known of graph->nodes[i] without a target.
struct NodeInfo {
    bool known = false;            // an operator family describes it
    std::string documentation = {};
    ops::Counts counts = {};       // zeros when shapes are not static
    std::int64_t parameterBytes = 0;
    std::vector<std::string> inputNames = {};    // role of each input: "X", "W", ...; empty when unknown
    std::vector<std::string> outputNames = {};
    /// What the operator's schema gives to attributes that a node leaves out; shared by nodes of one operator. Null:
    /// the schema is not known.
    std::shared_ptr<const std::map<std::string, ir::Attribute>> defaults = {};
};

/// Where graph->nodes[i] (the imported node) ended up.
struct DeployedNode {
    std::string engine = {};                  // empty: folded away, or not deployable
    std::string kernel = {};                  // C function
    std::string fusedInto = {};               // imported node that stands for all that one kernel runs together, when another
    std::map<std::string, std::string> refusals = {};   // engine -> why it cannot, one sentence
    std::map<std::string, std::optional<double>> candidates = {};   // engine that can -> modelled cycles, or no figure
    int work = -1;                            // the lowered node that does its work; -1: folded away
    bool pinned = false;                      // that node is
    std::optional<double> cycles = {};        // of that node on its engine
    std::string reason = {};                  // why this engine, one sentence ("first that can", "pinned", ...)
    std::string kernelPlace = {};             // "kernels/generic/conv.json, row 3"
};

/// What an engine of the target does, in the order of the target.
struct EngineUse {
    std::string name;
    int nodes = 0;                            // imported nodes
    std::int64_t operations = 0;              // of those
    double cycles = 0;                        // sum over what has a figure
    int withoutFigure = 0;                    // lowered nodes without one
};

struct MemoryUse {
    std::string name;
    std::int64_t capacity = 0;                // usable bytes
    std::int64_t peak = 0;                    // of the activation arena
    std::int64_t lowerBound = 0;
    std::int64_t constants = 0;
};

struct BufferUse {                            // a placed tensor of the lowered graph
    std::string tensor;
    std::string memory;
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    int first = 0;                            // half-open steps: index into lowered->nodes
    int last = 0;
};

struct CodeMark {                             // lines of a generated file that belong to an imported node
    std::string file;
    int firstLine = 0;                        // 1-based, inclusive
    int lastLine = 0;
};

struct DeploymentInfo {
    std::shared_ptr<const target::Target> target;
    std::shared_ptr<const ir::Graph> lowered;
    std::vector<DeployedNode> nodes;          // as Snapshot::graph->nodes
    std::vector<std::shared_ptr<const tiling::TilePlan>> tiles;   // as lowered->nodes; null: the node does not run in tiles
    std::vector<target::NodePlaces> places;   // as lowered->nodes
    std::vector<int> rows;                    // as lowered->nodes: into target->rows; -1: none
    target::Homes homes;
    std::shared_ptr<tiling::TileCache> tileCache;   // for the next deployment
    std::shared_ptr<const schedule::Timeline> timeline;   // its nodes are lowered->nodes; null: not complete
    std::vector<EngineUse> engines;
    std::vector<MemoryUse> memories;
    std::vector<BufferUse> buffers;
    std::map<std::string, std::string> files; // the C project: relative path -> content
    std::map<std::string, std::vector<CodeMark>> marks;   // imported node name -> lines
    std::map<std::string, double> timingsMs;
    std::optional<double> cycles = {};        // whole network; no value: some node has no figure
    std::int64_t trafficBytes = 0;            // copied from one memory to another in one run
    std::string coloringNote = {};            // "proven optimal", "within 2.1 % of the best", ...
    bool complete = false;                    // false: some node has no kernel, so there are no files
};

struct Snapshot {
    ModelInfo model;
    std::shared_ptr<const ir::Graph> graph;   // as imported, with inferred types and shapes
    std::vector<NodeInfo> nodes;              // as graph->nodes
    ops::Counts totals;
    Diagnostics importDiagnostics;            // of import and inference
    Diagnostics diagnostics;                  // those and the deployment's: what the Problems pane lists
    std::shared_ptr<const DeploymentInfo> deployment;   // null before the first deployment
};
using SnapshotPointer = std::shared_ptr<const Snapshot>;

}  // namespace tw::session
