// SPDX-License-Identifier: Apache-2.0
// The fuzzers' readers without a fuzzer: seeds and a fixed set of their mutations, the same on every run. Variables
// TILEWRIGHT_FUZZ_SEED and TILEWRIGHT_FUZZ_TIMES (a factor) try others, TILEWRIGHT_FUZZ_ONLY is the number of one to repeat, and
// TILEWRIGHT_FUZZ_KEEP a folder for those that show a fault.
#include "tests/fuzz/mutate.h"

#include "core/base/text.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>

namespace tw::fuzz {
namespace {

std::uint64_t numberFrom(const char* variable, std::uint64_t otherwise)
{
    const char* text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();

/// What is being read, for the last words of a program that crashes.
std::string current;

void onCrash(int signal)
{
    const auto written = ::write(STDERR_FILENO, current.data(), current.size());
    (void)written;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// The message of what was thrown, or nothing.
std::string faultOf(const Reader& reader, std::string_view input)
{
    try {
        reader.feed(input);
        return {};
    } catch (const std::exception& fault) {
        return fault.what();
    }
}

void keep(const std::string& name, std::string_view input)
{
    if (const char* folder = std::getenv("TILEWRIGHT_FUZZ_KEEP"))
        std::ofstream(std::filesystem::path(folder) / name, std::ios::binary) << input;
}

class Mutations : public ::testing::TestWithParam<Reader> {};

TEST_P(Mutations, AreReadOrRefused)
{
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS})
        std::signal(signal, onCrash);
    const auto& reader = GetParam();
    const auto seed = numberFrom("TILEWRIGHT_FUZZ_SEED", 1);
    const auto times = numberFrom("TILEWRIGHT_FUZZ_TIMES", 1);
    const auto seeds = reader.seeds();
    ASSERT_FALSE(seeds.empty());
    std::cout << reader.name << ": seed " << seed << ", " << seeds.size() << " files, " << times * static_cast<std::uint64_t>(reader.mutations)
              << " mutations\n";
    const auto only = numberFrom("TILEWRIGHT_FUZZ_ONLY", kAll);
    const auto end = only == kAll ? static_cast<std::uint64_t>(reader.mutations) * times + seeds.size() : only + 1;
    for (auto i = only == kAll ? 0 : only; i < end; ++i) {
        Random random(seed * 1'000'003 + i);
        const auto& file = seeds[i % seeds.size()];
        const auto input = i < seeds.size() ? file : mutated(file, reader.form, random);
        current = cat("crashed: reader ", reader.name, ", seed ", seed, ", mutation ", i, "\n");
        const auto fault = faultOf(reader, input);
        EXPECT_EQ(fault, "") << "seed " << seed << ", mutation " << i;
        if (!fault.empty())
            keep(cat(reader.name, "-", seed, "-", i), input);
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Mutations, ::testing::ValuesIn(readers().begin(), readers().end()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace tw::fuzz
