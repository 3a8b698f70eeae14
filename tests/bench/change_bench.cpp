// SPDX-License-Identifier: Apache-2.0
// What a change of a pin costs on the way to the next snapshot: a chain of 200 nodes, deployed again and again.
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/onnx/export.h"
#include "core/session/session.h"

#include <benchmark/benchmark.h>

namespace tw::session {
namespace {

SnapshotPointer chain(int nodes)
{
    std::string text = "graph g(t0: f32[1,64]) -> y";
    for (int i = 0; i < nodes; ++i) {
        const auto to = i + 1 == nodes ? std::string("y") : cat("t", i + 1);
        text += i % 2 == 0 ? cat("  ", to, " = Relu(t", i, ") as n", i)
                           : cat("  w", i, " = const f32[64,64] seed ", i, "  ", to, " = MatMul(t", i, ", w", i, ") as n", i);
    }
    const auto folder = TemporaryFolder::create("tw-bench").value();
    Progress progress;
    TW_CHECK(onnx::writeOnnx(ir::parseGraph(text).value(), folder.path() / "chain.onnx").has_value());
    return openModel(folder.path() / "chain.onnx", progress).value();
}

void changeOfAPin(benchmark::State& state, const char* target)
{
    Progress progress;
    Choices choices{.target = target};
    const auto imported = chain(200);
    auto current = deploy(imported, choices, progress).value();
    const auto engine = current->deployment->target->engines.back().name;
    int node = 0;
    for (auto _ : state) {
        choices.pins = {{cat("n", node++ % 200), engine}};
        current = deploy(current, choices, progress).value();
        benchmark::DoNotOptimize(current);
    }
    for (const auto& [stage, milliseconds] : current->deployment->timingsMs)
        state.counters[stage] = milliseconds;
}

BENCHMARK_CAPTURE(changeOfAPin, host, "host")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(changeOfAPin, siracusa, "siracusa")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tw::session

BENCHMARK_MAIN();
