// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/base/text.h"
#include "core/deploy/report.h"
#include "core/session/open.h"

#include <iomanip>
#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InspectOptions {
    std::string model;
    bool json = false;
};

Json shapeJson(const ir::Shape& shape)
{
    if (!shape.ranked())
        return nullptr;
    Json dims = Json::array();
    for (const auto& dim : shape.dims())
        dims.push_back(dim.known() ? Json(dim.value) : dim.symbol.empty() ? Json(nullptr) : Json(dim.symbol));
    return dims;
}

Json portsJson(const ir::Graph& graph, const std::vector<ir::TensorId>& ports)
{
    Json result = Json::array();
    for (const auto id : ports) {
        const auto& tensor = graph.tensor(id);
        result.push_back({{"name", tensor.name}, {"type", ir::typeName(tensor.type)}, {"shape", shapeJson(tensor.shape)}});
    }
    return result;
}

Json namesJson(const ir::Graph& graph, const std::vector<ir::TensorId>& tensors)
{
    Json names = Json::array();
    for (const auto id : tensors)
        names.push_back(id.valid() ? graph.tensor(id).name : "");
    return names;
}

Json nodeJson(const ir::Graph& graph, const ir::Node& node)
{
    Json attributes = Json::object();
    for (const auto& [name, value] : node.attributes)
        attributes[name] = ir::attributeText(value);
    return {{"name", node.name},   {"op", node.op}, {"domain", node.domain}, {"inputs", namesJson(graph, node.inputs)},
            {"outputs", namesJson(graph, node.outputs)}, {"attributes", std::move(attributes)}};
}

std::map<std::string, int> operatorCounts(const ir::Graph& graph)
{
    std::map<std::string, int> counts;
    for (const auto& node : graph.nodes)
        ++counts[node.domain.empty() ? node.op : node.domain + ":" + node.op];
    return counts;
}

/// Elements of all constants that some node reads.
std::int64_t parameters(const ir::Graph& graph)
{
    const ir::GraphIndex index(graph);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
        if (graph.tensors[i].constant && !index.consumers({static_cast<std::int32_t>(i)}).empty())
            total += graph.tensors[i].constant->elements();
    return total;
}

Json inspectJson(const session::Snapshot& snapshot)
{
    const auto& graph = *snapshot.graph;
    Json nodes = Json::array();
    for (const auto& node : graph.nodes)
        nodes.push_back(nodeJson(graph, node));
    return {{"ir_version", snapshot.model.irVersion},
            {"opset", graph.opset()},
            {"producer", snapshot.model.producer},
            {"nodes", std::move(nodes)},
            {"inputs", portsJson(graph, graph.inputs)},
            {"outputs", portsJson(graph, graph.outputs)},
            {"initializers", {{"count", snapshot.model.initializers}, {"bytes", snapshot.model.initializerBytes}}},
            {"ops", operatorCounts(graph)},
            {"macs", snapshot.totals.macs},
            {"parameters", parameters(graph)},
            {"diagnostics", deploy::diagnosticsJson(snapshot.diagnostics)}};
}

void printPorts(const ir::Graph& graph, const std::vector<ir::TensorId>& ports, std::string_view label)
{
    for (const auto id : ports) {
        const auto& tensor = graph.tensor(id);
        std::cout << std::left << std::setw(10) << label << tensor.name << "  " << ir::typeName(tensor.type) << ' '
                  << tensor.shape << '\n';
    }
}

void printText(const session::Snapshot& snapshot)
{
    const auto& graph = *snapshot.graph;
    std::cout << snapshot.model.name << ": IR " << snapshot.model.irVersion << ", opset " << graph.opset()
              << (snapshot.model.producer.empty() ? "" : ", by ") << snapshot.model.producer << '\n';
    printPorts(graph, graph.inputs, "input");
    printPorts(graph, graph.outputs, "output");
    std::cout << graph.nodes.size() << " nodes, " << snapshot.totals.macs << " MACs, " << parameters(graph)
              << " parameters, " << snapshot.model.initializers << " initialisers of " << snapshot.model.initializerBytes
              << " bytes\n";
    for (const auto& [op, count] : operatorCounts(graph))
        std::cout << std::right << std::setw(6) << count << "  " << op << '\n';
}

Result<void> inspect(const InspectOptions& options, Progress& progress)
{
    TW_TRY(const auto snapshot, session::importModel(options.model, progress));
    printDiagnostics(snapshot->diagnostics);
    if (options.json)
        printJson(inspectJson(*snapshot));
    else
        printText(*snapshot);
    return {};
}

}  // namespace

Subcommand addInspect(CLI::App& app)
{
    auto options = std::make_shared<InspectOptions>();
    auto* parser = app.add_subcommand("inspect", "Shows what is in a model");
    parser->add_option("MODEL", options->model, "ONNX file")->required();
    parser->add_flag("--json", options->json, "JSON on stdout");
    return {parser, [options](Progress& progress) { return inspect(*options, progress); }};
}

}  // namespace tw::cli
