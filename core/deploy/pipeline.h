// SPDX-License-Identifier: Apache-2.0
// The whole way from an imported graph to a C project, stage by stage, each timed.
#pragma once

#include "core/codegen/constants.h"
#include "core/deploy/test_data.h"
#include "core/engine/coloring.h"
#include "core/schedule/timeline.h"

#include <filesystem>
#include <map>

namespace tw::deploy {

struct Options {
    std::map<std::string, std::int64_t> dims = {};        // symbolic dimension -> value
    std::map<std::string, ir::DataType> inputTypes = {};  // graph input -> type, for float-declared integer networks
    std::filesystem::path dumpFolder = {};                // --dump-passes: the graph after every pass; empty: none
    std::string networkName = "network";
    std::map<std::string, std::string> pins = {};         // node name, pattern or "op:Type" -> engine
    std::string coloring = "first";                       // "first" or "optimal"
    std::string objective = "cycles";                     // of "optimal": "cycles", "energy", "peak"
    std::string order = "graph";                          // "graph", "depth-first", "min-peak"
    std::map<std::string, std::int64_t> memoryBytes = {}; // memory -> bytes, instead of the target's
    tiling::Buffering buffering = tiling::Buffering::Auto;
    std::map<std::string, tiling::TileOverride> tiles = {};   // node -> sizes of tiles that a person chose
    std::shared_ptr<tiling::TileCache> tileCache = {};    // of earlier deployments; null: a new one
    bool channelsFirst = false;                           // images stay [N, C, spatial...] whatever kernels like
    std::shared_ptr<engine::EngineMapper> mapper = {};    // takes the place of `coloring` and `objective`
};

/// Everything known after deploying; `project` has no files when a node was refused.
struct Deployment {
    std::shared_ptr<const target::Target> target;
    std::shared_ptr<const ir::Graph> typed;               // before lowering, with the element types of the run
    std::shared_ptr<const ir::Graph> lowered;
    target::Homes homes;                                  // where tensors live between nodes
    tiling::TileWishes tiles;
    engine::Coloring coloring;                            // of `lowered`
    binding::Binding binding;
    memory::BufferPlan plan;
    codegen::Constants constants;
    memory::MemoryMap map;
    std::shared_ptr<const schedule::Timeline> timeline;   // of `lowered`; null: not placed yet
    codegen::Project project;
    Diagnostics diagnostics;
    std::map<std::string, double> timingsMs;
    std::string networkName;

    bool complete() const { return binding.complete(); }
};

/// What the first stage needs: the target with the memory sizes of the options, and its preferred homes.
Result<Deployment> startDeployment(std::shared_ptr<const target::Target> target, const Options& options);
/// The graph with the private operators of the target.
ir::Graph withOperators(ir::Graph graph, const target::Target& target);

/// The stages of deployGraph, for callers that stop between them. Each needs the one before.
Result<void> lowerStage(Deployment& deployment, const ir::Graph& imported, const Options& options, Progress& progress);
Result<void> colorStage(Deployment& deployment, const ir::Graph& imported, const Options& options, Progress& progress);
Result<void> bindStage(Deployment& deployment, const Options& options, Progress& progress);
Result<void> placeStage(Deployment& deployment, const Options& options, Progress& progress);
Result<void> emitStage(Deployment& deployment);

/// The parts of placeStage that a saved state runs again: buffers and constants, and the check of where they lie.
Result<void> planBuffersAndConstants(Deployment& deployment);
Result<void> checkPlaces(const Deployment& deployment);
/// What follows from them: when everything happens.
Result<void> timeStage(Deployment& deployment);

/// All of them. A node without a kernel is no failure: `diagnostics` say it and `project` stays empty.
Result<Deployment> deployGraph(const ir::Graph& imported, std::shared_ptr<const target::Target> target,
                               const Options& options, Progress& progress);

/// The project with test vectors and deployment.json, ready to be written. Needs a complete deployment.
std::map<std::string, std::string> projectFiles(const Deployment& deployment, const codegen::TestVectors& vectors);

/// Inputs from `arrays` (empty: random values from `seed`), expected values from `expected` (empty: the reference
/// evaluation of the graph before lowering).
struct VectorSource {
    std::vector<onnx::NamedTensor> inputs = {};
    std::vector<onnx::NamedTensor> expected = {};
    std::uint64_t seed = 1;
    Tolerance tolerance = {};
};
Result<codegen::TestVectors> testVectors(const Deployment& deployment, const VectorSource& source, Progress& progress);

}  // namespace tw::deploy
