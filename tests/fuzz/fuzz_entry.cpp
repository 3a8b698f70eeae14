// SPDX-License-Identifier: Apache-2.0
// libFuzzer's side: one program for each reader, named by TW_READER. With --seeds FOLDER as the only arguments it writes
// the reader's seeds there and ends.
#include "tests/fuzz/mutate.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

const tw::fuzz::Reader& reader()
{
    static const auto* found = tw::fuzz::findReader(TW_READER);
    return *found;
}

void writeSeeds(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder);
    int count = 0;
    for (const auto& seed : reader().seeds())
        std::ofstream(folder / tw::cat("seed", count++), std::ios::binary) << seed;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    if (*argc == 3 && std::string_view((*argv)[1]) == "--seeds") {
        writeSeeds((*argv)[2]);
        std::exit(0);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    reader().feed({reinterpret_cast<const char*>(data), size});
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned int seed)
{
    tw::fuzz::Random random(seed);
    if (reader().form == tw::fuzz::Form::Bytes || random() % 2 == 0)
        return LLVMFuzzerMutate(data, size, most);
    const auto changed = tw::fuzz::mutated(std::string(reinterpret_cast<const char*>(data), size), reader().form, random);
    const auto length = std::min(changed.size(), most);
    std::memcpy(data, changed.data(), length);
    return length;
}
