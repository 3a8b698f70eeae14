// SPDX-License-Identifier: GPL-3.0-or-later
// An engine for tests of the workbench: models made in memory, answers known beforehand, slowness on demand.
#pragma once

#include "app/workbench/engine.h"

#include <atomic>
#include <memory>

namespace tw::test {

struct FakeState {
    std::atomic<int> opened = 0;
    std::atomic<int> deployed = 0;
    std::atomic<int> cancelled = 0;            // jobs that saw that they were cancelled
    std::atomic<bool> slow = false;            // openModel waits for its cancellation, up to ten seconds
    std::atomic<bool> refuse = false;          // openModel fails
    std::atomic<bool> explode = false;         // deploy breaks an invariant
    std::atomic<bool> slowDeploy = false;      // deploy waits for its cancellation, up to ten seconds
    std::atomic<bool> slowTradeOffs = false;   // tradeOffs likewise
    std::map<std::string, std::int64_t> lastDims = {};
    std::string lastTarget = {};
    session::Choices lastChoices = {};
};

/// x[1, batch?] -> Relu/Add chain "node_0", "node_1", ... -> y; a constant "weights" feeds every Add.
std::shared_ptr<const ir::Graph> chainGraph(int nodes, bool openBatch = false);
session::SnapshotPointer chainSnapshot(int nodes, bool openBatch = false);
/// Engines "cpu", which runs a node in 100 cycles, and "npu", which runs a Relu in 10 and no Add. All on the cpu but for
/// pins, and, when the choices ask for "optimal", every Relu on the npu. Code with one line per node; one memory.
session::SnapshotPointer deployedSnapshot(const session::SnapshotPointer& imported, const session::Choices& choices = {});

/// openModel makes a chain of `nodes`; documents are kept in memory by path.
workbench::Engine fakeEngine(std::shared_ptr<FakeState> state, int nodes = 6, bool openBatch = false);

}  // namespace tw::test
