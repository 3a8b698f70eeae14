// SPDX-License-Identifier: Apache-2.0
#include "core/latency/container_file.h"

#include "vectors.h"

#include "core/base/sealed_bytes.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>

namespace tw::latency {
namespace {

using test::faultIn;

Result<LatencyContainer> read(std::string_view text)
{
    return fromBytes(std::as_bytes(std::span(text)));
}

LatencyContainer full()
{
    ContainerParts parts{.type = "mmac", .constant = 1.5, .operations = {{0.000001, 0.000003}, {0}}, .unit = "mmac"};
    parts.blockNames = {"first, \"quoted\"", "second"};
    parts.operationNames = {{"conv3", "conv5"}, {"skip"}};
    parts.standardErrors = {{0.1, 0.2}, {}};
    parts.probabilities = {{0.25, 0.75}, {}};
    parts.whole = WholeNumbers{.constant = 1'500'000, .operations = {{1, 3}, {0}}, .perUnit = 1e6};
    parts.nodes = {{.node = "n", .op = "Conv", .value = 1.5, .compute = 1, .movement = 0.5, .whole = 1'500'000, .macs = 7, .bytes = 9},
                   {.node = "r", .op = "Relu", .counted = false, .reason = "no rule for Relu", .unstable = true}};
    parts.meta = {{"machine", "test"}, {"samples", "10"}};
    return LatencyContainer::create(parts).value();
}

void expectSame(const LatencyContainer& one, const LatencyContainer& other)
{
    EXPECT_EQ(one, other);
    EXPECT_EQ(one.parts().unit, other.parts().unit);
    EXPECT_EQ(one.parts().blockNames, other.parts().blockNames);
    EXPECT_EQ(one.parts().operationNames, other.parts().operationNames);
    EXPECT_EQ(one.parts().standardErrors, other.parts().standardErrors);
    EXPECT_EQ(one.parts().probabilities, other.parts().probabilities);
    EXPECT_EQ(one.parts().whole, other.parts().whole);
    EXPECT_EQ(one.parts().nodes, other.parts().nodes);
    EXPECT_EQ(one.parts().meta, other.parts().meta);
}

TEST(ContainerFile, KeepsEverything)
{
    const auto container = full();
    const auto native = read(toBytes(container));
    ASSERT_TRUE(native) << native.error().text();
    expectSame(native.value(), container);
    const auto json = read(toJson(container));
    ASSERT_TRUE(json) << json.error().text();
    expectSame(json.value(), container);
}

TEST(ContainerFile, KeepsRandomDoublesBitByBit)
{
    std::mt19937_64 random(20);
    for (int i = 0; i < 200; ++i) {
        Table table(1 + random() % 4);
        for (auto& row : table)
            for (auto n = 1 + random() % 5; n > 0; --n) {
                const double value = std::abs(std::bit_cast<double>(random()));
                row.push_back(!std::isfinite(value) || i % 5 == 0 ? 0x1p-1074 * double(random() % 9) : value);
            }
        const auto container = test::container(0, table);
        EXPECT_EQ(read(toBytes(container)).value(), container) << "seed 20, container " << i;
        EXPECT_EQ(read(toJson(container)).value(), container) << "seed 20, container " << i;
    }
}

TEST(ContainerFile, RefusesEveryTruncation)
{
    const auto bytes = toBytes(full());
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(read(std::string_view(bytes).substr(0, length))) << length;
}

TEST(ContainerFile, RefusesEveryChangedByte)
{
    const auto bytes = toBytes(full());
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const int mask : {1, 0x80, 0xff}) {
            auto changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ mask);
            EXPECT_FALSE(read(changed)) << at;
        }
}

