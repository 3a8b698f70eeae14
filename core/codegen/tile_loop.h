// SPDX-License-Identifier: Apache-2.0
// The C text of a node that runs in tiles: one argument struct per kind of tile, the tables of kernels/include/tw_tiles.h,
// the function that runs the kernel on one tile.
#pragma once

#include "core/codegen/c_text.h"
#include "core/codegen/line_writer.h"
#include "core/codegen/node_call.h"
#include "core/codegen/tiled_node.h"

namespace tw::codegen {

class TileLoopWriter {
public:
    TileLoopWriter(const ProjectInput& in, const NodeCalls& calls, Identifiers& names, LineWriter& out)
        : in_(in), calls_(calls), names_(names), out_(out)
    {
    }

    /// Everything before network_run; returns the name of the loop.
    Result<std::string> write(std::size_t node, int cores);

private:
    struct Operand {
        std::string comment;
        std::string home;
        int copy = -1;                // buffer of the slots
        const tiling::TileOperand* tiles = nullptr;
        TiledNode::Operand shape;
    };

    Result<std::vector<Operand>> operandsOf(std::size_t node, const TiledNode& tiled) const;
    Result<void> writeArguments(const std::string& name, std::size_t node, const TiledNode& tiled);
    void writeOperands(const std::string& name, const std::vector<Operand>& operands);
    void writeKernel(const std::string& name, std::size_t node);
    void writeKinds(const std::string& name, const TiledNode& tiled);
    void writeLoop(const std::string& name, std::size_t node, const TiledNode& tiled, int cores);

    const ProjectInput& in_;
    const NodeCalls& calls_;
    Identifiers& names_;
    LineWriter& out_;
};

/// One member of an argument struct as an initialiser.
Result<std::string> argumentText(const ops::Argument& argument, const std::string& node);

}  // namespace tw::codegen
