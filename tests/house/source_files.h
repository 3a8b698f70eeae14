// SPDX-License-Identifier: Apache-2.0
// The project's own source files, with comments and literals blanked out, for the house rules.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tw::house {

struct SourceFile {
    std::string name;                  // relative to the source tree, with '/'
    std::vector<std::string> lines;    // as written
    std::vector<std::string> code;     // comments, strings and characters replaced by spaces; same line count
};

/// All files under the given top-level folders whose extension is one of `extensions`, sorted.
std::vector<SourceFile> sourceFiles(const std::vector<std::string>& folders, const std::vector<std::string>& extensions);

struct Function {
    int firstLine = 0;   // 1-based: the line with the opening brace
    int lines = 0;
    int nesting = 0;     // deepest level of blocks inside
};

/// Function bodies by braces: blocks outside any other function that follow a parameter list.
std::vector<Function> functionsIn(const SourceFile& file);

}  // namespace tw::house
