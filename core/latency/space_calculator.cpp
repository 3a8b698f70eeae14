// SPDX-License-Identifier: Apache-2.0
#include "core/latency/space_calculator.h"

#include "core/base/text.h"
#include "core/latency/additivity.h"
#include "core/onnx/export.h"
#include "core/onnx/foreign_inference.h"
#include "core/ops/registry.h"

#include <algorithm>

namespace tw::latency {
namespace {

std::string optionsText(const CalculatorOptions& options)
{
    std::string text = cat(options.warmup, "/", options.runs, "/", options.seed, "/", options.target ? options.target->name : "", "/",
                           options.baseSamples.value_or(0));
    for (const auto* rules : {&options.ignore.opTypes, &options.ignore.nameGlobs, &options.ignore.nameRegexes, &options.ignore.scopes})
        text += cat("/", join(*rules, ","));
    for (const auto& [key, value] : options.extra)
        text += cat("/", key, "=", value);
    return text;
}

std::string uncountedText(const std::vector<Uncounted>& uncounted)
{
    std::vector<std::string> parts;
    for (const auto& one : uncounted)
        parts.push_back(cat(one.op, " x", one.nodes));
    return join(parts, ", ");
}

/// Only hands its inputs on: a skip takes nothing by definition.
bool isSkip(const ir::Graph& candidate)
{
    return std::ranges::all_of(candidate.nodes, [](const ir::Node& node) { return node.domain.empty() && node.op == "Identity"; });
}

class Computation {
public:
    Computation(const SearchSpace& space, const ComputeRequest& request, Progress& progress)
        : space_(space), request_(request), progress_(progress)
    {
        for (const auto& block : space.blocks)
            cells_ += block.candidates.size();
    }

    Result<LatencyContainer> run()
    {
        parts_.type = request_.calculator.name();
        parts_.unit = request_.calculator.unit();
        TW_TRY_VOID(fillTable());
        if (request_.calculator.isAdditive())
            TW_TRY_VOID(addConstant());
        else
            TW_TRY_VOID(measureConstant());
        takeWholeNumbers();
        if (!uncounted_.empty())
            parts_.meta["uncounted"] = join(uncounted_, "; ");
        parts_.meta["tool_version"] = TW_VERSION;
        return LatencyContainer::create(std::move(parts_));
    }

private:
    Result<void> fillTable()
    {
        for (std::size_t block = 0; block < space_.blocks.size(); ++block) {
            const auto& described = space_.blocks[block];
            parts_.blockNames.push_back(described.name);
            parts_.operationNames.emplace_back();
            parts_.operations.emplace_back();
            wholes_.emplace_back();
            if (!described.probabilities.empty()) {
                parts_.probabilities.resize(space_.blocks.size());
                parts_.probabilities[block] = described.probabilities;
            }
            for (std::size_t k = 0; k < described.candidates.size(); ++k) {
                TW_TRY_VOID(report(cat(described.name, "/", described.candidates[k].name)));
                TW_TRY(const auto cell, candidateCell(block, k));
                parts_.operationNames[block].push_back(described.candidates[k].name);
                parts_.operations[block].push_back(cell.total);
                wholes_[block].push_back(cell);
            }
        }
        return {};
    }

    Result<Cell> candidateCell(std::size_t block, std::size_t k)
    {
        if (isSkip(*space_.blocks[block].candidates[k].graph))
            return Cell{.whole = 0, .perUnit = 0};
        auto graph = standalone(space_, block, k);
        Diagnostics diagnostics;
        ops::inferGraph(graph, diagnostics, onnx::inferForeign);
        auto cell = calculated(graph, {});
        if (cell || cell.error().code == Code::Cancelled)
            return cell;
        auto error = cell.error();
        error.message = cat("candidate ", space_.blocks[block].candidates[k].name, " of block ", space_.blocks[block].name, ": ", error.message);
        return error;
    }

    Result<Cell> calculated(const ir::Graph& graph, const std::vector<ir::TensorData>& inputs)
    {
        TW_TRY(const auto bytes, onnx::exportOnnx(graph));
        const auto key = cellKey(cat(request_.calculator.name(), "\n", optionsText(request_.options), "\n", bytes));
        const auto known = done_.find(key);   // identical candidates are computed once
        if (known != done_.end())
            return known->second;
        const auto* kept = request_.cache ? request_.cache->find(key) : nullptr;
        if (kept) {
            note(kept->uncounted);
            return done_[key] = *kept;
        }
        TW_TRY(const auto calculation, request_.calculator.calculate({graph, inputs}, request_.options, progress_));
        Cell cell{.total = calculation.total, .whole = calculation.wholeTotal, .perUnit = calculation.wholePerUnit,
                  .uncounted = uncountedText(calculation.uncounted)};
        note(cell.uncounted);
        parts_.meta.insert(calculation.how.begin(), calculation.how.end());
        if (request_.cache)
            TW_TRY_VOID(request_.cache->store(key, cell));
        return done_[key] = cell;
    }

    Result<void> addConstant()
    {
        auto options = request_.options;
        options.ignore.blocks = true;
        TW_TRY(const auto rest, request_.calculator.calculate({space_.graph, request_.inputs}, options, progress_));
        parts_.constant = rest.total;
        parts_.nodes = rest.nodes;
        constant_ = Cell{.total = rest.total, .whole = rest.wholeTotal, .perUnit = rest.wholePerUnit};
        note(uncountedText(rest.uncounted));
        parts_.meta.insert(rest.how.begin(), rest.how.end());
        return {};
    }