TEST(ContainerFile, SaysWhatIsWrong)
{
    const auto bytes = toBytes(full());
    EXPECT_EQ(faultIn(read("")), Fault::BadFile);
    EXPECT_EQ(faultIn(read("\x80\x03" "a pickle")), Fault::BadFile);
    auto damaged = bytes;
    damaged[30] = static_cast<char>(damaged[30] ^ 1);
    EXPECT_EQ(faultIn(read(damaged)), Fault::BadChecksum);
    auto later = bytes;
    later[8] = 2;
    EXPECT_NE(read(later).error().message.find("format 2"), std::string::npos);
    EXPECT_EQ(faultIn(read(bytes + "x")), Fault::BadFile);
}

std::string sealed(const std::string& payload)
{
    std::string file("LATCNTR\0", 8);
    appendLittleEndian(file, 1, 4);
    appendLittleEndian(file, payload.size(), 8);
    file += payload;
    appendLittleEndian(file, checksum32(payload), 4);
    return file;
}

TEST(ContainerFile, NeverTrustsLengthsInsideTheMessage)
{
    EXPECT_EQ(faultIn(read(sealed("\x1a\xff\xff\xff\xff\x0f"))), Fault::BadFile) << "a row of 4 GiB";
    EXPECT_EQ(faultIn(read(sealed("\x0a\x05" "ab"))), Fault::BadFile) << "a text beyond the end";
    EXPECT_EQ(faultIn(read(sealed(std::string("\x0a\x01t\x1a\x05\x0a\x03" "abc", 9)))), Fault::BadFile) << "doubles of 3 bytes";
    EXPECT_EQ(faultIn(read(sealed(std::string("\x0a\x01t\x1a\x00", 5)))), Fault::EmptyRow);
    EXPECT_TRUE(read(sealed("\x0a\x01t"))) << "absent fields have their defaults";
}

TEST(ContainerFile, ReadsDoublesThatAreNotPacked)
{
    std::string row;
    for (const double value : {1.0, 2.0}) {
        row += '\x09';
        appendLittleEndian(row, std::bit_cast<std::uint64_t>(value), 8);
    }
    const auto container = read(sealed("\x0a\x01t\x1a\x12" + row));
    ASSERT_TRUE(container) << container.error().text();
    EXPECT_EQ(container->operationsLatencies(), (Table{{1, 2}}));
}

TEST(ContainerFile, JsonFaultsNameTheField)
{
    EXPECT_EQ(faultIn(read("{\"format\": 1")), Fault::BadFile);
    EXPECT_EQ(faultIn(read("{\"format\": \"something\"}")), Fault::BadFile);
    const std::string head = R"({"format":"latency-container","version":1,"latency_type":"t","constant_latency":1,)";
    const auto bad = read(head + R"("row":[{"value":[1,"x"]}]})");
    ASSERT_EQ(faultIn(bad), Fault::BadFile);
    EXPECT_NE(bad.error().message.find("row[0].value"), std::string::npos) << bad.error().message;
    EXPECT_EQ(faultIn(read(head + R"("row":[{"value":[]}]})")), Fault::EmptyRow);
    EXPECT_TRUE(read(head + R"("row":[{"value":[1]}]})"));
}

TEST(ContainerFile, CsvQuotesNames)
{
    const auto text = toCsv(full());
    EXPECT_NE(text.find("\"first, \"\"quoted\"\"\",1,conv5,3e-06\n"), std::string::npos) << text;
    EXPECT_NE(text.find("second,0,skip,0.0\n"), std::string::npos) << text;
}

TEST(ContainerFile, GoesToDiskAndBack)
{
    const auto folder = TemporaryFolder::create("latency");
    ASSERT_TRUE(folder);
    for (const char* name : {"a.latency", "a.json"}) {
        const auto path = folder->path() / name;
        ASSERT_TRUE(toFile(full(), path));
        const auto back = fromFile(path);
        ASSERT_TRUE(back) << back.error().text();
        expectSame(back.value(), full());
    }
    const auto missing = fromFile(folder->path() / "none");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Code::FileNotFound);
}

}  // namespace
}  // namespace tw::latency
