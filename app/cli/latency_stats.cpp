// SPDX-License-Identifier: Apache-2.0
#include "app/cli/latency_commands.h"
#include "core/base/text.h"
#include "core/latency/compare.h"
#include "core/latency/container_file.h"
#include "core/latency/distribution.h"
#include "core/latency/selection.h"
#include "core/latency/statistics.h"

#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct StatsCommand {
    std::string file;
    std::int64_t n = 100;
    std::uint64_t seed = 1;
    std::int64_t bins = 65536;
    std::vector<double> percentiles = {};
    std::vector<double> budgets = {};
    std::vector<double> range = {};
    bool stored = false;
    bool json = false;
};

Json optionalNumber(const std::optional<double>& value)
{
    return value ? Json(*value) : Json();
}

Json quantileJson(const latency::Quantile& quantile)
{
    return {{"value", quantile.value}, {"error", quantile.error}, {"exact", quantile.error == 0}};
}

Json budgetJson(const latency::LatencyDistribution& distribution, double budget)
{
    const auto count = distribution.countBelow(budget);
    return {{"budget", budget}, {"exact", count.exact}, {"count", count.lower.text()}, {"count_upper", count.upper.text()},
            {"fraction", count.lowerFraction}, {"fraction_upper", count.upperFraction},
            {"log10", count.lower.isZero() ? Json() : Json(count.lower.log10())}};
}

Json rangeJson(const latency::LatencyDistribution& distribution, double low, double high)
{
    const auto& container = distribution.container();
    const auto table = distribution.choices(low, high);
    Json json{{"low", low}, {"high", high}, {"fraction", table.fraction}, {"error", distribution.errorBound()}, {"blocks", Json::array()}};
    for (std::size_t block = 0; block < table.share.size(); ++block) {
        Json choices = Json::array();
        for (std::size_t k = 0; k < table.share[block].size(); ++k)
            choices.push_back({{"op", container.operationName(block, k)}, {"share", table.share[block][k]}});
        json["blocks"].push_back({{"block", container.blockName(block)}, {"choices", std::move(choices)}});
    }
    return json;
}

Result<Json> statsJson(const StatsCommand& command, const latency::LatencyContainer& container, Progress& progress)
{
    const auto weighting = command.stored ? latency::Weighting::Stored : latency::Weighting::Uniform;
    TW_TRY(const auto distribution, latency::LatencyDistribution::build(container, {.bins = command.bins, .weighting = weighting}, progress));
    TW_TRY(auto sample, latency::sampleLatencies(container, command.n, command.seed, weighting));
    const auto& moments = distribution.moments();
    Json json{{"latency_type", container.latencyType()}, {"unit", container.parts().unit}, {"constant", container.constantLatency()},
              {"blocks", container.blocks()}, {"architectures", distribution.architectures().text()},
              {"log10_architectures", distribution.architectures().log10()}, {"min", distribution.min()}, {"max", distribution.max()},
              {"mean", moments.mean}, {"variance", moments.variance}, {"standard_deviation", moments.standardDeviation()},
              {"skewness", optionalNumber(moments.skewness)}, {"excess_kurtosis", optionalNumber(moments.excessKurtosis)},
              {"median", quantileJson(distribution.exactMedian())}};
    json["sampled"] = {{"n", command.n}, {"seed", command.seed},
                       {"median", sample.empty() ? Json() : Json(latency::medianOf(sample))}};
    json["percentiles"] = Json::array();
    for (const double percent : command.percentiles) {
        TW_TRY(const auto ratio, latency::percentage(percent));
        auto entry = quantileJson(distribution.quantile(ratio));
        entry["percent"] = percent;
        json["percentiles"].push_back(std::move(entry));
    }
    json["budgets"] = Json::array();
    for (const double budget : command.budgets)
        json["budgets"].push_back(budgetJson(distribution, budget));
    json["variance_share"] = Json::array();
    for (std::size_t block = 0; block < container.blocks(); ++block)
        json["variance_share"].push_back({{"block", container.blockName(block)}, {"share", moments.varianceShare[block]}});
    if (command.range.size() == 2)
        json["range"] = rangeJson(distribution, command.range[0], command.range[1]);
    json["meta"] = container.parts().meta;
    return json;
}

