// SPDX-License-Identifier: Apache-2.0
// Search blocks out of a graph, checked rule by rule.
#include "core/latency/ignore.h"
#include "core/latency/inline_candidate.h"
#include "core/onnx/foreign_inference.h"
#include "core/ops/registry.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace tw::latency {
namespace {

constexpr std::size_t kMostBlocks = 10'000;
constexpr std::size_t kMostCandidates = 4'096;
constexpr std::size_t kMostNodes = 1'000'000;
constexpr int kMostDepth = 8;

using Bodies = std::vector<ir::GraphPointer>;

template <class T>
const T* attributeOf(const ir::Node& node, const std::string& name)
{
    const auto found = node.attributes.find(name);
    return found == node.attributes.end() ? nullptr : std::get_if<T>(&found->second);
}

/// Calls use(body) for every graph in the node's attributes.
template <class Use>
void eachBody(const ir::Node& node, Use use)
{
    for (const auto& [name, attribute] : node.attributes) {
        if (const auto* one = std::get_if<ir::GraphPointer>(&attribute); one && *one)
            use(**one);
        if (const auto* several = std::get_if<Bodies>(&attribute))
            for (const auto& body : *several)
                use(*body);
    }
}

struct Extent {
    std::size_t nodes = 0;
    int depth = 0;
};

Extent extentOf(const ir::Graph& graph)
{
    Extent extent{.nodes = graph.nodes.size()};
    for (const auto& node : graph.nodes)
        eachBody(node, [&](const ir::Graph& body) {
            const auto inner = extentOf(body);
            extent.nodes += inner.nodes;
            extent.depth = std::max(extent.depth, inner.depth + 1);
        });
    return extent;
}

bool holdsBlock(const ir::Graph& graph)
{
    return std::ranges::any_of(graph.nodes, [](const ir::Node& node) {
        bool found = isSearchBlock(node);
        eachBody(node, [&](const ir::Graph& body) { found = found || holdsBlock(body); });
        return found;
    });
}

const std::set<std::string> kRandomOps{"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli"};

std::string randomOp(const ir::Graph& graph)
{
    std::string found;
    for (const auto& node : graph.nodes) {
        if (node.domain.empty() && kRandomOps.contains(node.op))
            return node.op;
        eachBody(node, [&](const ir::Graph& body) { found = found.empty() ? randomOp(body) : found; });
    }
    return found;
}

std::string typeText(const ir::Tensor& tensor)
{
    return cat(ir::typeName(tensor.type), tensor.shape);
}

class Reader {
public:
    explicit Reader(SearchSpace& space) : space_(space), byName_(tensorsByName(space.graph)) {}

    Result<void> run()
    {
        TW_TRY_VOID(checkLimits());
        for (std::size_t i = 0; i < space_.graph.nodes.size(); ++i) {
            const auto& node = space_.graph.nodes[i];
            if (isSearchBlock(node)) {
                TW_TRY_VOID(readBlock(static_cast<int>(i)));
                continue;
            }
            bool inside = false;
            eachBody(node, [&](const ir::Graph& body) { inside = inside || holdsBlock(body); });
            if (inside)
                return faultError(Fault::BlockInSubgraph, cat("a search block lies inside a body of ", node.name,
                                                              ": how often it runs is not known"));
        }
        return {};
    }

private:
    Result<void> checkLimits() const
    {
        const auto blocks = static_cast<std::size_t>(std::ranges::count_if(space_.graph.nodes, isSearchBlock));
        if (blocks > kMostBlocks)
            return faultError(Fault::SpaceTooLarge, cat(blocks, " search blocks are more than ", kMostBlocks));
        for (const auto& node : space_.graph.nodes)
            if (const auto* bodies = attributeOf<Bodies>(node, "candidates"); bodies && bodies->size() > kMostCandidates)
                return faultError(Fault::SpaceTooLarge, cat("block ", node.name, " has ", bodies->size(), " candidates, more than ", kMostCandidates));
        const auto extent = extentOf(space_.graph);
        if (extent.nodes > kMostNodes)
            return faultError(Fault::SpaceTooLarge, cat(extent.nodes, " nodes are more than ", kMostNodes));
        if (extent.depth > kMostDepth)
            return faultError(Fault::SpaceTooLarge, cat("graphs lie ", extent.depth, " deep in one another, more than ", kMostDepth));
        return {};
    }

    Result<void> readBlock(int position)
    {
        const auto& node = space_.graph.nodes[static_cast<std::size_t>(position)];
        SearchBlock block{.name = node.name, .node = position};
        if (block.name.empty())
            return faultError(Fault::BlockNameEmpty, cat("search block ", space_.blocks.size(), " has no name"));
        if (!names_.insert(block.name).second)
            return faultError(Fault::BlockNameRepeated, cat("two search blocks are called ", block.name));
        TW_TRY_VOID(readCandidates(node, block));
        TW_TRY_VOID(readNumbers(node, block));
        for (const auto& candidate : block.candidates)
            TW_TRY_VOID(checkCandidate(node, block, candidate));
        space_.blocks.push_back(std::move(block));
        return checkInterfaces();
    }

