// SPDX-License-Identifier: Apache-2.0
// A target as data: engines, memories, kernel rows. Loaded from targets/<name>/target.json; the rows of a flavour
// come from kernels/<flavour>/*.json, one file per operator family, so that a new operator edits no shared file.
#pragma once

#include "core/base/expression.h"
#include "core/base/result.h"
#include "core/ir/data_type.h"
#include "core/target/encoding.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tw::ops {
class OperatorSet;
}

namespace tw::target {

/// A number with its origin; no value means "no figure".
struct Figure {
    std::optional<double> value;
    std::string source = {};
    std::string confidence = {};   // published, measured, derived, assumed
};

enum class Contents { Anything, Constants, Activations };

struct Memory {
    std::string name;
    std::int64_t bytes = 0;
    std::int64_t reserved = 0;              // stacks, runtime: not for the network
    std::int64_t alignment = 16;
    Contents holds = Contents::Anything;
    Figure latencyCycles = {};              // of one access by a core that reads it in place
    std::string source = {};                // where `bytes` and `reserved` come from
    std::string confidence = {};
    std::int64_t usable() const { return bytes - reserved; }
};

/// A way that data take, in both directions: a DMA, or an external memory's port. Cycles of the engine's clock.
/// A transfer costs setup + rows * row + planes * plane + ceil(bytes / bytesPerCycle).
struct Link {
    std::string name;
    std::string far;                        // memory
    std::string near;                       // memory
    Figure bytesPerCycle = {};
    Figure setupCycles = {};
    Figure rowCycles = {};
    Figure planeCycles = {};
    int dimensions = 1;                     // strided dimensions of one command: 1, 2 or 3
    std::optional<std::int64_t> maxBytes = {};   // of one command
    int outstanding = 1;
    bool overlaps = true;                   // false: the core waits for it
};

/// One operating point of the part.
struct ClockPoint {
    std::string name;                       // "0.8 V"
    double hertz = 0;
    std::string source = {};
    std::string confidence = {};
};

/// Compute cycles of an operator on an engine, for kernels whose own row has no formula. Names in the formula: the
/// scalars of ops::Arguments, and macs, element_ops, elements (of output 0), input_elements (of input 0), read_bytes,
/// write_bytes, cores.
struct CostRow {
    std::vector<std::string> ops;           // op types; "*": any
    std::map<std::string, std::vector<ir::DataType>> types = {};   // only operands that matter
    std::optional<Expression> when = {};
    Expression cycles;
    std::string source = {};
    std::string confidence = {};
    std::string place = {};                 // "engines[0].cycles[3]", for messages
};

struct Engine {
    std::string name;
    std::string description = {};
    int paletteRole = 8;                    // 1..8, see the engine palette
    int cores = 1;
    std::string memory;                     // the level it computes in
    std::vector<std::string> reads = {};    // other memories whose data it uses in place
    std::vector<std::string> flavours;      // kernel tables, in order of preference
    Figure clockHz = {};
    Figure offloadCycles = {};              // handing it one node: configure, start, wait for the event
    Figure syncCycles = {};                 // one barrier of its cores
    Figure picojoulesPerMac = {};
    std::vector<CostRow> costs = {};        // the first that fits serves
};

/// A condition that hardware sets, with the sentence that a refusal shows.
struct Need {
    Expression condition;
    std::string sentence;
};

/// One line of a kernel table. Operand names are those of ops::OpDef.
struct KernelRow {
    std::string engine;
    std::string op;
    std::map<std::string, std::vector<ir::DataType>> types;   // operand -> accepted types
    std::vector<Need> needs = {};                             // checked in order, before `when`
    std::optional<Expression> when = {};                      // over ops::Arguments, and normVariables() where `weights` fold
    std::string whenSentence = {};                            // shown when `when` is false
    std::string layout = {};                                  // "NHWC", "NCHW", or empty: any
    std::vector<std::string> operands = {};                   // inputs handed to the kernel; empty: all
    std::map<std::string, std::vector<int>> pack = {};        // constant operand -> axis permutation at export
    std::map<std::string, Encoding> weights = {};             // constant operand -> how it is stored at export
    std::map<std::string, std::string> inPlace = {};          // output -> input it may overwrite
    std::map<std::string, std::vector<std::string>> reads = {};   // operand -> memories it may lie in besides the engine's
    std::optional<Expression> scratch = {};                   // bytes; adds a last `void *scratch` argument
    std::optional<Expression> cycles = {};                    // absent: no figure
    std::string call;                                         // C function
    std::string header;                                       // in kernels/include
    std::string source;                                       // in kernels/<flavour>
    std::string flavour = {};
    std::filesystem::path folder = {};                        // where `source` is
    std::string place = {};                                   // "kernels/generic/conv.json, row 3", for messages
};

struct Target {
    std::string name;
    std::string title;
    std::string description = {};
    std::filesystem::path folder;
    std::filesystem::path kernelFolder;      // kernels/
    std::vector<std::filesystem::path> includeFolders = {};   // of kernel headers: the target's own, then the installed
    std::shared_ptr<const ops::OperatorSet> operators = {};   // private ones that this target brings; null: none
    std::vector<Memory> memories;
    std::vector<Link> links = {};
    std::vector<Engine> engines;
    std::vector<ClockPoint> clockPoints = {};
    std::vector<std::string> activationHomes = {};   // memories where tensors live between nodes, in order of preference
    std::vector<std::string> constantHomes = {};     // the same for constants
    std::vector<KernelRow> rows;             // engine order, then flavour order, then file order
    std::vector<std::filesystem::path> runtimeFiles;   // C files, copied into an export

    const Engine* engine(const std::string& name) const;
    const Memory* memory(const std::string& name) const;
    /// The link between two memories, whichever is near; nullptr when there is none.
    const Link* link(const std::string& one, const std::string& other) const;
};

}  // namespace tw::target
