// SPDX-License-Identifier: Apache-2.0
// time.exec: what commands answer, and what becomes of commands that do not.
#include "core/base/process.h"
#include "core/latency/calculators/command_calculator.h"
#include "core/latency/calculators/measured_answer.h"
#include "tests/generator/sample.h"
#include "tests/generator/shape_builder.h"
#include "tests/unit/calculators/counting.h"

#include <nlohmann/json.hpp>

namespace tw::latency::test {
namespace {

using ir::Shape;

ir::Graph tiny()
{
    samples::ShapeBuilder net("tiny", Shape{2, 4});
    return net.finish(net.apply("relu", "Relu", {net.input()}));
}

/// Runs the words of a shell script, which here stands for a program of the user.
Result<Calculation> run(const std::string& script, CalculatorOptions options = {})
{
    options.extra["command"] = nlohmann::json{"sh", "-c", script, "sh", "{model}", "{inputs_json}", "{out}", "{runs}"}.dump();
    Progress progress;
    const auto graph = tiny();
    return CommandCalculator().calculate({.graph = graph}, options, progress);
}

TEST(MeasuredAnswer, SamplesOverrideTheLatency)
{
    const auto answer = readAnswer(R"({"latency": 9, "samples": [3, 1, 2], "unit": "us", "meta": {"device": "x"}, "memory": 5})");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->latency, 2);
    EXPECT_EQ(answer->unit, "us");
    EXPECT_EQ(answer->meta.at("device"), "x");
    EXPECT_EQ(answer->meta.at("memory"), "5");
}

TEST(MeasuredAnswer, NothingButFinitePositiveNumbersIsALatency)
{
    for (const auto* text : {R"({"latency": 0})", R"({"latency": -1})", R"({"samples": [1, 0]})"}) {
        const auto answer = readAnswer(text);
        ASSERT_FALSE(answer) << text;
        EXPECT_EQ(faultOf(answer.error()), Fault::NotPositive) << text;
    }
    for (const auto* text : {R"({"latency": null})", R"({"latency": "1"})", R"([1])", "1.5", "", R"({"meta": {}})", R"({"latency": 1e999})"})
        EXPECT_FALSE(readAnswer(text)) << text;
}

TEST(CommandCalculator, ReadsTheAnswerFromTheFileFirst)
{
    const auto result = run(R"(echo '{"latency": 1}'; echo '{"latency": 3, "unit": "us"}' > "$3")");
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_DOUBLE_EQ(result->total, 0.0015);   // 3 us for two samples
}

TEST(CommandCalculator, ReadsTheLastLineThatIsAnObject)
{
    const auto result = run(R"(echo '{"latency": 1}'; echo '{"latency": 4}'; echo 'done {')");
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->total, 2);
}

TEST(CommandCalculator, ReadsWhatTheExpressionCaptures)
{
    CalculatorOptions options;
    options.extra["parser"] = "mean = ([0-9.]+) ms";
    const auto result = run("echo 'mean = 2.5 ms'", options);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->total, 1.25);
    EXPECT_EQ(faultOf(run("echo nothing", options).error()), Fault::CellFailed);
}

TEST(CommandCalculator, GivesTheCommandTheModelItsInputsAndTheNumberOfRuns)
{
    CalculatorOptions options;
    options.runs = 7;
    const auto result = run(R"(test -s "$1" && grep -q '"shape":\[2,4\]' "$2" && echo "{\"latency\": $4}")", options);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->total, 3.5);
}

TEST(CommandCalculator, AFailureKeepsWhatTheCommandSaid)
{
    const auto result = run("echo 'no such device' >&2; exit 3");
    ASSERT_FALSE(result);
    EXPECT_EQ(faultOf(result.error()), Fault::CellFailed);
    EXPECT_NE(result.error().message.find("exit code 3"), std::string::npos);
    EXPECT_NE(result.error().message.find("no such device"), std::string::npos);
}

TEST(CommandCalculator, StopsACommandThatHangs)
{
    CalculatorOptions options;
    options.extra["timeout"] = "1";
    const auto result = run("sleep 60", options);
    ASSERT_FALSE(result);
    EXPECT_EQ(faultOf(result.error()), Fault::CellFailed);
}

TEST(CommandCalculator, NoShellSeesTheWords)
{
    CalculatorOptions options;
    options.extra["command"] = R"(["echo", "{\"latency\": 2, \"meta\": {\"word\": \"$(whoami); {runs}\"}}"])";
    Progress progress;
    const auto graph = tiny();
    const auto result = CommandCalculator().calculate({.graph = graph}, options, progress);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->how.at("word"), "$(whoami); 10");
}

TEST(CommandCalculator, RefusesACommandThatIsNoListOfWords)
{
    for (const auto* command : {"python3 x.py", "[]", "[1]", "{}"}) {
        CalculatorOptions options;
        options.extra["command"] = command;
        EXPECT_FALSE(commandSettings(options)) << command;
    }
    EXPECT_FALSE(commandSettings({}));
    EXPECT_FALSE(commandSettings(with("adapter", "../secrets")));
}

TEST(CommandCalculator, EveryAdapterThatComesAlongIsACommand)
{
    int adapters = 0;
    for (const auto& file : std::filesystem::directory_iterator(adapterFolder())) {
        if (file.path().extension() != ".json")
            continue;
        const auto settings = commandSettings(with("adapter", file.path().stem().string()));
        ASSERT_TRUE(settings) << file.path();
        EXPECT_EQ(settings->arguments.front(), "python3");
        EXPECT_TRUE(std::filesystem::exists(filledIn(settings->arguments[1], {{"adapters", adapterFolder().string()}}))) << file.path();
        ++adapters;
    }
    EXPECT_GE(adapters, 6);
}

/// Needs a Python with onnxruntime, which the environment variable names or which stands in PATH.
TEST(CommandCalculator, OnnxRuntimeMeasuresASmallNetwork)
{
    const char* given = std::getenv("TILEWRIGHT_TEST_PYTHON");
    const std::string python = given ? given : "python3";
    Progress progress;
    const auto probe = runCommand({.arguments = {python, "-c", "import onnxruntime, numpy"}}, progress);
    if (!probe || probe->exitCode != 0)
        GTEST_SKIP() << "no onnxruntime for " << python << "; set TILEWRIGHT_TEST_PYTHON to a Python that has it";
    const auto sample = samples::floatResnet();
    ASSERT_TRUE(sample);
    CalculatorOptions options{.warmup = 2, .runs = 6};
    options.extra["adapter"] = "onnxruntime_cpu";
    auto settings = commandSettings(options);
    ASSERT_TRUE(settings);
    settings->arguments[0] = python;
    options.extra = {{"command", nlohmann::json(settings->arguments).dump()}};
    const auto result = CommandCalculator().calculate({.graph = sample->graph}, options, progress);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_GT(result->total, 0);
    EXPECT_EQ(result->how.at("samples"), "6");
    EXPECT_EQ(result->how.at("provider"), "CPUExecutionProvider");
}

}  // namespace
}  // namespace tw::latency::test
