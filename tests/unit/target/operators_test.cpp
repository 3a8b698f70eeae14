// SPDX-License-Identifier: Apache-2.0
// Private operators in a target file, and kernels that the target brings along.
#include "core/ops/operator_set.h"
#include "tests/unit/target/target_folder.h"

namespace tw::target {
namespace {

constexpr const char* kOperators = R"("operators": [
  {"domain": "acme", "op": "LeakyFold", "inputs": ["X", "T"],
   "outputs": [{"name": "Y", "shape": ["N", "C / 2"], "type": "as input 0"}, {"name": "S", "shape": "as input 1", "type": "i32"}],
   "arguments": [{"name": "count", "value": "elements"}]}
], "runtime")";

std::string withOperators(const std::string& operators = kOperators)
{
    return replaceAll(kTarget, "\"runtime\"", operators);
}

TEST(TargetOperators, AreReadAndMayBeNamedInRows)
{
    auto rows = replaceAll(kRows, "Identity", "LeakyFold");
    rows = replaceAll(rows, "\"X\": \"f32\"", "\"X\": \"f32\", \"T\": \"u8\"");
    const auto target = TargetFolder().load(withOperators(), rows);
    ASSERT_TRUE(target) << target.error().text();
    const auto* def = target->operators->find("acme", "LeakyFold");
    ASSERT_NE(def, nullptr);
    EXPECT_EQ(def->outputNames, (std::vector<std::string_view>{"Y", "S"}));
    EXPECT_EQ(def->argsType, "tw_leaky_fold_args");
}

struct Fault {
    const char* name;
    const char* from;
    const char* to;
    const char* said;
};

class FaultOfOperator : public testing::TestWithParam<Fault> {};

TEST_P(FaultOfOperator, IsFoundWithItsPlace)
{
    const auto& fault = GetParam();
    const auto changed = replaceAll(kOperators, fault.from, fault.to);
    ASSERT_NE(changed, kOperators);
    const auto checked = TargetFolder().check(withOperators(changed), kRows);
    ASSERT_FALSE(checked.faults.empty());
    const auto& error = checked.faults.front();
    EXPECT_TRUE(error.message.starts_with(fault.said)) << error.text();
    EXPECT_FALSE(error.hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultOfOperator,
    testing::Values(Fault{"Standard", "\"acme\"", "\"\"", "operators[0].domain: must be a domain of its own"},
                    Fault{"BuiltIn", "LeakyFold", "Relu", "operators[0].op: Relu is the name of a built-in operator"},
                    Fault{"Twice", "[\n  {", "[{\"domain\": \"acme\", \"op\": \"LeakyFold\", \"inputs\": [\"X\"], \"outputs\": [{\"name\": \"Y\", \"shape\": [], \"type\": \"i8\"}]}, {",
                          "operators[1].op: is declared twice"},
                    Fault{"InputNoIdentifier", "[\"X\", \"T\"]", "[\"X 1\"]", "operators[0].inputs[0]: \"X 1\" is no name for C"},
                    Fault{"SameName", "[\"X\", \"T\"]", "[\"X\", \"Y\"]", "operators[0].outputs[0].name: another one is called Y"},
                    Fault{"NoSuchInput", "as input 1", "as input 2", "operators[0].outputs[1].shape: there is no input 2"},
                    Fault{"ShapeNoText", "as input 1", "like X", "operators[0].outputs[1].shape: is \"like X\""},
                    Fault{"BadDim", "C / 2", "C /", "operators[0].outputs[0].shape[1]: \"C /\", column"},
                    Fault{"BadType", "\"i32\"", "\"int\"", "operators[0].outputs[1].type: is int"},
                    Fault{"NoOutputs", "\"outputs\"", "\"output\"", "operators[0].outputs: at least one is needed"},
                    Fault{"NoValue", "\"value\": \"elements\"", "\"value\": null", "operators[0].arguments[0].value: is missing"}),
    [](const auto& info) { return info.param.name; });

TEST(TargetKernels, OfTheTargetsOwnFolderComeFirst)
{
    const auto root = TemporaryFolder::create("tw-own").value();
    const auto own = replaceAll(kRows, "tw_identity", "tw_own_identity");
    ASSERT_TRUE(writeFolderAtomically(root.path() / "data", {{"targets/common/shared.c", ""},
                                                            {"kernels/plain/all.json", kRows},
                                                            {"kernels/plain/identity.c", ""},
                                                            {"kernels/plain/gemm.c", ""},
                                                            {"kernels/include/identity.h", ""},
                                                            {"kernels/include/gemm.h", ""}}));
    ASSERT_TRUE(writeFolderAtomically(root.path() / "mine", {{"target.json", kTarget},
                                                            {"runtime/toy.c", ""},
                                                            {"kernels/plain/own.json", own},
                                                            {"kernels/plain/identity.c", ""},
                                                            {"kernels/plain/gemm.c", ""},
                                                            {"kernels/include/identity.h", ""}}));
    const auto target = loadTarget((root.path() / "mine").string(), {root.path() / "data/targets", root.path() / "data/kernels"});
    ASSERT_TRUE(target) << target.error().text();
    ASSERT_EQ(target->rows.size(), 4u);
    EXPECT_EQ(target->rows[0].call, "tw_own_identity");
    EXPECT_EQ(target->rows[0].folder, root.path() / "mine/kernels/plain");
    EXPECT_EQ(target->rows[2].call, "tw_identity");
    EXPECT_EQ(target->includeFolders.front(), root.path() / "mine/kernels/include");
}

}  // namespace
}  // namespace tw::target
