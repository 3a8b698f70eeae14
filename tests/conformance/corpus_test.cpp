// SPDX-License-Identifier: Apache-2.0
// Every network of the first milestone, with the inputs and outputs that its source stored: by the reference
// evaluation before lowering, and by the exported C project compiled for the host.
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/open.h"
#include "tests/support/corpus.h"
#include "tests/support/known_list.h"

#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

namespace tw {
namespace {

namespace fs = std::filesystem;

struct Network {
    std::string name;
    fs::path model;
    fs::path inputs;
    fs::path expected;
};

void addFolders(std::vector<Network>& networks, const fs::path& corpus, const std::string& folder)
{
    for (const auto& model : testing::filesBelow(corpus / folder, ".onnx")) {
        const auto home = model.parent_path();
        networks.push_back({fs::relative(home, corpus).string(), model, home / "inputs.npz", home / "outputs.npz"});
    }
}

void addFile(std::vector<Network>& networks, const fs::path& corpus, const std::string& stem)
{
    const auto base = (corpus / stem).string();
    networks.push_back({stem, base + ".onnx", base + ".inputs.npz", base + ".outputs.npz"});
}

std::vector<Network> networks()
{
    const auto corpus = testing::corpusFolder();
    std::vector<Network> result;
    for (const char* folder :
         {"deeploy/Kernels/FP32", "deeploy/Kernels/Integer", "deeploy/Models/MLPerf", "deeploy/Models/CNN_Linear1",
          "deeploy/Models/CNN_Linear2", "deeploy/Models/Autoencoder1D", "deeploy/Models/miniMobileNet",
          "deeploy/Models/miniMobileNetv2"})
        addFolders(result, corpus, folder);
    for (const char* stem : {"mlperf-tiny/ad_fp32", "mlperf-tiny/dscnn_fp32", "mlperf-tiny/mnv1_025_fp32",
                             "mlperf-tiny/resnet8_fp32", "models/micro_kws_m_fp32", "models/mnist_8_cntk",
                             "models/ultraface_slim_320_simplified"})
        addFile(result, corpus, stem);
    return result;
}

/// Empty when the numbers agree, else one line.
std::string verifyNetwork(const Network& network, deploy::VerifyOptions verify)
{
    Progress progress;
    const auto outcome = [&]() -> Result<deploy::Verification> {
        TW_TRY(verify.inputs, onnx::readNpz(network.inputs));
        TW_TRY(verify.expected, onnx::readNpz(network.expected));
        TW_TRY(const auto snapshot, session::importModel(network.model, progress));
        TW_TRY(auto options, session::optionsOf(*snapshot, {}));
        deploy::completeOptions(*snapshot->graph, verify.inputs, options);
        TW_TRY(const auto target, session::findTarget("host"));
        TW_TRY(const auto deployment, deploy::deployGraph(*snapshot->graph, target, options, progress));
        return deploy::verifyDeployment(deployment, verify, progress);
    }();
    if (!outcome)
        return outcome.error().text();
    for (const auto& output : outcome.value().outputs)
        if (output.mismatches > 0)
            return cat(output.name, ": ", output.mismatches, " of ", output.elements, " elements differ, largest error ",
                       output.maxAbsError);
    return outcome.value().ok() ? "" : "nothing was compared";
}

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
    const auto all = networks();
    std::vector<std::string> faults(all.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < all.size(); i = next++)
            faults[i] = verifyNetwork(all[i], verify);
    };
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        workers.emplace_back(work);
    for (auto& worker : workers)
        worker.join();

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
