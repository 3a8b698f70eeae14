// SPDX-License-Identifier: GPL-3.0-or-later
// A bundled network on a target with two engines and a DMA, deployed once for all tests of a program.
#pragma once

#include "core/session/session.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace tw::test {

inline session::SnapshotPointer importedKeywordSpotter()
{
    static const auto imported = [] {
        Progress progress;
        auto opened = session::openModel(testing::sourceDir() / "resources/models/kws_dscnn_int8.onnx", progress);
        EXPECT_TRUE(opened) << opened.error().text();
        return std::move(opened).value();
    }();
    return imported;
}

inline session::SnapshotPointer deployedKeywordSpotter(const session::Choices& choices = {.target = "siracusa"})
{
    Progress progress;
    auto deployed = session::deploy(importedKeywordSpotter(), choices, progress);
    EXPECT_TRUE(deployed) << deployed.error().text();
    return std::move(deployed).value();
}

/// The same for all tests.
inline session::SnapshotPointer sharedKeywordSpotter()
{
    static const auto shared = deployedKeywordSpotter();
    return shared;
}

/// Index of the first imported node that runs in more than `tiles` tiles.
inline int tiledNode(const session::Snapshot& snapshot, std::int64_t tiles)
{
    for (std::size_t i = 0; i < snapshot.deployment->nodes.size(); ++i)
        if (const int work = snapshot.deployment->nodes[i].work; work >= 0)
            if (const auto& plan = snapshot.deployment->tiles[static_cast<std::size_t>(work)]; plan && plan->tiles() > tiles)
                return static_cast<int>(i);
    return -1;
}

}  // namespace tw::test
