// SPDX-License-Identifier: Apache-2.0
// Targets and kernel tables as text, written into a folder and loaded from there.
#pragma once

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::target {

/// Two memories, an engine of each kind of field, and a table of two rows: small, but nothing left out.
inline constexpr const char* kTarget = R"({
  "schema": 1, "name": "toy",
  "memories": [
    {"name": "L1", "bytes": 1024, "reserved": 24, "alignment": 8, "holds": "activations", "latency_cycles": 0,
     "source": {"bytes": "a data sheet"}, "confidence": {"bytes": "published"}},
    {"name": "L2", "bytes": 4096, "latency_cycles": 13.5}
  ],
  "links": [{"name": "dma", "far": "L2", "near": "L1", "bytes_per_cycle": 8, "setup_cycles": null, "dimensions": 2,
             "max_bytes": 131071, "outstanding": 16, "overlaps": false}],
  "engines": [{"name": "cluster", "role": 2, "cores": 8, "memory": "L1", "reads": ["L2"], "kernels": ["plain"],
    "clock_hz": 1e8, "offload_cycles": null, "sync_cycles": 11, "picojoules_per_mac": 0.5,
    "source": {"clock_hz": "a guess"}, "confidence": {"clock_hz": "assumed"},
    "cycles": [{"ops": ["Relu", "Add"], "types": {"X": ["i8", "u8"]}, "when": "elements > 3", "cycles": "2 * elements",
                "source": "a trace", "confidence": "measured"}]}],
  "clock_points": [{"name": "0.8 V", "hertz": 370e6, "source": "a log", "confidence": "published"}],
  "homes": {"activations": ["L2", "L1"], "constants": ["L2"]},
  "runtime": ["runtime/toy.c", "installed:common/shared.c"]
})";

inline constexpr const char* kRows = R"({"rows": [
  {"op": "Identity", "types": {"X": "f32", "Y": ["f32", "i8"]}, "when": "elements > 3", "why": "needs more than three",
   "call": "tw_identity", "header": "identity.h", "source": "identity.c"},
  {"op": "Gemm", "types": {"A": "i8", "B": "i8", "Y": "i32"}, "layout": "NHWC", "operands": ["A", "B"], "pack": {"B": [1, 0]},
   "inplace": {"Y": "A"}, "reads": {"B": ["L2", "Elsewhere"]}, "scratch": "4 * k", "cycles": "m * n * k",
   "call": "tw_gemm", "header": "gemm.h", "source": "gemm.c"}
]})";

class TargetFolder {
public:
    TargetFolder() : root_(TemporaryFolder::create("tw-target").value()) {}

    void write(const std::string& target, const std::string& rows) const
    {
        EXPECT_TRUE(writeFolderAtomically(root_.path() / "data",
                                          {{"targets/toy/target.json", target},
                                           {"targets/toy/runtime/toy.c", ""},
                                           {"targets/common/shared.c", ""},
                                           {"kernels/plain/all.json", rows},
                                           {"kernels/plain/identity.c", ""},
                                           {"kernels/plain/gemm.c", ""},
                                           {"kernels/include/identity.h", ""},
                                           {"kernels/include/gemm.h", ""}}));
    }

    Places places() const { return {root_.path() / "data/targets", root_.path() / "data/kernels"}; }

    Result<Target> load(const std::string& target, const std::string& rows) const
    {
        write(target, rows);
        return loadTarget("toy", places());
    }

    CheckedTarget check(const std::string& target, const std::string& rows) const
    {
        write(target, rows);
        return checkTarget("toy", places()).value();
    }

private:
    TemporaryFolder root_;
};

}  // namespace tw::target
