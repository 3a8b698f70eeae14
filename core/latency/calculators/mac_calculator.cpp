// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/mac_calculator.h"

#include "core/base/text.h"
#include "core/latency/calculators/common.h"
#include "core/latency/calculators/einsum.h"
#include "core/ops/registry.h"

namespace tw::latency {
namespace {

const std::string kNoRule = "this rule set has no rule for it";

Result<LayerHints> hintsOf(const MacRules& rules, const CalculatorOptions& options)
{
    TW_TRY(const auto functionalRelu, switchOf(options, "functional_relu", false));
    const auto functional = optionOf(options, "functional", "");
    return LayerHints{.functional = nodeChoice(functionalRelu ? functional + ",Relu" : functional),
                      .adaptive = nodeChoice(optionOf(options, "adaptive", "")),
                      .asWritten = rules.asWritten};
}

Result<void> checkBatch(const ir::Graph& graph, const MacRules& rules)
{
    if (!rules.batchOfOneOnly)
        return {};
    for (const auto id : graph.inputs)
        if (const auto& shape = graph.tensor(id).shape; shape.rank() > 0 && shape[0].value != 1)
            return faultError(Fault::BadOption, cat(rules.name, " counts one sample, but input ", graph.tensor(id).name,
                                                    " has the shape ", shape), "give the batch dimension the value 1");
    return {};
}

/// How much the total would be with a batch normalisation behind every convolution that has a bias and none.
std::int64_t normsForBiases(const std::vector<Layer>& layers, const MacRules& rules)
{
    std::int64_t sum = 0;
    for (const auto& layer : layers)
        if (layer.kind == LayerKind::Conv && layer.bias)
            sum = plus(sum, rules.book({.kind = LayerKind::BatchNorm, .x = layer.y, .y = layer.y}).value);
    return sum;
}

/// Counts are for the whole batch unless the user wants them for each sample.
Result<std::int64_t> samplesToDivideBy(const ir::Graph& graph, const CalculatorOptions& options)
{
    TW_TRY(const auto perSample, switchOf(options, "per_sample", false));
    if (!perSample)
        return std::int64_t{1};
    return baseSamplesOf(graph, options);
}

void bookLayer(Ledger& ledger, const Layer& layer, const MacRules& rules)
{
    for (const auto member : layer.members)
        if (!ledger.ignored(member)) {
            ledger.entry(member).whole = 0;
            ledger.entry(member).reason = cat("counted as part of the ", layer.op);
        }
    if (ledger.ignored(layer.node))
        return;
    const auto booking = rules.book(layer);
    if (!booking.hasRule) {
        ledger.passOver(layer.node, booking.note.empty() ? kNoRule : booking.note);
        return;
    }
    auto& entry = ledger.entry(layer.node);
    entry.whole = booking.value;
    entry.reason = booking.note;
}

Result<void> checkShapes(const ir::Graph& graph, const ir::Node& node)
{
    for (const auto* ids : {&node.inputs, &node.outputs})
        for (const auto id : *ids)
            if (id.valid() && !graph.tensor(id).shape.isStatic())
                return shapeUnknown(graph.tensor(id)).at({.node = node.name});
    return {};
}

/// One node by core/ops; the layer knows what core/ops does not.
Result<void> bookStrictly(Ledger& ledger, const ir::Graph& graph, const Layer& layer, std::int64_t& others)
{
    const auto& node = graph.nodes[layer.node];
    auto& entry = ledger.entry(layer.node);
    if (ledger.ignored(layer.node))
        return {};
    if (layer.kind == LayerKind::Einsum) {
        const auto work = einsumWork(layer);
        if (!work)
            ledger.passOver(layer.node, "the equation is too general");
        else
            entry.whole = entry.macs = work->strict;
        return {};
    }
    if (!ops::findOp(graph, node)) {
        ledger.passOver(layer.node, "the operator is not known");
        return {};
    }
    if (layer.kind != LayerKind::Movement)
        TW_TRY_VOID(checkShapes(graph, node));
    const auto counts = ops::countNode(graph, node);
    entry.whole = entry.macs = counts.macs;
    entry.bytes = plus(counts.readBytes, counts.writeBytes);
    if (counts.elementOps > 0)
        entry.reason = cat("and ", counts.elementOps, " other operations");
    others = plus(others, counts.elementOps);
    return {};
}

}  // namespace

std::vector<MacRules> allMacRules()
{
    return {
        {.name = "mmac.thop", .measures = "Million MACs as thop 0.1.1 counts modules: norms, pools and softmax count too.",
         .book = thopRule},
        {.name = "mmac.thop@2020-05", .measures = "Million MACs by the rules of thop of May 2020 (0.0.31).", .book = thop2020Rule},
        {.name = "mmac.thop@2019-09", .measures = "Million MACs by the rules behind thop's published table (September 2019).",
         .book = thop2019Rule},
        {.name = "mmac.fvcore", .measures = "Million MACs as fvcore 0.1.6 counts operators.", .book = fvcoreRule},
        {.name = "mmac.pthflops", .measures = "Million operations as pthflops 0.4.2 counts in fx mode: with biases, norms, "
                                              "rectifiers, sums and pools.", .book = pthflopsRule},
        {.name = "mmac.pthflops@jit", .measures = "Million operations as pthflops counts in its deprecated JIT mode; one sample only.",
         .book = pthflopsJitRule, .asWritten = true, .batchOfOneOnly = true},
        {.name = "macc.stm32", .measures = "Complexity as STM32Cube.AI reports it: MACs, one more for each biased channel, 15 for each "
                                           "element of a softmax.", .book = stm32Rule, .unit = "macc", .perUnit = 1},
    };
}

Result<Calculation> MacCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options, Progress&) const
{
    TW_TRY_VOID(checkOptions(options, {"functional", "functional_relu", "adaptive", "per_sample"}));
    TW_TRY_VOID(checkBatch(input.graph, rules_));
    TW_TRY(const auto hints, hintsOf(rules_, options));
    TW_TRY(auto ledger, Ledger::open(input.graph, options));
    TW_TRY(const auto layers, layersOf(input.graph, hints));
    for (const auto& layer : layers)
        bookLayer(ledger, layer, rules_);
    TW_TRY(const auto samples, samplesToDivideBy(input.graph, options));
    auto result = std::move(ledger).close(rules_.perUnit * static_cast<double>(samples));
    result.how["rules"] = rules_.measures;
    result.how["bn_folded"] = batchNormFolded(input.graph);
    if (result.how["bn_folded"] == "true")
        result.how["unfused_estimate"] = cat(result.wholeTotal.value_or(0) + normsForBiases(layers, rules_));
    return result;
}

std::string StrictMacCalculator::measures() const
{
    return "Million multiply-accumulates, and nothing else: what a MAC array does.";
}

Result<Calculation> StrictMacCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options, Progress&) const
{
    TW_TRY_VOID(checkOptions(options, {"per_sample"}));
    TW_TRY(auto ledger, Ledger::open(input.graph, options));
    TW_TRY(const auto layers, layersOf(input.graph, {.asWritten = true}));
    std::int64_t others = 0;
    for (const auto& layer : layers)
        TW_TRY_VOID(bookStrictly(ledger, input.graph, layer, others));
    TW_TRY(const auto samples, samplesToDivideBy(input.graph, options));
    auto result = std::move(ledger).close(1e6 * static_cast<double>(samples));
    result.how["other_operations"] = cat(others);
    result.how["bn_folded"] = batchNormFolded(input.graph);
    return result;
}

}  // namespace tw::latency
