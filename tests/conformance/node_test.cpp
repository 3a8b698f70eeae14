// SPDX-License-Identifier: Apache-2.0
// ONNX's own node tests against the reference evaluation. Cases with operators that no family knows are counted as
// unsupported; failures that are known stand in node_known.txt with a reason each, and must not pass unnoticed.
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/ops/registry.h"
#include "tests/support/corpus.h"
#include "tests/support/known_list.h"

#include <cmath>
#include <iostream>
#include <map>
#include <set>

namespace tw::testing {
namespace {

namespace fs = std::filesystem;
using ir::TensorData;

enum class Outcome { Passed, Failed, Unsupported };

struct Verdict {
    Outcome outcome = Outcome::Passed;
    std::string reason = {};
};

Verdict failed(std::string reason)
{
    return {Outcome::Failed, std::move(reason)};
}

struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

/// 16-bit floats carry three decimal digits; everything wider is held to float32 rounding of a short computation.
/// The expected values of the window functions were computed with 3.1415 for pi.
Tolerance toleranceOf(ir::DataType type, const std::string& caseName)
{
    if (!ir::isFloat(type))
        return {};
    for (const char* window : {"blackmanwindow", "hammingwindow", "hannwindow"})
        if (caseName.find(window) != std::string::npos)
            return {1e-4, 1e-3};
    return ir::bitWidth(type) <= 16 ? Tolerance{1e-3, 2e-3} : Tolerance{1e-6, 1e-4};
}

bool close(double actual, double expected, Tolerance tolerance)
{
    if (std::isnan(expected) || std::isinf(expected))
        return std::isnan(expected) ? std::isnan(actual) : actual == expected;
    return std::fabs(actual - expected) <= tolerance.absolute + tolerance.relative * std::fabs(expected);
}

std::string typeAndShape(const TensorData& data)
{
    return cat(ir::typeName(data.type), data.shape);
}

/// Empty when equal.
std::string difference(const TensorData& actual, const TensorData& expected, const std::string& caseName)
{
    if (actual.type != expected.type || actual.shape != expected.shape)
        return cat("gives ", typeAndShape(actual), " instead of ", typeAndShape(expected));
    if (expected.type == ir::DataType::String)
        return *actual.strings == *expected.strings ? "" : "strings differ";
    if (!ir::isFloat(expected.type))
        return ir::toIntegers(actual) == ir::toIntegers(expected) ? "" : "integers differ";
    const auto a = ir::toDoubles(actual);
    const auto b = ir::toDoubles(expected);
    for (std::size_t i = 0; i < b.size(); ++i)
        if (!close(a[i], b[i], toleranceOf(expected.type, caseName)))
            return cat("element ", i, " is ", a[i], " instead of ", b[i]);
    return {};
}

/// The first operator without a family, or the first input or output that is not a tensor; empty when there is none.
std::string unsupportedPart(const ir::Graph& graph)
{
    for (const auto& node : graph.nodes)
        if (!ops::findOp(graph, node))
            return node.op;
    for (const auto* ids : {&graph.inputs, &graph.outputs})
        for (const auto id : *ids)
            if (!graph.tensor(id).note.empty())
                return graph.tensor(id).note;
    return {};
}

/// Older test data hold bfloat16 values as uint16; the model says what they are.
std::vector<TensorData> asDeclared(const ir::Graph& graph, const std::vector<ir::TensorId>& ids,
                                   const std::vector<onnx::NamedTensor>& named)
{
    std::vector<TensorData> result;
    for (std::size_t i = 0; i < named.size(); ++i) {
        result.push_back(named[i].data);
        if (i < ids.size() && graph.tensor(ids[i]).type == ir::DataType::BF16 && result[i].type == ir::DataType::U16)
            result[i].type = ir::DataType::BF16;
    }
    return result;
}

Verdict runDataSet(const ir::Graph& graph, const fs::path& folder)
{
    const auto inputs = onnx::readTestData(folder, "input");
    const auto outputs = onnx::readTestData(folder, "output");
    if (!inputs || !outputs)
        return failed((inputs ? outputs : inputs).error().text());
    Progress progress;
    const auto results = ops::runReference(graph, asDeclared(graph, graph.inputs, *inputs), progress);
    if (!results)
        return failed(results.error().text());
    const auto expected = asDeclared(graph, graph.outputs, *outputs);
    if (results->size() < expected.size())
        return failed(cat("gives ", results->size(), " outputs instead of ", expected.size()));
    const std::string caseName = folder.parent_path().filename();
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (const auto text = difference(results->at(i), expected[i], caseName); !text.empty())
            return failed(cat("output ", i, ": ", text));
    return {};
}

Verdict runCase(const fs::path& folder)
{
    Progress progress;
    const auto imported = onnx::importOnnx(folder / "model.onnx", progress);
    if (!imported)
        return failed(imported.error().text());
    const ir::Graph& graph = imported->graph;
    if (const auto part = unsupportedPart(graph); !part.empty())
        return {Outcome::Unsupported, part};
    for (int set = 0; fs::is_directory(folder / cat("test_data_set_", set)); ++set)
        if (const auto verdict = runDataSet(graph, folder / cat("test_data_set_", set)); verdict.outcome != Outcome::Passed)
            return verdict;
    return {};
}

TEST(NodeTests, AgreeWithTheReferenceEvaluation)
{
    TW_NEED_NODE_TESTS();
    const auto known = readKnownList("tests/conformance/node_known.txt");
    int passed = 0;
    int total = 0;
    std::map<std::string, int> unsupported;
    std::set<std::string> seen;
    for (const auto& folder : nodeTestFolders()) {
        for (const auto& testCase : testCases(folder)) {
            const std::string name = testCase.filename();
            const Verdict verdict = runCase(testCase);
            seen.insert(name);
            ++total;
            passed += verdict.outcome == Outcome::Passed ? 1 : 0;
            if (verdict.outcome == Outcome::Unsupported)
                ++unsupported[verdict.reason];
            if (verdict.outcome == Outcome::Failed) {
                EXPECT_TRUE(known.contains(name)) << name << ": " << verdict.reason;
            }
            if (verdict.outcome == Outcome::Passed) {
                EXPECT_FALSE(known.contains(name)) << name << " passes: take it off node_known.txt";
            }
        }
    }
    int without = 0;
    for (const auto& [part, count] : unsupported)
        without += count;
    std::cout << "node tests: " << passed << '/' << total << " (unsupported: " << without << ")\n";
    for (const auto& [name, reason] : known) {
        EXPECT_FALSE(reason.empty()) << name << " has no reason in node_known.txt";
        EXPECT_TRUE(seen.contains(name) || !fs::is_directory(corpusFolder())) << name << " is listed but not there";
    }
}

}  // namespace
}  // namespace tw::testing
