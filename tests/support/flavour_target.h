// SPDX-License-Identifier: Apache-2.0
// A target whose only engine, "npu", uses the installed kernel rows of one flavour.
#pragma once

#include "core/base/file.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::testing {

class FlavourTarget {
public:
    explicit FlavourTarget(const std::string& flavour) : folder_(TemporaryFolder::create("tw-flavour").value())
    {
        const std::string json = R"({"schema": 1, "name": "toy", "memories": [{"name": "L1", "bytes": 1000000},
            {"name": "WeightMemory", "bytes": 1000000, "holds": "constants"}],
            "homes": {"activations": ["L1"], "constants": ["L1"]}, "engines": [{"name": "npu", "role": 3, "memory": "L1",
            "kernels": [")" + flavour + R"("]}], "runtime": []})";
        const auto root = folder_.path() / "toy";
        EXPECT_TRUE(writeFolderAtomically(root, {{"target.json", json}}));
        auto loaded = target::loadTarget(root.string(), target::installedPlaces());
        EXPECT_TRUE(loaded) << loaded.error().text();
        target_ = std::move(loaded).value();
    }

    const target::Target& get() const { return target_; }

    /// The first row of this operator whose condition mentions `condition`.
    const target::KernelRow& row(const std::string& op, const std::string& condition) const
    {
        for (const auto& row : target_.rows)
            if (row.op == op && row.when && row.when->text().find(condition) != std::string::npos)
                return row;
        ADD_FAILURE() << "no row of " << op << " with " << condition;
        return target_.rows.front();
    }

private:
    TemporaryFolder folder_;
    target::Target target_;
};

}  // namespace tw::testing