std::string withError(const Json& quantile)
{
    const double error = quantile["error"].get<double>();
    return numberText(quantile["value"].get<double>()) + (error > 0 ? cat(" ±", numberText(error)) : std::string());
}

void printStats(const Json& json)
{
    std::cout << json["latency_type"].get<std::string>() << " in " << json["unit"].get<std::string>() << ": " << json["blocks"] << " blocks, "
              << json["architectures"].get<std::string>() << " architectures\n"
              << "  min " << json["min"] << ", mean " << json["mean"] << ", max " << json["max"] << ", standard deviation "
              << json["standard_deviation"] << "\n  median " << withError(json["median"]) << " (of all), " << json["sampled"]["median"]
              << " (sampled, n=" << json["sampled"]["n"] << ", seed " << json["sampled"]["seed"] << ")\n";
    for (const auto& entry : json["percentiles"])
        std::cout << "  " << entry["percent"] << " % take at most " << withError(entry) << '\n';
    for (const auto& entry : json["budgets"]) {
        std::cout << "  " << entry["count"].get<std::string>();
        if (!entry["exact"].get<bool>())
            std::cout << " to " << entry["count_upper"].get<std::string>();
        std::cout << " architectures (" << 100 * entry["fraction"].get<double>() << " %) take at most " << entry["budget"] << '\n';
    }
    for (const auto& block : json.contains("range") ? json["range"]["blocks"] : Json::array()) {
        std::cout << "  " << block["block"].get<std::string>() << ":";
        for (const auto& choice : block["choices"])
            std::cout << ' ' << choice["op"].get<std::string>() << ' ' << 100 * choice["share"].get<double>() << " %";
        std::cout << '\n';
    }
}

Result<void> stats(const StatsCommand& command, Progress& progress)
{
    TW_TRY(const auto container, latency::fromFile(command.file));
    TW_TRY(const auto json, statsJson(command, container, progress));
    if (command.json)
        printJson(json);
    else
        printStats(json);
    return {};
}

struct BestCommand {
    std::string file;
    std::optional<double> budget = {};
    std::string scores;
    std::size_t fastest = 1;
    std::size_t slowest = 0;
    bool json = false;
};

Json archJson(const latency::LatencyContainer& container, const latency::Arch& arch, double latency)
{
    Json names = Json::array();
    for (std::size_t block = 0; block < arch.size(); ++block)
        names.push_back(container.operationName(block, static_cast<std::size_t>(arch[block])));
    return {{"latency", latency}, {"arch", arch}, {"ops", std::move(names)}};
}

Result<Json> bestJson(const BestCommand& command, const latency::LatencyContainer& container, Progress& progress)
{
    Json archs = Json::array();
    if (command.budget) {
        auto scores = container;
        if (!command.scores.empty()) {
            TW_TRY(scores, latency::fromFile(command.scores));
        }
        TW_TRY(const auto chosen, latency::bestWithin(container, scores.operationsLatencies(), *command.budget, progress));
        auto json = archJson(container, chosen.arch, chosen.latency);
        json["score"] = chosen.score;
        json["slack"] = chosen.slack;
        archs.push_back(std::move(json));
        return archs;
    }
    for (const auto& ranked : command.slowest > 0 ? latency::slowest(container, command.slowest) : latency::fastest(container, command.fastest))
        archs.push_back(archJson(container, ranked.arch, ranked.latency));
    return archs;
}

Result<void> best(const BestCommand& command, Progress& progress)
{
    TW_TRY(const auto container, latency::fromFile(command.file));
    TW_TRY(const auto archs, bestJson(command, container, progress));
    if (command.json) {
        printJson({{"latency_type", container.latencyType()}, {"unit", container.parts().unit}, {"architectures", archs}});
        return {};
    }
    for (const auto& arch : archs) {
        std::cout << numberText(arch["latency"].get<double>()) << ' ' << container.parts().unit << ": " << arch["arch"].dump() << '\n';
        for (std::size_t block = 0; block < container.blocks(); ++block)
            std::cout << "  " << container.blockName(block) << ": " << arch["ops"][block].get<std::string>() << '\n';
    }
    return {};
}

struct CompareCommand {
    std::string one;
    std::string other;
    bool json = false;
};

Json agreementJson(const latency::Agreement& agreement)
{
    return {{"pairs", agreement.pairs}, {"rank_correlation", optionalNumber(agreement.rankCorrelation)}, {"scale", agreement.scale},
            {"median_relative_error", agreement.medianRelativeError}, {"worst_relative_error", agreement.worstRelativeError},
            {"total_ratio", agreement.totalRatio}};
}

