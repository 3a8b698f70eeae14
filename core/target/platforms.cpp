// SPDX-License-Identifier: Apache-2.0
#include "core/target/platforms.h"

#include "core/base/text.h"
#include "core/target/read_target.h"

#include <algorithm>
#include <charconv>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSchema = 1;

const std::vector<Architecture>& architectures()
{
    static const std::vector<Architecture> all{
        {.name = "arm", .compiler = "arm-none-eabi-gcc", .symbols = "arm-none-eabi-nm",
         .compilerPackages = "gcc-arm-none-eabi libnewlib-arm-none-eabi", .emulator = "qemu-system-arm",
         .emulatorPackage = "qemu-system-arm", .compileFlags = {}, .linkFlags = {"--specs=rdimon.specs"}, .emulatorOptions = {}},
        {.name = "riscv32", .compiler = "riscv64-unknown-elf-gcc", .symbols = "riscv64-unknown-elf-nm",
         .compilerPackages = "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf", .emulator = "qemu-system-riscv32",
         .emulatorPackage = "qemu-system-misc", .compileFlags = {"--specs=picolibc.specs"},
         .linkFlags = {"--specs=picolibc.specs", "--oslib=semihost", "-Wl,--no-warn-rwx-segments"},
         .emulatorOptions = {"-bios", "none"}}};
    return all;
}

Architecture readArchitecture(JsonReader& reader)
{
    std::vector<std::string> names;
    for (const auto& one : architectures())
        names.push_back(one.name);
    const auto name = reader.choice("architecture", names);
    return *std::find_if(architectures().begin(), architectures().end(), [&](const auto& one) { return one.name == name; });
}

Region readRegion(JsonReader reader)
{
    Region region{.name = reader.text("name"), .bytes = reader.integer("bytes", {.low = 1})};
    const auto text = reader.text("origin");
    const auto digits = text.starts_with("0x") ? std::string_view(text).substr(2) : std::string_view();
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), region.origin, 16);
    if (digits.empty() || parsed.ptr != digits.data() + digits.size() || parsed.ec != std::errc())
        reader.fault("origin", cat("\"", text, "\" is no address"), "write it like \"0x20000000\"");
    if (!std::all_of(region.name.begin(), region.name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; }))
        reader.fault("name", cat("\"", region.name, "\" is no name for the linker"), "use letters, digits and '_'");
    reader.expectNoOthers();
    return region;
}

void expectRegion(JsonReader& reader, const std::string& field, const Emulator& emulator, const std::string& name)
{
    if (std::none_of(emulator.regions.begin(), emulator.regions.end(), [&](const auto& one) { return one.name == name; }))
        reader.fault(field, cat("there is no region ", name), "name one of \"regions\"");
}

void readMemories(JsonReader& reader, const Target& target, Emulator& emulator)
{
    auto memories = reader.object("memories");
    if (!memories)
        return reader.fault("memories", "is missing", "say in which region each memory of the target is");
    for (const auto& memory : target.memories) {
        emulator.memories[memory.name] = memories->text(memory.name);
        expectRegion(*memories, memory.name, emulator, emulator.memories[memory.name]);
    }
    memories->expectNoOthers();
}

Emulator readEmulator(JsonReader& reader, const Target& target)
{
    Emulator emulator;
    emulator.architecture = readArchitecture(reader);
    emulator.machine = reader.text("machine");
    emulator.options = reader.texts("options", std::vector<std::string>{});
    emulator.harts = static_cast<int>(reader.integer("harts", {.low = 1, .high = 64}, 1));
    emulator.flags = reader.texts("flags");
    for (auto& one : reader.objects("regions"))
        emulator.regions.push_back(readRegion(one));
    const auto place = [&](const std::string& field) {
        const auto name = reader.text(field);
        expectRegion(reader, field, emulator, name);
        return name;
    };
    emulator.code = place("code");
    emulator.data = place("data");
    emulator.vectors = place("vectors");
    readMemories(reader, target, emulator);
    emulator.runtimeFiles = readFiles(reader, "runtime", target.folder, target.kernelFolder.parent_path() / "targets");
    reader.expectNoOthers();
    return emulator;
}

Sdk readSdk(JsonReader& reader, const Target& target)
{
    Sdk sdk{.name = reader.text("name"), .files = {}};
    sdk.files = readFiles(reader, "runtime", target.folder, target.kernelFolder.parent_path() / "targets");
    reader.expectNoOthers();
    return sdk;
}

}  // namespace

const Region& Emulator::region(const std::string& name) const
{
    const auto found = std::find_if(regions.begin(), regions.end(), [&](const auto& one) { return one.name == name; });
    TW_CHECK(found != regions.end());
    return *found;
}

Platforms readPlatforms(const Target& target, std::vector<Error>& faults)
{
    const auto file = target.folder / "platforms.json";
    Platforms platforms;
    if (!fs::is_regular_file(file))
        return platforms;
    const auto json = parseJsonFile(file);
    if (!json) {
        faults.push_back(json.error());
        return platforms;
    }
    JsonReader reader(*json, file.string(), "", faults);
    if (const auto schema = reader.integer("schema", {}, std::nullopt); schema != kSchema)
        reader.fault("schema", cat("is ", schema, ", this program reads ", kSchema), "use a program of the file's version");
    if (auto emulator = reader.object("emulator"))
        platforms.emulator = readEmulator(*emulator, target);
    if (auto sdk = reader.object("sdk"))
        platforms.sdk = readSdk(*sdk, target);
    reader.expectNoOthers();
    return platforms;
}

Result<Platforms> loadPlatforms(const Target& target)
{
    Faults faults;
    auto platforms = readPlatforms(target, faults);
    if (!faults.empty())
        return faults.front();
    return platforms;
}

}  // namespace tw::target
