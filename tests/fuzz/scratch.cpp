// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/scratch.h"

#include "core/base/file.h"

#include <fstream>

namespace tw::fuzz {

const std::filesystem::path& scratchFolder()
{
    static const auto folder = TemporaryFolder::create("tw-fuzz").value();
    return folder.path();
}

std::filesystem::path scratchFile(std::string_view name, std::string_view content)
{
    auto path = scratchFolder() / name;
    std::error_code ignored;
    std::filesystem::remove(path, ignored);   // file systems write a file that was emptied to disk at once
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

}  // namespace tw::fuzz
