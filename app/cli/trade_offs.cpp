// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"
#include "core/base/text.h"
#include "core/deploy/trade_off.h"
#include "core/deploy/verify.h"
#include "core/engine/explain.h"
#include "core/session/deploy.h"
#include "core/session/open.h"

#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

struct TradeOffCommand {
    std::string model;
    ChoiceOptions choices;
    std::string inputs;
    double seconds = 20;
    std::size_t pinsOf = 0;
    bool json = false;
};

using Json = nlohmann::ordered_json;

Json toJson(const std::vector<deploy::TradeOff>& points)
{
    Json all = Json::array();
    for (const auto& point : points)
        all.push_back({{"cycles", point.cycles}, {"peak_bytes", point.peakBytes}, {"proven", point.proven},
                       {"nodes", point.nodesOf}, {"pins", point.pins}});
    return {{"trade_offs", std::move(all)}};
}

void printText(const std::vector<deploy::TradeOff>& points, const target::Target& target)
{
    std::cout << points.size() << (points.size() == 1 ? " assignment" : " assignments") << " on " << target.title
              << " that no other beats in both cycles and memory (" << deploy::kPeakBytesMeaning << "):\n";
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<std::string> shares;
        for (const auto& [engine, nodes] : points[i].nodesOf)
            shares.push_back(cat(engine, " runs ", nodes));
        std::cout << "  " << i + 1 << ": " << engine::roundedCycles(points[i].cycles) << " cycles, " << points[i].peakBytes
                  << " bytes; " << join(shares, ", ") << (points[i].proven ? "" : "; not proven, there was no more time") << '\n';
    }
}

/// For a shell: everything but the plainest characters is quoted.
std::string quoted(const std::string& word)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) || std::string_view("_./:=@+,-").find(static_cast<char>(c)) != std::string_view::npos; };
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
        return word;
    return cat('\'', replaceAll(word, "'", "'\\''"), '\'');
}

Result<void> printPins(const std::vector<deploy::TradeOff>& points, std::size_t number)
{
    if (number > points.size())
        return Error{.code = Code::BadUsage, .message = cat("--pins ", number, ": there are ", points.size(), " trade-offs")};
    std::vector<std::string> words;
    for (const auto& [node, engine] : points[number - 1].pins)
        words.push_back(cat("--pin ", quoted(cat(node, '=', engine))));
    std::cout << join(words, " ") << '\n';
    return {};
}

Result<void> run(const TradeOffCommand& command, Progress& progress)
{
    TW_TRY(const auto snapshot, session::importModel(command.model, progress));
    printDiagnostics(snapshot->diagnostics);
    TW_TRY(const auto choices, choicesOf(command.choices));
    TW_TRY(const auto source, session::vectorSource(command.inputs, {}));
    TW_TRY(auto options, session::optionsOf(*snapshot, choices));
    deploy::completeOptions(*snapshot->graph, source.inputs, options);
    TW_TRY(const auto target, session::findTarget(choices.target));
    TW_TRY(const auto points, deploy::tradeOffs(*snapshot->graph, target, options, command.seconds, progress));
    if (command.pinsOf > 0)
        return printPins(points, command.pinsOf);
    if (command.json)
        printJson(toJson(points));
    else
        printText(points, *target);
    return {};
}

}  // namespace

Subcommand addTradeOffs(CLI::App& app)
{
    auto command = std::make_shared<TradeOffCommand>();
    auto* parser = app.add_subcommand("trade-offs", "Lists the assignments of engines that no other beats in cycles and memory");
    parser->add_option("MODEL", command->model, "ONNX file")->required();
    addChoices(*parser, command->choices);
    parser->add_option("--inputs", command->inputs, ".npz with test inputs, which show types and dimensions");
    parser->add_option("--time-limit", command->seconds, "seconds after which the best found so far counts")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    parser->add_option("--pins", command->pinsOf, "K: print the --pin options that give the Kth of them, for deploy")->check(CLI::PositiveNumber);
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) { return run(*command, progress); }};
}

}  // namespace tw::cli
