// SPDX-License-Identifier: Apache-2.0
// Sentences for people: why this engine, why not that one, what the other would cost.
#pragma once

#include "core/engine/choices.h"

namespace tw::engine {

/// What speaks for and against `engine` at this node, as seen from the choices alone:
///     "12.3 k cycles against 45.0 k on cluster"      the cheapest
///     "45.0 k cycles against 12.3 k on npu"          not the cheapest
///     "the only engine that can; 12.3 k cycles"
///     "no cycle figure for Softmax on cluster"       a choice without figure
/// or the refusal when the engine cannot run the node. O(engines).
std::string explain(const NodeChoices& node, const std::string& engine);

/// "850", "12.3 k", "4.56 M": three figures, for sentences.
std::string roundedCycles(double cycles);

}  // namespace tw::engine
