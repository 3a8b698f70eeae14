// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"
#include "app/cli/latency_commands.h"
#include "core/base/text.h"
#include "core/latency/additivity.h"
#include "core/latency/container_file.h"
#include "core/session/latency.h"
#include "core/session/open.h"

#include <cstdlib>
#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

struct ComputeCommand {
    std::string model;
    std::string calculator;
    std::string target;
    std::string out;
    std::vector<std::string> dims = {};
    std::vector<std::string> extra = {};
    latency::CalculatorOptions options = {};
    std::int64_t baseSamples = 0;
    bool deployment = false;
    bool restart = false;
    bool json = false;
};

void printNodes(const latency::ContainerParts& parts)
{
    for (const auto& node : parts.nodes) {
        std::cout << "  " << node.node << " (" << node.op << "): " << numberText(node.value);
        if (!node.reason.empty())
            std::cout << "  " << node.reason;
        std::cout << (node.unstable ? "  unstable" : "") << '\n';
    }
}

void warnOfAdditivity(const std::map<std::string, std::string>& meta)
{
    const auto rms = meta.find("additivity_rms");
    if (rms != meta.end() && std::strtod(rms->second.c_str(), nullptr) > latency::kPoorAdditivity)
        std::cerr << "warning: the sum of parts does not predict the whole: its error is " << rms->second << " of the mean\n";
}

Result<session::LatencyPointer> computed(const ComputeCommand& command, Progress& progress)
{
    TW_TRY(const std::shared_ptr<const session::Snapshot> snapshot, session::importModel(command.model, progress));
    printDiagnostics(snapshot->diagnostics);
    session::LatencyRequest request{.calculator = command.calculator, .options = command.options};
    request.choices.target = command.target;
    TW_TRY(request.choices.dims, positiveNumbers(command.dims, "--dim"));
    TW_TRY(request.options.extra, assignments(command.extra, "--option"));
    if (command.baseSamples > 0)
        request.options.baseSamples = command.baseSamples;
    if (command.deployment) {
        TW_TRY(const auto deployed, session::deploy(snapshot, request.choices, progress));
        return session::deploymentLatency(deployed, progress);
    }
    request.draft = command.out + ".draft";
    if (command.restart)
        std::filesystem::remove(request.draft);
    return session::computeLatency(snapshot, request, progress);
}

Result<void> compute(const ComputeCommand& command, Progress& progress)
{
    TW_TRY(const auto result, computed(command, progress));
    printDiagnostics(result->diagnostics);
    TW_TRY_VOID(session::saveLatency(result, command.out, progress));
    const auto& parts = result->container.parts();
    warnOfAdditivity(parts.meta);
    if (command.json) {
        std::cout << latency::toJson(result->container);
        return {};
    }
    std::cout << result->container.toString();
    printNodes(parts);
    if (const auto uncounted = parts.meta.find("uncounted"); uncounted != parts.meta.end())
        std::cout << "not counted: " << uncounted->second << '\n';
    std::cout << "written to " << command.out << '\n';
    return {};
}

}  // namespace

Subcommand addLatencyCompute(CLI::App& app)
{
    auto command = std::make_shared<ComputeCommand>();
    auto* parser = app.add_subcommand("compute", "Computes the latencies of a model, or of every candidate of a search space");
    parser->add_option("MODEL", command->model, "ONNX file")->required();
    parser->add_option("--calculator", command->calculator, "see `latency calculators`");
    parser->add_option("--target", command->target, "for calculators that need one");
    parser->add_flag("--deployment", command->deployment, "the space of engine choices on --target, in modelled cycles");
    parser->add_option("--out", command->out, "file to write: .json, .csv, or the native format")->required();
    parser->add_option("--dim", command->dims, "NAME=N: value of a symbolic dimension");
    parser->add_option("--warmup", command->options.warmup, "iterations before measuring")->check(CLI::NonNegativeNumber)->capture_default_str();
    parser->add_option("--runs", command->options.runs, "measured iterations")->check(CLI::PositiveNumber)->capture_default_str();
    parser->add_option("--seed", command->options.seed, "of random inputs and orders")->capture_default_str();
    parser->add_option("--base-samples", command->baseSamples, "times are divided by this; default: the batch");
    parser->add_option("--ignore-op", command->options.ignore.opTypes, "operator type that counts nothing");
    parser->add_option("--ignore-name", command->options.ignore.nameGlobs, "pattern of node names, with * and ?");
    parser->add_option("--ignore-regex", command->options.ignore.nameRegexes, "regular expression for whole node names");
    parser->add_option("--ignore-scope", command->options.ignore.scopes, "prefix of node names: everything beneath");
    parser->add_option("--option", command->extra, "KEY=VALUE: option of the calculator");
    parser->add_flag("--restart", command->restart, "forget what an interrupted run finished");
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) -> Result<void> {
                if (command->calculator.empty() != command->deployment)
                    return Error{.code = Code::BadUsage, .message = "give either --calculator or --deployment"};
                return compute(*command, progress);
            }};
}

}  // namespace tw::cli
