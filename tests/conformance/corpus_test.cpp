// SPDX-License-Identifier: Apache-2.0
// Every network of the first milestone, with the inputs and outputs that its source stored: by the reference
// evaluation before lowering, and by the exported C project compiled for the host.
#include "tests/support/corpus_networks.h"
#include "tests/support/known_list.h"

#include <iostream>

namespace tw {
namespace {

namespace fs = std::filesystem;

/// Prints the counts; a listed case that passes and an unlisted one that fails are failures of the test.
void report(const std::string& label, const std::vector<std::string>& names, const std::vector<std::string>& faults)
{
    const auto known = testing::readKnownList("tests/conformance/corpus_known.txt");
    int passed = 0;
    int listed = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isKnown = known.contains(label + " " + names[i]);
        passed += faults[i].empty();
        listed += isKnown;
        EXPECT_EQ(faults[i].empty(), !isKnown)
            << names[i] << (isKnown ? " passes now: take it off corpus_known.txt" : ": " + faults[i]);
    }
    std::cout << label << ": " << passed << '/' << names.size() << " networks give the stored numbers, " << listed
              << " known failures\n";
}

void verifyAll(const std::string& label, const deploy::VerifyOptions& verify)
{
    if (!fs::is_directory(testing::corpusFolder() / "deeploy"))
        GTEST_SKIP() << "no corpus at " << testing::corpusFolder() << " (set CORPUS_DIR)";
    const auto all = testing::corpusNetworks();
    const auto target = session::findTarget("host");
    ASSERT_TRUE(target) << target.error().text();
    std::vector<std::string> faults(all.size());
    testing::forEachInParallel(all.size(), [&](std::size_t i) { faults[i] = testing::verifyNetwork(all[i], target.value(), verify); });

    std::vector<std::string> names;
    for (const auto& network : all)
        names.push_back(network.name);
    report(label, names, faults);
}

TEST(Corpus, ReferenceGivesTheStoredNumbers)
{
    verifyAll("reference", {.runner = deploy::Runner::Reference});
}

TEST(Corpus, ExportedCGivesTheStoredNumbers)
{
    verifyAll("host", {.runner = deploy::Runner::Host});
}

TEST(Corpus, ExportedCIsCleanUnderSanitizers)
{
    verifyAll("host-sanitized", {.runner = deploy::Runner::Host, .sanitize = deploy::Sanitize::Yes});
}

}  // namespace
}  // namespace tw
