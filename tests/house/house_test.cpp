// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"
#include "core/base/text.h"
#include "tests/house/source_files.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <map>

namespace tw::house {
namespace {

constexpr std::size_t kLongestFile = 600;
constexpr int kLongestFunction = 70;

const std::vector<std::string> kCode{".h", ".cpp", ".c"};
const std::vector<std::string> kFolders{"app", "core", "views", "kernels", "targets", "tests"};

/// "core/ops/families/conv.cpp" -> "core/ops": the folder that the rules speak of.
std::string roomOf(const std::string& path)
{
    const auto parts = split(path, '/');
    return parts.size() > 2 ? parts[0] + "/" + parts[1] : parts[0];
}

std::map<std::string, std::vector<std::string>> allowedIncludes()
{
    std::map<std::string, std::vector<std::string>> rules;
    const auto text = readTextFile(testing::sourceDir() / "tests/house/allowed_includes.txt");
    for (const auto& line : split(text.value(), '\n')) {
        const auto arrow = line.find("->");
        if (line.starts_with("#") || arrow == std::string::npos)
            continue;
        auto& allowed = rules[std::string(trim(line.substr(0, arrow)))];
        for (const auto& word : split(trim(line.substr(arrow + 2)), ' '))
            if (!word.empty())
                allowed.push_back(word);
    }
    return rules;
}

bool permits(const std::vector<std::string>& allowed, const std::string& room)
{
    for (const auto& rule : allowed)
        if (rule == room || (rule.ends_with("/*") && room.starts_with(rule.substr(0, rule.size() - 1))))
            return true;
    return false;
}

std::vector<std::string> projectIncludes(const SourceFile& file)
{
    std::vector<std::string> result;
    for (const auto& line : file.lines)
        if (line.starts_with("#include \"")) {
            const auto name = line.substr(10, line.find('"', 10) - 10);
            if (name.starts_with("core/") || name.starts_with("views/") || name.starts_with("app/"))
                result.push_back(name);
        }
    return result;
}

TEST(House, RoomsIncludeOnlyWhatTheyMay)
{
    const auto rules = allowedIncludes();
    for (const auto& file : sourceFiles({"app", "core", "views"}, kCode)) {
        const auto room = roomOf(file.name);
        auto rule = rules.find(room);
        if (rule == rules.end() && room.starts_with("views/"))
            rule = rules.find("views/*");
        ASSERT_NE(rule, rules.end()) << file.name << " is in a room that allowed_includes.txt does not know";
        for (const auto& include : projectIncludes(file))
            EXPECT_TRUE(roomOf(include) == room || permits(rule->second, roomOf(include)))
                << file.name << " must not include " << include;
    }
}

TEST(House, CoreAndCommandLineKnowNoQt)
{
    for (const auto& file : sourceFiles({"core", "app/cli", "app/layout"}, kCode))
        for (const auto& line : file.lines)
            EXPECT_FALSE(line.starts_with("#include <Q") || line.starts_with("#include \"q")) << file.name << ": " << line;
}

TEST(House, KernelsIncludeOnlyTheirHeadersAndTheRuntime)
{
    for (const auto& file : sourceFiles({"kernels"}, kCode))
        for (const auto& line : file.lines)
            if (line.starts_with("#include \"")) {
                const auto name = line.substr(10, line.find('"', 10) - 10);
                EXPECT_TRUE(std::filesystem::exists(testing::sourceDir() / "kernels/include" / name))
                    << file.name << " includes " << name;
            }
}

TEST(House, EveryFileNamesItsLicence)
{
    for (const auto& file : sourceFiles(kFolders, kCode)) {
        const std::string wanted = file.name.starts_with("views/") || file.name.starts_with("app/workbench/") ||
                                           file.name.starts_with("tests/ui/")
                                       ? "GPL-3.0-or-later"
                                   : file.name.starts_with("kernels/") || file.name.starts_with("targets/") ? "MIT-0"
                                                                                                            : "Apache-2.0";
        EXPECT_NE(file.lines.at(0).find("SPDX-License-Identifier: " + wanted), std::string::npos) << file.name;
    }
}

TEST(House, FilesAndFunctionsStaySmall)
{
    for (const auto& file : sourceFiles(kFolders, kCode)) {
        EXPECT_LE(file.lines.size(), kLongestFile) << file.name;
        for (const auto& function : functionsIn(file))
            EXPECT_LE(function.lines, kLongestFunction) << file.name << ":" << function.firstLine;
    }
}

TEST(FunctionsIn, MeasuresBodiesAndSkipsTheRest)
{
    const std::string text = "namespace n {\nstruct S {\n  int a = 0;\n  int f() const { return 1; }\n};\n"
                             "const int t[] = {1, 2};\nint g(int x)\n{\n  if (x) {\n    return \"}\"[0];\n  }\n  return 0;\n}\n}\n";
    SourceFile file{"x.cpp", split(text, '\n'), {}};
    file.code = file.lines;
    file.code[9] = "    return    [0];";
    const auto functions = functionsIn(file);
    ASSERT_EQ(functions.size(), 2u);
    EXPECT_EQ(functions[0].firstLine, 4);
    EXPECT_EQ(functions[0].lines, 1);
    EXPECT_EQ(functions[1].firstLine, 8);
    EXPECT_EQ(functions[1].lines, 6);
    EXPECT_EQ(functions[1].nesting, 1);
}

}  // namespace
}  // namespace tw::house
