// SPDX-License-Identifier: Apache-2.0
// The constants of a network as one aligned block, each laid out as the kernel row that reads it asks.
#pragma once

#include "core/codegen/project.h"

namespace tw::codegen {

struct ConstantUse {
    ir::TensorId tensor;
    std::string form = {};                 // the row's packing or encoding as text; empty: as it is
    ir::NodeId node = {};                  // of a form that is worked out from several operands of this node
    auto operator<=>(const ConstantUse&) const = default;
};

struct ConstantBlock {
    std::vector<std::byte> bytes;
    std::map<ConstantUse, std::int64_t> offsets;
};

/// How input `input` of node `node` wants its constant.
ConstantUse constantUse(const ProjectInput& in, std::size_t node, std::size_t input);

/// Fails with BadConstant when a constant's bytes are not at hand (missing external data) or of a type without C form.
Result<ConstantBlock> collectConstants(const ProjectInput& in);

}  // namespace tw::codegen
