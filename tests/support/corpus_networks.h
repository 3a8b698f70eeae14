// SPDX-License-Identifier: Apache-2.0
// The corpus networks of the first milestone with the inputs and outputs that their sources stored, and one way to
// check a deployment of them.
#pragma once

#include "core/base/parallel.h"
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/open.h"
#include "tests/support/corpus.h"

namespace tw::testing {

struct Network {
    std::string name;
    std::filesystem::path model;
    std::filesystem::path inputs;
    std::filesystem::path expected;
};

inline void addFolders(std::vector<Network>& networks, const std::filesystem::path& corpus, const std::string& folder)
{
    for (const auto& model : filesBelow(corpus / folder, ".onnx")) {
        const auto home = model.parent_path();
        networks.push_back({std::filesystem::relative(home, corpus).string(), model, home / "inputs.npz", home / "outputs.npz"});
    }
}

inline std::vector<Network> corpusNetworks()
{
    const auto corpus = corpusFolder();
    std::vector<Network> result;
    for (const char* folder :
         {"deeploy/Kernels/FP32", "deeploy/Kernels/Integer", "deeploy/Models/MLPerf", "deeploy/Models/CNN_Linear1",
          "deeploy/Models/CNN_Linear2", "deeploy/Models/Autoencoder1D", "deeploy/Models/miniMobileNet",
          "deeploy/Models/miniMobileNetv2"})
        addFolders(result, corpus, folder);
    for (const char* stem : {"mlperf-tiny/ad_fp32", "mlperf-tiny/dscnn_fp32", "mlperf-tiny/mnv1_025_fp32",
                             "mlperf-tiny/resnet8_fp32", "models/micro_kws_m_fp32", "models/mnist_8_cntk",
                             "models/ultraface_slim_320_simplified"}) {
        const auto base = (corpus / stem).string();
        result.push_back({stem, base + ".onnx", base + ".inputs.npz", base + ".outputs.npz"});
    }
    return result;
}

inline Result<deploy::Deployment> deployNetwork(const Network& network, std::shared_ptr<const target::Target> target,
                                               deploy::VerifyOptions& verify, Progress& progress)
{
    TW_TRY(verify.inputs, onnx::readNpz(network.inputs));
    TW_TRY(verify.expected, onnx::readNpz(network.expected));
    TW_TRY(const auto snapshot, session::importModel(network.model, progress));
    TW_TRY(auto options, session::optionsOf(*snapshot, {}));
    deploy::completeOptions(*snapshot->graph, verify.inputs, options);
    return deploy::deployGraph(*snapshot->graph, std::move(target), options, progress);
}

/// Empty when the numbers agree, else one line.
inline std::string verifyNetwork(const Network& network, std::shared_ptr<const target::Target> target, deploy::VerifyOptions verify)
{
    Progress progress;
    const auto outcome = [&]() -> Result<deploy::Verification> {
        TW_TRY(const auto deployment, deployNetwork(network, std::move(target), verify, progress));
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

using tw::forEachInParallel;

}  // namespace tw::testing
