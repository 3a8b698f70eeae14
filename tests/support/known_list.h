// SPDX-License-Identifier: Apache-2.0
// Lists of known differences: lines "case: reason"; # starts a comment.
#pragma once

#include "core/base/file.h"
#include "core/base/text.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <map>

namespace tw::testing {

/// `path` counts from the project's root.
inline std::map<std::string, std::string> readKnownList(const std::string& path)
{
    const auto text = readTextFile(testing::sourceDir() / path);
    EXPECT_TRUE(text) << path << " is missing";
    std::map<std::string, std::string> known;
    for (const auto& line : split(text ? *text : "", '\n')) {
        const auto colon = line.find(':');
        if (line.empty() || line[0] == '#' || colon == std::string::npos)
            continue;
        known[line.substr(0, colon)] = trim(std::string_view(line).substr(colon + 1));
    }
    return known;
}

}  // namespace tw::testing
