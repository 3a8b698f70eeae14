// SPDX-License-Identifier: Apache-2.0
#include "app/cli/target_text.h"

#include "core/base/text.h"
#include "core/target/operator_report.h"

#include <iostream>
#include <set>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

Json numberJson(const target::Figure& figure)
{
    return figure.value ? Json(*figure.value) : Json(nullptr);
}

Json figureJson(const target::Figure& figure)
{
    return {{"value", numberJson(figure)}, {"source", figure.source}, {"confidence", figure.confidence}};
}

/// " (published: data sheet)", or nothing.
std::string originText(const std::string& confidence, const std::string& source)
{
    if (confidence.empty() && source.empty())
        return "";
    return cat(" (", confidence, confidence.empty() || source.empty() ? "" : ": ", source, ")");
}

std::string plainNumber(double value)
{
    auto text = numberText(value);
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return text;
}

void printFigure(const std::string& name, const target::Figure& figure, const std::string& unit)
{
    std::cout << "    " << name << ": " << (figure.value ? cat(plainNumber(*figure.value), " ", unit) : "no figure")
              << originText(figure.confidence, figure.source) << '\n';
}

target::Figure inMegahertz(target::Figure figure)
{
    if (figure.value)
        *figure.value /= 1e6;
    return figure;
}

std::string contentsText(target::Contents contents)
{
    return contents == target::Contents::Constants     ? ", constants only"
           : contents == target::Contents::Activations ? ", activations only"
                                                       : "";
}

void printMemory(const target::Memory& memory)
{
    std::cout << "  memory " << memory.name << ": " << memory.usable() << " usable bytes of " << memory.bytes
              << contentsText(memory.holds) << originText(memory.confidence, memory.source) << '\n';
    printFigure("extra latency of an access in place", memory.latencyCycles, "cycles");
}

void printLink(const target::Link& link)
{
    std::cout << "  link " << link.name << ": " << link.far << " <-> " << link.near << ", " << link.dimensions
              << "-dimensional, " << link.outstanding << " outstanding" << (link.overlaps ? "" : ", blocking")
              << (link.maxBytes ? cat(", at most ", *link.maxBytes, " bytes a command") : "") << '\n';
    printFigure("bandwidth", link.bytesPerCycle, "bytes per cycle");
    printFigure("set-up", link.setupCycles, "cycles");
    printFigure("row", link.rowCycles, "cycles");
    printFigure("plane", link.planeCycles, "cycles");
}

void printEngine(const target::Target& target, const target::Engine& engine)
{
    std::set<std::string> ops;
    for (const auto& row : target.rows)
        if (row.engine == engine.name)
            ops.insert(row.op);
    std::cout << "  engine " << engine.name << ": " << engine.description << "; " << engine.cores << " core(s) in "
              << engine.memory << (engine.reads.empty() ? "" : cat(", reads ", join(engine.reads, ", "))) << ", kernels for "
              << ops.size() << " operators, " << engine.costs.size() << " cycle formulas\n";
    printFigure("clock", inMegahertz(engine.clockHz), "MHz");
    printFigure("off-load", engine.offloadCycles, "cycles");
    printFigure("barrier", engine.syncCycles, "cycles");
    printFigure("energy", engine.picojoulesPerMac, "pJ per MAC");
}

Json memoryJson(const target::Memory& memory)
{
    return {{"name", memory.name}, {"bytes", memory.bytes}, {"usable", memory.usable()}, {"source", memory.source},
            {"confidence", memory.confidence}, {"latency_cycles", figureJson(memory.latencyCycles)}};
}

Json linkJson(const target::Link& link)
{
    return {{"name", link.name}, {"far", link.far}, {"near", link.near},
            {"bytes_per_cycle", figureJson(link.bytesPerCycle)}, {"setup_cycles", figureJson(link.setupCycles)},
            {"row_cycles", figureJson(link.rowCycles)}, {"plane_cycles", figureJson(link.planeCycles)},
            {"dimensions", link.dimensions}, {"max_bytes", link.maxBytes ? Json(*link.maxBytes) : Json(nullptr)},
            {"outstanding", link.outstanding}, {"overlaps", link.overlaps}};
}

