// SPDX-License-Identifier: Apache-2.0
// Graphs as text, for test fixtures and for looking at what a pass did.
//
//     graph g(x: f32[1,3,8,8]) -> y                        # symbols and ? are dimensions too: f32[n,?]
//     opset 17                                             # the default; `opset com.microsoft 1` for others
//     w = const f32[8,3,3,3] seed 1                        # random; `seed 1 range -3 3` for a closed range
//     b = const f32[8] fill 0.5
//     c = Conv(x, w, b) {pads=[1,1,1,1], auto_pad="NOTSET"}
//     d = Clip(c, , f32[]{6.0})                            # a left-out input; a constant written in place
//     y: f32[1,8,64] = Reshape(d, i64[3]{1, 8, 64}) as flat   # a declared type; a node name
//
// A node without `as` is called like its first output. Several outputs: `a, b = Split(x)`. Another domain:
// `com.microsoft::Gelu(x)`. Attribute values: 3, 0.5, "text", [1,2], [0.5,1.0], ["a"], f32[2]{1.0,2.0},
// graph body(i: i64[]) -> o { o = Add(i, outer) }. Names other than letters, digits, _ and . are quoted: "/conv/Relu".
// Line breaks are white space. Model-local functions, documentation and metadata have no text form.
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <string_view>

namespace tw::ir {

/// BadGraph names the line. Types and shapes that the text does not declare stay unknown: see ops::inferGraph.
Result<Graph> parseGraph(std::string_view text);

/// Reads back as the same graph, all values included.
std::string writeGraph(const Graph& graph);

}  // namespace tw::ir
