// SPDX-License-Identifier: Apache-2.0
// PREFIX.onnx of a saved state is a network that ONNX Runtime loads and runs with the stored numbers, where all of its
// operators are ONNX's. Skipped where there is no python3 with onnxruntime ($TW_PYTHON names another one).
#include "core/base/process.h"
#include "core/deploy/state.h"
#include "core/onnx/schema_defaults.h"
#include "tests/support/corpus_networks.h"
#include "tests/support/known_list.h"

#include <iostream>

namespace tw::testing {
namespace {

namespace fs = std::filesystem;

/// Reads lines "FOLDER": runs FOLDER/state.onnx on the arrays 0, 1, ... of FOLDER/in.npz and leaves FOLDER/out.npz, or
/// what went wrong in FOLDER/error.txt. One process for all, for it takes long to start.
constexpr const char* kRunner = R"(
import sys, numpy, onnxruntime
for folder in open(sys.argv[1]).read().split('\n'):
    try:
        session = onnxruntime.InferenceSession(folder + '/state.onnx', providers=['CPUExecutionProvider'])
        arrays = numpy.load(folder + '/in.npz')
        feeds = {port.name: arrays[str(i)] for i, port in enumerate(session.get_inputs())}
        numpy.savez(folder + '/out.npz', **{str(i): a for i, a in enumerate(session.run(None, feeds))})
    except Exception as error:
        open(folder + '/error.txt', 'w').write(str(error).split('\n')[0])
)";

std::string python()
{
    const char* given = std::getenv("TW_PYTHON");
    return given && *given ? given : "python3";
}

bool hasOnnxRuntime()
{
    Progress progress;
    const auto found = runCommand({.arguments = {python(), "-c", "import onnxruntime, numpy"}}, progress);
    return found && found->exitCode == 0;
}

bool isStandard(const ir::Graph& graph)
{
    return std::all_of(graph.nodes.begin(), graph.nodes.end(), [&](const ir::Node& node) {
        const auto opset = graph.opsets.find(node.domain);
        return opset != graph.opsets.end() && node.domain.empty() && onnx::schemaDefaults(node.domain, node.op, static_cast<int>(opset->second));
    });
}

/// A state in a folder, with the inputs and what should come out.
struct Saved {
    std::string label;
    fs::path folder;
    std::vector<ir::TensorData> expected;
    std::vector<std::string> outputs;
};

enum class Kept { No, Yes };

constexpr const char* kKnown = "tests/export/state_known.txt";

Result<Kept> save(const Network& network, bool channelsFirst, Saved& saved)
{
    Progress progress;
    TW_TRY(const auto snapshot, session::importModel(network.model, progress));
    TW_TRY(auto options, session::optionsOf(*snapshot, {}));
    TW_TRY(const auto inputs, onnx::readNpz(network.inputs));
    TW_TRY(const auto expected, onnx::readNpz(network.expected));
    deploy::completeOptions(*snapshot->graph, inputs, options);
    options.channelsFirst = channelsFirst;
    TW_TRY(const auto target, session::findTarget("host"));
    deploy::SavedState state{.imported = *snapshot->graph, .options = options, .deployment = {}};
    TW_TRY(state.deployment, deploy::deployGraph(state.imported, target, options, progress));
    state.stage = state.deployment.complete() ? deploy::Stage::Generated : deploy::Stage::Lowered;
    const ir::Graph graph = deploy::annotatedGraph(state);
    const bool isFloat = options.inputTypes.empty();   // else the types of the integer network are not ONNX's
    if (!isFloat || !isStandard(graph))
        return Kept::No;
    TW_TRY_VOID(deploy::exportState(state, saved.folder, "state"));
    TW_TRY(const auto fed, deploy::matchPorts(graph, graph.inputs, inputs));
    std::vector<onnx::NamedTensor> numbered;
    for (std::size_t i = 0; i < fed.size(); ++i) {
        TW_TRY(auto data, deploy::conform(fed[i].data, graph.tensor(graph.inputs[i])));
        numbered.push_back({std::to_string(i), std::move(data)});
    }
    TW_TRY_VOID(onnx::writeNpz(saved.folder / "in.npz", numbered));
    TW_TRY(const auto wanted, deploy::matchPorts(graph, graph.outputs, expected));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        saved.expected.push_back(wanted[i].data);
        saved.outputs.push_back(graph.tensor(graph.outputs[i]).name);
    }
    return Kept::Yes;
}

std::string faultOf(const Saved& saved)
{
    if (const auto error = readTextFile(saved.folder / "error.txt"))
        return *error;
    const auto got = onnx::readNpz(saved.folder / "out.npz");
    if (!got)
        return got.error().text();
    for (const auto& [name, data] : *got) {
        const auto i = static_cast<std::size_t>(std::stoul(name));
        const auto compared = deploy::compare(saved.outputs.at(i), data, saved.expected.at(i), {});
        if (compared.mismatches > 0)
            return cat(compared.name, ": ", compared.mismatches, " of ", compared.elements, " elements differ, largest error ", compared.maxAbsError);
    }
    return got->size() == saved.expected.size() ? "" : cat("gives ", got->size(), " outputs");
}

TEST(StateInOnnxRuntime, GivesTheStoredNumbersWhereAllOperatorsAreStandard)
{
    TW_NEED_CORPUS();
    if (!hasOnnxRuntime())
        GTEST_SKIP() << "no " << python() << " with onnxruntime and numpy";
    const auto root = TemporaryFolder::create("tw-state-ort");
    ASSERT_TRUE(root);
    std::vector<Saved> states;
    int others = 0;
    for (const auto& network : corpusNetworks())
        for (const bool channelsFirst : {false, true}) {
            Saved saved{.label = cat(network.name, channelsFirst ? ", channels first" : ""), .folder = root->path() / cat(states.size(), '-', others)};
            fs::create_directories(saved.folder);
            const auto kept = save(network, channelsFirst, saved);
            ASSERT_TRUE(kept) << saved.label << ": " << kept.error().text();
            if (*kept == Kept::Yes)
                states.push_back(std::move(saved));
            else
                ++others;
        }
    std::vector<std::string> folders;
    for (const auto& saved : states)
        folders.push_back(saved.folder.string());
    ASSERT_TRUE(writeFileAtomically(root->path() / "list.txt", join(folders, "\n")));
    Progress progress;
    const auto ran = runCommand({.arguments = {python(), "-c", kRunner, (root->path() / "list.txt").string()}}, progress);
    ASSERT_TRUE(ran) << ran.error().text();
    ASSERT_EQ(ran->exitCode, 0) << ran->output;
    const auto known = readKnownList(kKnown);
    std::size_t passed = 0;
    for (const auto& saved : states) {
        const auto fault = faultOf(saved);
        const auto reason = known.find(saved.label);
        if (reason == known.end())
            EXPECT_EQ(fault, "") << saved.label;
        else
            EXPECT_NE(fault, "") << saved.label << " passes now: take it off " << kKnown << " (" << reason->second << ')';
        passed += fault.empty();
    }
    std::cout << passed << '/' << states.size() << " states give the stored numbers in ONNX Runtime, " << known.size() << " are known failures; " << others
              << " more are integer networks or have operators that are not ONNX's\n";
    EXPECT_GT(states.size(), 0u);
}

}  // namespace
}  // namespace tw::testing
