// SPDX-License-Identifier: Apache-2.0
// Every kind of fault of a target's files is found, with its place and what to do about it.
#include "tests/unit/target/target_folder.h"

namespace tw::target {
namespace {

struct Fault {
    const char* name;
    const char* from;    // in the good text
    const char* to;
    const char* said;    // must be in the message
};

class FaultOfTarget : public testing::TestWithParam<Fault> {};
class FaultOfRow : public testing::TestWithParam<Fault> {};

void expectFault(const CheckedTarget& checked, const Fault& fault)
{
    ASSERT_FALSE(checked.faults.empty());
    const auto& error = checked.faults.front();
    EXPECT_EQ(error.code, Code::BadTarget);
    EXPECT_TRUE(error.message.starts_with(fault.said)) << error.text();
    EXPECT_FALSE(error.hint.empty()) << error.text();
    EXPECT_FALSE(error.place.file.empty());
}

std::string changed(const char* text, const Fault& fault)
{
    EXPECT_NE(std::string(text).find(fault.from), std::string::npos) << fault.from;
    return replaceAll(text, fault.from, fault.to);
}

TEST_P(FaultOfTarget, IsFoundWithItsPlace)
{
    expectFault(TargetFolder().check(changed(kTarget, GetParam()), kRows), GetParam());
}

TEST_P(FaultOfRow, IsFoundWithItsPlace)
{
    expectFault(TargetFolder().check(kTarget, changed(kRows, GetParam())), GetParam());
}

const auto nameOf = [](const testing::TestParamInfo<Fault>& info) { return std::string(info.param.name); };

INSTANTIATE_TEST_SUITE_P(
    Top, FaultOfTarget,
    testing::Values(Fault{"NewerSchema", "\"schema\": 1", "\"schema\": 2", "schema: is 2"},
                    Fault{"NoName", "\"name\": \"toy\",", "", "name: is missing"},
                    Fault{"UnknownField", "\"runtime\"", "\"runtimes\"", "runtime: is missing"},
                    Fault{"NoObject", "{\"activations\": [\"L2\", \"L1\"], \"constants\": [\"L2\"]}", "[]", "homes: must be an object"},
                    Fault{"MissingRuntime", "runtime/toy.c", "runtime/a.c", "runtime[0]: there is no file runtime/a.c"},
                    Fault{"RuntimeAbove", "runtime/toy.c", "../toy/runtime/toy.c", "runtime[0]: there is no file"},
                    Fault{"SharedRuntimeAbove", "common/shared.c", "../targets/common/shared.c", "runtime[1]: there is no file"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Memories, FaultOfTarget,
    testing::Values(Fault{"Misspelt", "\"reserved\"", "\"reservd\"", "memories[0].reservd: is not a known field"},
                    Fault{"WrongKind", "1024", "\"1024\"", "memories[0].bytes: must be a whole number"},
                    Fault{"NoBytes", "\"bytes\": 4096, ", "", "memories[1].bytes: is missing"},
                    Fault{"ZeroBytes", "4096", "0", "memories[1].bytes: is 0"},
                    Fault{"TooMuchReserved", "\"reserved\": 24", "\"reserved\": 2000", "memories[0].reserved: is 2000"},
                    Fault{"BadAlignment", "\"alignment\": 8", "\"alignment\": 12", "memories[0].alignment: must be a power of two"},
                    Fault{"BadContents", "\"holds\": \"activations\"", "\"holds\": \"weights\"", "memories[0].holds: is weights"},
                    Fault{"NegativeLatency", "13.5", "-1", "memories[1].latency_cycles: is negative"},
                    Fault{"TextForLatency", "13.5", "\"slow\"", "memories[1].latency_cycles: must be a number or null"},
                    Fault{"SameName", "\"name\": \"L2\"", "\"name\": \"L1\"", "memories[1].name: another one is called L1"},
                    Fault{"SourceOfNothing", "{\"bytes\": \"a data sheet\"}", "{\"byte\": \"a data sheet\"}",
                          "memories[0].source.byte: is about no field"},
                    Fault{"SourceNoText", "\"a data sheet\"", "3", "memories[0].source.bytes: must be a string"},
                    Fault{"SourceNoObject", "{\"bytes\": \"a data sheet\"}", "\"a data sheet\"", "memories[0].source: must map"},
                    Fault{"BadConfidence", "{\"bytes\": \"published\"}", "{\"bytes\": \"sure\"}",
                          "memories[0].confidence.bytes: is sure"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Links, FaultOfTarget,
    testing::Values(Fault{"UnknownMemory", "\"far\": \"L2\"", "\"far\": \"L3\"", "links[0].far: there is no memory L3"},
                    Fault{"Loop", "\"far\": \"L2\"", "\"far\": \"L1\"", "links[0].near: is the same memory"},
                    Fault{"NoBandwidth", "\"bytes_per_cycle\": 8", "\"bytes_per_cycle\": 0", "links[0].bytes_per_cycle: is 0"},
                    Fault{"FourDimensions", "\"dimensions\": 2", "\"dimensions\": 4", "links[0].dimensions: is 4"},
                    Fault{"NoFlag", "\"overlaps\": false", "\"overlaps\": 0", "links[0].overlaps: must be true or false"},
                    Fault{"NoList", "[{\"name\": \"dma\"", "[7, {\"name\": \"dma\"", "links[0]: must be an object"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Engines, FaultOfTarget,
    testing::Values(Fault{"MissingMemory", "\"memory\": \"L1\"", "\"memory\": \"L9\"", "engines[0].memory: there is no memory L9"},
                    Fault{"MissingRead", "\"reads\": [\"L2\"]", "\"reads\": [\"L9\"]", "engines[0].reads[0]: there is no memory L9"},
                    Fault{"BadRole", "\"role\": 2", "\"role\": 9", "engines[0].role: is 9"},
                    Fault{"NoCores", "\"cores\": 8", "\"cores\": 0", "engines[0].cores: is 0"},
                    Fault{"NoFlavour", "[\"plain\"]", "[\"fancy\"]", "engines[0].kernels[0]: there is no kernel folder fancy"},
                    Fault{"FlavourElsewhere", "[\"plain\"]", "[\"../kernels/plain\"]", "engines[0].kernels[0]: there is no kernel folder"},
                    Fault{"NoListOfTexts", "[\"plain\"]", "\"plain\"", "engines[0].kernels: must be a list of strings"},
                    Fault{"NoText", "[\"plain\"]", "[1]", "engines[0].kernels[0]: must be a string"},
                    Fault{"NoOperator", "\"Relu\"", "\"Relux\"", "engines[0].cycles[0].ops[0]: there is no operator Relux"},
                    Fault{"NoOperand", "{\"X\": [\"i8\", \"u8\"]}", "{\"Q\": \"i8\"}", "engines[0].cycles[0].types.Q: Relu, Add has no such operand"},
                    Fault{"BadCycles", "2 * elements", "2 * ", "engines[0].cycles[0].cycles: \"2 * \", column"},
                    Fault{"NoFormula", "\"2 * elements\"", "null", "engines[0].cycles[0].cycles: is missing"},
                    Fault{"WritesConstants", "\"holds\": \"activations\"", "\"holds\": \"constants\"", "engines[0].memory: L1 holds constants only"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    ClockPointsAndHomes, FaultOfTarget,
    testing::Values(Fault{"NoHertz", "370e6", "null", "clock_points[0].hertz: must be a positive number"},
                    Fault{"NoHomes", "\"homes\": {\"activations\": [\"L2\", \"L1\"], \"constants\": [\"L2\"]},", "", "homes: is missing"},
                    Fault{"EmptyHomes", "\"constants\": [\"L2\"]", "\"constants\": []", "homes.constants: is empty"},
                    Fault{"HomeNowhere", "[\"L2\", \"L1\"]", "[\"L7\"]", "homes.activations[0]: there is no memory L7"},
                    Fault{"HomeOfOtherThings", "\"constants\": [\"L2\"]", "\"constants\": [\"L1\"]", "homes.constants[0]: L1 does not hold constants"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Rows, FaultOfRow,
    testing::Values(Fault{"BadOperator", "Identity\"", "Identitty\"", "rows[0].op: there is no operator Identitty"},
                    Fault{"BadType", "\"i8\"]", "\"int8\"]", "rows[0].types.Y: \"int8\" is no element type"},
                    Fault{"BadOperand", "\"X\"", "\"Z\"", "rows[0].types.Z: Identity has no such operand"},
                    Fault{"NoTypes", "\"types\": {\"X\": \"f32\", \"Y\": [\"f32\", \"i8\"]},", "", "rows[0].types: is missing"},
                    Fault{"BadFormula", "elements > 3", "elements >", "rows[0].when: \"elements >\", column"},
                    Fault{"NumberForFormula", "\"4 * k\"", "4", "rows[1].scratch: must be a formula in quotes"},
                    Fault{"MissingSource", "identity.c\"", "other.c\"", "rows[0].source: there is no file other.c"},
                    Fault{"SourceElsewhere", "\"identity.c", "\"../plain/identity.c", "rows[0].source: must be a file name"},
                    Fault{"MissingHeader", "identity.h\"", "other.h\"", "rows[0].header: there is no file other.h"},
                    Fault{"MissingCall", "\"call\": \"tw_identity\",", "", "rows[0].call: is missing"},
                    Fault{"BadLayout", "\"NHWC\"", "\"NWHC\"", "rows[1].layout: is NWHC"},
                    Fault{"BadHandedOperand", "[\"A\", \"B\"]", "[\"A\", \"K\"]", "rows[1].operands: Gemm has no operand K"},
                    Fault{"BadPacking", "[1, 0]", "[1, 1]", "rows[1].pack.B: must be an axis permutation"},
                    Fault{"BadInPlace", "{\"Y\": \"A\"}", "{\"Y\": \"K\"}", "rows[1].inplace.Y: Gemm has no operand K"},
                    Fault{"BadReads", "[\"L2\", \"Elsewhere\"]", "\"L2\"", "rows[1].reads.B: must be a list of memories"}),
    nameOf);

TEST(CheckTarget, FindsAllFaultsOfAllFilesInOneRun)
{
    auto target = replaceAll(kTarget, "\"role\": 2", "\"role\": 9");
    target = replaceAll(target, "\"cores\": 8", "\"cores\": \"8\"");
    target = replaceAll(target, "\"far\": \"L2\"", "\"far\": \"L8\"");
    const auto rows = replaceAll(replaceAll(kRows, "\"f32\", \"Y\"", "\"g32\", \"Y\""), "4 * k", "4 *");
    const auto checked = TargetFolder().check(target, rows);
    std::vector<std::string> places;
    for (const auto& fault : checked.faults)
        places.push_back(fault.message.substr(0, fault.message.find(':')));
    EXPECT_EQ(places, (std::vector<std::string>{"links[0].far", "engines[0].role", "engines[0].cores", "rows[0].types.X",
                                                "rows[1].scratch"}));
}

TEST(CheckTarget, AnEngineThatNoLinkReachesIsAFault)
{
    auto target = replaceAll(kTarget, "\"reads\": [\"L2\"]", "\"reads\": []");
    target = replaceAll(target, "\"far\": \"L2\"", "\"far\": \"L0\"");
    const auto checked = TargetFolder().check(target, kRows);
    ASSERT_EQ(checked.faults.size(), 3u);   // of the link, and of two homes
    EXPECT_TRUE(checked.faults[1].message.starts_with("engines[0].memory: no link leads from L2")) << checked.faults[1].text();
}

}  // namespace
}  // namespace tw::target