    static Result<void> readCandidates(const ir::Node& node, SearchBlock& block)
    {
        const auto* bodies = attributeOf<Bodies>(node, "candidates");
        if (!bodies || bodies->empty())
            return faultError(Fault::NoCandidates, cat("block ", block.name, " has no candidates"));
        const auto* names = attributeOf<std::vector<std::string>>(node, "op_names");
        if (!names || names->size() != bodies->size())
            return faultError(Fault::OperationNamesLength, cat("block ", block.name, " has ", bodies->size(), " candidates, but ",
                                                               names ? names->size() : 0, " op_names"));
        std::set<std::string> seen;
        for (std::size_t k = 0; k < bodies->size(); ++k) {
            const auto& name = (*names)[k];
            if (name.empty())
                return faultError(Fault::OperationNameEmpty, cat("candidate ", k, " of block ", block.name, " has no name"));
            if (!seen.insert(name).second)
                return faultError(Fault::OperationNameRepeated, cat("two candidates of block ", block.name, " are called ", name));
            block.candidates.push_back({name, (*bodies)[k]});
        }
        TW_TRY(const auto index, ir::intAttribute(node, "default_index", 0));
        if (index < 0 || index >= static_cast<std::int64_t>(bodies->size()))
            return faultError(Fault::BadDefaultIndex, cat("default_index of block ", block.name, " is ", index, ", not one of 0 to ", bodies->size() - 1));
        block.defaultIndex = static_cast<int>(index);
        return {};
    }

    static Result<void> readNumbers(const ir::Node& node, SearchBlock& block)
    {
        const auto count = block.candidates.size();
        if (const auto* values = attributeOf<std::vector<float>>(node, "probabilities")) {
            double sum = 0;
            for (const float p : *values)
                sum += std::isfinite(p) && p >= 0 ? static_cast<double>(p) : std::nan("");
            if (values->size() != count || !(std::abs(sum - 1) <= 1e-6))
                return faultError(Fault::BadProbabilities, cat("the ", values->size(), " probabilities of block ", block.name, " add up to ", sum,
                                                               ": there must be ", count, " that are not negative and add up to 1"));
            block.probabilities.assign(values->begin(), values->end());
        }
        if (const auto* values = attributeOf<std::vector<float>>(node, "latencies")) {
            if (values->size() != count || !std::ranges::all_of(*values, [](float v) { return std::isfinite(v) && v >= 0; }))
                return faultError(Fault::BadLatencies, cat("block ", block.name, " must store ", count, " finite latencies that are not negative"));
            block.latencies.assign(values->begin(), values->end());
        }
        TW_TRY(block.latencyType, ir::stringAttribute(node, "latency_type", ""));
        return {};
    }

    Result<void> checkCandidate(const ir::Node& node, const SearchBlock& block, const Candidate& candidate) const
    {
        const auto where = cat("candidate ", candidate.name, " of block ", block.name);
        const auto& graph = *candidate.graph;
        if (graph.inputs.size() != node.inputs.size() || graph.outputs.size() != node.outputs.size())
            return faultError(Fault::InterfaceCount, cat(where, " has ", graph.inputs.size(), " inputs and ", graph.outputs.size(), " outputs, the block ",
                                                         node.inputs.size(), " and ", node.outputs.size()));
        if (holdsBlock(graph))
            return faultError(Fault::NestedBlock, cat(where, " holds a search block itself"), "flatten it: one candidate for each inner choice (tilewright-cli latency convert --flatten)");
        for (const auto& [name, id] : graph.captures) {
            const auto outer = byName_.find(name);
            if (outer == byName_.end() || !space_.graph.tensor(outer->second).constant)
                return faultError(Fault::CapturesActivation, cat(where, " reads ", name, ", which is ",
                                                                 outer == byName_.end() ? "not known" : "no constant of the main graph"),
                                  "make it an input of the block");
        }
        for (const auto& inner : graph.nodes)
            if (!inner.domain.empty() && !space_.graph.opsets.contains(inner.domain))
                return faultError(Fault::CandidateInvalid, cat(where, " uses ", inner.domain, "::", inner.op, ", but the model does not import that domain"));
        TW_TRY(const auto allowed, ir::intAttribute(node, "allow_random", 0));
        if (const auto op = randomOp(graph); !op.empty() && allowed == 0)
            return faultError(Fault::RandomCandidate, cat(where, " draws random numbers (", op, ")"), "set allow_random=1 on the block if that is meant");
        return {};
    }

    /// Types of the newest block's outputs by each candidate; they become the types behind the block.
    Result<void> checkInterfaces()
    {
        const auto block = space_.blocks.size() - 1;
        const auto count = space_.blocks[block].candidates.size();
        const auto first = static_cast<std::size_t>(space_.blocks[block].defaultIndex);
        TW_TRY(const auto expected, outputsOf(block, first));
        for (std::size_t k = 0; k < count; ++k) {
            if (k == first)
                continue;
            TW_TRY(const auto got, outputsOf(block, k));
            TW_TRY_VOID(compare(block, k, expected, got));
        }
        const auto& node = space_.graph.nodes[static_cast<std::size_t>(space_.blocks[block].node)];
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            if (!node.outputs[i].valid())
                continue;
            auto& tensor = space_.graph.tensor(node.outputs[i]);
            if (expected[i].type != ir::DataType::Undefined)
                tensor.type = expected[i].type;
            if (expected[i].shape.ranked())
                tensor.shape = expected[i].shape;
        }
        return {};
    }

