// SPDX-License-Identifier: Apache-2.0
// Which kernel rows can run a node, and for each engine that has none, why: one sentence.
#pragma once

#include "core/ops/registry.h"
#include "core/target/target.h"

namespace tw::target {

/// A node as rows look at it.
struct MatchNode {
    const ops::OpDef* def = nullptr;
    ops::OpNode view;
    ops::Arguments arguments;
    Variables variables;           // the scalars of `arguments`
};

/// Fails when the operator is unknown, not deployable, or not static: then no engine can run it.
Result<MatchNode> matchNodeOf(const ir::Graph& graph, const ir::Node& node);
Result<MatchNode> matchNodeOf(const ops::OpDef& def, ops::OpNode view);

enum class LayoutCheck { Strict, Ignore };   // Ignore: ask before layouts are decided

struct Matches {
    std::vector<int> rows;                          // indices into target.rows that accept, in order
    std::map<std::string, std::string> refusals;    // engine -> sentence, for engines without an accepting row
};
/// "npu: stride 2 is not supported; cluster: ...", for messages.
std::string refusalText(const std::map<std::string, std::string>& refusals);
Matches matchRows(const Target& target, const MatchNode& node, LayoutCheck layout = LayoutCheck::Strict);

/// Name of an operand in rows; the last name serves all operands of a variadic operator.
std::string inputName(const ops::OpDef& def, std::size_t input);
std::string outputName(const ops::OpDef& def, std::size_t output);
/// Whether the row hands this input to the kernel.
bool isPassed(const KernelRow& row, const std::string& operand);

}  // namespace tw::target
