// SPDX-License-Identifier: Apache-2.0
// Modelled cycles against figures that others published or logged. Prints model, oracle and ratio of every one. A miss
// is named in known_misses.txt with its reason; one that is listed and hits fails, so that the list stays true.
#include "core/target/load.h"
#include "tests/oracles/oracle.h"
#include "tests/support/corpus.h"
#include "tests/support/known_list.h"

#include <cmath>
#include <iomanip>
#include <iostream>

namespace tw::testing {
namespace {

class Oracles : public ::testing::TestWithParam<std::string> {};

struct Outcome {
    std::string model = "no figure";
    std::string ratio = "-";
    std::string fault;   // empty: within the tolerance, or there is none
};

Outcome judge(const Oracle& oracle, const Result<double>& model)
{
    Outcome outcome;
    if (!model) {
        outcome.fault = model.error().message;
        return outcome;
    }
    const double ratio = *model / oracle.value;
    outcome.model = numberText(std::round(*model * 100) / 100);
    outcome.ratio = numberText(std::round(ratio * 1000) / 1000);
    if (oracle.tolerance && std::abs(ratio - 1) > *oracle.tolerance)
        outcome.fault = cat("the model gives ", outcome.ratio, " times the oracle, allowed is a difference of ", *oracle.tolerance);
    return outcome;
}

void print(const Oracle& oracle, const Outcome& outcome, const std::string& known)
{
    std::cout << "  " << std::left << std::setw(8) << oracle.id << std::right << std::setw(16) << outcome.model
              << std::setw(16) << numberText(std::round(oracle.value * 100) / 100) << std::setw(9) << outcome.ratio << "  "
              << (!oracle.tolerance ? "information" : outcome.fault.empty() ? "within tolerance" : "MISSED: " + outcome.fault)
              << (known.empty() ? "" : " (known: " + known + ")") << '\n';
}

TEST_P(Oracles, AreMetOrNamedAsMissed)
{
    TW_NEED_FOLDER(corpusFolder() / "deeploy");
    const auto target = target::loadTarget(GetParam(), target::installedPlaces());
    ASSERT_TRUE(target) << target.error().text();
    const auto known = readKnownList("tests/oracles/known_misses.txt");
    const auto oracles = readOracles(*target);
    if (oracles.empty())
        GTEST_SKIP() << GetParam() << " has no oracles.json";
    std::cout << GetParam() << "\n  oracle             model          oracle    ratio\n";
    for (const auto& oracle : oracles) {
        const auto entry = known.find(GetParam() + " " + oracle.id);
        const auto outcome = judge(oracle, modelled(*target, oracle));
        print(oracle, outcome, entry == known.end() ? "" : entry->second);
        if (!oracle.tolerance)
            continue;
        if (entry == known.end())
            EXPECT_TRUE(outcome.fault.empty()) << oracle.id << ": " << outcome.fault;
        else
            EXPECT_FALSE(outcome.fault.empty()) << oracle.id << " is met now: take it off known_misses.txt";
    }
}

INSTANTIATE_TEST_SUITE_P(All, Oracles, ::testing::ValuesIn(target::targetNames(target::installedPlaces())), [](const auto& info) {
    return replaceAll(info.param, "-", "_");
});

}  // namespace
}  // namespace tw::testing
