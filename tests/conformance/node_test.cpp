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
Tolerance toleranceOf(ir::DataType type)
{
    if (!ir::isFloat(type))
        return {};
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
std::string difference(const TensorData& actual, const TensorData& expected)
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
        if (!close(a[i], b[i], toleranceOf(expected.type)))
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

std::vector<TensorData> dataOf(const std::vector<onnx::NamedTensor>& named)
{
    std::vector<TensorData> result;
    for (const auto& tensor : named)
        result.push_back(tensor.data);
    return result;
}

Verdict runDataSet(const ir::Graph& graph, const fs::path& folder)
{
    const auto inputs = onnx::readTestData(folder, "input");
    const auto expected = onnx::readTestData(folder, "output");
    if (!inputs || !expected)
        return failed((inputs ? expected : inputs).error().text());
    Progress progress;
    const auto results = ops::runReference(graph, dataOf(*inputs), progress);
    if (!results)
        return failed(results.error().text());
    if (results->size() < expected->size())
        return failed(cat("gives ", results->size(), " outputs instead of ", expected->size()));
    for (std::size_t i = 0; i < expected->size(); ++i)
        if (const auto text = difference(results->at(i), expected->at(i).data); !text.empty())
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
