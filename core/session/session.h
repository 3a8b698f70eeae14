// SPDX-License-Identifier: Apache-2.0
// What the workbench can do, as functions from values to values. Every one may be slow and belongs on a worker
// thread; every one reports progress, can be cancelled, and turns a broken invariant of ours into an Error.
#pragma once

#include "core/base/progress.h"
#include "core/session/snapshot.h"

#include <functional>

namespace tw::session {

struct Choices {                                  // the undoable part of a document
    std::string target = "host";
    std::map<std::string, std::int64_t> dims = {};   // symbolic dimension -> value
    std::map<std::string, std::string> types = {};   // graph input -> type name ("u8")
    std::map<std::string, std::string> pins = {};    // node of the imported graph -> engine
    std::string coloring = "first";                  // "first" fit, or "optimal"
    std::string objective = "cycles";                // of "optimal": "cycles", "energy", "peak"
    std::string order = "graph";                     // "graph", "depth-first", "min-peak"
    std::map<std::string, std::int64_t> memoryBytes = {};   // memory -> bytes, instead of the target's
    std::string buffering = "auto";                  // of tiles: "single", "double", "auto"
    std::map<std::string, std::map<int, std::int64_t>> tiles = {};   // node of the lowered graph -> axis -> positions of a tile
    bool operator==(const Choices&) const = default;
};

/// Imports, infers, counts. Fails only when nothing can be shown.
Result<SnapshotPointer> openModel(const std::filesystem::path& path, Progress& progress);

/// Lowers, binds, places and generates code for the snapshot's model. A node without a kernel is no failure: it is
/// reported in diagnostics and deployment->nodes.
Result<SnapshotPointer> deploy(const SnapshotPointer& snapshot, const Choices& choices, Progress& progress);

struct ExportOptions {
    std::filesystem::path folder;
    std::filesystem::path inputs = {};            // .npz or folder of .pb: test vectors; empty: random inputs,
    std::filesystem::path expected = {};          // expected values from the reference evaluation
};
/// Writes the C project. Needs a complete deployment. The old folder stays untouched on failure or cancel.
Result<void> exportProject(const SnapshotPointer& snapshot, const Choices& choices, const ExportOptions& options, Progress& progress);

/// Configures, builds and runs an exported project; `onLog` gets its output as it comes. Fails when any step fails.
Result<void> buildAndRun(const std::filesystem::path& folder, const std::function<void(std::string_view)>& onLog,
                         Progress& progress);

struct TensorStatistics {
    double minimum = 0, maximum = 0, mean = 0, standardDeviation = 0;
    std::int64_t elements = 0, zeros = 0, notFinite = 0;
    double binBegin = 0, binWidth = 0;
    std::vector<std::int64_t> bins = {};          // equal width over [minimum, maximum]
};
Result<TensorStatistics> tensorStatistics(const ir::TensorData& data, int bins, Progress& progress);

/// Writes the values as NumPy's .npy. Fails with BadType for element types that NumPy does not have.
Result<void> saveTensor(const ir::TensorData& data, const std::filesystem::path& path, Progress& progress);

/// Names of the installed targets, sorted.
std::vector<std::string> targetNames();

/// What a target has, and what of a network it cannot run.
struct TargetSurvey {
    struct Gap {
        std::string op;
        std::string why;                          // one sentence per engine
        std::vector<std::string> nodes = {};      // of the lowered graph
    };
    std::shared_ptr<const target::Target> target;
    std::vector<Gap> gaps = {};                   // the one with most nodes first
    std::optional<Error> fault = {};              // why the network as a whole cannot be deployed
    int nodes = 0;                                // of the lowered network; 0 when it was not deployed
};
/// `nameOrPath`: an installed target, a folder, or a target.json. `snapshot` may be null. Dimensions and types are those
/// of `choices`; its pins are not asked.
Result<TargetSurvey> surveyTarget(const SnapshotPointer& snapshot, const Choices& choices, const std::string& nameOrPath,
                                  Progress& progress);

/// The .twproj document: JSON. `view` is opaque to core (window layout and the like).
struct Document {
    std::filesystem::path model;
    std::uint64_t modelHash = 0;
    Choices choices;
    std::map<std::string, std::string> view = {};
};
Result<Document> loadDocument(const std::filesystem::path& path);
Result<void> saveDocument(const Document& document, const std::filesystem::path& path);

}  // namespace tw::session