Json costJson(const target::CostRow& cost)
{
    return {{"ops", cost.ops}, {"when", cost.when ? Json(cost.when->text()) : Json(nullptr)},
            {"cycles", cost.cycles.text()}, {"source", cost.source}, {"confidence", cost.confidence}};
}

Json engineJson(const target::Engine& engine)
{
    Json costs = Json::array();
    for (const auto& cost : engine.costs)
        costs.push_back(costJson(cost));
    return {{"name", engine.name}, {"description", engine.description}, {"cores", engine.cores},
            {"memory", engine.memory}, {"reads", engine.reads}, {"clock_hz", numberJson(engine.clockHz)},
            {"clock", figureJson(engine.clockHz)}, {"offload_cycles", figureJson(engine.offloadCycles)},
            {"sync_cycles", figureJson(engine.syncCycles)},
            {"picojoules_per_mac", figureJson(engine.picojoulesPerMac)}, {"cycles", costs}};
}

}  // namespace

Json targetJson(const target::Target& target)
{
    Json memories = Json::array();
    for (const auto& memory : target.memories)
        memories.push_back(memoryJson(memory));
    Json links = Json::array();
    for (const auto& link : target.links)
        links.push_back(linkJson(link));
    Json engines = Json::array();
    for (const auto& engine : target.engines)
        engines.push_back(engineJson(engine));
    Json points = Json::array();
    for (const auto& point : target.clockPoints)
        points.push_back({{"name", point.name}, {"hertz", point.hertz}, {"source", point.source}, {"confidence", point.confidence}});
    Json rows = Json::array();
    for (const auto& row : target.rows)
        rows.push_back({{"engine", row.engine}, {"op", row.op}, {"call", row.call}, {"place", row.place}});
    return {{"name", target.name}, {"title", target.title}, {"description", target.description},
            {"memories", memories}, {"links", links}, {"engines", engines}, {"clock_points", points},
            {"homes", {{"activations", target.activationHomes}, {"constants", target.constantHomes}}}, {"kernels", rows}};
}

void printTarget(const target::Target& target)
{
    std::cout << target.name << ": " << target.title << "\n  " << target.description << '\n';
    for (const auto& engine : target.engines)
        printEngine(target, engine);
    for (const auto& memory : target.memories)
        printMemory(memory);
    for (const auto& link : target.links)
        printLink(link);
    for (const auto& point : target.clockPoints)
        std::cout << "  clock point " << point.name << ": " << plainNumber(point.hertz / 1e6) << " MHz"
                  << originText(point.confidence, point.source) << '\n';
    if (!target.activationHomes.empty())
        std::cout << "  activations live in " << join(target.activationHomes, ", then ") << "; constants in "
                  << join(target.constantHomes, ", then ") << '\n';
}

Json operatorsJson(const target::Target& target)
{
    Json operators = Json::array();
    for (const auto& entry : target::supportedOperators(target))
        operators.push_back({{"op", entry.op}, {"engine", entry.engine}, {"types", entry.types},
                             {"constraints", entry.constraints}, {"kernel", entry.call}, {"place", entry.place}});
    return {{"name", target.name}, {"operators", operators}};
}

void printOperators(const target::Target& target)
{
    std::cout << "| Operator | Engine | Types | Refuses a node because |\n| --- | --- | --- | --- |\n";
    for (const auto& entry : target::supportedOperators(target)) {
        const auto constraints = replaceAll(join(entry.constraints, "; "), "|", "\\|");
        std::cout << "| " << entry.op << " | " << entry.engine << " | " << join(entry.types, ", ") << " | " << constraints
                  << " |\n";
    }
}

}  // namespace tw::cli
