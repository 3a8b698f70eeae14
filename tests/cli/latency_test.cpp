// SPDX-License-Identifier: Apache-2.0
// `tilewright-cli latency ...` as scripts use it, on a space of two convolutions and an activation that may be skipped.
#include "core/base/file.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/onnx/export.h"
#include "tests/support/search_space_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tw {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr double kNarrow = 1e-6 * 3 * 16 * 2;        // million MACs: outputs times what each reads
constexpr double kWide = 1e-6 * 3 * 16 * 2 * 9;

class LatencyCommand : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(onnx::writeOnnx(ir::parseGraph(testing::smallSearchSpace()).value(), path("space.onnx"))); }

    fs::path path(const std::string& name) const { return folder_.path() / name; }

    Finished run(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {TW_CLI, "latency"});
        Progress progress;
        const auto finished = runCommand({.arguments = std::move(words), .workingDirectory = folder_.path(), .timeoutSeconds = 300}, progress);
        EXPECT_TRUE(finished) << finished.error().text();
        return finished ? finished.value() : Finished{.exitCode = -1};
    }

    Json json(std::vector<std::string> words) const
    {
        words.push_back("--json");
        const auto finished = run(std::move(words));
        EXPECT_EQ(finished.exitCode, 0) << finished.output;
        const auto begin = std::min(finished.output.find('{'), finished.output.size());   // behind warnings, which go to stderr
        auto parsed = Json::parse(finished.output.substr(begin), nullptr, false);
        EXPECT_FALSE(parsed.is_discarded()) << finished.output;
        return parsed;
    }

    Json computed(const std::string& calculator, const std::string& out, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> words{"compute", "space.onnx", "--calculator", calculator, "--out", out};
        words.insert(words.end(), more.begin(), more.end());
        return json(words);
    }

    TemporaryFolder folder_ = TemporaryFolder::create("tw-cli").value();
};

TEST_F(LatencyCommand, CalculatorsAreListedWithUnitsAndReasons)
{
    const auto list = json({"calculators"}).at("calculators");
    const auto named = [&](const std::string& name) {
        return *std::ranges::find_if(list, [&](const Json& one) { return one.at("name") == name; });
    };
    EXPECT_EQ(named("cycles.model").at("unit"), "cycles");
    EXPECT_EQ(named("cycles.model").at("needs_target"), true);
    EXPECT_EQ(named("mmac").at("available"), true);
    const auto cuda = named("time.cuda");
    EXPECT_EQ(cuda.at("available").get<bool>(), cuda.at("reason").get<std::string>().empty());
}

TEST_F(LatencyCommand, ComputeCountsEveryCandidate)
{
    const auto container = computed("mmac", "mmac.json");
    EXPECT_EQ(container.at("latency_type"), "mmac");
    EXPECT_EQ(container.at("constant_latency"), 0);
    const auto first = container.at("row").at(0).at("value").get<std::vector<double>>();
    EXPECT_DOUBLE_EQ(first.at(0), kNarrow);
    EXPECT_DOUBLE_EQ(first.at(1), kWide);
    EXPECT_TRUE(fs::exists(path("mmac.json")));
    EXPECT_FALSE(fs::exists(path("mmac.json.draft"))) << "nothing is left to resume";
}

TEST_F(LatencyCommand, StatsCountAllArchitectures)
{
    computed("mmac", "a.latency");
    const auto stats = json({"stats", "a.latency", "--budget", "0.0001", "--percentile", "100", "--range", "0.0005", "0.001"});
    EXPECT_EQ(stats.at("architectures"), "4");
    EXPECT_DOUBLE_EQ(stats.at("min").get<double>(), kNarrow);
    EXPECT_DOUBLE_EQ(stats.at("max").get<double>(), kWide);
    EXPECT_DOUBLE_EQ(stats.at("mean").get<double>(), (kNarrow + kWide) / 2);
    EXPECT_EQ(stats.at("budgets").at(0).at("count"), "2") << "the narrow ones";
    EXPECT_DOUBLE_EQ(stats.at("percentiles").at(0).at("value").get<double>(), kWide);
    const auto choices = stats.at("range").at("blocks").at(0).at("choices");
    EXPECT_EQ(choices.at(0).at("share"), 0);
    EXPECT_EQ(choices.at(1).at("share"), 1) << "only wide ones lie in the range";
}

