// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/workbench/fake_engine.h"

#include "core/base/text.h"
#include "core/session/trade_offs.h"

#include <chrono>
#include <mutex>
#include <thread>

namespace tw::test {

using session::SnapshotPointer;

std::shared_ptr<const ir::Graph> chainGraph(int nodes, bool openBatch)
{
    auto graph = std::make_shared<ir::Graph>();
    graph->name = "chain";
    graph->opsets[""] = 17;
    const ir::Shape shape(std::vector<ir::Dim>{openBatch ? ir::Dim{.symbol = "batch"} : ir::Dim{.value = 1}, {.value = 4}});
    const auto weights = graph->addConstant(
        "weights", ir::makeTensor<float>(ir::DataType::F32, ir::Shape{4}, {0.5F, -1.0F, 2.0F, 0.0F}));
    ir::TensorId last = graph->addTensor({.name = "x", .type = ir::DataType::F32, .shape = shape});
    graph->inputs = {last};
    for (int i = 0; i < nodes; ++i) {
        const bool adds = i % 2 == 1;
        const auto next = graph->addTensor({.name = cat("t", i), .type = ir::DataType::F32, .shape = shape});
        ir::Node node{.name = cat("node_", i), .op = adds ? "Add" : "Relu", .inputs = {last}, .outputs = {next}};
        if (adds)
            node.inputs.push_back(weights);
        else
            node.attributes["alpha"] = std::int64_t{i};
        graph->addNode(std::move(node));
        last = next;
    }
    graph->outputs = {last};
    return graph;
}

SnapshotPointer chainSnapshot(int nodes, bool openBatch)
{
    auto snapshot = std::make_shared<session::Snapshot>();
    snapshot->graph = chainGraph(nodes, openBatch);
    snapshot->model = {.path = "/models/chain.onnx", .name = "chain.onnx", .hash = 7, .fileBytes = 1234, .irVersion = 8,
                       .producer = "fixture", .initializers = 1, .initializerBytes = 16};
    for (const ir::Node& node : snapshot->graph->nodes) {
        const bool adds = node.op == "Add";
        snapshot->nodes.push_back({.known = true,
                                   .documentation = adds ? "Sum of two tensors." : "Rectifier.",
                                   .counts = {.macs = 2000, .elementOps = 4, .readBytes = 32, .writeBytes = 16},
                                   .parameterBytes = adds ? 16 : 0,
                                   .inputNames = adds ? std::vector<std::string>{"A", "B"} : std::vector<std::string>{"X"},
                                   .outputNames = {adds ? "C" : "Y"}});
        snapshot->totals.macs += 2000;
    }
    snapshot->diagnostics.push_back(
        {Severity::Warning, {.code = Code::UnknownShape, .message = "the shape is a guess", .hint = "give a shape",
                             .place = {.node = "node_1"}}});
    return snapshot;
}

namespace {

session::DeployedNode deployedNode(const ir::Node& node, int index, const session::Choices& choices)
{
    session::DeployedNode deployed{.engine = "cpu", .kernel = "tw_" + node.op + "_f32", .candidates = {{"cpu", 100}},
                                   .work = index, .kernelPlace = "kernels/test.json, row 1"};
    if (node.op == "Relu")
        deployed.candidates["npu"] = 10;
    else
        deployed.refusals["npu"] = "it has no kernel for f32";
    const auto pin = choices.pins.find(node.name);
    deployed.pinned = pin != choices.pins.end();
    if (deployed.pinned)
        deployed.engine = pin->second;
    else if (choices.coloring == "optimal" && node.op == "Relu")
        deployed.engine = "npu";
    deployed.cycles = deployed.candidates.at(deployed.engine);
    return deployed;
}

std::shared_ptr<const target::Target> testTarget(const std::string& name)
{
    auto target = std::make_shared<target::Target>();
    target->name = name;
    target->title = "Test target";
    target->memories = {{.name = "ram", .bytes = 65536}, {.name = "L1", .bytes = 1024}};
    target->engines.push_back({.name = "cpu", .description = "One core", .paletteRole = 2, .memory = "ram"});
    target->engines.push_back({.name = "npu", .description = "An accelerator", .paletteRole = 1, .memory = "L1"});
    return target;
}

void sumUp(const session::Snapshot& imported, session::DeploymentInfo& deployment)
{
    deployment.engines = {{.name = "cpu"}, {.name = "npu"}};
    deployment.cycles = 0;
    for (std::size_t i = 0; i < deployment.nodes.size(); ++i) {
        const auto& node = deployment.nodes[i];
        auto& use = deployment.engines[node.engine == "npu"];
        ++use.nodes;
        use.operations += imported.nodes[i].counts.operations();
        use.cycles += *node.cycles;
        *deployment.cycles += *node.cycles;
    }
    deployment.trafficBytes = 32 * deployment.engines[1].nodes;
}

}  // namespace

SnapshotPointer deployedSnapshot(const SnapshotPointer& imported, const session::Choices& choices)
{
    auto deployment = std::make_shared<session::DeploymentInfo>();
    deployment->target = testTarget(choices.target);
    deployment->lowered = imported->graph;
    deployment->complete = true;
    deployment->memories.push_back({.name = "ram", .capacity = 65536, .peak = 4096, .lowerBound = 4096, .constants = 16});
    std::string code = "/* network */\n#include \"network.h\"\n";
    int line = 2;
    for (const ir::Node& node : imported->graph->nodes) {
        code += "    tw_" + node.op + "_f32(x, y);\n";
        ++line;
        deployment->marks[node.name] = {{.file = "network.c", .firstLine = line, .lastLine = line}};
        deployment->nodes.push_back(deployedNode(node, line - 3, choices));
    }
    sumUp(*imported, *deployment);
    deployment->coloringNote = choices.coloring == "optimal" ? "proven optimal" : "";
    deployment->files = {{"network.c", code}, {"network.h", "void network_run(void);\n"}, {"deployment.json", "{}"}};
    auto snapshot = std::make_shared<session::Snapshot>(*imported);
    snapshot->deployment = std::move(deployment);
    return snapshot;
}

namespace {

Result<void> waitForCancel(FakeState& state, Progress& progress)
{
    for (int turn = 0; turn < 2000; ++turn) {
        progress.report(turn / 2000.0, "waiting");
        if (progress.cancelled()) {
            ++state.cancelled;
            return progress.check();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return {};
}

struct DocumentStore {
    std::mutex mutex;
    std::map<std::filesystem::path, session::Document> documents;
};

}  // namespace

namespace {

/// Every Relu on the npu, or all on the cpu.
std::vector<session::TradeOff> fakeTradeOffs(const session::Snapshot& snapshot)
{
    session::TradeOff fast{.peakBytes = 1024}, small{.peakBytes = 256, .proven = false};
    for (const ir::Node& node : snapshot.graph->nodes) {
        const bool canChoose = node.op == "Relu";
        fast.cycles += canChoose ? 10 : 100;
        small.cycles += 100;
        ++fast.nodesOf[canChoose ? "npu" : "cpu"];
        ++small.nodesOf["cpu"];
        if (!canChoose)
            continue;
        fast.pins[node.name] = "npu";
        small.pins[node.name] = "cpu";
    }
    return {fast, small};
}

}  // namespace

workbench::Engine fakeEngine(std::shared_ptr<FakeState> state, int nodes, bool openBatch)
{
    const auto store = std::make_shared<DocumentStore>();
    return {
        .openModel = [=](const std::filesystem::path& path, Progress& progress) -> Result<SnapshotPointer> {
            ++state->opened;
            if (state->refuse)
                return Error{.code = Code::NotOnnx, .message = "this is not a model", .place = {.file = path.string()}};
            if (state->slow)
                TW_TRY_VOID(waitForCancel(*state, progress));
            return chainSnapshot(nodes, openBatch);
        },
        .deploy = [=](const SnapshotPointer& snapshot, const session::Choices& choices, Progress& progress) -> Result<SnapshotPointer> {
            ++state->deployed;
            TW_CHECK(!state->explode);
            if (state->slowDeploy)
                TW_TRY_VOID(waitForCancel(*state, progress));
            state->lastTarget = choices.target;
            state->lastDims = choices.dims;
            state->lastChoices = choices;
            return deployedSnapshot(snapshot, choices);
        },
        .exportProject = [](const SnapshotPointer& snapshot, const session::Choices&, const session::ExportOptions& options,
                            Progress&) { return writeFolderAtomically(options.folder, snapshot->deployment->files); },
        .buildAndRun = [](const std::filesystem::path&, const workbench::Engine::LogSink& log, Progress&) -> Result<void> {
            log("compiling network.c\n");
            log("all outputs match\n");
            return {};
        },
        .tensorStatistics = [](const ir::TensorData& data, int bins, Progress&) -> Result<session::TensorStatistics> {
            session::TensorStatistics statistics{.minimum = -1, .maximum = 2, .mean = 0.375, .elements = data.elements(),
                                                 .zeros = 1, .binBegin = -1, .binWidth = 3.0 / bins};
            statistics.bins.assign(static_cast<std::size_t>(bins), 1);
            return statistics;
        },
        .saveTensor = session::saveTensor,
        .targetNames = [] { return std::vector<std::string>{"board", "host"}; },
        .surveyTarget = [](const SnapshotPointer&, const session::Choices&, const std::string& name, Progress&) -> Result<session::TargetSurvey> {
            if (name == "host")
                return session::TargetSurvey{.target = testTarget(name), .nodes = 6};
            if (name == "board")
                return session::TargetSurvey{.target = testTarget(name), .gaps = {{.op = "Add", .why = "npu: it has no kernel", .nodes = {"node_1", "node_3"}}}, .nodes = 6};
            return Error{.code = Code::FileNotFound, .message = "there is no target.json"};
        },
        .tradeOffs = [=](const SnapshotPointer& snapshot, const session::Choices&, Progress& progress) -> Result<std::vector<session::TradeOff>> {
            if (state->slowTradeOffs)
                TW_TRY_VOID(waitForCancel(*state, progress));
            return fakeTradeOffs(*snapshot);
        },
        .loadDocument = [=](const std::filesystem::path& path) -> Result<session::Document> {
            const std::scoped_lock lock(store->mutex);
            const auto found = store->documents.find(path);
            if (found == store->documents.end())
                return Error{.code = Code::FileNotFound, .message = "there is no such session"};
            return found->second;
        },
        .saveDocument = [=](const session::Document& document, const std::filesystem::path& path) -> Result<void> {
            const std::scoped_lock lock(store->mutex);
            store->documents[path] = document;
            // The file itself tells the autosave that something was left behind.
            return writeFileAtomically(path, "kept in memory");
        },
    };
}

}  // namespace tw::test
