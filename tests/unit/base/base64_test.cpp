// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"

#include <gtest/gtest.h>

namespace tw {
namespace {

std::string encoded(std::string_view text)
{
    return toBase64(std::as_bytes(std::span(text)));
}

// The vectors of RFC 4648, section 10.
TEST(Base64, GivesTheExamplesOfTheStandard)
{
    const std::pair<const char*, const char*> examples[] = {{"", ""},         {"f", "Zg=="},         {"fo", "Zm8="},    {"foo", "Zm9v"},
                                                            {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [plain, code] : examples) {
        EXPECT_EQ(encoded(plain), code);
        const auto back = fromBase64(code);
        ASSERT_TRUE(back) << code;
        EXPECT_EQ(std::string(reinterpret_cast<const char*>(back->data()), back->size()), plain);
    }
}

TEST(Base64, EveryByteComesBack)
{
    std::vector<std::byte> bytes;
    for (int i = 0; i < 256; ++i)
        bytes.push_back(static_cast<std::byte>(255 - i));
    EXPECT_EQ(fromBase64(toBase64(bytes)), bytes);
}

TEST(Base64, RefusesWhatItWouldNotWrite)
{
    for (const char* text : {"Z", "Zg=", "Zh==", "Zg==Zg==", "====", "Z===", "Zm 9", "Zm9\xff", "Z-_v"})
        EXPECT_FALSE(fromBase64(text)) << text;
}

}  // namespace
}  // namespace tw
