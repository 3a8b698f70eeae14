// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_map.h"

#include "core/base/text.h"

namespace tw::memory {
namespace {

std::vector<std::size_t> indicesIn(const BufferPlan& plan, const std::string& memory)
{
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
        if (plan.buffers[i].memory == memory)
            indices.push_back(i);
    return indices;
}

Error inMemory(const MemoryUse& use, Error error)
{
    const auto constants = use.constantBytes > 0 ? cat(" beside ", use.constantBytes, " bytes of constants") : std::string();
    error.message = cat("memory ", use.memory, " of ", use.capacity, " usable bytes", constants, ": ", error.message);
    return error;
}

}  // namespace

Result<MemoryMap> placeBuffers(const BufferPlan& plan, const target::Target& target,
                               const std::map<std::string, std::int64_t>& constantBytes)
{
    MemoryMap map{.offsets = std::vector<std::int64_t>(plan.buffers.size(), 0), .memories = {}};
    for (const auto& memory : target.memories) {
        const auto constants = constantBytes.find(memory.name);
        MemoryUse use{.memory = memory.name, .capacity = memory.usable(),
                      .constantBytes = constants == constantBytes.end() ? 0 : constants->second};
        if (use.constantBytes > use.capacity)
            return Error{.code = Code::MemoryOverflow,
                         .message = cat("memory ", memory.name, " of ", use.capacity, " usable bytes: the constants need ",
                                        use.constantBytes, " bytes"),
                         .hint = "use a target with more memory or a smaller network"};
        const auto indices = indicesIn(plan, memory.name);
        std::vector<Buffer> buffers;
        for (const auto i : indices)
            buffers.push_back(plan.buffers[i]);
        const auto placed = place(buffers, use.capacity - use.constantBytes);
        if (!placed)
            return inMemory(use, placed.error());
        for (std::size_t k = 0; k < indices.size(); ++k)
            map.offsets[indices[k]] = placed.value().offsets[k];
        use.peakBytes = placed.value().peakBytes;
        use.lowerBound = placed.value().lowerBound;
        map.memories.push_back(std::move(use));
    }
    return map;
}

}  // namespace tw::memory