    Result<void> measureConstant()
    {
        TW_TRY(const auto table, LatencyContainer::create({.type = parts_.type, .operations = parts_.operations}));
        std::vector<WholeRun> runs;
        for (auto& arch : architecturesToMeasure(table, request_.options.seed)) {
            TW_TRY_VOID(report(cat("architecture ", runs.size() + 1)));
            TW_TRY(auto network, materialise(space_, arch));
            Diagnostics diagnostics;
            ops::inferGraph(network, diagnostics, onnx::inferForeign);
            TW_TRY(const auto cell, calculated(network, request_.inputs));
            TW_TRY(const double sum, latencyOf(table, arch));
            runs.push_back({.measured = cell.total, .parts = sum});
        }
        const auto additivity = additivityOf(runs);
        parts_.constant = additivity.constant;
        additivity.describe(parts_.meta);
        return {};
    }

    void takeWholeNumbers()
    {
        if (!constant_ || !constant_->whole)
            return;
        WholeNumbers whole{.constant = *constant_->whole, .perUnit = constant_->perUnit};
        for (const auto& row : wholes_) {
            whole.operations.emplace_back();
            for (const auto& cell : row) {
                const bool fits = cell.whole && (cell.perUnit == whole.perUnit || *cell.whole == 0);
                if (!fits)
                    return;
                whole.operations.back().push_back(*cell.whole);
            }
        }
        parts_.whole = std::move(whole);
    }

    void note(const std::string& uncounted)
    {
        if (!uncounted.empty() && std::ranges::find(uncounted_, uncounted) == uncounted_.end())
            uncounted_.push_back(uncounted);
    }

    Result<void> report(const std::string& what)
    {
        progress_.report(static_cast<double>(reported_++) / static_cast<double>(cells_ + 6 + space_.blocks.size() / 4), what);
        return progress_.check();
    }

    const SearchSpace& space_;
    const ComputeRequest& request_;
    Progress& progress_;
    ContainerParts parts_;
    std::vector<std::vector<Cell>> wholes_;
    std::optional<Cell> constant_;
    std::map<std::string, Cell> done_;
    std::vector<std::string> uncounted_;
    std::size_t cells_ = 0;
    std::size_t reported_ = 0;
};

void replaceSymbols(ir::Graph& graph, const std::map<std::string, std::int64_t>& dims)
{
    for (auto& tensor : graph.tensors)
        for (int axis = 0; axis < tensor.shape.rank(); ++axis) {
            auto& dim = tensor.shape[axis];
            if (const auto found = dims.find(dim.symbol); !dim.known() && found != dims.end())
                dim = {.value = found->second};
        }
}

}  // namespace

Result<LatencyContainer> computeLatency(const ir::Graph& graph, const ComputeRequest& request, Progress& progress)
{
    TW_TRY(auto calculation, request.calculator.calculate({graph, request.inputs}, request.options, progress));
    ContainerParts parts{.type = request.calculator.name(), .constant = calculation.total, .unit = request.calculator.unit()};
    if (calculation.wholeTotal)
        parts.whole = WholeNumbers{.constant = *calculation.wholeTotal, .perUnit = calculation.wholePerUnit};
    parts.nodes = std::move(calculation.nodes);
    parts.meta = std::move(calculation.how);
    if (!calculation.uncounted.empty())
        parts.meta["uncounted"] = uncountedText(calculation.uncounted);
    parts.meta["tool_version"] = TW_VERSION;
    return LatencyContainer::create(std::move(parts));
}

Result<LatencyContainer> computeLatency(const SearchSpace& space, const ComputeRequest& request, Progress& progress)
{
    if (space.blocks.empty())
        return computeLatency(space.graph, request, progress);
    return Computation(space, request, progress).run();
}

Result<LatencyContainer> initializeLatency(const std::string& type, SearchSpace& space, const ComputeRequest& request, Progress& progress)
{
    if (type != request.calculator.name())
        return faultError(Fault::UnknownCalculator, cat("the calculator is ", request.calculator.name(), ", not ", type));
    TW_TRY(auto container, computeLatency(space, request, progress));
    TW_TRY_VOID(applyLatencyContainer(space, container));
    return container;
}

Result<CalculatorPointer> usableCalculator(const CalculatorSet& set, const std::string& name, const CalculatorOptions& options)
{
    TW_TRY(auto calculator, set.find(name));
    if (const auto reason = calculator->unavailable(); !reason.empty())
        return faultError(Fault::Unavailable, cat(name, " cannot be used here: ", reason));
    if (calculator->needsTarget() && !options.target)
        return faultError(Fault::TargetRequired, cat(name, " needs a target"), "name one with --target");
    return calculator;
}

ir::Graph withDimensions(ir::Graph graph, const std::map<std::string, std::int64_t>& dims)
{
    replaceSymbols(graph, dims);
    for (auto& node : graph.nodes)
        for (auto& [key, attribute] : node.attributes)
            if (auto* bodies = std::get_if<std::vector<ir::GraphPointer>>(&attribute))
                for (auto& body : *bodies) {
                    auto bound = std::make_shared<ir::Graph>(*body);
                    replaceSymbols(*bound, dims);
                    body = std::move(bound);
                }
    Diagnostics diagnostics;
    ops::inferGraph(graph, diagnostics, onnx::inferForeign);
    return graph;
}

}  // namespace tw::latency
