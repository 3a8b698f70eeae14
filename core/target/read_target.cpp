// SPDX-License-Identifier: Apache-2.0
#include "core/target/read_target.h"

#include "core/base/text.h"
#include "core/target/origins.h"
#include "core/target/read_engine.h"
#include "core/target/read_operators.h"

#include <algorithm>
#include <set>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSchema = 1;
constexpr std::string_view kInstalled = "installed:";

std::int64_t readAlignment(JsonReader& reader)
{
    const auto alignment = reader.integer("alignment", {1, 4096}, 16);
    if ((alignment & (alignment - 1)) != 0)
        reader.fault("alignment", "must be a power of two", "write 4, 8, 16, 32 ...");
    return alignment;
}

Memory readMemory(JsonReader reader)
{
    Memory memory;
    Origins origins(reader);
    memory.name = reader.text("name");
    memory.bytes = reader.integer("bytes", {.low = 1});
    memory.reserved = reader.integer("reserved", {0, memory.bytes}, 0);
    memory.alignment = readAlignment(reader);
    const auto holds = reader.choice("holds", {"anything", "constants", "activations"});
    memory.holds = holds == "constants"     ? Contents::Constants
                   : holds == "activations" ? Contents::Activations
                                            : Contents::Anything;
    memory.latencyCycles = origins.figure("latency_cycles");
    memory.source = origins.source("bytes");
    if (const auto reserved = origins.source("reserved"); !reserved.empty())
        memory.source += cat(memory.source.empty() ? "" : "; ", "reserved: ", reserved);
    memory.confidence = origins.confidence("bytes");
    origins.expectNoOthers();
    reader.expectNoOthers();
    return memory;
}

Link readLink(JsonReader reader, const Target& target)
{
    Link link;
    Origins origins(reader);
    link.name = reader.text("name");
    link.far = reader.text("far");
    link.near = reader.text("near");
    for (const auto* side : {"far", "near"})
        expectMemory(reader, side, side == std::string("far") ? link.far : link.near, target);
    if (!link.far.empty() && link.far == link.near)
        reader.fault("near", "is the same memory as far", "a link leads from one memory to another");
    link.bytesPerCycle = origins.figure("bytes_per_cycle");
    if (link.bytesPerCycle.value && *link.bytesPerCycle.value == 0)
        reader.fault("bytes_per_cycle", "is 0", "write null when there is no figure");
    link.setupCycles = origins.figure("setup_cycles");
    link.rowCycles = origins.figure("row_cycles");
    link.planeCycles = origins.figure("plane_cycles");
    link.dimensions = static_cast<int>(reader.integer("dimensions", {1, 3}, 1));
    if (reader.raw("max_bytes"))
        link.maxBytes = reader.integer("max_bytes", {.low = 1});
    link.outstanding = static_cast<int>(reader.integer("outstanding", {1, 4096}, 1));
    link.overlaps = reader.flag("overlaps", true);
    origins.expectNoOthers();
    reader.expectNoOthers();
    return link;
}

ClockPoint readClockPoint(JsonReader reader)
{
    ClockPoint point;
    point.name = reader.text("name");
    const auto hertz = reader.figure("hertz");
    if (!hertz || *hertz == 0)
        reader.fault("hertz", "must be a positive number", "leave the point out when its frequency is not known");
    point.hertz = hertz.value_or(0);
    point.source = reader.text("source", "");
    point.confidence = readConfidence(reader);
    reader.expectNoOthers();
    return point;
}

/// Memories where tensors live between nodes. With one memory there is nothing to say.
std::vector<std::string> readHomes(JsonReader& homes, const std::string& field, Contents refused, const Target& target)
{
    const bool needed = target.memories.size() > 1;
    auto names = homes.texts(field, needed ? std::nullopt : std::optional(std::vector<std::string>{}));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto place = cat(field, "[", i, "]");
        expectMemory(homes, place, names[i], target);
        if (const auto* memory = target.memory(names[i]); memory && memory->holds == refused)
            homes.fault(place, cat(names[i], " does not hold ", field), "choose a memory whose \"holds\" allows it");
    }
    if (needed && names.empty() && homes.raw(field))
        homes.fault(field, "is empty", cat("name the memories where ", field, " live between nodes, the preferred one first"));
    return names;
}

