// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/oracle.h"

#include "core/base/file.h"
#include "core/deploy/pipeline.h"
#include "core/deploy/verify.h"
#include "core/onnx/import.h"
#include "tests/support/corpus.h"
#include "tests/unit/ops/op_case.h"

namespace tw::testing {
namespace {

using Json = nlohmann::json;

double valueOf(const Json& entry)
{
    if (entry.contains("per_second"))
        return entry.at("clock_hz").get<double>() / entry.at("per_second").get<double>();
    return entry.contains("macs_per_cycle") ? entry.at("macs_per_cycle").get<double>() : entry.at("cycles").get<double>();
}

struct Split {
    double compute = 0;
    double movement = 0;
    double overhead = 0;
    std::int64_t macs = 0;
    double total() const { return compute + movement + overhead; }
};

Result<void> add(Split& split, const target::NodeCost& cost, const std::string& node)
{
    if (!cost.total())
        return Error{.code = Code::UnsupportedOperator, .message = cat(node, ": ", cost.missing)};
    split.compute += *cost.compute;
    split.movement += *cost.movement;
    split.overhead += *cost.overhead;
    return {};
}

/// `engine`: only the computing of this engine; empty: everything.
Result<Split> ofModel(const target::Target& target, const std::filesystem::path& folder, const std::string& engine)
{
    Progress progress;
    TW_TRY(const auto imported, onnx::importOnnx(folder / "network.onnx", progress));
    TW_TRY(const auto inputs, onnx::readNpz(folder / "inputs.npz"));
    deploy::Options options;
    deploy::completeOptions(imported.graph, inputs, options);
    deploy::Deployment deployment{.target = std::make_shared<const target::Target>(target),
                                  .homes = target::defaultHomes(target)};
    TW_TRY_VOID(deploy::lowerStage(deployment, imported.graph, options, progress));
    TW_TRY_VOID(deploy::colorStage(deployment, imported.graph, options, progress));
    TW_TRY_VOID(deploy::bindStage(deployment, options, progress));
    Split split;
    for (std::size_t i = 0; i < deployment.binding.nodes.size(); ++i) {
        const auto& bound = deployment.binding.nodes[i];
        const auto& name = deployment.lowered->nodes[i].name;
        if (bound.alias)
            continue;
        if (bound.refused())
            return Error{.code = Code::NoKernel, .message = cat(name, " has no engine")};
        if (engine.empty())
            TW_TRY_VOID(add(split, bound.cost, name));
        else if (target.rows[static_cast<std::size_t>(bound.row)].engine == engine)
            split.compute += bound.cost.compute.value_or(0);
    }
    return split;
}

ops::test::OpCase operatorOf(const Json& entry)
{
    ops::test::OpCase one(entry.at("op").get<std::string>());
    for (const auto& input : entry.at("inputs"))
        if (input.is_null())
            one.absent();
        else
            one.unknown(*ir::typeFromName(input.at("type").get<std::string>()),
                        ir::Shape::of(input.at("shape").get<std::vector<std::int64_t>>()));
    const auto attributes = entry.value("attributes", Json::object());
    for (const auto& [name, value] : attributes.items())
        if (value.is_array())
            one.attribute(name, value.get<std::vector<std::int64_t>>());
        else
            one.attribute(name, value.get<std::int64_t>());
    return one;
}

/// The row whose condition the node meets; whether its constants suit the row is no matter of cycles.
target::KernelRow rowFor(const target::Target& target, const std::string& engine, const target::MatchNode& node)
{
    for (const auto& row : target.rows) {
        const auto met = row.when ? row.when->evaluate(node.variables) : Result<double>(1.0);
        if (row.engine == engine && row.op == node.def->op && met && *met != 0)
            return row;
    }
    return {.engine = engine, .op = std::string(node.def->op)};
}

Result<Split> ofOperator(const target::Target& target, const Json& entry)
{
    const auto one = operatorOf(entry.at("operator"));
    TW_TRY(auto view, one.complete());
    TW_TRY(const auto node, target::matchNodeOf(one.def(), view));
    target::NodePlaces places;
    const auto place = [&](const ops::Operand& operand) {
        if (!operand.present)
            return target::OperandPlace{};
        return target::OperandPlace{.home = entry.value("home", ""), .memory = entry.value("memory", ""),
                                    .bytes = ir::byteCount(operand.type, operand.shape.elements().value())};
    };
    for (const auto& operand : view.inputs)
        places.inputs.push_back(place(operand));
    for (const auto& operand : view.outputs)
        places.outputs.push_back(place(operand));
    const auto row = rowFor(target, entry.value("engine", target.engines.front().name), node);
    Split split{.macs = ops::countNode(one.def(), view).macs};
    TW_TRY_VOID(add(split, target::costOf(target, row, node, places), row.op));
    return split;
}

Result<Split> ofTransfer(const target::Target& target, const Json& transfer)
{
    const auto cycles = target::transferCycles(target, transfer.at("from"), transfer.at("to"), transfer.at("bytes"));
    if (!cycles)
        return Error{.code = Code::UnsupportedOperator, .message = "no figure for the transfer"};
    return Split{.movement = *cycles};
}

Result<Split> splitOf(const target::Target& target, const Json& entry)
{
    if (entry.contains("model"))
        return ofModel(target, corpusFolder() / entry.at("model").get<std::string>(), entry.value("compute_on", ""));
    if (entry.contains("operator"))
        return ofOperator(target, entry);
    if (entry.contains("transfer"))
        return ofTransfer(target, entry.at("transfer"));
    const auto* memory = target.memory(entry.at("access").get<std::string>());
    return Split{.movement = memory->latencyCycles.value.value()};
}

}  // namespace

std::vector<Oracle> readOracles(const target::Target& target)
{
    const auto text = readTextFile(target.folder / "oracles.json");
    if (!text)
        return {};
    const auto json = Json::parse(*text);
    std::vector<Oracle> oracles;
    for (const auto& entry : json.at("oracles")) {
        Oracle oracle{.id = entry.at("id").get<std::string>(), .value = valueOf(entry), .entry = entry};
        if (!entry.at("tolerance").is_null())
            oracle.tolerance = entry.at("tolerance").get<double>();
        oracles.push_back(std::move(oracle));
    }
    return oracles;
}

Result<double> modelled(const target::Target& target, const Oracle& oracle)
{
    target::Target adjusted = target;
    if (oracle.entry.contains("cores"))
        for (auto& engine : adjusted.engines)
            engine.cores = oracle.entry.at("cores").get<int>();
    TW_TRY(const auto split, splitOf(adjusted, oracle.entry));
    if (oracle.entry.value("bound", "") == "movement" && split.movement <= split.compute)
        return Error{.code = Code::Mismatch, .message = cat("movement takes ", split.movement, " cycles, computing ",
                                                            split.compute, ": not movement-bound")};
    return oracle.entry.contains("macs_per_cycle") ? static_cast<double>(split.macs) / split.total() : split.total();
}

}  // namespace tw::testing
