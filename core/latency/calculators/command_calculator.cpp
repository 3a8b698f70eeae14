// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/command_calculator.h"

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/latency/calculators/common.h"
#include "core/latency/calculators/measured_answer.h"
#include "core/onnx/export.h"
#include "core/target/load.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <regex>

namespace tw::latency {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::vector<std::string> kOptions{"command", "adapter", "timeout", "unit", "parser", "env", "folder", "block", "op"};
constexpr std::size_t kKeptOutput = 4096;

Error badOption(const std::string& name, const std::string& what)
{
    return faultError(Fault::BadOption, cat("option ", name, ": ", what));
}

Result<std::vector<std::string>> wordsOf(const Json& array)
{
    std::vector<std::string> words;
    if (!array.is_array() || array.empty())
        return badOption("command", "it must be a JSON array of words, such as [\"python3\", \"measure.py\", \"{model}\"]");
    for (const auto& word : array) {
        if (!word.is_string())
            return badOption("command", cat(word.dump(), " is no word"));
        words.push_back(word.get<std::string>());
    }
    return words;
}

/// The adapter's file as an object; empty without one.
Result<Json> adapterOf(const CalculatorOptions& options)
{
    const auto name = optionOf(options, "adapter", "");
    if (name.empty())
        return Json(Json::object());
    if (name.find('/') != std::string::npos || name.find("..") != std::string::npos)
        return badOption("adapter", cat("\"", name, "\" is no name of an adapter"));
    TW_TRY(const auto text, readTextFile(adapterFolder() / (name + ".json")));
    auto json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return badOption("adapter", cat(name, ".json is no JSON object"));
    return json;
}

Result<void> addEnvironment(const Json& object, CommandSettings& settings)
{
    if (!object.is_object())
        return badOption("env", "it must be a JSON object of variables");
    for (const auto& [name, value] : object.items())
        settings.environment[name] = value.is_string() ? value.get<std::string>() : value.dump();
    return {};
}

Json inputsJson(const ir::Graph& graph)
{
    Json inputs = Json::array();
    for (const auto id : graph.inputs) {
        const auto& tensor = graph.tensor(id);
        inputs.push_back({{"name", tensor.name}, {"type", ir::typeName(tensor.type)}, {"shape", tensor.shape.sizes()}});
    }
    return inputs;
}

Result<void> checkInputs(const ir::Graph& graph)
{
    for (const auto id : graph.inputs)
        if (const auto& tensor = graph.tensor(id); !tensor.shape.isStatic())
            return faultError(Fault::ShapeUnknown, cat("tensor ", tensor.name, " has the shape ", tensor.shape),
                              "give its symbolic dimensions values");
    return {};
}

Error cellFailed(const std::string& why, const std::string& output)
{
    const auto kept = output.size() > kKeptOutput ? output.substr(output.size() - kKeptOutput) : output;
    return faultError(Fault::CellFailed, cat(why, kept.empty() ? "" : cat("; it said:\n", kept)));
}

Result<MeasuredAnswer> answerOf(const CommandSettings& settings, const fs::path& out, const std::string& output)
{
    if (fs::exists(out)) {
        TW_TRY(const auto text, readTextFile(out));
        return readAnswer(text);
    }
    if (const auto line = lastObjectLine(output))
        return readAnswer(*line);
    if (settings.parser.empty())
        return cellFailed("the command gave no answer", output);
    std::smatch match;
    if (!std::regex_search(output, match, std::regex(settings.parser)))
        return cellFailed("the output does not fit the option parser", output);
    return readAnswer(cat("{\"latency\": ", match[1].str(), "}"));
}

}  // namespace

fs::path adapterFolder()
{
    const auto data = target::installedPlaces().targets.parent_path();
    std::error_code error;
    return fs::exists(data / "resources" / "adapters", error) ? data / "resources" / "adapters" : data / "adapters";
}

