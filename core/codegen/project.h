// SPDX-License-Identifier: Apache-2.0
// The C project of a deployed network, as file names and contents. Nothing here touches the disk except to read the
// kernels and the runtime that are copied into the project.
#pragma once

#include "core/binding/bind.h"
#include "core/memory/memory_map.h"

#include <map>
#include <string>
#include <vector>

namespace tw::codegen {

struct TestVectors {                       // in graph order; types and shapes of the lowered graph's ports
    std::vector<ir::TensorData> inputs;
    std::vector<ir::TensorData> expected;
    double absoluteTolerance = 1e-4;       // floats; integers must be equal
    double relativeTolerance = 1e-4;
};

struct ProjectInput {
    const ir::Graph& graph;                // lowered
    const binding::Binding& binding;       // complete
    const memory::BufferPlan& plan;
    const memory::MemoryMap& map;          // of `plan`, with the sizes of the constants
    const target::Target& target;
    std::string networkName;
    std::string toolVersion;
};

struct Mark {                              // lines of a file that belong to a node of the lowered graph
    std::string file;
    int firstLine = 0;                     // 1-based, inclusive
    int lastLine = 0;
};

struct Project {
    std::map<std::string, std::string> files;
    std::map<ir::NodeId, std::vector<Mark>> marks;
    /// network.c in parts: includes, definitions, buffers, arguments, ports, watch, initialization, shutdown, inference
    /// stand one after the other and leave nothing out; engines is a part of initialization.
    std::map<std::string, Mark, std::less<>> sections;
};

struct ConstantBlock;
/// `constants`: of collectConstants, for the same input. Without test vectors: main.c runs on zeros and checks nothing.
Result<Project> generateProject(const ProjectInput& input, const std::map<std::string, ConstantBlock>& constants);

/// The lines of a section.
std::string sectionText(const Project& project, std::string_view name);

/// Puts `vectors` in the place of those that `files` has.
void setTestVectors(const TestVectors& vectors, std::map<std::string, std::string>& files);

/// Lets the project print how long each tile waits and computes, without being asked when it is built.
void profileTiling(std::map<std::string, std::string>& files);

}  // namespace tw::codegen
