// SPDX-License-Identifier: Apache-2.0
// Tables of latencies: both forms, exact entries, and what lies between two of them.
#include "core/base/file.h"
#include "core/latency/calculators/lookup_table.h"
#include "tests/generator/shape_builder.h"
#include "tests/unit/calculators/counting.h"

namespace tw::latency::test {
namespace {

using ir::Shape;

constexpr const char* kOwn = R"({"format": "latency-lut", "unit": "us", "entries": [
    {"op": "Conv", "inputs": [[1, 8, 16, 16]], "attributes": {"strides": [1, 1]}, "latency": 40},
    {"op": "Conv", "inputs": [[1, 8, 32, 16]], "attributes": {"strides": [1, 1]}, "latency": 100},
    {"op": "Conv", "inputs": [[1, 8, 64, 16]], "attributes": {"strides": [1, 1]}, "latency": 1000},
    {"op": "Relu", "latency": 3}]})";

/// conv 3 x 3 of 8 to 8 channels on height x 16, then a rectifier
ir::Graph convRelu(std::int64_t height, std::int64_t stride = 1)
{
    samples::ShapeBuilder net("net", Shape{1, 8, height, 16});
    const auto x = net.conv("conv", net.input(), {.inChannels = 8, .outChannels = 8, .kernel = {3, 3}, .stride = stride});
    return net.finish(net.apply("relu", "Relu", {x}));
}

std::optional<TableAnswer> ofConv(std::string_view text, const ir::Graph& graph, Interpolate interpolate = Interpolate::Linear)
{
    const auto table = parseTable(text);
    EXPECT_TRUE(table) << table.error().text();
    return table ? lookUp(*table, graph, graph.nodes[0], interpolate) : std::nullopt;
}

TEST(LookupTable, GivesTheEntryOfTheSameSizes)
{
    const auto found = ofConv(kOwn, convRelu(32));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->latency, 100);
    EXPECT_EQ(found->note, "");
}

TEST(LookupTable, InterpolatesBetweenTheNearestEntriesAlongOneDimension)
{
    const auto found = ofConv(kOwn, convRelu(20));   // a quarter of the way from 16 to 32
    ASSERT_TRUE(found);
    EXPECT_EQ(found->latency, 55);
    EXPECT_EQ(found->note, "between 16 and 32 of input0.2");
    EXPECT_FALSE(ofConv(kOwn, convRelu(20), Interpolate::No));
}

TEST(LookupTable, NeverGoesBeyondWhatWasMeasured)
{
    EXPECT_FALSE(ofConv(kOwn, convRelu(8)));
    EXPECT_FALSE(ofConv(kOwn, convRelu(128)));
    EXPECT_FALSE(ofConv(kOwn, convRelu(20, 2)));   // two things differ
}

TEST(LookupTable, ReadsTheKeyedFormAsJsonAndAsYaml)
{
    const auto json = R"({"Conv_0-input:32x16x8-output:32x16x8-kernel:3-stride:1": {"mean": 7.5, "count": 60}, "Relu": 1})";
    const auto yaml = "# measured on a phone\nConv_0-input:32x16x8-output:32x16x8-kernel:3-stride:1:\n  count: 60\n  mean: 7.5\nRelu: {mean: 1, std: 2}\n";
    for (const auto* text : {json, yaml}) {
        const auto found = ofConv(text, convRelu(32));
        ASSERT_TRUE(found) << text;
        EXPECT_EQ(found->latency, 7.5);
        const auto table = parseTable(text);
        ASSERT_EQ(table->entries.size(), 2u);
        EXPECT_EQ(table->entries[1].op, "Relu");
        EXPECT_EQ(table->entries[1].latency, 1);
    }
}

TEST(LookupTable, RefusesTablesThatAreNone)
{
    for (const auto* text : {"[1, 2]", R"({"Conv": "fast"})", R"({"format": "latency-lut", "entries": [{"op": "Conv"}]})",
                             R"({"format": "latency-lut", "entries": [{"op": "Conv", "latency": -1}]})", "no colon here\n",
                             R"({"Conv-kernel": 1})", "{"}) {
        const auto table = parseTable(text);
        ASSERT_FALSE(table) << text;
        EXPECT_EQ(faultOf(table.error()), Fault::BadFile) << text;
    }
}

TEST(TableCalculator, AddsUpAndListsWhatTheTableDoesNotHave)
{
    const auto folder = TemporaryFolder::create("lut");
    ASSERT_TRUE(folder);
    const auto file = (folder->path() / "table.json").string();
    ASSERT_TRUE(writeFileAtomically(file, kOwn));
    const auto known = calculated(convRelu(20), "lut", with("table", file));
    EXPECT_EQ(known.total, 58);
    EXPECT_EQ(known.how.at("unit"), "us");
    EXPECT_EQ(known.how.at("interpolated_nodes"), "1");
    EXPECT_TRUE(known.uncounted.empty());
    const auto partly = calculated(convRelu(8), "lut", with("table", file));
    EXPECT_EQ(partly.total, 3);
    ASSERT_EQ(partly.uncounted.size(), 1u);
    EXPECT_EQ(partly.uncounted[0].op, "Conv");
}

}  // namespace
}  // namespace tw::latency::test
