// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/color_stage.h"

#include "core/base/text.h"
#include "core/engine/optimal_mapper.h"

namespace tw::deploy {
namespace {

std::vector<std::string> orOnlyMemory(const std::vector<std::string>& homes, const target::Target& target)
{
    return homes.empty() ? std::vector{target.memories.front().name} : homes;
}

}  // namespace

Result<engine::Coloring> colorGraph(const ColorInput& input, const Deployment& deployment, const Options& options,
                                    Progress& progress)
{
    auto mapper = options.mapper;
    if (!mapper) {
        TW_TRY(mapper, engine::makeMapper(options.coloring, options.objective));
    }
    TW_TRY(const auto choices, engine::choicesOf(input.graph, *deployment.target,
                                                 {.homes = deployment.homes, .layout = input.layout, .tiles = deployment.tiles}, progress));
    return engine::colour(input.graph, *deployment.target, choices,
                          {.mapper = mapper.get(), .pins = options.pins, .kept = deployment.coloring.engineOf,
                           .imported = &input.imported, .uncolored = engine::Uncolored::Keep},
                          progress);
}

bool wantsChannelsLast(const ir::Graph& graph, const ir::Node& node, const Deployment& deployment)
{
    const auto choices = engine::choicesOfNode(graph, node, *deployment.target,
                                               {.homes = deployment.homes, .layout = target::LayoutCheck::Ignore, .tiles = deployment.tiles});
    if (choices.choices.empty())
        return false;
    const auto color = deployment.coloring.engineOf.find(node.id);
    const auto* choice = color == deployment.coloring.engineOf.end() ? nullptr : choices.on(color->second);
    return (choice ? *choice : choices.choices.front()).layout == "NHWC";
}

Result<std::shared_ptr<const target::Target>> withMemories(std::shared_ptr<const target::Target> target,
                                                           const std::map<std::string, std::int64_t>& bytes)
{
    if (bytes.empty())
        return target;
    auto changed = std::make_shared<target::Target>(*target);
    for (const auto& [name, size] : bytes) {
        const auto found = std::ranges::find(changed->memories, name, &target::Memory::name);
        std::vector<std::string> names;
        for (const auto& memory : target->memories)
            names.push_back(memory.name);
        if (found == changed->memories.end())
            return Error{.code = Code::BadUsage, .message = cat(target->name, " has no memory ", name),
                         .hint = cat("it has ", join(names, ", "))};
        if (size <= 0)
            return Error{.code = Code::BadUsage, .message = cat("the size of ", name, " must be positive")};
        // The user says what the network may have, so nothing of it is reserved.
        found->bytes = size;
        found->reserved = 0;
        found->source = "set by the user";
    }
    return std::shared_ptr<const target::Target>(std::move(changed));
}

std::vector<target::Homes> homesToTry(const target::Target& target)
{
    std::vector<target::Homes> all;
    for (const auto& activations : orOnlyMemory(target.activationHomes, target))
        for (const auto& constants : orOnlyMemory(target.constantHomes, target))
            all.push_back({.activations = activations, .constants = constants});
    return all;
}

}  // namespace tw::deploy
