// SPDX-License-Identifier: Apache-2.0
#include "tests/house/source_files.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "tests/support/source_dir.h"

#include <algorithm>

namespace tw::house {
namespace {

namespace fs = std::filesystem;

/// Blanks comments and literals, keeping line breaks.
class Blanker {
public:
    explicit Blanker(const std::string& text) : text_(text), out_(text) {}

    std::string run()
    {
        while (at_ < text_.size()) {
            if (starts("//"))
                blankUntil("\n", Keep::End);
            else if (starts("/*"))
                blankUntil("*/", Keep::Nothing);
            else if (starts("R\"") && !isWord(at_ > 0 ? text_[at_ - 1] : ' '))
                blankRaw();
            else if (text_[at_] == '"' || (text_[at_] == '\'' && !isDigitSeparator()))
                blankQuoted(text_[at_]);
            else
                ++at_;
        }
        return std::move(out_);
    }

private:
    enum class Keep { Nothing, End };

    static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
    bool starts(std::string_view token) const { return text_.compare(at_, token.size(), token) == 0; }
    bool isDigitSeparator() const { return at_ > 0 && isWord(text_[at_ - 1]); }

    void blank(std::size_t end)
    {
        for (; at_ < std::min(end, text_.size()); ++at_)
            if (text_[at_] != '\n')
                out_[at_] = ' ';
    }
    void blankUntil(std::string_view end, Keep keep)
    {
        const auto found = text_.find(end, at_ + 2);
        blank(found == std::string::npos ? text_.size() : found + (keep == Keep::End ? 0 : end.size()));
    }
    void blankRaw()
    {
        const auto open = text_.find('(', at_);
        if (open == std::string::npos)
            return blank(text_.size());
        const std::string end = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
        const auto found = text_.find(end, open);
        blank(found == std::string::npos ? text_.size() : found + end.size());
    }
    void blankQuoted(char quote)
    {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
            end += text_[end] == '\\' ? 2 : 1;
        blank(end + 1);
    }

    const std::string& text_;
    std::string out_;
    std::size_t at_ = 0;
};

/// What stands between the last ; { or } and an opening brace decides what the block is.
bool opensFunction(const std::string& head)
{
    const auto text = std::string(trim(head));
    if (text.find(')') == std::string::npos || text.find('=') != std::string::npos)
        return false;
    for (const char* word : {"namespace", "struct ", "class ", "enum ", "union "})
        if (text.starts_with(word))
            return false;
    return true;
}

}  // namespace

std::vector<SourceFile> sourceFiles(const std::vector<std::string>& folders, const std::vector<std::string>& extensions)
{
    const fs::path root = testing::sourceDir();
    std::vector<SourceFile> files;
    for (const auto& folder : folders) {
        if (!fs::exists(root / folder))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto extension = entry.path().extension().string();
            if (!entry.is_regular_file() || std::find(extensions.begin(), extensions.end(), extension) == extensions.end())
                continue;
            const auto text = readTextFile(entry.path());
            if (!text)
                continue;
            files.push_back({fs::relative(entry.path(), root).generic_string(), split(text.value(), '\n'),
                             split(Blanker(text.value()).run(), '\n')});
        }
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return files;
}

std::vector<Function> functionsIn(const SourceFile& file)
{
    std::vector<Function> functions;
    std::string head;
    int depth = 0;
    int bodyDepth = -1;   // brace depth of the function being read; -1: outside
    for (std::size_t line = 0; line < file.code.size(); ++line) {
        if (file.code[line].starts_with("#"))
            continue;
        for (const char c : file.code[line]) {
            if (c == '{') {
                if (bodyDepth < 0 && opensFunction(head)) {
                    bodyDepth = depth;
                    functions.push_back({static_cast<int>(line) + 1, 0, 0});
                } else if (bodyDepth >= 0 && head.find(')') != std::string::npos) {
                    functions.back().nesting = std::max(functions.back().nesting, depth - bodyDepth);
                }
                ++depth;
            } else if (c == '}') {
                --depth;
                if (depth == bodyDepth) {
                    functions.back().lines = static_cast<int>(line) + 2 - functions.back().firstLine;
                    bodyDepth = -1;
                }
            }
            head = c == '{' || c == '}' || c == ';' ? "" : head + c;
        }
        head += ' ';
    }
    return functions;
}

}  // namespace tw::house
