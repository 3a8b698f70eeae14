// SPDX-License-Identifier: Apache-2.0
#include "core/target/read_engine.h"

#include "core/base/text.h"
#include "core/target/origins.h"
#include "core/target/row_fields.h"

#include <algorithm>

namespace tw::target {
namespace {

constexpr std::int64_t kPaletteRoles = 8;
constexpr std::int64_t kMaxCores = 4096;

/// No row without a formula: that is a fault, or there is no figure.
std::optional<CostRow> readCostRow(JsonReader reader, const Vocabulary& vocabulary)
{
    const auto ops = reader.texts("ops");
    for (std::size_t i = 0; i < ops.size(); ++i)
        if (ops[i] != "*" && !vocabulary.hasOp(ops[i]))
            reader.fault(cat("ops[", i, "]"), cat("there is no operator ", ops[i]), "check the spelling, or write \"*\" for any");
    auto types = readTypes(reader, ops, vocabulary);
    auto when = readFormula(reader, "when");
    auto cycles = readFormula(reader, "cycles");
    if (!reader.raw("cycles"))
        reader.fault("cycles", "is missing", "leave the whole row out when there is no figure");
    auto source = reader.text("source", "");
    auto confidence = readConfidence(reader);
    reader.expectNoOthers();
    if (!cycles)
        return std::nullopt;
    return CostRow{.ops = ops, .types = std::move(types), .when = std::move(when), .cycles = std::move(*cycles),
                   .source = std::move(source), .confidence = std::move(confidence), .place = reader.where()};
}

}  // namespace

void expectMemory(JsonReader& reader, const std::string& field, const std::string& name, const Target& target)
{
    std::vector<std::string> known;
    for (const auto& memory : target.memories)
        known.push_back(memory.name);
    if (!name.empty() && !target.memory(name))
        reader.fault(field, cat("there is no memory ", name), cat("the memories are ", join(known, ", ")));
}

Engine readEngine(JsonReader reader, const Target& target)
{
    Engine engine;
    Origins origins(reader);
    engine.name = reader.text("name");
    engine.description = reader.text("description", "");
    engine.paletteRole = static_cast<int>(reader.integer("role", {1, kPaletteRoles}));
    engine.cores = static_cast<int>(reader.integer("cores", {1, kMaxCores}, 1));
    engine.memory = reader.text("memory");
    expectMemory(reader, "memory", engine.memory, target);
    if (const auto* memory = target.memory(engine.memory); memory && memory->holds == Contents::Constants)
        reader.fault("memory", cat(engine.memory, " holds constants only"), "an engine computes in a memory that it can write");
    engine.reads = reader.texts("reads", std::vector<std::string>{});
    for (std::size_t i = 0; i < engine.reads.size(); ++i)
        expectMemory(reader, cat("reads[", i, "]"), engine.reads[i], target);
    engine.flavours = reader.texts("kernels");
    engine.clockHz = origins.figure("clock_hz");
    engine.offloadCycles = origins.figure("offload_cycles");
    engine.syncCycles = origins.figure("sync_cycles");
    engine.picojoulesPerMac = origins.figure("picojoules_per_mac");
    const Vocabulary vocabulary(target.operators.get());
    for (auto& object : reader.objects("cycles"))
        if (auto row = readCostRow(object, vocabulary))
            engine.costs.push_back(std::move(*row));
    origins.expectNoOthers();
    reader.expectNoOthers();
    return engine;
}

}  // namespace tw::target
