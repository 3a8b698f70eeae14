// SPDX-License-Identifier: Apache-2.0
// Fixtures for pass tests: graphs from text, and comparing what two graphs compute.
#pragma once

#include "core/base/text.h"
#include "core/ir/random_tensor.h"
#include "core/ir/text_form.h"
#include "core/ops/registry.h"
#include "core/passes/pass_report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::passes {

/// A checked graph with inferred types and shapes. A fault in the text fails the test.
inline ir::Graph graphOf(std::string_view text)
{
    auto graph = ir::parseGraph(text);
    if (!graph)
        throw std::runtime_error(graph.error().text());
    Diagnostics diagnostics;
    ops::inferGraph(*graph, diagnostics);
    for (const auto& one : diagnostics)
        ADD_FAILURE() << one.error.text();
    return std::move(graph).value();
}

/// "Conv Relu"
inline std::string opsOf(const ir::Graph& graph)
{
    std::vector<std::string> names;
    for (const auto& node : graph.nodes)
        names.push_back(node.op);
    return join(names, " ");
}

inline const ir::Node& nodeOf(const ir::Graph& graph, std::string_view op)
{
    for (const auto& node : graph.nodes)
        if (node.op == op)
            return node;
    throw std::runtime_error(cat("no ", op, " in ", opsOf(graph)));
}

/// Results as doubles, whatever their types. Whole-number inputs are drawn for integer types.
inline std::vector<std::vector<double>> resultsOf(const ir::Graph& graph, const std::vector<ir::TensorData>& inputs)
{
    std::vector<ir::TensorData> typed;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto type = graph.tensor(graph.inputs[i]).type;
        typed.push_back(type == inputs[i].type ? inputs[i]
                                               : ir::fromDoubles(type, inputs[i].shape, ir::toDoubles(inputs[i])));
    }
    Progress progress;
    const auto outputs = ops::runReference(graph, typed, progress);
    if (!outputs)
        throw std::runtime_error(cat(outputs.error().text(), "\n", ir::writeGraph(graph)));
    std::vector<std::vector<double>> results;
    for (const auto& output : outputs.value())
        results.push_back(ir::toDoubles(output));
    return results;
}

inline std::vector<ir::TensorData> randomInputs(const ir::Graph& graph, std::uint64_t seed)
{
    std::vector<ir::TensorData> inputs;
    for (const auto id : graph.inputs)
        inputs.push_back(ir::randomTensor(graph.tensor(id).type, graph.tensor(id).shape, seed++));
    return inputs;
}

/// Runs both on random inputs of `after`'s types. tolerance is relative to the larger of 1 and the value.
inline void expectSameResults(const ir::Graph& before, const ir::Graph& after, double tolerance = 0)
{
    const auto checked = ir::checkGraph(after);
    ASSERT_TRUE(checked) << checked.error().text();
    ASSERT_EQ(before.outputs, after.outputs);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto inputs = randomInputs(after, 100 * seed);
        const auto expected = resultsOf(before, inputs);
        const auto actual = resultsOf(after, inputs);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_EQ(expected[i].size(), actual[i].size());
            for (std::size_t k = 0; k < expected[i].size(); ++k)
                ASSERT_NEAR(expected[i][k], actual[i][k], tolerance * std::max(1.0, std::fabs(expected[i][k])))
                    << "output " << i << " element " << k << " seed " << seed << "\n" << ir::writeGraph(after);
        }
    }
}

inline std::string messagesOf(const PassReport& report)
{
    std::string text;
    for (const auto& one : report.diagnostics)
        text += cat(severityName(one.severity), ": ", one.error.text(), "\n");
    return text;
}

}  // namespace tw::passes
