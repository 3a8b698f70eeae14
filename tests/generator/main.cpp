// SPDX-License-Identifier: Apache-2.0
// tilewright-samples: writes the sample networks, or a network for a test.
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/onnx/export.h"
#include "tests/generator/sample.h"

#include <charconv>
#include <iostream>
#include <optional>
#include <vector>

namespace tw::samples {
namespace {

constexpr const char* kUsage = "usage: tilewright-samples models FOLDER\n"
                               "       tilewright-samples chain N FILE\n"
                               "       tilewright-samples badnames FILE\n";

Result<void> writeModels(const std::filesystem::path& folder)
{
    TW_TRY(const auto files, sampleFiles());
    for (const auto& [name, content] : files)
        TW_TRY_VOID(writeFileAtomically(folder / name, content));
    return {};
}

/// nullopt: the arguments make no sense.
std::optional<Result<void>> run(const std::vector<std::string>& words)
{
    if (words.size() == 2 && words[0] == "models")
        return writeModels(words[1]);
    if (words.size() == 2 && words[0] == "badnames")
        return onnx::writeOnnx(badNames(), words[1]);
    int nodes = 0;
    if (words.size() == 3 && words[0] == "chain" &&
        std::from_chars(words[1].data(), words[1].data() + words[1].size(), nodes).ec == std::errc() && nodes > 0)
        return onnx::writeOnnx(chain(nodes), words[2]);
    return std::nullopt;
}

}  // namespace
}  // namespace tw::samples

int main(int argc, char** argv)
{
    const auto done = tw::samples::run({argv + 1, argv + argc});
    if (!done) {
        std::cerr << tw::samples::kUsage;
        return 2;
    }
    if (!*done) {
        std::cerr << done->error().text() << '\n';
        return 1;
    }
    return 0;
}
