// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/text.h"

namespace tw::testing {

/// Two blocks of two choices each, as the text of a graph: convolutions that share an initialiser, and an identity.
/// `more`: further attributes of the first block.
inline std::string smallSearchSpace(std::string_view more = "")
{
    return cat(R"(
    graph space(x: f32[1,2,4,4]) -> z
    opset 17
    opset ai.tilewright.search 1
    shared = const f32[3,2,1,1] seed 1
    y = ai.tilewright.search::SearchBlock(x) {op_names=["narrow", "wide"])", more, R"(, candidates=[
        graph narrow(i: f32[1,2,4,4]) -> o { o = Conv(i, shared) },
        graph wide(i: f32[1,2,4,4]) -> o { w = const f32[3,2,3,3] seed 2
                                           o = Conv(i, w) {pads=[1,1,1,1]} }]} as first
    z = ai.tilewright.search::SearchBlock(y) {op_names=["skip", "sigmoid"], candidates=[
        graph skip(i: f32[1,3,4,4]) -> i { },
        graph sigmoid(i: f32[1,3,4,4]) -> o { o = Sigmoid(i) }]} as second)");
}

}  // namespace tw::testing
