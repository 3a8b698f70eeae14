// SPDX-License-Identifier: Apache-2.0
// A target of one memory and one engine whose kernel rows are given as data, for tests of the rooms above it.
#pragma once

#include "core/base/file.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::testing {

/// Loads `rowsJson` ({"rows": [...]}) as the only kernel table. Rows name toy.c and toy.h.
class ToyTarget {
public:
    explicit ToyTarget(const std::string& rowsJson, std::int64_t bytes = 1 << 20)
        : folder_(TemporaryFolder::create("tw-toy").value())
    {
        const std::string target = R"({"schema": 1, "name": "toy", "memories": [{"name": "RAM", "bytes": )" +
                                   std::to_string(bytes) +
                                   R"(, "alignment": 1}], "engines": [{"name": "cpu", "role": 2, "memory": "RAM",
                                      "kernels": ["plain"]}], "runtime": []})";
        const auto root = folder_.path() / "data";
        EXPECT_TRUE(writeFolderAtomically(root, {{"targets/toy/target.json", target},
                                                 {"kernels/plain/toy.json", rowsJson},
                                                 {"kernels/plain/toy.c", ""},
                                                 {"kernels/include/toy.h", ""}}));
        auto loaded = target::loadTarget("toy", {root / "targets", root / "kernels"});
        EXPECT_TRUE(loaded) << loaded.error().text();
        target_ = std::move(loaded).value();
    }

    const target::Target& get() const { return target_; }

private:
    TemporaryFolder folder_;
    target::Target target_;
};

}  // namespace tw::testing