TEST_F(LatencyCommand, BestMeetsTheBudgetOrSaysThatNoneDoes)
{
    computed("mmac", "a.latency");
    const auto best = json({"best", "a.latency", "--budget", "0.0005"}).at("architectures").at(0);
    EXPECT_DOUBLE_EQ(best.at("latency").get<double>(), kNarrow);
    EXPECT_EQ(best.at("arch").at(0), 0);
    EXPECT_EQ(json({"best", "a.latency", "--slowest", "1"}).at("architectures").at(0).at("ops").at(0), "wide");
    const auto none = run({"best", "a.latency", "--budget", "0.00001"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.output.find("[unachievable]"), std::string::npos) << none.output;
}

TEST_F(LatencyCommand, CompareHoldsOneCalculatorAgainstAnother)
{
    computed("mmac", "a.latency");
    computed("cycles.model", "b.latency", {"--target", "cortex-m4"});
    const auto comparison = json({"compare", "a.latency", "b.latency"});
    EXPECT_EQ(comparison.at("one"), "mmac");
    EXPECT_EQ(comparison.at("other"), "cycles.model");
    EXPECT_EQ(comparison.at("other_unit"), "cycles");
    EXPECT_GE(comparison.at("values").size(), 4u);
}

TEST_F(LatencyCommand, ConvertKeepsContainersAndSpaces)
{
    computed("mmac", "a.latency");
    EXPECT_EQ(run({"convert", "a.latency", "a.json"}).exitCode, 0);
    EXPECT_EQ(run({"convert", "a.json", "again.latency"}).exitCode, 0);
    EXPECT_EQ(readTextFile(path("again.latency")).value(), readTextFile(path("a.latency")).value());
    EXPECT_EQ(run({"convert", "a.latency", "a.csv"}).exitCode, 0);
    EXPECT_TRUE(readTextFile(path("a.csv")).value().starts_with("block,op,name,latency\n"));
    EXPECT_EQ(run({"convert", "space.onnx", "split"}).exitCode, 0);
    EXPECT_TRUE(fs::exists(path("split/space.json")));
    EXPECT_EQ(run({"convert", "split", "plain.onnx", "--arch", "1,1"}).exitCode, 0);
    EXPECT_DOUBLE_EQ(json({"compute", "plain.onnx", "--calculator", "mmac", "--out", "plain.json"}).at("constant_latency").get<double>(), kWide);
}

TEST_F(LatencyCommand, ConvertAddsAlternativesToAPlainModel)
{
    ASSERT_TRUE(onnx::writeOnnx(ir::parseGraph("graph plain(x: f32[4]) -> y\nopset 17\ny = Relu(x) as act\n").value(), path("plain.onnx")));
    ASSERT_TRUE(onnx::writeOnnx(ir::parseGraph("graph other(i: f32[4]) -> o\nopset 17\no = Sigmoid(i)\n").value(), path("soft.onnx")));
    const auto made = run({"convert", "plain.onnx", "made.onnx", "--alternative", "act=soft.onnx"});
    ASSERT_EQ(made.exitCode, 0) << made.output;
    const auto container = json({"compute", "made.onnx", "--calculator", "mmac", "--out", "made.json"});
    EXPECT_EQ(container.at("row").at(0).at("op_name"), (Json{"original", "soft"}));
    EXPECT_EQ(run({"convert", "plain.onnx", "made.onnx", "--alternative", "nobody=soft.onnx"}).exitCode, 1);
}

TEST_F(LatencyCommand, WrongUsageEndsWithTwo)
{
    const auto unknown = run({"compute", "space.onnx", "--calculator", "mmak", "--out", "a"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_NE(unknown.output.find("[unknown-calculator]"), std::string::npos) << unknown.output;
    EXPECT_NE(run({"compute", "space.onnx", "--calculator", "cycles.model", "--out", "a"}).output.find("[target-required]"), std::string::npos);
    EXPECT_EQ(run({"compute", "space.onnx", "--out", "a"}).exitCode, 2) << "neither a calculator nor --deployment";
    EXPECT_EQ(run({"convert", "space.onnx", "a.onnx", "--arch", "x"}).exitCode, 2);
}

/// A command that takes note of being run, and interrupts the program that runs it at its third time.
TEST_F(LatencyCommand, InterruptedComputationsAreResumed)
{
    const auto log = path("log").string();
    const auto script = cat("echo run >> ", log, "; if test $(wc -l < ", log, ") -eq 3; then kill -INT $PPID; sleep 60; fi; echo '{\"latency\": 2}'");
    const auto option = cat("command", "=", Json{"sh", "-c", script}.dump());
    const std::vector<std::string> words{"compute", "space.onnx", "--calculator", "time.exec", "--out", "t.json", "--option", option};
    const auto runs = [&] { return std::ranges::count(readTextFile(log).value(), '\n'); };

    const auto interrupted = run(words);
    EXPECT_EQ(interrupted.exitCode, 1) << interrupted.output;
    EXPECT_FALSE(fs::exists(path("t.json")));
    EXPECT_TRUE(fs::exists(path("t.json.draft")));
    EXPECT_EQ(runs(), 3);

    const auto container = json(words);
    EXPECT_EQ(container.at("row").at(0).at("value"), (Json{2.0, 2.0}));
    EXPECT_FALSE(fs::exists(path("t.json.draft")));
    const auto resumed = runs() - 3;

    const auto before = runs();
    json(words);
    EXPECT_EQ(runs() - before, resumed + 2) << "two cells were finished before the interrupt";
}

}  // namespace
}  // namespace tw
