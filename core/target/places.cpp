// SPDX-License-Identifier: Apache-2.0
#include "core/target/places.h"

#include "core/base/text.h"
#include "core/target/constant_form.h"

#include <algorithm>
#include <cmath>

namespace tw::target {
namespace {

std::int64_t bytesOf(const ops::Operand& operand)
{
    const auto elements = operand.shape.elements();
    return elements ? ir::byteCount(operand.type, *elements) : 0;
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

class Placing {
public:
    Placing(const Target& target, const KernelRow& row) : target_(target), row_(row), engine_(*target.engine(row.engine)) {}

    /// An operand that is used at home keeps its place; for the others `memory` stays empty until stage().
    OperandPlace start(const std::string& operand, std::int64_t bytes, const std::string& home) const
    {
        const auto reads = row_.reads.find(operand);
        const bool inPlace = home == engine_.memory || contains(engine_.reads, home) ||
                             (reads != row_.reads.end() && contains(reads->second, home));
        return {.home = home, .memory = inPlace ? home : "", .bytes = bytes, .copyBytes = bytes};
    }

    Result<void> stage(NodePlaces& places) const
    {
        std::int64_t needed = places.scratch.bytes;
        for (const auto* side : {&places.inputs, &places.outputs})
            for (const auto& place : *side)
                needed += place.home.empty() || !place.memory.empty() ? 0 : place.bytes;
        const Memory* near = target_.memory(engine_.memory);
        const Memory* chosen = fits(near, needed) ? near : nullptr;
        for (std::size_t i = 0; !chosen && i < engine_.reads.size(); ++i)
            if (const Memory* other = target_.memory(engine_.reads[i]); fits(other, needed))
                chosen = other;
        if (!chosen)
            return Error{.code = Code::TileTooLarge,
                         .message = cat("its data need ", needed, " bytes in ", near->name, ", which offers ", near->usable()),
                         .hint = "enlarge the memory or choose another engine"};
        for (auto* side : {&places.inputs, &places.outputs})
            for (auto& place : *side)
                if (place.memory.empty() && !place.home.empty())
                    place.memory = chosen->name;
        places.scratch.home = places.scratch.memory = chosen->name;
        return {};
    }

private:
    static bool fits(const Memory* memory, std::int64_t bytes)
    {
        return memory && memory->holds != Contents::Constants && bytes <= memory->usable();
    }

    const Target& target_;
    const KernelRow& row_;
    const Engine& engine_;
};

}  // namespace

Homes defaultHomes(const Target& target)
{
    const auto& only = target.memories.front().name;
    return {.activations = target.activationHomes.empty() ? only : target.activationHomes.front(),
            .constants = target.constantHomes.empty() ? only : target.constantHomes.front()};
}

std::string homeOf(const Target& target, const KernelRow& row, const std::string& operand, const ops::Operand& value,
                   const Homes& homes)
{
    if (!value.constant)
        return homes.activations;
    if (const auto reads = row.reads.find(operand); reads != row.reads.end())
        for (const auto& memory : reads->second)
            if (target.memory(memory))
                return memory;
    return homes.constants;
}

Result<std::int64_t> scratchBytes(const KernelRow& row, const MatchNode& node)
{
    if (!row.scratch)
        return std::int64_t{0};
    const auto value = row.scratch->evaluate(node.variables);
    if (!value)
        return Error{.code = Code::BadExpression, .message = cat(row.place, ": ", value.error().message)};
    if (value.value() < 0)
        return Error{.code = Code::BadExpression, .message = cat(row.place, ": scratch is negative")};
    return static_cast<std::int64_t>(std::ceil(value.value()));
}

Result<NodePlaces> placeOperands(const Target& target, const KernelRow& row, const MatchNode& node, const Homes& homes)
{
    const Placing placing(target, row);
    NodePlaces places;
    for (std::size_t i = 0; i < node.view.inputs.size(); ++i) {
        const auto& operand = node.view.inputs[i];
        const auto name = inputName(*node.def, i);
        places.inputs.emplace_back();
        if (operand.present && isPassed(row, name))
            places.inputs.back() = placing.start(name, operandBytes(row, node, i), homeOf(target, row, name, operand, homes));
    }
    for (std::size_t i = 0; i < node.view.outputs.size(); ++i) {
        const auto& operand = node.view.outputs[i];
        places.outputs.emplace_back();
        if (operand.present)
            places.outputs.back() = placing.start(outputName(*node.def, i), bytesOf(operand), homes.activations);
    }
    TW_TRY(places.scratch.bytes, scratchBytes(row, node));
    TW_TRY_VOID(placing.stage(places));
    return places;
}

}  // namespace tw::target