std::string filledIn(const std::string& text, const std::map<std::string, std::string>& values)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text[at] == '{' ? text.find('}', at) : std::string::npos;
        const auto value = end == std::string::npos ? values.end() : values.find(text.substr(at + 1, end - at - 1));
        if (value == values.end()) {
            result += text[at++];
        } else {
            result += value->second;
            at = end + 1;
        }
    }
    return result;
}

Result<CommandSettings> commandSettings(const CalculatorOptions& options)
{
    TW_TRY(auto file, adapterOf(options));
    for (const auto* key : {"command", "env"})
        if (const auto given = options.extra.find(key); given != options.extra.end())
            file[key] = Json::parse(given->second, nullptr, false);
    for (const auto* key : {"unit", "parser", "folder"})
        if (const auto given = options.extra.find(key); given != options.extra.end())
            file[key] = given->second;
    CommandSettings settings;
    TW_TRY(settings.arguments, wordsOf(file.value("command", Json())));
    TW_TRY_VOID(addEnvironment(file.value("env", Json::object()), settings));
    const auto text = [&](const char* key, const char* fallback) {
        return file.contains(key) && file[key].is_string() ? file[key].get<std::string>() : std::string(fallback);
    };
    settings.unit = text("unit", "ms");
    settings.parser = text("parser", "");
    settings.folder = text("folder", "");
    TW_TRY(const auto timeout, numberOf(options, "timeout", file.value("timeout", 600.0), 1, 1e6));
    settings.timeoutSeconds = static_cast<int>(timeout);
    try {
        if (!settings.parser.empty() && std::regex(settings.parser).mark_count() != 1)
            return badOption("parser", "it must have one capture group");
    } catch (const std::regex_error& failure) {
        return badOption("parser", failure.what());
    }
    return settings;
}

std::string CommandCalculator::measures() const
{
    return "Whatever a command of yours measures; adapters for ONNX Runtime, PyTorch and others come with the program.";
}

Result<Calculation> CommandCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options,
                                                 Progress& progress) const
{
    TW_TRY_VOID(checkOptions(options, kOptions));
    TW_TRY(const auto settings, commandSettings(options));
    TW_TRY_VOID(checkInputs(input.graph));
    TW_TRY(const auto folder, TemporaryFolder::create("tilewright-exec"));
    const auto model = folder.path() / "model.onnx", inputs = folder.path() / "inputs.json", out = folder.path() / "answer.json";
    TW_TRY_VOID(onnx::writeOnnx(input.graph, model));
    TW_TRY_VOID(writeFileAtomically(inputs, inputsJson(input.graph).dump()));
    const std::map<std::string, std::string> values{
        {"model", model.string()},          {"inputs_json", inputs.string()},       {"out", out.string()},
        {"warmup", cat(options.warmup)},    {"runs", cat(options.runs)},            {"block", optionOf(options, "block", "")},
        {"op", optionOf(options, "op", "")}, {"adapters", adapterFolder().string()}};
    Command command{.arguments = {}, .workingDirectory = settings.folder.empty() ? folder.path() : settings.folder,
                    .environment = settings.environment, .timeoutSeconds = settings.timeoutSeconds};
    for (const auto& word : settings.arguments)
        command.arguments.push_back(filledIn(word, values));
    const auto finished = runCommand(command, progress);
    if (!finished)
        return finished.error().code == Code::Cancelled ? finished.error() : cellFailed(finished.error().message, "");
    if (finished->exitCode != 0)
        return cellFailed(cat("the command ended with exit code ", finished->exitCode), finished->output);
    TW_TRY(const auto answer, answerOf(settings, out, finished->output));
    TW_TRY(auto result, calculationOf(answer, input, options, settings.unit));
    result.how["command"] = join(settings.arguments, " ");
    result.how["warmup"] = cat(options.warmup);
    result.how["runs"] = cat(options.runs);
    if (!options.ignore.opTypes.empty() || !options.ignore.nameGlobs.empty() || !options.ignore.nameRegexes.empty() ||
        !options.ignore.scopes.empty())
        result.diagnostics.push_back({Severity::Warning, {.code = Code::BadUsage,
                                      .message = "a command measures the network as a whole: nothing is ignored"}});
    return result;
}

}  // namespace tw::latency
