// SPDX-License-Identifier: Apache-2.0
#include "core/target/platforms.h"
#include "tests/unit/target/target_folder.h"

namespace tw::target {
namespace {

constexpr const char* kPlatforms = R"({"schema": 1, "emulator": {"architecture": "riscv32", "machine": "virt", "harts": 8,
  "options": ["-smp", "9"], "flags": ["-march=rv32imac"],
  "regions": [{"name": "program", "origin": "0x80000000", "bytes": 65536}, {"name": "near_memory", "origin": "0x80100000", "bytes": 1024}],
  "code": "program", "data": "program", "vectors": "program", "memories": {"L1": "near_memory", "L2": "program"},
  "runtime": ["runtime/toy.c", "installed:common/shared.c"]}})";

Result<Platforms> load(const TargetFolder& folder, const std::string& text)
{
    const auto target = folder.load(kTarget, kRows);
    EXPECT_TRUE(target) << target.error().text();
    EXPECT_TRUE(writeFileAtomically(target->folder / "platforms.json", text));
    return loadPlatforms(*target);
}

std::string faultOf(const std::string& from, const std::string& to)
{
    const auto platforms = load(TargetFolder(), replaceAll(kPlatforms, from, to));
    return platforms ? std::string() : platforms.error().message;
}

TEST(LoadPlatforms, ReadsTheEmulator)
{
    const TargetFolder folder;
    const auto platforms = load(folder, kPlatforms);
    ASSERT_TRUE(platforms) << platforms.error().text();
    const auto& emulator = platforms->emulator.value();
    EXPECT_EQ(emulator.architecture.emulator, "qemu-system-riscv32");
    EXPECT_EQ(emulator.machine, "virt");
    EXPECT_EQ(emulator.harts, 8);
    EXPECT_EQ(emulator.region("near_memory").origin, 0x80100000u);
    EXPECT_EQ(emulator.region(emulator.memories.at("L1")).bytes, 1024);
    EXPECT_EQ(emulator.runtimeFiles.at(1), folder.places().targets / "common/shared.c");
}

TEST(LoadPlatforms, ATargetWithoutTheFileHasTheHostOnly)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target);
    const auto platforms = loadPlatforms(*target);
    ASSERT_TRUE(platforms);
    EXPECT_FALSE(platforms->emulator);
}

TEST(LoadPlatforms, NamesWhatIsWrong)
{
    EXPECT_EQ(faultOf("\"L2\": \"program\"", "\"L2\": \"nowhere\""), "emulator.memories.L2: there is no region nowhere");
    EXPECT_EQ(faultOf(", \"L2\": \"program\"", ""), "emulator.memories.L2: is missing");
    EXPECT_EQ(faultOf("\"code\": \"program\"", "\"code\": \"flash\""), "emulator.code: there is no region flash");
    EXPECT_EQ(faultOf("0x80100000", "80100000"), "emulator.regions[1].origin: \"80100000\" is no address");
    EXPECT_EQ(faultOf("near_memory", "near memory"), "emulator.regions[1].name: \"near memory\" is no name for the linker");
    EXPECT_EQ(faultOf("riscv32", "z80"), "emulator.architecture: is z80, which is not known");
    EXPECT_EQ(faultOf("runtime/toy.c", "../toy/runtime/toy.c"),
              "emulator.runtime[0]: there is no file ../toy/runtime/toy.c in the target's folder");
    EXPECT_EQ(faultOf("\"harts\"", "\"heartz\""), "emulator.heartz: is not a known field");
}

TEST(CheckTarget, NamesTheFaultsOfThePlatformsToo)
{
    const TargetFolder folder;
    folder.write(kTarget, kRows);
    const auto file = folder.places().targets / "toy/platforms.json";
    const auto check = [&](const std::string& text) {
        EXPECT_TRUE(writeFileAtomically(file, text));
        auto checked = checkTarget("toy", folder.places());
        EXPECT_TRUE(checked);
        return checked ? checked->faults : std::vector<Error>();
    };
    EXPECT_TRUE(check(kPlatforms).empty());
    const auto faults = check(replaceAll(replaceAll(kPlatforms, "riscv32", "z80"), "\"L2\": \"program\"", "\"L2\": \"nowhere\""));
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(faults[0].message, "emulator.architecture: is z80, which is not known");
    EXPECT_EQ(faults[1].message, "emulator.memories.L2: there is no region nowhere");
    EXPECT_EQ(faults[1].place.file, file.string());
    EXPECT_EQ(check("{").size(), 1u);
}

}  // namespace
}  // namespace tw::target
