// SPDX-License-Identifier: Apache-2.0
// Finds the test corpus and ONNX's own node tests. A test that needs an absent folder is skipped and says where it
// looked.
#pragma once

#include "core/base/text.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace tw::testing {

/// $CORPUS_DIR, or ../shared/corpus beside the project.
inline std::filesystem::path corpusFolder()
{
    if (const char* given = std::getenv("CORPUS_DIR"); given && *given)
        return given;
    return testing::sourceDir().parent_path() / "shared" / "corpus";
}

/// ONNX's node tests as the distribution packages them.
inline std::filesystem::path nodeTestFolder()
{
    return "/usr/share/libonnx-testdata/data/node";
}

/// The folders with node tests: the packaged ones, then the corpus' newer ones.
inline std::vector<std::filesystem::path> nodeTestFolders()
{
    return {nodeTestFolder(), corpusFolder() / "onnx-node-new"};
}

/// All files under `folder` with this extension (".onnx"), sorted.
inline std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder, const std::string& extension)
{
    std::vector<std::filesystem::path> files;
    std::error_code failure;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, failure))
        if (entry.is_regular_file() && entry.path().extension() == extension)
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// Sub-folders that hold a model.onnx, sorted.
inline std::vector<std::filesystem::path> testCases(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> cases;
    for (const auto& file : filesBelow(folder, ".onnx"))
        if (file.filename() == "model.onnx")
            cases.push_back(file.parent_path());
    return cases;
}

}  // namespace tw::testing

#define TW_NEED_FOLDER(folder)                                                     \
    do {                                                                           \
        if (!std::filesystem::is_directory(folder))                                \
            GTEST_SKIP() << "not there: " << std::filesystem::path(folder);        \
    } while (false)

#define TW_NEED_CORPUS() TW_NEED_FOLDER(::tw::testing::corpusFolder())
#define TW_NEED_NODE_TESTS() TW_NEED_FOLDER(::tw::testing::nodeTestFolder())
