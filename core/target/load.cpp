// SPDX-License-Identifier: Apache-2.0
#include "core/target/load.h"

#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/target/json_reader.h"
#include "core/target/load_rows.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSchema = 1;
constexpr std::int64_t kPaletteRoles = 8;

/// "source" holds one sentence per number of the object; it is documentation, checked only for its form.
Result<std::map<std::string, std::string>> readSources(JsonReader& reader)
{
    std::map<std::string, std::string> result;
    const Json* sources = reader.raw("source");
    if (!sources)
        return result;
    if (!sources->is_object())
        return reader.fault("source", "must map field names to sentences");
    for (const auto& [field, sentence] : sources->items()) {
        if (!sentence.is_string())
            return reader.fault(cat("source.", field), "must be a string");
        result[field] = sentence.get<std::string>();
    }
    return result;
}

Result<Memory> readMemory(JsonReader reader)
{
    Memory memory;
    TW_TRY(memory.name, reader.text("name"));
    TW_TRY(memory.bytes, reader.integer("bytes"));
    TW_TRY(memory.reserved, reader.integer("reserved", 0));
    TW_TRY(memory.alignment, reader.integer("alignment", 16));
    TW_TRY(const auto sources, readSources(reader));
    if (memory.bytes <= 0)
        return reader.fault("bytes", "must be positive");
    if (memory.reserved < 0 || memory.reserved > memory.bytes)
        return reader.fault("reserved", "must lie between 0 and bytes");
    if (memory.alignment <= 0 || (memory.alignment & (memory.alignment - 1)) != 0)
        return reader.fault("alignment", "must be a power of two");
    TW_TRY_VOID(reader.expectNoOthers());
    return memory;
}

Result<Engine> readEngine(JsonReader reader, const Target& target)
{
    Engine engine;
    TW_TRY(engine.name, reader.text("name"));
    TW_TRY(engine.description, reader.text("description", ""));
    TW_TRY(const auto role, reader.integer("role"));
    TW_TRY(const auto cores, reader.integer("cores", 1));
    TW_TRY(engine.memory, reader.text("memory"));
    TW_TRY(engine.clockHz.value, reader.figure("clock_hz"));
    TW_TRY(engine.flavours, reader.texts("kernels"));
    TW_TRY(const auto sources, readSources(reader));
    if (const auto found = sources.find("clock_hz"); found != sources.end())
        engine.clockHz.source = found->second;
    if (role < 1 || role > kPaletteRoles)
        return reader.fault("role", cat("must be a palette role from 1 to ", kPaletteRoles));
    if (cores < 1 || cores > 4096)
        return reader.fault("cores", "must lie between 1 and 4096");
    if (!target.memory(engine.memory))
        return reader.fault("memory", cat("there is no memory ", engine.memory));
    engine.paletteRole = static_cast<int>(role);
    engine.cores = static_cast<int>(cores);
    TW_TRY_VOID(reader.expectNoOthers());
    return engine;
}

template <class Part>
Result<void> expectUniqueNames(const std::vector<Part>& parts, const JsonReader& reader, const std::string& field)
{
    std::set<std::string> names;
    for (const auto& part : parts)
        if (!names.insert(part.name).second)
            return reader.fault(field, cat("two are called ", part.name));
    if (parts.empty())
        return reader.fault(field, "at least one is needed");
    return {};
}

Result<Target> readTarget(JsonReader reader, const fs::path& file)
{
    Target target;
    target.folder = file.parent_path();
    TW_TRY_VOID(reader.expectObject());
    TW_TRY(const auto schema, reader.integer("schema"));
    if (schema != kSchema)
        return reader.fault("schema", cat("is ", schema, ", this program reads ", kSchema));
    TW_TRY(target.name, reader.text("name"));
    TW_TRY(target.title, reader.text("title", target.name));
    TW_TRY(target.description, reader.text("description", ""));
    TW_TRY(auto memories, reader.objects("memories"));
    for (auto& memory : memories) {
        TW_TRY(auto read, readMemory(memory));
        target.memories.push_back(std::move(read));
    }
    TW_TRY_VOID(expectUniqueNames(target.memories, reader, "memories"));
    TW_TRY(auto engines, reader.objects("engines"));
    for (auto& engine : engines) {
        TW_TRY(auto read, readEngine(engine, target));
        target.engines.push_back(std::move(read));
    }
    TW_TRY_VOID(expectUniqueNames(target.engines, reader, "engines"));
    TW_TRY(target.runtimeFiles, reader.texts("runtime"));
    for (const auto& name : target.runtimeFiles)
        if (!fs::exists(target.folder / name))
            return reader.fault("runtime", cat("there is no file ", name, " in the target's folder"));
    TW_TRY_VOID(reader.expectNoOthers());
    return target;
}

fs::path fileOf(const std::string& nameOrPath, const Places& places)
{
    const fs::path given = nameOrPath;
    if (fs::is_regular_file(given))
        return given;
    if (fs::is_regular_file(given / "target.json"))
        return given / "target.json";
    return places.targets / nameOrPath / "target.json";
}

bool holdsData(const fs::path& folder)
{
    return fs::is_directory(folder / "targets") && fs::is_directory(folder / "kernels");
}

}  // namespace

const Engine* Target::engine(const std::string& wanted) const
{
    const auto found = std::find_if(engines.begin(), engines.end(), [&](const auto& e) { return e.name == wanted; });
    return found == engines.end() ? nullptr : &*found;
}

const Memory* Target::memory(const std::string& wanted) const
{
    const auto found = std::find_if(memories.begin(), memories.end(), [&](const auto& m) { return m.name == wanted; });
    return found == memories.end() ? nullptr : &*found;
}

const Link* Target::link(const std::string& one, const std::string& other) const
{
    const auto found = std::find_if(links.begin(), links.end(), [&](const auto& link) {
        return (link.far == one && link.near == other) || (link.far == other && link.near == one);
    });
    return found == links.end() ? nullptr : &*found;
}

Places installedPlaces()
{
    std::vector<fs::path> candidates;
    if (const char* data = std::getenv("TILEWRIGHT_DATA"))
        candidates.emplace_back(data);
    std::error_code ignored;
    const auto executable = fs::read_symlink("/proc/self/exe", ignored);
    candidates.push_back(executable.parent_path().parent_path() / "share" / "tilewright");
    candidates.emplace_back(TW_SOURCE_DIR);
    const auto found = std::find_if(candidates.begin(), candidates.end(), holdsData);
    const fs::path root = found == candidates.end() ? candidates.back() : *found;
    return {root / "targets", root / "kernels"};
}

std::vector<std::string> targetNames(const Places& places)
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(places.targets, ignored))
        if (fs::is_regular_file(entry.path() / "target.json"))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

Result<Target> loadTarget(const std::string& nameOrPath, const Places& places)
{
    const fs::path file = fileOf(nameOrPath, places);
    if (!fs::is_regular_file(file))
        return Error{.code = Code::UnknownTarget, .message = cat("there is no target ", nameOrPath),
                     .hint = cat("known targets: ", join(targetNames(places), ", "))};
    TW_TRY(const auto json, parseJsonFile(file));
    TW_TRY(auto target, readTarget(JsonReader(json, file.string(), ""), file));
    target.kernelFolder = places.kernels;
    for (const auto& engine : target.engines)
        for (const auto& flavour : engine.flavours)
            TW_TRY_VOID(loadRows(places.kernels / flavour, engine, flavour, target.rows));
    return target;
}

}  // namespace tw::target
