// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"
#include "core/base/text.h"
#include "core/deploy/network_deployer.h"
#include "core/deploy/report.h"
#include "core/deploy/sizes.h"
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/open.h"

#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

struct StateCommand {
    ChoiceOptions choices;
    std::string model;
    std::string inputs;
    std::string folder;
    std::string name;
    std::string out;
    bool json = false;
};

Result<void> exportState(const StateCommand& command, Progress& progress)
{
    const auto name = command.name.empty() ? std::filesystem::path(command.model).stem().string() : command.name;
    TW_TRY(const auto snapshot, session::importModel(command.model, progress));
    printDiagnostics(snapshot->diagnostics);
    TW_TRY(const auto choices, choicesOf(command.choices));
    TW_TRY(auto options, session::optionsOf(*snapshot, choices));
    if (!command.inputs.empty()) {
        TW_TRY(const auto inputs, onnx::readTensors(command.inputs));
        deploy::completeOptions(*snapshot->graph, inputs, options);
    }
    TW_TRY(const auto target, session::findTarget(choices.target));
    TW_TRY(auto deployment, deploy::deployGraph(*snapshot->graph, target, options, progress));
    printDiagnostics(deployment.diagnostics);
    const auto stage = deployment.complete() ? deploy::Stage::Generated : deploy::Stage::Lowered;
    TW_TRY_VOID(deploy::exportState({.stage = stage, .imported = *snapshot->graph, .options = options, .deployment = std::move(deployment)},
                                    command.folder, name));
    if (stage == deploy::Stage::Lowered)
        return Error{.code = Code::NoKernel, .message = cat("some nodes cannot run on ", target->name, ", so the state was saved as lowered")};
    std::cout << name << ".onnx and " << name << ".state written to " << command.folder << ", state: " << stageName(stage) << '\n';
    return {};
}

void printSizes(const deploy::Deployment& deployment)
{
    const auto sizes = deploy::sizesOf(deployment.map);
    std::cout << "  parameters: " << sizes.parameterBytes << " bytes (" << deploy::kParameterBytesMeaning << ")\n"
              << "  total: " << sizes.totalBytes << " bytes (" << deploy::kTotalBytesMeaning << ")\n";
    for (const auto& [memory, bytes] : sizes.worstCaseBytes)
        std::cout << "  worst case of buffers in " << memory << ": " << bytes << " bytes (" << deploy::kWorstCaseBytesMeaning << ")\n";
}

void printOperations(const ir::Graph& graph)
{
    const auto ours = deploy::countOperations(graph, deploy::OperationsOf::Ours);
    const auto deeploys = deploy::countOperations(graph, deploy::OperationsOf::Deeploy);
    std::cout << "  operations: " << ours.total << ", as Deeploy counts: " << deeploys.total;
    if (!deeploys.notCounted.empty())
        std::cout << " without " << join(deeploys.notCounted, ", ");
    std::cout << '\n';
}

Result<void> writeProject(const deploy::SavedState& state, const std::string& folder, Progress& progress)
{
    if (state.stage < deploy::Stage::Generated)
        return Error{.code = Code::BadUsage, .message = cat("the state was saved as ", stageName(state.stage), ", before there was code to write"),
                     .hint = "export it after a complete deployment"};
    TW_TRY(const auto vectors, deploy::testVectors(state.deployment, {}, progress));
    return writeFolderAtomically(folder, deploy::projectFiles(state.deployment, vectors));
}

Result<void> importState(const StateCommand& command, Progress& progress)
{
    TW_TRY(const auto state, deploy::importState(command.folder, command.name));
    if (!command.out.empty())
        TW_TRY_VOID(writeProject(state, command.out, progress));
    const auto& deployment = state.deployment;
    if (command.json) {
        auto json = state.stage >= deploy::Stage::Generated ? deploy::reportJson(deployment) : nlohmann::ordered_json::object();
        json["state"] = stageName(state.stage);
        json["target"] = deployment.target->name;
        json["network"] = deployment.networkName;
        printJson(json);
        return {};
    }
    std::cout << deployment.networkName << " on " << deployment.target->title << ", state: " << stageName(state.stage) << '\n';
    if (state.stage >= deploy::Stage::Lowered)
        printOperations(*deployment.lowered);
    if (state.stage >= deploy::Stage::Bound)
        printSizes(deployment);
    if (!command.out.empty())
        std::cout << "project written to " << command.out << '\n';
    return {};
}

}  // namespace

Subcommand addState(CLI::App& app)
{
    auto command = std::make_shared<StateCommand>();
    auto* parser = app.add_subcommand("state", "Saves a deployment, or goes on from a saved one");
    parser->require_subcommand(1);
    auto* save = parser->add_subcommand("export", "Deploys a model and saves what was decided");
    save->add_option("MODEL", command->model, "ONNX file")->required();
    save->add_option("--dir", command->folder, "folder to write into")->required();
    save->add_option("--name", command->name, "PREFIX of the two files, PREFIX.onnx and PREFIX.state; the model's name if not given");
    save->add_option("--inputs", command->inputs, ".npz with test inputs, which show types and dimensions");
    addChoices(*save, command->choices);
    auto* load = parser->add_subcommand("import", "Reads PREFIX.state and shows what it holds");
    load->add_option("--dir", command->folder, "folder to read from")->required();
    load->add_option("--name", command->name, "PREFIX of the file")->required();
    load->add_option("--out", command->out, "folder for the C project; what was there is replaced");
    load->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command, save](Progress& progress) { return save->parsed() ? exportState(*command, progress) : importState(*command, progress); }};
}

}  // namespace tw::cli
