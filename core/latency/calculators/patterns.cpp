// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/patterns.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tw::latency {
namespace {

using ir::TensorId;

/// Steps through the graph; each gives nothing where the graph does not look as asked.
class Walk {
public:
    explicit Walk(const ir::Graph& graph) : graph_(graph), index_(graph) {}

    const ir::Node& node(std::size_t i) const { return graph_.nodes[i]; }
    const ir::Graph& graph() const { return graph_; }
    bool isParameter(TensorId tensor) const
    {
        return tensor.valid() && index_.producer(tensor) < 0 && !index_.isGraphInput(tensor);
    }
    std::optional<std::size_t> producer(TensorId tensor, const std::string& op) const
    {
        const int found = tensor.valid() ? index_.producer(tensor) : -1;
        return found >= 0 && is(static_cast<std::size_t>(found), op) ? std::optional(static_cast<std::size_t>(found)) : std::nullopt;
    }
    /// The reader when there is exactly one (it may read twice) and it is an `op`.
    std::optional<std::size_t> onlyReader(TensorId tensor, const std::string& op) const
    {
        const auto readers = readersOf(tensor);
        return readers.size() == 1 && is(*readers.begin(), op) ? std::optional(*readers.begin()) : std::nullopt;
    }
    /// Empty for outputs of the graph, which somebody outside reads.
    std::set<std::size_t> readersOf(TensorId tensor) const
    {
        std::set<std::size_t> readers;
        if (tensor.valid() && !index_.isGraphOutput(tensor))
            for (const int reader : index_.consumers(tensor))
                readers.insert(static_cast<std::size_t>(reader));
        return readers;
    }
    bool is(std::size_t i, const std::string& op) const { return node(i).op == op && node(i).domain.empty(); }
    TensorId out(std::size_t i) const { return node(i).outputs.empty() ? TensorId{} : node(i).outputs[0]; }
    TensorId in(std::size_t i, std::size_t input) const
    {
        return input < node(i).inputs.size() ? node(i).inputs[input] : TensorId{};
    }
    /// The operand of a binary node that is not `known`; the same one for x * x.
    TensorId other(std::size_t i, TensorId known) const { return in(i, 0) == known ? in(i, 1) : in(i, 0); }
    /// A binary `op` that is the only reader of `tensor` and takes a parameter besides.
    std::optional<std::size_t> withParameter(TensorId tensor, const std::string& op) const
    {
        const auto found = onlyReader(tensor, op);
        return found && isParameter(other(*found, tensor)) ? found : std::nullopt;
    }

private:
    const ir::Graph& graph_;
    ir::GraphIndex index_;
};

std::optional<Pattern> linear(const Walk& walk, std::size_t matmul)
{
    auto weights = walk.in(matmul, 1);
    if (const auto transpose = walk.producer(weights, "Transpose"))
        weights = walk.in(*transpose, 0);
    if (!walk.isParameter(weights))
        return std::nullopt;
    Pattern pattern{.kind = LayerKind::Linear, .name = "Linear", .node = matmul, .input = walk.in(matmul, 0)};
    const auto add = walk.withParameter(walk.out(matmul), "Add");
    if (add && walk.graph().tensor(walk.other(*add, walk.out(matmul))).shape.rank() == 1) {
        pattern.members = {*add};
        pattern.bias = true;
    }
    return pattern;
}

/// Takes `* scale` and `+ shift` behind a normalisation into the pattern.
void takeAffine(const Walk& walk, Pattern& pattern)
{
    pattern.affine = false;
    const auto scale = walk.withParameter(walk.out(pattern.node), "Mul");
    const auto shift = scale ? walk.withParameter(walk.out(*scale), "Add") : std::nullopt;
    if (!shift)
        return;
    pattern.members.push_back(pattern.node);
    pattern.members.push_back(*scale);
    pattern.node = *shift;
    pattern.affine = true;
}

/// mean -> d = x - mean -> d^2 -> mean -> + epsilon -> sqrt -> d / sqrt
std::optional<Pattern> layerNorm(const Walk& walk, std::size_t mean)
{
    const auto x = walk.in(mean, 0);
    const auto sub = walk.onlyReader(walk.out(mean), "Sub");
    if (!sub || walk.in(*sub, 0) != x)
        return std::nullopt;
    const auto centred = walk.out(*sub);
    const auto readers = walk.readersOf(centred);
    if (readers.size() != 2)
        return std::nullopt;
    const auto square = std::find_if(readers.begin(), readers.end(),
                                     [&](std::size_t i) { return walk.is(i, "Pow") || walk.is(i, "Mul"); });
    const auto divide = std::find_if(readers.begin(), readers.end(), [&](std::size_t i) { return walk.is(i, "Div"); });
    if (square == readers.end() || divide == readers.end())
        return std::nullopt;
    const auto variance = walk.onlyReader(walk.out(*square), "ReduceMean");
    const auto add = variance ? walk.withParameter(walk.out(*variance), "Add") : std::nullopt;
    const auto root = add ? walk.onlyReader(walk.out(*add), "Sqrt") : std::nullopt;
    if (!root || walk.onlyReader(walk.out(*root), "Div") != *divide)
        return std::nullopt;
    Pattern pattern{.kind = LayerKind::LayerNorm, .name = "LayerNorm", .node = *divide,
                    .members = {mean, *sub, *square, *variance, *add, *root}, .input = x};
    takeAffine(walk, pattern);
    return pattern;
}

/// Reshape to groups, normalise each, reshape back, scale and shift.
std::optional<Pattern> groupNorm(const Walk& walk, std::size_t norm)
{
    const auto before = walk.producer(walk.in(norm, 0), "Reshape");
    if (!before || walk.onlyReader(walk.out(*before), "InstanceNormalization") != norm)
        return std::nullopt;
    const auto after = walk.onlyReader(walk.out(norm), "Reshape");
    if (!after)
        return std::nullopt;
    Pattern pattern{.kind = LayerKind::GroupNorm, .name = "GroupNorm", .node = *after, .members = {*before, norm},
                    .input = walk.in(*before, 0)};
    takeAffine(walk, pattern);
    return pattern;
}

/// x / sqrt(2) -> erf -> + 1 -> * x -> * 0.5, or with the half taken of x first.
std::optional<Pattern> gelu(const Walk& walk, std::size_t erf)
{
    const auto scaled = walk.in(erf, 0);
    auto scale = walk.producer(scaled, "Div");
    if (!scale)
        scale = walk.producer(scaled, "Mul");
    const auto add = walk.withParameter(walk.out(erf), "Add");
    if (!scale || !add || walk.onlyReader(scaled, "Erf") != erf)
        return std::nullopt;
    const auto x = walk.isParameter(walk.in(*scale, 1)) ? walk.in(*scale, 0) : walk.in(*scale, 1);
    const auto product = walk.onlyReader(walk.out(*add), "Mul");
    if (!product)
        return std::nullopt;
    Pattern pattern{.kind = LayerKind::Activation, .name = "GELU", .node = *product, .members = {*scale, erf, *add}, .input = x};
    const auto factor = walk.other(*product, walk.out(*add));
    if (factor == x) {
        const auto half = walk.withParameter(walk.out(*product), "Mul");
        if (!half)
            return std::nullopt;
        pattern.members.push_back(*product);
        pattern.node = *half;
        return pattern;
    }
    const auto half = walk.producer(factor, "Mul");
    if (!half || (walk.in(*half, 0) != x && walk.in(*half, 1) != x) || walk.onlyReader(factor, "Mul") != *product)
        return std::nullopt;
    pattern.members.push_back(*half);
    return pattern;
}

/// x * gate(x), where the gate is Sigmoid (SiLU) or HardSigmoid (Hardswish).
std::optional<Pattern> gated(const Walk& walk, std::size_t gate, const std::string& name)
{
    const auto x = walk.in(gate, 0);
    const auto product = walk.onlyReader(walk.out(gate), "Mul");
    if (!product || walk.other(*product, walk.out(gate)) != x)
        return std::nullopt;
    return Pattern{.kind = LayerKind::Activation, .name = name, .node = *product, .members = {gate}, .input = x};
}

/// x + 3 -> Clip(0, 6) -> * x -> / 6, or the division before the product.
std::optional<Pattern> hardswish(const Walk& walk, std::size_t clip)
{
    const auto add = walk.producer(walk.in(clip, 0), "Add");
    if (!add || walk.onlyReader(walk.out(*add), "Clip") != clip)
        return std::nullopt;
    const auto x = walk.isParameter(walk.in(*add, 1)) ? walk.in(*add, 0) : walk.in(*add, 1);
    const auto scaled = [&](TensorId tensor) {
        const auto division = walk.withParameter(tensor, "Div");
        return division ? division : walk.withParameter(tensor, "Mul");
    };
    Pattern pattern{.kind = LayerKind::Activation, .name = "Hardswish", .members = {*add, clip}, .input = x};
    const auto product = walk.onlyReader(walk.out(clip), "Mul");
    if (product && walk.other(*product, walk.out(clip)) == x) {
        const auto sixth = scaled(walk.out(*product));
        pattern.members.push_back(*product);
        pattern.node = sixth.value_or(0);
        return sixth ? std::optional(pattern) : std::nullopt;
    }
    const auto sixth = scaled(walk.out(clip));
    const auto last = sixth ? walk.onlyReader(walk.out(*sixth), "Mul") : std::nullopt;
    if (!last || walk.other(*last, walk.out(*sixth)) != x)
        return std::nullopt;
    pattern.members.push_back(*sixth);
    pattern.node = *last;
    return pattern;
}

std::optional<Pattern> patternAt(const Walk& walk, std::size_t i)
{
    if (!walk.node(i).domain.empty())
        return std::nullopt;
    const auto& op = walk.node(i).op;
    if (op == "MatMul")
        return linear(walk, i);
    if (op == "ReduceMean")
        return layerNorm(walk, i);
    if (op == "InstanceNormalization")
        return groupNorm(walk, i);
    if (op == "Erf")
        return gelu(walk, i);
    if (op == "Sigmoid")
        return gated(walk, i, "SiLU");
    if (op == "HardSigmoid")
        return gated(walk, i, "Hardswish");
    if (op == "Clip")
        return hardswish(walk, i);
    return std::nullopt;
}

}  // namespace

std::vector<Pattern> findPatterns(const ir::Graph& graph)
{
    const Walk walk(graph);
    std::vector<Pattern> patterns;
    std::set<std::size_t> taken;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        auto pattern = patternAt(walk, i);
        if (!pattern)
            continue;
        auto nodes = pattern->members;
        nodes.push_back(pattern->node);
        if (std::any_of(nodes.begin(), nodes.end(), [&](std::size_t node) { return taken.contains(node); }))
            continue;
        taken.insert(nodes.begin(), nodes.end());
        patterns.push_back(std::move(*pattern));
    }
    return patterns;
}

}  // namespace tw::latency
