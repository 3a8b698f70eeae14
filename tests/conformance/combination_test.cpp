// SPDX-License-Identifier: Apache-2.0
// Every network of the corpus on every target with every way to give its nodes to engines: all on the cluster, the
// accelerator wherever it can, and the best assignment. What cannot be deployed is listed with its reason.
#include "core/engine/pins.h"
#include "tests/support/corpus_networks.h"
#include "tests/support/known_list.h"

#include <cstdlib>
#include <iostream>
#include <set>

namespace tw::testing {
namespace {

constexpr const char* kKnown = "tests/conformance/combination_known.txt";

/// A way to give nodes to engines. On a target with one engine they are all the same.
struct Combination {
    std::string target;
    std::string name;
    deploy::Options choices = {};
    std::string label() const { return cat(target, ' ', name); }
};

Combination firstFit(const std::string& target)
{
    return {.target = target, .name = "first"};
}

Combination onCluster(const std::string& target)
{
    return {.target = target, .name = "cluster", .choices = {.pins = {{"*", "cluster"}}}};
}

Combination optimal(const std::string& target)
{
    return {.target = target, .name = "optimal", .choices = {.coloring = "optimal"}};
}

std::vector<Combination> allCombinations()
{
    std::vector<Combination> all;
    for (const auto& name : session::targetNames()) {
        all.push_back(firstFit(name));
        const auto target = session::findTarget(name);
        EXPECT_TRUE(target) << name;
        if (!target || target.value()->engines.size() < 2)
            continue;
        all.push_back(onCluster(name));
        all.push_back(optimal(name));
    }
    return all;
}

/// With TW_ALL_COMBINATIONS=1 everything, else every `step`th from `first` on.
std::vector<Network> sampled(const std::vector<Network>& all, std::size_t step, std::size_t first = 0)
{
    if (std::getenv("TW_ALL_COMBINATIONS"))
        return all;
    std::vector<Network> some;
    for (std::size_t i = first % step; i < all.size(); i += step)
        some.push_back(all[i]);
    return some;
}

std::string sampleText(std::size_t some, std::size_t all)
{
    return some == all ? "" : cat(" (a sample of ", all, "; all with TW_ALL_COMBINATIONS=1)");
}

/// One network, imported once for all combinations.
class Imported {
public:
    static Result<Imported> of(const Network& network)
    {
        Imported result;
        Progress progress;
        TW_TRY(result.snapshot_, session::importModel(network.model, progress));
        if (std::filesystem::exists(network.inputs)) {
            TW_TRY(result.inputs_, onnx::readNpz(network.inputs));
        }
        if (std::filesystem::exists(network.expected)) {
            TW_TRY(result.expected_, onnx::readNpz(network.expected));
        }
        return result;
    }

    Result<deploy::Deployment> with(const Combination& combination) const
    {
        Progress progress;
        TW_TRY(auto target, session::findTarget(combination.target));
        TW_TRY(auto options, session::optionsOf(*snapshot_, {}));
        options.pins = combination.choices.pins;
        options.coloring = combination.choices.coloring;
        deploy::completeOptions(*snapshot_->graph, inputs_, options);
        TW_TRY(auto deployment, deploy::deployGraph(*snapshot_->graph, std::move(target), options, progress));
        if (!deployment.complete())
            return deployment.binding.diagnostics.front().error;
        return deployment;
    }

    std::string verify(const deploy::Deployment& deployment) const
    {
        Progress progress;
        const auto verified = deploy::verifyDeployment(
            deployment, {.inputs = inputs_, .expected = expected_, .runner = deploy::Runner::Host}, progress);
        return !verified ? verified.error().text() : verified->ok() ? "" : "the numbers differ";
    }

private:
    session::SnapshotPointer snapshot_;
    std::vector<onnx::NamedTensor> inputs_;
    std::vector<onnx::NamedTensor> expected_;
};

/// Holds the outcomes of cases against the list. A pattern ("* optimal deeploy/*") must fit failures only, and each
/// failure must fit a pattern.
class KnownCases {
public:
    void judge(const std::string& name, const std::string& fault)
    {
        bool listed = false;
        for (const auto& [pattern, reason] : known_) {
            if (!engine::globMatches(pattern, name))
                continue;
            listed = true;
            used_.insert(pattern);
            EXPECT_FALSE(fault.empty()) << name << " passes now: take it off " << kKnown << " (" << pattern << ')';
        }
        EXPECT_TRUE(listed || fault.empty()) << name << ": " << fault;
    }

