// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::target {
namespace {

constexpr const char* kTarget = R"({
  "schema": 1, "name": "toy",
  "memories": [{"name": "RAM", "bytes": 1024, "reserved": 24}],
  "engines": [{"name": "cpu", "role": 2, "memory": "RAM", "kernels": ["plain"]}],
  "runtime": []
})";

constexpr const char* kRows = R"({"rows": [
  {"op": "Identity", "types": {"X": "f32", "Y": ["f32", "i8"]}, "when": "elements > 3", "why": "needs more than three",
   "call": "tw_identity", "header": "identity.h", "source": "identity.c"}
]})";

class TargetFolder {
public:
    TargetFolder() : root_(TemporaryFolder::create("tw-target").value()) {}

    Result<Target> load(const std::string& target, const std::string& rows)
    {
        EXPECT_TRUE(writeFolderAtomically(root_.path() / "data",
                                          {{"targets/toy/target.json", target},
                                           {"kernels/plain/identity.json", rows},
                                           {"kernels/plain/identity.c", ""},
                                           {"kernels/include/identity.h", ""}}));
        return loadTarget("toy", {root_.path() / "data/targets", root_.path() / "data/kernels"});
    }

private:
    TemporaryFolder root_;
};

std::string withReplaced(const char* text, std::string_view from, std::string_view to)
{
    return replaceAll(text, from, to);
}

TEST(LoadTarget, ReadsMemoriesEnginesAndRows)
{
    const auto target = TargetFolder().load(kTarget, kRows);
    ASSERT_TRUE(target) << target.error().text();
    EXPECT_EQ(target.value().memories.at(0).usable(), 1000);
    EXPECT_EQ(target.value().engines.at(0).paletteRole, 2);
    ASSERT_EQ(target.value().rows.size(), 1u);
    EXPECT_EQ(target.value().rows[0].types.at("Y").size(), 2u);
    EXPECT_EQ(target.value().rows[0].place, "kernels/plain/identity.json, row 1");
}

struct Fault {
    const char* name;
    const char* from;
    const char* to;
    const char* said;   // must be in the message
    bool inRows;
};

class LoadTargetFault : public testing::TestWithParam<Fault> {};

TEST_P(LoadTargetFault, NamesThePlace)
{
    const auto& fault = GetParam();
    const auto loaded = TargetFolder().load(fault.inRows ? kTarget : withReplaced(kTarget, fault.from, fault.to),
                                            fault.inRows ? withReplaced(kRows, fault.from, fault.to) : kRows);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, Code::BadTarget);
    EXPECT_NE(loaded.error().message.find(fault.said), std::string::npos) << loaded.error().text();
    EXPECT_FALSE(loaded.error().place.file.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Faults, LoadTargetFault,
    testing::Values(Fault{"UnknownField", "\"reserved\"", "\"reservd\"", "memories[0].reservd", false},
                    Fault{"WrongKind", "1024", "\"1024\"", "memories[0].bytes", false},
                    Fault{"TooMuchReserved", "\"reserved\": 24", "\"reserved\": 2000", "memories[0].reserved", false},
                    Fault{"MissingMemory", "\"memory\": \"RAM\"", "\"memory\": \"L1\"", "engines[0].memory", false},
                    Fault{"BadRole", "\"role\": 2", "\"role\": 9", "engines[0].role", false},
                    Fault{"NewerSchema", "\"schema\": 1", "\"schema\": 2", "schema", false},
                    Fault{"MissingRuntime", "\"runtime\": []", "\"runtime\": [\"a.c\"]", "runtime", false},
                    Fault{"BadType", "\"i8\"", "\"int8\"", "rows[0].types.Y", true},
                    Fault{"BadOperand", "\"X\"", "\"Z\"", "rows[0].types.Z", true},
                    Fault{"BadFormula", "elements > 3", "elements >", "rows[0].when", true},
                    Fault{"MissingSource", "identity.c\"", "other.c\"", "rows[0].source", true},
                    Fault{"MissingCall", "\"call\": \"tw_identity\",", "", "rows[0].call", true}),
    [](const auto& info) { return info.param.name; });

TEST(LoadTarget, NamesTheByteOfASyntaxError)
{
    const auto loaded = TargetFolder().load("{\"schema\": 1,,}", kRows);
    ASSERT_FALSE(loaded);
    EXPECT_GT(loaded.error().place.byteOffset, 0);
}

TEST(LoadTarget, ListsKnownTargetsForAnUnknownName)
{
    const auto loaded = loadTarget("nowhere", installedPlaces());
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, Code::UnknownTarget);
    EXPECT_NE(loaded.error().hint.find("host"), std::string::npos);
}

TEST(LoadTarget, HostLoads)
{
    const auto host = loadTarget("host", installedPlaces());
    ASSERT_TRUE(host) << host.error().text();
    EXPECT_FALSE(host.value().rows.empty());
}

}  // namespace
}  // namespace tw::target
