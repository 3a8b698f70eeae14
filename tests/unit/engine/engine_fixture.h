// SPDX-License-Identifier: Apache-2.0
// A target made in place: a cluster, an NPU and a slow core, whose kernels cost what the test says.
#pragma once

#include "core/engine/choices.h"
#include "core/ir/text_form.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

namespace tw::engine::testing {

struct RowText {
    std::string engine;
    std::string op;
    std::string cycles = {};     // empty: no figure
    std::string when = {};
    std::string why = {};
    std::string layout = {};
    std::string scratch = {};
};

inline std::optional<Expression> formula(const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    auto parsed = Expression::parse(text);
    EXPECT_TRUE(parsed) << parsed.error().text();
    return std::move(parsed).value();
}

/// Engines npu, cluster, core in this order, all computing in L1, where the data live: a row's cycles are all a node costs.
inline target::Target threeEngines(const std::vector<RowText>& rows)
{
    target::Target target{.name = "three", .title = "three engines"};
    target.memories = {{.name = "L1", .bytes = 1 << 20, .alignment = 1}, {.name = "L2", .bytes = 1 << 24, .alignment = 1}};
    for (const char* name : {"npu", "cluster", "core"})
        target.engines.push_back({.name = name, .memory = "L1"});
    const std::vector<ir::DataType> any{ir::DataType::F32, ir::DataType::I8, ir::DataType::I32, ir::DataType::I64};
    for (const auto& text : rows) {
        const auto* def = ops::findOp("", text.op, 17);
        target::KernelRow row{.engine = text.engine, .op = text.op};
        for (const auto* names : {&def->inputNames, &def->outputNames})
            for (const auto name : *names)
                row.types[std::string(name)] = any;
        row.when = formula(text.when);
        row.whenSentence = text.why;
        row.layout = text.layout;
        row.scratch = formula(text.scratch);
        row.cycles = formula(text.cycles);
        row.place = text.engine + "/" + text.op;
        target.rows.push_back(std::move(row));
    }
    return target;
}

/// Data live in L2 and are copied into an L1 of `nearBytes`, four bytes in a cycle.
inline target::Target withStaging(target::Target target, std::int64_t nearBytes)
{
    target.memories.front().bytes = nearBytes;
    target.links = {{.name = "dma", .far = "L2", .near = "L1", .bytesPerCycle = {.value = 4}}};
    target.activationHomes = target.constantHomes = {"L2"};
    return target;
}

inline ir::Graph graphOf(std::string_view text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    for (const auto& one : diagnostics)
        ADD_FAILURE() << one.error.text();
    return graph.value();
}

inline GraphChoices choicesFor(const ir::Graph& graph, const target::Target& target)
{
    Progress progress;
    auto choices = choicesOf(graph, target, {.homes = target::defaultHomes(target)}, progress);
    EXPECT_TRUE(choices) << choices.error().text();
    return std::move(choices).value();
}

inline const ir::Node& nodeNamed(const ir::Graph& graph, const std::string& name)
{
    for (const auto& node : graph.nodes)
        if (node.name == name)
            return node;
    ADD_FAILURE() << "no node " << name;
    return graph.nodes.front();
}

}  // namespace tw::engine::testing
