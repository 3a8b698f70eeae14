// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"
#include "core/base/text.h"
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/open.h"

#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyCommand {
    std::string model;
    ChoiceOptions choices;
    std::string inputs;
    std::string expected;
    std::string data;
    std::string run = "host";
    deploy::Tolerance tolerance;
    bool sanitize = false;
    bool json = false;
};

Result<deploy::VerifyOptions> arraysOf(const VerifyCommand& command)
{
    deploy::VerifyOptions verify{.runner = command.run == "host" ? deploy::Runner::Host : deploy::Runner::Reference,
                                 .sanitize = command.sanitize ? deploy::Sanitize::Yes : deploy::Sanitize::No,
                                 .tolerance = command.tolerance};
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
    return json;
}

void printText(const deploy::Verification& result)
{
    for (const auto& output : result.outputs)
        std::cout << output.name << ": " << output.mismatches << " of " << output.elements
                  << " elements differ, largest error " << output.maxAbsError << '\n';
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
    if (command.json)
        printJson(resultJson(result));
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
        ->check(CLI::IsMember({"reference", "host"}))
        ->capture_default_str();
    parser->add_option("--atol", command->tolerance.absolute, "absolute tolerance of floats")->capture_default_str();
    parser->add_option("--rtol", command->tolerance.relative, "relative tolerance of floats")->capture_default_str();
    parser->add_option("--steps", command->tolerance.steps, "allowed difference of integer outputs")->capture_default_str();
    parser->add_flag("--sanitize", command->sanitize, "build with AddressSanitizer and UndefinedBehaviorSanitizer");
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) { return run(*command, progress); }};
}

}  // namespace tw::cli
