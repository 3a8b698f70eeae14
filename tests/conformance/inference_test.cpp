// SPDX-License-Identifier: Apache-2.0
// Our type and shape inference against libonnx's on ONNX's node tests, and against the types and shapes those tests
// declare. Differences that are known stand in inference_known.txt with a reason each, and must not vanish unnoticed.
#include "core/onnx/foreign_inference.h"
#include "core/onnx/import.h"
#include "core/ops/registry.h"
#include "tests/support/corpus.h"
#include "tests/support/known_list.h"

#include <iostream>
#include <set>

namespace tw::testing {
namespace {

namespace fs = std::filesystem;

/// Without the declarations of everything that nodes make.
ir::Graph undeclared(ir::Graph graph)
{
    for (const auto& node : graph.nodes)
        for (const auto id : node.outputs)
            if (id.valid()) {
                graph.tensor(id).type = ir::DataType::Undefined;
                graph.tensor(id).shape = {};
            }
    return graph;
}

std::string typeAndShape(const ir::Tensor& tensor)
{
    return cat(ir::typeName(tensor.type), tensor.shape);
}

/// What one side leaves open contradicts nothing.
bool contradicts(const ir::Tensor& ours, const ir::Tensor& theirs)
{
    const auto unknown = ir::DataType::Undefined;
    if (ours.type != theirs.type && ours.type != unknown && theirs.type != unknown)
        return true;
    if (!ours.shape.ranked() || !theirs.shape.ranked())
        return false;
    if (ours.shape.rank() != theirs.shape.rank())
        return true;
    for (int axis = 0; axis < ours.shape.rank(); ++axis)
        if (ours.shape[axis].known() && theirs.shape[axis].known() && ours.shape[axis] != theirs.shape[axis])
            return true;
    return false;
}

/// What they know and we do not.
bool knowsLess(const ir::Tensor& ours, const ir::Tensor& theirs)
{
    if (theirs.type != ir::DataType::Undefined && ours.type == ir::DataType::Undefined)
        return true;
    if (!theirs.shape.ranked())
        return false;
    if (!ours.shape.ranked())
        return true;
    for (int axis = 0; axis < ours.shape.rank(); ++axis)
        if (!ours.shape[axis].known() && theirs.shape[axis].known())
            return true;
    return false;
}

/// Empty when we contradict neither libonnx nor the declaration, and know all that libonnx knows.
std::string difference(const ir::Graph& declared)
{
    auto ours = undeclared(declared);
    auto theirs = undeclared(declared);
    Diagnostics diagnostics;
    ops::inferGraph(ours, diagnostics);
    for (std::size_t node = 0; node < theirs.nodes.size(); ++node)
        onnx::inferForeign(theirs, node);
    if (!diagnostics.empty())
        return diagnostics.front().error.text();
    for (const auto& node : declared.nodes)
        for (const auto id : node.outputs) {
            if (!id.valid() || !declared.tensor(id).note.empty())
                continue;
            const auto& mine = ours.tensor(id);
            const auto text = cat(mine.name, " is ", typeAndShape(mine), " for us, ");
            if (contradicts(mine, declared.tensor(id)))
                return cat(text, typeAndShape(declared.tensor(id)), " as declared");
            if (contradicts(mine, theirs.tensor(id)) || knowsLess(mine, theirs.tensor(id)))
                return cat(text, typeAndShape(theirs.tensor(id)), " for libonnx");
        }
    return {};
}

bool allKnown(const ir::Graph& graph)
{
    return std::all_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& node) { return ops::findOp(graph, node); });
}

TEST(Inference, AgreesWithLibonnxOnTheNodeTests)
{
    TW_NEED_NODE_TESTS();
    const auto known = readKnownList("tests/conformance/inference_known.txt");
    int agree = 0;
    int total = 0;
    std::set<std::string> seen;
    for (const auto& testCase : testCases(nodeTestFolder())) {
        Progress progress;
        const auto imported = onnx::importOnnx(testCase / "model.onnx", progress);
        ASSERT_TRUE(imported) << imported.error().text();
        if (!allKnown(imported->graph))
            continue;
        const std::string name = testCase.filename();
        seen.insert(name);
        const auto text = difference(imported->graph);
        ++total;
        agree += text.empty() ? 1 : 0;
        EXPECT_TRUE(text.empty() || known.contains(name)) << name << ": " << text;
        EXPECT_FALSE(text.empty() && known.contains(name)) << name << " agrees: take it off inference_known.txt";
    }
    std::cout << "inference: " << agree << '/' << total << " agree\n";
    for (const auto& [name, reason] : known) {
        EXPECT_FALSE(reason.empty()) << name << " has no reason in inference_known.txt";
        EXPECT_TRUE(seen.contains(name)) << name << " is listed but not tested";
    }
}

}  // namespace
}  // namespace tw::testing
