// SPDX-License-Identifier: Apache-2.0
// When everything happens in one run of a network: which engine runs which kernel, which link moves which bytes. Plain
// values; simulate.h makes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tw::schedule {

/// One thing that does one job at a time: an engine, or a link with the queue of its DMA channel.
struct Lane {
    enum class Kind { Engine, Link };
    Kind kind = Kind::Engine;
    std::string name;
    double busy = 0;               // cycles in which it works
    std::int64_t bytes = 0;        // moved by a link
    std::int64_t jobs = 0;         // kernels or transfers
};

enum class Work { Load, Store, Setup, Kernel };   // Setup: the engine is handed the work
std::string_view workName(Work work);             // "load", "store", "set-up", "kernel"

/// One rectangle, in cycles from the begin of the run.
struct Span {
    Work what = Work::Kernel;
    int lane = 0;
    int node = 0;                  // of the lowered graph
    int operand = -1;              // input of a load, output of a store
    std::int64_t tile = 0;         // number in the node's loop; 0 without a loop
    std::int64_t count = 1;        // more: jobs in a row, drawn as one
    double begin = 0;
    double end = 0;
    double busy = 0;               // end - begin, or less between jobs in a row
    std::int64_t bytes = 0;
};

/// What most of a node's time goes to.
enum class Bound { Nothing, Compute, Access, InputTransfer, OutputTransfer, TransferSetup, Offload };
std::string_view boundName(Bound bound);   // "compute", "accesses in place", "input transfers", ...

/// The cycles of a node from its begin to its end, by what they go to.
struct NodeTime {
    double begin = 0;
    double end = 0;
    int lane = -1;                 // of its engine; -1: it has no kernel
    std::string missing = {};      // "no figure for ...": then it takes no time here, and the run has no total
    double compute = 0;
    double access = 0;             // reading and writing where data lie, in memories that are not near
    double inputWait = 0;          // the engine stands still for data to come
    double outputWait = 0;         // ... for results to leave
    double overhead = 0;           // handing work to the engine
    Bound bound = Bound::Nothing;
};

struct Timeline {
    std::vector<Lane> lanes;       // engines, then links, each in the order of the target
    std::vector<Span> spans;       // by begin
    std::vector<NodeTime> nodes;   // as the lowered graph's
    double end = 0;                // of all that has figures
    std::optional<double> total = {};   // no value: some node has no figure
};

/// Share of the run in which the lane works.
double utilisation(const Timeline& timeline, const Lane& lane);

}  // namespace tw::schedule