    Result<std::vector<ir::Tensor>> outputsOf(std::size_t block, std::size_t candidate) const
    {
        auto graph = standalone(space_, block, candidate);
        const auto where = cat("candidate ", space_.blocks[block].candidates[candidate].name, " of block ", space_.blocks[block].name);
        if (const auto checked = ir::checkGraph(graph); !checked)
            return faultError(Fault::CandidateInvalid, cat(where, " is no valid network: ", checked.error().message));
        Diagnostics diagnostics;
        ops::inferGraph(graph, diagnostics, onnx::inferForeign);
        for (const auto& diagnostic : diagnostics)
            if (diagnostic.severity == Severity::Error || diagnostic.error.code == Code::BadShape || diagnostic.error.code == Code::BadType)
                return faultError(Fault::CandidateInvalid, cat(where, " is no valid network: ", diagnostic.error.text()));
        std::vector<ir::Tensor> outputs;
        for (const auto id : graph.outputs)
            outputs.push_back(graph.tensor(id));
        return outputs;
    }

    Result<void> compare(std::size_t block, std::size_t candidate, const std::vector<ir::Tensor>& expected, const std::vector<ir::Tensor>& got) const
    {
        const auto& names = space_.blocks[block].candidates;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const bool sameType = expected[i].type == got[i].type;
            if (sameType && expected[i].shape == got[i].shape)
                continue;
            return faultError(sameType ? Fault::InterfaceShape : Fault::InterfaceType,
                              cat("output ", i, " of candidate ", names[candidate].name, " of block ", space_.blocks[block].name, " is ",
                                  typeText(got[i]), ", but ", typeText(expected[i]), " of candidate ",
                                  names[static_cast<std::size_t>(space_.blocks[block].defaultIndex)].name));
        }
        return {};
    }

    SearchSpace& space_;
    std::unordered_map<std::string, ir::TensorId> byName_;
    std::set<std::string> names_;
};

std::optional<Arch> storedArch(SearchSpace& space, const std::string& key)
{
    const auto found = space.graph.metadata.find(key);
    if (found == space.graph.metadata.end())
        return {};
    const auto json = nlohmann::json::parse(found->second, nullptr, false);
    Arch arch;
    bool valid = json.is_array();
    for (const auto& value : valid ? json : nlohmann::json::array()) {
        valid = valid && value.is_number_integer();
        arch.push_back(valid ? value.get<int>() : 0);
    }
    if (valid && checkArch(space, arch))
        return arch;
    space.diagnostics.push_back({Severity::Warning, {.code = Code::BadInput, .message = cat("the stored ", key, " does not fit the search blocks and is dropped")}});
    return {};
}

void warnOfDeadBlocks(SearchSpace& space)
{
    const ir::GraphIndex index(space.graph);
    for (const auto& block : space.blocks) {
        const auto& outputs = space.graph.nodes[static_cast<std::size_t>(block.node)].outputs;
        const bool used = std::ranges::any_of(outputs, [&](ir::TensorId id) {
            return id.valid() && (index.isGraphOutput(id) || !index.consumers(id).empty());
        });
        if (!used)
            space.diagnostics.push_back({Severity::Warning, {.code = Code::BadGraph, .message = "nobody reads this search block; it still counts as a block",
                                                             .place = {.node = block.name}}});
    }
}

/// Latencies that the file stores, when every block has some of one type.
void takeStoredLatencies(SearchSpace& space)
{
    ContainerParts parts;
    for (const auto& block : space.blocks) {
        if (block.latencies.empty() || block.latencyType.empty() || (!parts.type.empty() && parts.type != block.latencyType))
            return;
        parts.type = block.latencyType;
        parts.operations.push_back(block.latencies);
        parts.blockNames.push_back(block.name);
    }
    if (auto container = parts.type.empty() ? Result<LatencyContainer>(Error{}) : LatencyContainer::create(std::move(parts)))
        space.latency = std::move(container).value();
}

}  // namespace

Result<SearchSpace> searchSpaceOf(ir::Graph graph)
{
    SearchSpace space{.graph = std::move(graph)};
    // Types in front of the first block; those behind follow as the blocks are read, hence once more at the end.
    ops::inferGraph(space.graph, space.diagnostics, onnx::inferForeign);
    TW_TRY_VOID(Reader(space).run());
    space.diagnostics.clear();
    ops::inferGraph(space.graph, space.diagnostics, onnx::inferForeign);
    std::erase_if(space.diagnostics, [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Info; });
    space.current = storedArch(space, "search.current_arch");
    space.best = storedArch(space, "search.best_arch");
    takeStoredLatencies(space);
    warnOfDeadBlocks(space);
    return space;
}

}  // namespace tw::latency
