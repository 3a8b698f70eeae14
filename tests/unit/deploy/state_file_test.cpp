// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/state_file.h"

#include <gtest/gtest.h>

#include <zlib.h>

namespace tw::deploy {
namespace {

Result<std::string> unpacked(std::string_view file)
{
    return unpackState(std::as_bytes(std::span(file)));
}

Code codeOf(std::string_view file)
{
    const auto result = unpacked(file);
    return result ? Code::Internal : result.error().code;
}

const std::string kText = R"({"stage":"bound","values":["AAAA"]})";

TEST(StateFile, ComesBack)
{
    for (const std::string& text : {std::string(), kText, std::string(100'000, 'x')}) {
        const auto back = unpacked(packState(text));
        ASSERT_TRUE(back) << back.error().text();
        EXPECT_EQ(back.value(), text);
    }
}

TEST(StateFile, IsCompressed)
{
    EXPECT_LT(packState(std::string(100'000, 'x')).size(), 1000u);
}

TEST(StateFile, RefusesForeignFiles)
{
    for (const std::string& file : {std::string(), std::string("PK\x03\x04 an archive"), std::string("T"), kText, std::string(64, '\0')}) {
        const auto result = unpacked(file);
        if (file == "T") {
            EXPECT_EQ(result.error().code, Code::TruncatedFile) << "the first byte of a state file";
        } else {
            EXPECT_EQ(result.error().code, Code::UnsupportedFormat) << file;
            EXPECT_EQ(result.error().message, "this is no state file of Tilewright");
        }
    }
}

TEST(StateFile, EveryTruncationIsAnError)
{
    const auto file = packState(kText);
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_EQ(codeOf(file.substr(0, size)), size == 0 ? Code::UnsupportedFormat : Code::TruncatedFile) << size;
}

TEST(StateFile, ANewerVersionIsNamed)
{
    auto file = packState(kText);
    file[8] = 9;
    const auto result = unpacked(file);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::UnsupportedVersion);
    EXPECT_EQ(result.error().message, "the state file has format 9, this program reads format 1");
}

TEST(StateFile, EveryBitThatFlipsIsNoticed)
{
    const auto file = packState(kText);
    for (std::size_t at = 0; at < file.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            auto changed = file;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            EXPECT_FALSE(unpacked(changed)) << "byte " << at << ", bit " << bit;
        }
}

TEST(StateFile, WhatFollowsIsNoticed)
{
    EXPECT_EQ(codeOf(packState(kText) + "x"), Code::FileUnreadable);
}

/// The file with another length of the text and a checksum that fits again.
TEST(StateFile, ALengthThatNoContentCanHaveIsRefusedBeforeItIsReserved)
{
    auto file = packState(kText);
    file[16 + 6] = 0x7f;   // petabytes
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(file.data() + 16), static_cast<uInt>(file.size() - 16));
    for (std::size_t i = 0; i < 4; ++i)
        file[12 + i] = static_cast<char>(sum >> (8 * i));
    EXPECT_EQ(codeOf(file), Code::FileUnreadable);
}

}  // namespace
}  // namespace tw::deploy
