// SPDX-License-Identifier: Apache-2.0
// One group drawn by the dot program's library. Single-threaded: everything runs on the thread of main().
#pragma once

#include "core/base/layout_protocol.h"

#include <memory>

namespace tw::layout {

class Graphviz {
public:
    Graphviz();
    ~Graphviz();
    Graphviz(const Graphviz&) = delete;
    Graphviz& operator=(const Graphviz&) = delete;

    /// Fails with ToolFailed when Graphviz gives up. May also crash or take for ever; the client guards against both.
    Result<Drawing> draw(const Problem& problem);

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace tw::layout
