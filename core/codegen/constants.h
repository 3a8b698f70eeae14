// SPDX-License-Identifier: Apache-2.0
// The constants of a network as one aligned block per memory, each laid out as the kernel row that reads it asks.
#pragma once

#include "core/codegen/project.h"

namespace tw::codegen {

struct ConstantUse {
    ir::TensorId tensor;
    std::string form = {};                 // the row's packing or encoding as text; empty: as it is
    ir::NodeId node = {};                  // of a form that is worked out from several operands of this node
    std::string memory = {};               // the home of this use
    bool pieces = false;                   // cut as the tiles of `node` are
    auto operator<=>(const ConstantUse&) const = default;
};

struct ConstantBlock {
    std::vector<std::byte> bytes;
    std::map<ConstantUse, std::int64_t> offsets;
};
using Constants = std::map<std::string, ConstantBlock>;

/// How input `input` of node `node` wants its constant.
ConstantUse constantUse(const ProjectInput& in, std::size_t node, std::size_t input);
/// The same for a constant that the network gives back.
ConstantUse outputUse(const ProjectInput& in, ir::TensorId constant);

/// By memory; memories without constants have no block. Does not look at `in.map`, which needs the sizes first. Fails
/// with BadConstant when a constant's bytes are not at hand (missing external data) or of a type without C form.
Result<Constants> collectConstants(const ProjectInput& in);

/// Size of each block.
std::map<std::string, std::int64_t> constantBytes(const Constants& constants);

}  // namespace tw::codegen
