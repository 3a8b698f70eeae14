// SPDX-License-Identifier: Apache-2.0
// Every model of the corpus opens; the special ones show what they are there for.
#include "core/onnx/import.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

namespace tw::onnx {
namespace {

using testing::corpusFolder;

Result<Imported> importFrom(const std::filesystem::path& path)
{
    Progress progress;
    return importOnnx(path, progress);
}

void expectAllOpen(const std::filesystem::path& folder)
{
    const auto models = testing::filesBelow(folder, ".onnx");
    EXPECT_FALSE(models.empty());
    for (const auto& path : models) {
        const auto imported = importFrom(path);
        ASSERT_TRUE(imported) << imported.error().text();
        const auto checked = ir::checkGraph(imported->graph);
        EXPECT_TRUE(checked) << path << ": " << checked.error().text();
    }
}

TEST(ImportCorpus, EveryModelOpensAsACheckedGraph)
{
    TW_NEED_CORPUS();
    expectAllOpen(corpusFolder());
}

TEST(ImportCorpus, EveryNodeTestOfTheDistributionOpensAsACheckedGraph)
{
    TW_NEED_NODE_TESTS();
    expectAllOpen(testing::nodeTestFolder());
}

}  // namespace
}  // namespace tw::onnx