    void expectAllUsed() const
    {
        for (const auto& [pattern, reason] : known_)
            EXPECT_TRUE(used_.contains(pattern)) << kKnown << ": no case is called " << pattern;
    }

private:
    std::map<std::string, std::string> known_ = readKnownList(kKnown);
    std::set<std::string> used_;
};

std::vector<Network> everyNetwork()
{
    const auto corpus = corpusFolder();
    std::vector<Network> all;
    for (const char* folder : {"deeploy", "mlperf-tiny", "models"})
        for (const auto& model : filesBelow(corpus / folder, ".onnx")) {
            const bool alone = model.filename() == "network.onnx";
            const auto beside = [&](const std::string& what) {
                return alone ? model.parent_path() / (what + ".npz") : std::filesystem::path(model).replace_extension("." + what + ".npz");
            };
            const auto name = std::filesystem::relative(alone ? model.parent_path() : std::filesystem::path(model).replace_extension(), corpus);
            all.push_back({name.string(), model, beside("inputs"), beside("outputs")});
        }
    return all;
}

TEST(Combinations, DeployEveryNetworkOnEveryTarget)
{
    TW_NEED_CORPUS();
    const auto combinations = allCombinations();
    const auto all = everyNetwork();
    const auto networks = sampled(all, 4);
    std::vector<std::vector<std::string>> faults(networks.size(), std::vector<std::string>(combinations.size()));
    forEachInParallel(networks.size(), [&](std::size_t i) {
        const auto imported = Imported::of(networks[i]);
        for (std::size_t c = 0; c < combinations.size(); ++c) {
            const auto deployed = imported ? imported->with(combinations[c]) : Result<deploy::Deployment>(imported.error());
            faults[i][c] = deployed ? "" : deployed.error().text();
        }
    });
    KnownCases known;
    for (std::size_t c = 0; c < combinations.size(); ++c) {
        std::size_t passed = 0;
        for (std::size_t i = 0; i < networks.size(); ++i) {
            known.judge(cat(combinations[c].label(), ' ', networks[i].name), faults[i][c]);
            passed += faults[i][c].empty();
        }
        std::cout << combinations[c].label() << ": " << passed << '/' << networks.size() << " networks are deployed, the others are known failures"
                  << sampleText(networks.size(), all.size()) << '\n';
    }
    if (networks.size() == all.size())
        known.expectAllUsed();
}

/// AcceleratedCorpus has the first fit on the targets with an accelerator.
std::vector<Combination> combinationsToRun()
{
    return {onCluster("siracusa"), optimal("siracusa"), onCluster("gap9"), optimal("gap9"), firstFit("pulp-open"), firstFit("snitch")};
}

TEST(Combinations, GiveTheStoredNumbers)
{
    TW_NEED_CORPUS();
    const auto combinations = combinationsToRun();
    const auto all = corpusNetworks();
    KnownCases known;
    for (std::size_t c = 0; c < combinations.size(); ++c) {
        const auto networks = sampled(all, 6, c);   // each combination has other ones, so that together they have all
        std::vector<std::string> refusals(networks.size());
        std::vector<std::string> faults(networks.size());
        forEachInParallel(networks.size(), [&](std::size_t i) {
            const auto imported = Imported::of(networks[i]);
            const auto deployed = imported ? imported->with(combinations[c]) : Result<deploy::Deployment>(imported.error());
            (deployed ? faults[i] : refusals[i]) = deployed ? imported->verify(*deployed) : deployed.error().text();
        });
        std::size_t passed = 0;
        for (std::size_t i = 0; i < networks.size(); ++i) {
            const auto name = cat(combinations[c].label(), ' ', networks[i].name);
            EXPECT_EQ(faults[i], "") << name;
            if (!refusals[i].empty())
                known.judge(name, refusals[i]);
            passed += faults[i].empty() && refusals[i].empty();
        }
        std::cout << combinations[c].label() << ": " << passed << '/' << networks.size() << " networks give the stored numbers, the others are known failures"
                  << sampleText(networks.size(), all.size()) << '\n';
    }
}

}  // namespace
}  // namespace tw::testing
