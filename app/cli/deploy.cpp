// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"
#include "core/base/text.h"
#include "core/deploy/report.h"
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/open.h"

#include <chrono>
#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

struct DeployCommand {
    std::string model;
    ChoiceOptions choices;
    std::string out;
    std::string inputs;
    std::string expected;
    std::string dumpPasses;
    bool profileTiling = false;
    bool json = false;
};

void printText(const deploy::Deployment& deployment, const std::string& out)
{
    std::map<std::string, int> perEngine;
    int aliases = 0;
    for (const auto& bound : deployment.binding.nodes) {
        aliases += bound.alias;
        if (bound.row >= 0)
            ++perEngine[deployment.target->rows[static_cast<std::size_t>(bound.row)].engine];
    }
    std::cout << deployment.networkName << " on " << deployment.target->title << ": " << deployment.lowered->nodes.size()
              << " nodes after lowering\n";
    for (const auto& [engine, count] : perEngine)
        std::cout << "  " << engine << " runs " << count << " nodes\n";
    if (aliases > 0)
        std::cout << "  " << aliases << " only reinterpret data and cost nothing\n";
    for (const auto& use : deployment.map.memories)
        std::cout << "  " << use.memory << ": " << use.peakBytes << " bytes of activations (no placement needs less than "
                  << use.lowerBound << "), " << use.constantBytes << " bytes of constants\n";
    std::cout << "project written to " << out << '\n';
}

Result<void> run(const DeployCommand& command, Progress& progress)
{
    const auto start = std::chrono::steady_clock::now();
    TW_TRY(const auto snapshot, session::importModel(command.model, progress));
    const double importMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    printDiagnostics(snapshot->diagnostics);
    TW_TRY(const auto choices, choicesOf(command.choices));
    TW_TRY(const auto source, session::vectorSource(command.inputs, command.expected));
    TW_TRY(auto options, session::optionsOf(*snapshot, choices));
    deploy::completeOptions(*snapshot->graph, source.inputs, options);
    options.dumpFolder = command.dumpPasses;
    TW_TRY(const auto target, session::findTarget(choices.target));
    TW_TRY(auto deployment, deploy::deployGraph(*snapshot->graph, target, options, progress));
    deployment.timingsMs["import"] = importMs;
    printDiagnostics(deployment.diagnostics);
    if (!deployment.complete())
        return Error{.code = Code::NoKernel,
                     .message = cat(deployment.binding.diagnostics.size(), " nodes cannot run on ", target->name,
                                    "; nothing was written")};
    TW_TRY(const auto vectors, deploy::testVectors(deployment, source, progress));
    auto files = deploy::projectFiles(deployment, vectors);
    if (command.profileTiling)
        codegen::profileTiling(files);
    TW_TRY_VOID(progress.check());
    TW_TRY_VOID(writeFolderAtomically(command.out, files));
    if (command.json)
        printJson(deploy::reportJson(deployment));
    else
        printText(deployment, command.out);
    return {};
}

}  // namespace

Subcommand addDeploy(CLI::App& app)
{
    auto command = std::make_shared<DeployCommand>();
    auto* parser = app.add_subcommand("deploy", "Writes the C project of a model for a target");
    parser->add_option("MODEL", command->model, "ONNX file")->required();
    addChoices(*parser, command->choices);
    parser->add_option("--out", command->out, "folder to write; what was there is replaced")->required();
    parser->add_option("--inputs", command->inputs, ".npz with test inputs, or folder with input_K.pb and output_K.pb; random ones without it");
    parser->add_option("--expected", command->expected, ".npz with the outputs that the inputs must give; computed by the reference without it");
    parser->add_option("--dump-passes", command->dumpPasses, "folder for the graph after every pass");
    parser->add_flag("--profile-tiling", command->profileTiling, "the program prints how long each tile waits and computes");
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) { return run(*command, progress); }};
}

}  // namespace tw::cli
