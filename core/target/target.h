// SPDX-License-Identifier: Apache-2.0
// A target as data: engines, memories, kernel rows. Loaded from targets/<name>/target.json; the rows of a flavour
// come from kernels/<flavour>/*.json, one file per operator family, so that a new operator edits no shared file.
#pragma once

#include "core/base/expression.h"
#include "core/base/result.h"
#include "core/ir/data_type.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tw::target {

/// A number with its origin; no value means "no figure".
struct Figure {
    std::optional<double> value;
    std::string source = {};
    std::string confidence = {};   // published, measured, derived, assumed
};

struct Memory {
    std::string name;
    std::int64_t bytes = 0;
    std::int64_t reserved = 0;
    std::int64_t alignment = 16;
    std::int64_t usable() const { return bytes - reserved; }
};

struct Engine {
    std::string name;
    std::string description = {};
    int paletteRole = 8;                    // 1..8, see the engine palette
    int cores = 1;
    std::string memory;                     // the level it computes in
    std::vector<std::string> flavours;      // kernel tables, in order of preference
    Figure clockHz = {};
};

/// One line of a kernel table. Operand names are those of ops::OpDef.
struct KernelRow {
    std::string engine;
    std::string op;
    std::map<std::string, std::vector<ir::DataType>> types;   // operand -> accepted types
    std::optional<Expression> when = {};                      // over ops::Arguments
    std::string whenSentence = {};                            // shown when `when` is false
    std::string layout = {};                                  // "NHWC", "NCHW", or empty: any
    std::vector<std::string> operands = {};                   // inputs handed to the kernel; empty: all
    std::map<std::string, std::vector<int>> pack = {};        // constant operand -> axis permutation at export
    std::map<std::string, std::string> inPlace = {};          // output -> input it may overwrite
    std::optional<Expression> scratch = {};                   // bytes; adds a last `void *scratch` argument
    std::optional<Expression> cycles = {};                    // absent: no figure
    std::string call;                                         // C function
    std::string header;                                       // in kernels/include
    std::string source;                                       // in kernels/<flavour>
    std::string flavour = {};
    std::string place = {};                                   // "kernels/generic/conv.json, row 3", for messages
};

struct Target {
    std::string name;
    std::string title;
    std::string description = {};
    std::filesystem::path folder;
    std::filesystem::path kernelFolder;      // kernels/
    std::vector<Memory> memories;
    std::vector<Engine> engines;
    std::vector<KernelRow> rows;             // engine order, then flavour order, then file order
    std::vector<std::string> runtimeFiles;   // under the target's folder, copied into an export

    const Engine* engine(const std::string& name) const;
    const Memory* memory(const std::string& name) const;
};

}  // namespace tw::target