Result<void> compare(const CompareCommand& command)
{
    TW_TRY(const auto one, latency::fromFile(command.one));
    TW_TRY(const auto other, latency::fromFile(command.other));
    TW_TRY(const auto comparison, latency::compareContainers(one, other));
    Json values = Json::array();
    for (const auto& value : comparison.values)
        values.push_back({{"name", value.name}, {"op", value.op}, {"one", value.one}, {"other", value.other},
                          {"ratio", value.other > 0 ? Json(value.one / value.other) : Json()}});
    const auto& agreement = comparison.agreement;
    if (command.json) {
        printJson({{"one", one.latencyType()}, {"other", other.latencyType()}, {"one_unit", one.parts().unit}, {"other_unit", other.parts().unit},
                   {"values", values}, {"only_one", comparison.onlyOne}, {"only_other", comparison.onlyOther}, {"agreement", agreementJson(agreement)}});
        return {};
    }
    std::cout << one.latencyType() << " [" << one.parts().unit << "] against " << other.latencyType() << " [" << other.parts().unit << "]\n";
    for (const auto& value : comparison.values)
        std::cout << "  " << value.name << ": " << numberText(value.one) << "  " << numberText(value.other)
                  << (value.other > 0 ? cat("  x", value.one / value.other) : std::string()) << '\n';
    std::cout << "  " << agreement.pairs << " pairs, total ratio " << agreement.totalRatio << ", rank correlation "
              << (agreement.rankCorrelation ? numberText(*agreement.rankCorrelation) : "not defined") << ", relative error after scaling by "
              << agreement.scale << ": median " << agreement.medianRelativeError << ", worst " << agreement.worstRelativeError << '\n';
    for (const auto& name : comparison.onlyOne)
        std::cout << "  only in the first: " << name << '\n';
    for (const auto& name : comparison.onlyOther)
        std::cout << "  only in the second: " << name << '\n';
    return {};
}

}  // namespace

Subcommand addLatencyStats(CLI::App& app)
{
    auto command = std::make_shared<StatsCommand>();
    auto* parser = app.add_subcommand("stats", "The distribution of all architectures of a container");
    parser->add_option("FILE", command->file, "latency container")->required();
    parser->add_option("--n", command->n, "architectures in the sample")->check(CLI::NonNegativeNumber)->capture_default_str();
    parser->add_option("--seed", command->seed, "of the sample")->capture_default_str();
    parser->add_option("--bins", command->bins, "where latencies are not whole numbers")->check(CLI::Range(2, 1 << 22))->capture_default_str();
    parser->add_option("--percentile", command->percentiles, "latency that P % do not exceed");
    parser->add_option("--budget", command->budgets, "how many architectures take at most this");
    parser->add_option("--range", command->range, "LOW HIGH: which choices make up this range")->expected(2);
    parser->add_flag("--stored-probabilities", command->stored, "weigh choices by the container's probabilities");
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) { return stats(*command, progress); }};
}

Subcommand addLatencyBest(CLI::App& app)
{
    auto command = std::make_shared<BestCommand>();
    auto* parser = app.add_subcommand("best", "The fastest or slowest architectures, or the best one under a budget");
    parser->add_option("FILE", command->file, "latency container")->required();
    parser->add_option("--budget", command->budget, "the greatest latency allowed");
    parser->add_option("--maximise", command->scores, "container of scores to maximise under --budget; default: the latency itself");
    parser->add_option("--fastest", command->fastest, "how many")->capture_default_str();
    parser->add_option("--slowest", command->slowest, "how many, instead of the fastest");
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress& progress) { return best(*command, progress); }};
}

Subcommand addLatencyCompare(CLI::App& app)
{
    auto command = std::make_shared<CompareCommand>();
    auto* parser = app.add_subcommand("compare", "Two containers node by node or choice by choice: ratios, ranks, errors");
    parser->add_option("ONE", command->one, "container, for example of modelled cycles")->required();
    parser->add_option("OTHER", command->other, "container, for example of measured ones")->required();
    parser->add_flag("--json", command->json, "JSON on stdout");
    return {parser, [command](Progress&) { return compare(*command); }};
}

}  // namespace tw::cli
