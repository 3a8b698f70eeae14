// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"
#include "core/base/text.h"
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/open.h"

#include <iostream>
#include <map>
#include <memory>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

const std::map<std::string, deploy::Runner> kRunners{
    {"reference", deploy::Runner::Reference}, {"host", deploy::Runner::Host}, {"emulator", deploy::Runner::Emulator}};
const std::map<std::string, deploy::Sanitize> kSanitizers{
    {"", deploy::Sanitize::No}, {"address", deploy::Sanitize::Yes}, {"thread", deploy::Sanitize::Threads}};

struct VerifyCommand {
    std::string model;
    ChoiceOptions choices;
    std::string inputs;
    std::string expected;
    std::string data;
    std::string run = "host";
    deploy::Tolerance tolerance;
    std::string sanitize;
    bool profileTiling = false;
    bool json = false;
};

Result<deploy::VerifyOptions> arraysOf(const VerifyCommand& command)
{
    deploy::VerifyOptions verify{.runner = kRunners.at(command.run), .sanitize = kSanitizers.at(command.sanitize),
                                 .profileTiling = command.profileTiling, .tolerance = command.tolerance};
    if (!command.sanitize.empty() && command.run != "host")
        return Error{.code = Code::BadUsage, .message = "--sanitize is for --run host: only the host's compiler has sanitizers"};
    if (command.profileTiling && command.run != "host")
        return Error{.code = Code::BadUsage, .message = "--profile-tiling is for --run host: an emulator counts instructions, not time"};
    const bool files = !command.inputs.empty() && !command.expected.empty();
    if (files == !command.data.empty())
        return Error{.code = Code::BadUsage, .message = "give either --inputs and --expected, or --data"};
    if (files) {
        TW_TRY(verify.inputs, onnx::readTensors(command.inputs));
        TW_TRY(verify.expected, onnx::readTensors(command.expected));
        return verify;
    }
    TW_TRY(auto arrays, deploy::loadTestFolder(command.data));
    verify.inputs = std::move(arrays.inputs);
    verify.expected = std::move(arrays.outputs);
    return verify;
}

/// An emulator knows instructions, not cycles.
void addCounts(Json& json, const deploy::EmulatorRun& run)
{
    Json nodes = Json::array();
    for (const auto& node : run.nodes)
        nodes.push_back({{"name", node.name}, {"op", node.op}, {"instructions", node.instructions}});
    json["machine"] = run.machine;
    json["cycles"] = nullptr;
    json["instructions"] = run.instructions;
    json["instructions_per_core"] = run.instructionsOfHart;
    json["nodes"] = std::move(nodes);
}

/// Nanoseconds of the host's clock.
Json tilesJson(const deploy::Deployment& deployment, const std::vector<deploy::TileTiming>& tiles)
{
    Json json = Json::array();
    for (const auto& tile : tiles)
        json.push_back({{"node", deployment.lowered->nodes.at(static_cast<std::size_t>(tile.node)).name},
                        {"tile", tile.tile},
                        {"input_wait", tile.inputWait},
                        {"kernel", tile.kernel},
                        {"output_wait", tile.outputWait}});
    return json;
}

/// One line per tile; deployments without tiles say so.
void printTiles(const deploy::Deployment& deployment, const std::vector<deploy::TileTiming>& tiles)
{
    std::cout << (tiles.empty() ? "no node runs in tiles\n" : "node, tile, nanoseconds of input wait, kernel, output wait\n");
    for (const auto& tile : tiles)
        std::cout << deployment.lowered->nodes.at(static_cast<std::size_t>(tile.node)).name << ", " << tile.tile << ", " << tile.inputWait
                  << ", " << tile.kernel << ", " << tile.outputWait << '\n';
}

Json resultJson(const deploy::Verification& result)
{
    Json outputs = Json::array();
    for (const auto& output : result.outputs)
        outputs.push_back({{"name", output.name},
                           {"max_abs_error", output.maxAbsError},
                           {"mismatches", output.mismatches},
                           {"elements", output.elements}});
    Json json{{"ok", result.ok()}, {"outputs", std::move(outputs)}};
    if (result.ticks)
        json["ticks"] = *result.ticks;
    if (result.emulated)
        addCounts(json, *result.emulated);
    return json;
}

void printText(const deploy::Verification& result)
{
    for (const auto& output : result.outputs)
        std::cout << output.name << ": " << output.mismatches << " of " << output.elements
                  << " elements differ, largest error " << output.maxAbsError << '\n';
    if (result.emulated)
        std::cout << result.emulated->instructions << " instructions on " << result.emulated->instructionsOfHart.size()
                  << (result.emulated->instructionsOfHart.size() == 1 ? " core" : " cores") << " of the emulated machine "
                  << result.emulated->machine << '\n';
    std::cout << (result.ok() ? "the numbers agree\n" : "the numbers differ\n");
}

Result<void> run(const VerifyCommand& command, Progress& progress)
{
    TW_TRY(const auto verify, arraysOf(command));
    TW_TRY(const auto snapshot, session::importModel(command.model, progress));
    TW_TRY(const auto choices, choicesOf(command.choices));
    TW_TRY(auto options, session::optionsOf(*snapshot, choices));
    deploy::completeOptions(*snapshot->graph, verify.inputs, options);
    TW_TRY(const auto target, session::findTarget(choices.target));
    TW_TRY(const auto deployment, deploy::deployGraph(*snapshot->graph, target, options, progress));
    printDiagnostics(deployment.diagnostics);
    TW_TRY(const auto result, deploy::verifyDeployment(deployment, verify, progress));
    auto json = resultJson(result);
    if (command.profileTiling && command.json)
        json["tiles"] = tilesJson(deployment, result.tiles);
    else if (command.profileTiling)
        printTiles(deployment, result.tiles);
    if (command.json)
        printJson(json);
    else
        printText(result);
    if (!result.ok())
        return Error{.code = Code::Mismatch, .message = cat(command.model, " does not give the expected numbers")};
    return {};
}

}  // namespace

Subcommand addVerify(CLI::App& app)
{
    auto command = std::make_shared<VerifyCommand>();
    auto* parser = app.add_subcommand("verify", "Compares a deployed model with stored results");
    parser->add_option("MODEL", command->model, "ONNX file")->required();
    addChoices(*parser, command->choices);
    parser->add_option("--inputs", command->inputs, ".npz with the inputs");
    parser->add_option("--expected", command->expected, ".npz with the expected outputs");
    parser->add_option("--data", command->data, "folder with input_K.pb and output_K.pb");
    parser->add_option("--run", command->run, "what to run")
        ->check(CLI::IsMember({"reference", "host", "emulator"}))
        ->capture_default_str();
    parser->add_option("--atol", command->tolerance.absolute, "absolute tolerance of floats")->capture_default_str();
    parser->add_option("--rtol", command->tolerance.relative, "relative tolerance of floats")->capture_default_str();
    parser->add_option("--steps", command->tolerance.steps, "allowed difference of integer outputs")->capture_default_str();
    parser->add_flag("--sanitize{address}", command->sanitize,
                     "build with AddressSanitizer and UndefinedBehaviorSanitizer, or with =thread with ThreadSanitizer")
        ->check(CLI::IsMember({"address", "thread"}));
    parser->add_flag("--profile-tiling", command->profileTiling, "how long each tile waits for inputs, computes, and waits for results to leave");
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) { return run(*command, progress); }};
}

}  // namespace tw::cli
