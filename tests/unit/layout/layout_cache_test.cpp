// SPDX-License-Identifier: Apache-2.0
#include "views/graph/layout_cache.h"

#include "core/base/file.h"
#include "tests/unit/layout/layout_fixture.h"
#include "views/graph/linear_layout.h"

#include <chrono>
#include <filesystem>
#include <iterator>

#include <unistd.h>

namespace tw::views::graph {
namespace {

using namespace tw::layout;
namespace fs = std::filesystem;

class LayoutCacheTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("tilewright-layout-cache-" + std::to_string(::getpid()));
        fs::remove_all(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    int files() const
    {
        return static_cast<int>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
    Problem problem_ = residualProblem(20);
    LayoutKey key_ = layoutKey(problem_);
};

TEST_F(LayoutCacheTest, KeysTellProblemsApart)
{
    EXPECT_EQ(layoutKey(residualProblem(20)), key_);
    Problem wider = problem_;
    wider.boxes[4].width += 1;
    EXPECT_NE(layoutKey(wider), key_);
    Problem rewired = problem_;
    rewired.edges.pop_back();
    EXPECT_NE(layoutKey(rewired), key_);
}

TEST_F(LayoutCacheTest, ADrawingOutlivesTheProgram)
{
    EXPECT_EQ(LayoutCache(folder_).find(key_, problem_), nullptr);
    LayoutCache(folder_).store(key_, layoutLinear(problem_));
    const auto found = LayoutCache(folder_).find(key_, problem_);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->centres.size(), 20u);
}

TEST_F(LayoutCacheTest, AFileThatDoesNotFitIsThrownAway)
{
    LayoutCache(folder_).store(key_, layoutLinear(chainProblem(3)));
    EXPECT_EQ(LayoutCache(folder_).find(key_, problem_), nullptr);
    EXPECT_EQ(files(), 0);
    for (const auto* content : {"", "TWL1", "garbage garbage garbage"}) {
        LayoutCache(folder_).store(key_, layoutLinear(problem_));
        const fs::path file = *fs::directory_iterator(folder_);
        ASSERT_TRUE(writeFileAtomically(file, content));
        EXPECT_EQ(LayoutCache(folder_).find(key_, problem_), nullptr);
        EXPECT_EQ(files(), 0);
    }
}

TEST_F(LayoutCacheTest, TheLongestUnusedFilesGoFirst)
{
    std::vector<LayoutKey> keys;
    std::int64_t bytes = 0;
    for (int i = 0; i < 4; ++i) {
        const Problem problem = residualProblem(20 + i);
        keys.push_back(layoutKey(problem));
        LayoutCache(folder_).store(keys.back(), layoutLinear(problem));
        const auto age = std::chrono::hours(10 - i);
        for (const auto& file : fs::directory_iterator(folder_))
            if (file.last_write_time() > fs::file_time_type::clock::now() - std::chrono::hours(1)) {
                fs::last_write_time(file, fs::file_time_type::clock::now() - age);
                bytes += static_cast<std::int64_t>(file.file_size());
            }
    }
    LayoutCache small(folder_, bytes / 2);
    EXPECT_EQ(small.find(keys[0], residualProblem(20)), nullptr);
    EXPECT_NE(small.find(keys[3], residualProblem(23)), nullptr);
    EXPECT_LT(files(), 4);
}

TEST_F(LayoutCacheTest, AnUnusableFolderMeansMemoryOnly)
{
    LayoutCache cache("/proc/no/such/folder");
    cache.store(key_, layoutLinear(problem_));
    EXPECT_NE(cache.find(key_, problem_), nullptr);
    EXPECT_FALSE(cache.gaveUp(key_));
    cache.giveUp(key_);
    EXPECT_TRUE(cache.gaveUp(key_));
}

}  // namespace
}  // namespace tw::views::graph