/// Data at home must be able to come into the memory that the engine computes in.
bool canReach(const Target& target, const Engine& engine, const std::string& home)
{
    const auto near = [&](const std::string& memory) {
        return memory == engine.memory || std::find(engine.reads.begin(), engine.reads.end(), memory) != engine.reads.end();
    };
    const auto linked = [&](const std::string& from) {
        return std::any_of(target.memories.begin(), target.memories.end(), [&](const Memory& memory) {
            return near(memory.name) && target.link(from, memory.name);
        });
    };
    if (near(home) || linked(home))
        return true;
    return std::any_of(target.memories.begin(), target.memories.end(), [&](const Memory& middle) {
        return target.link(home, middle.name) && linked(middle.name);
    });
}

void expectReach(JsonReader& reader, const Target& target)
{
    for (std::size_t i = 0; i < target.engines.size(); ++i)
        for (const auto* homes : {&target.activationHomes, &target.constantHomes})
            for (const auto& home : *homes)
                if (target.memory(home) && target.memory(target.engines[i].memory) && !canReach(target, target.engines[i], home))
                    reader.fault(cat("engines[", i, "].memory"),
                                 cat("no link leads from ", home, ", where tensors live, to ", target.engines[i].memory),
                                 "add a link, or let the engine read the memory in place with \"reads\"");
}

template <class Part>
void expectUniqueNames(JsonReader& reader, const std::string& field, const std::vector<Part>& parts)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!parts[i].name.empty() && !names.insert(parts[i].name).second)
            reader.fault(cat(field, "[", i, "].name"), cat("another one is called ", parts[i].name), "choose different names");
}

/// A file of the target's folder, or of the installed targets ("installed:host/runtime/tw_host.c"); never one above.
std::optional<fs::path> runtimeFile(const std::string& name, const fs::path& folder, const fs::path& installed)
{
    const bool shared = name.starts_with(kInstalled);
    const fs::path relative = shared ? name.substr(kInstalled.size()) : name;
    const bool leaves = relative.is_absolute() || std::find(relative.begin(), relative.end(), "..") != relative.end();
    const fs::path file = (shared ? installed : folder) / relative;
    return leaves || !fs::is_regular_file(file) ? std::nullopt : std::optional(file);
}

template <class Part, class Read>
void readParts(JsonReader& reader, const std::string& field, std::vector<Part>& parts, const Read& read)
{
    for (auto& object : reader.objects(field))
        parts.push_back(read(object));
    expectUniqueNames(reader, field, parts);
}

}  // namespace

std::vector<fs::path> readFiles(JsonReader& reader, const std::string& field, const fs::path& folder, const fs::path& installed)
{
    std::vector<fs::path> files;
    const auto names = reader.texts(field);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const auto file = runtimeFile(names[i], folder, installed))
            files.push_back(*file);
        else
            reader.fault(cat(field, "[", i, "]"), cat("there is no file ", names[i], " in the target's folder"),
                         "give the path relative to the target's folder, or \"installed:TARGET/FILE\" for one of an installed target");
    return files;
}

Target readTarget(JsonReader& reader, const fs::path& file, const fs::path& installed)
{
    Target target;
    target.folder = file.parent_path();
    const auto schema = reader.integer("schema", {}, std::nullopt);
    if (schema != kSchema)
        reader.fault("schema", cat("is ", schema, ", this program reads ", kSchema), "use a program of the file's version");
    target.name = reader.text("name");
    target.title = reader.text("title", target.name);
    target.description = reader.text("description", "");
    readParts(reader, "memories", target.memories, [](const JsonReader& one) { return readMemory(one); });
    if (target.memories.empty())
        reader.fault("memories", "at least one is needed", "add {\"name\": \"RAM\", \"bytes\": 65536}");
    target.operators = readOperators(reader);
    readParts(reader, "links", target.links, [&](const JsonReader& one) { return readLink(one, target); });
    readParts(reader, "engines", target.engines, [&](const JsonReader& one) { return readEngine(one, target); });
    if (target.engines.empty())
        reader.fault("engines", "at least one is needed", "add an engine with name, role, memory and kernels");
    readParts(reader, "clock_points", target.clockPoints, [](const JsonReader& one) { return readClockPoint(one); });
    if (auto homes = reader.object("homes")) {
        target.activationHomes = readHomes(*homes, "activations", Contents::Constants, target);
        target.constantHomes = readHomes(*homes, "constants", Contents::Activations, target);
        homes->expectNoOthers();
    } else if (target.memories.size() > 1) {
        reader.fault("homes", "is missing", "say where tensors live between nodes: {\"activations\": [...], \"constants\": [...]}");
    }
    expectReach(reader, target);
    target.runtimeFiles = readFiles(reader, "runtime", target.folder, installed);
    reader.expectNoOthers();
    return target;
}

}  // namespace tw::target
