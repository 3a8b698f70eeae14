// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/node_colours.h"

#include "views/shared/engine_swatch.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <unordered_map>

namespace tw::views::graph {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("GraphView", text);
}

struct Kind {
    const char* label;
    const char* light;
    const char* dark;
};

constexpr std::array kKinds{
    Kind{QT_TRANSLATE_NOOP("GraphView", "Convolution and matrix product"), "#8FB4EE", "#274F8C"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Activation"), "#F3BC7C", "#784A14"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Normalisation"), "#C3AFEA", "#573F8C"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Pooling and reduction"), "#8FD3C3", "#1D6152"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Element by element"), "#EADB96", "#665712"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Data movement"), "#CDD3DB", "#4C525B"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Quantisation"), "#EDA9BC", "#80304B"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Control flow and recurrence"), "#B3D68A", "#42621A"},
    Kind{QT_TRANSLATE_NOOP("GraphView", "Other"), "#DDD8D0", "#58534B"},
};
constexpr std::size_t kOtherKind = kKinds.size() - 1;

const std::unordered_map<std::string, std::size_t>& kindTable()
{
    static const std::unordered_map<std::string, std::size_t> table = [] {
        const std::array<const char*, kKinds.size() - 1> ops{
            "Conv ConvTranspose Gemm MatMul ConvInteger MatMulInteger QLinearConv QLinearMatMul Einsum RequantizedConv "
            "RequantizedGemm RequantizedMatMul FusedConv Attention",
            "Relu LeakyRelu PRelu Sigmoid Tanh Softmax LogSoftmax Gelu HardSigmoid HardSwish Elu Selu Celu Softplus Softsign "
            "Mish ThresholdedRelu Clip Erf iGELU iHardswish iSoftmax ITAMax ITAPartialMax Swish",
            "BatchNormalization LayerNormalization InstanceNormalization GroupNormalization LRN LpNormalization "
            "RMSNormalization MeanVarianceNormalization iLayerNorm iRMSNorm iNoNorm",
            "MaxPool AveragePool GlobalAveragePool GlobalMaxPool LpPool ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd "
            "ReduceL1 ReduceL2 ReduceLogSumExp ReduceSumSquare ArgMax ArgMin CumSum TopK IntegerMean",
            "Add Sub Mul Div Pow Sqrt Exp Log Abs Neg Min Max Mod Floor Ceil Round Reciprocal Sign Sin Cos Not And Or Xor Equal "
            "Less Greater LessOrEqual GreaterOrEqual Where Sum Mean IntegerDiv TrueIntegerDiv",
            "Reshape Transpose Concat Split Slice Gather GatherElements GatherND Scatter ScatterElements ScatterND Squeeze "
            "Unsqueeze Flatten Expand Tile Pad Identity Shape Size Resize Upsample DepthToSpace SpaceToDepth Cast Constant "
            "ConstantOfShape Range ReverseSequence Trilu OneHot NonZero EyeLike Dropout",
            "QuantizeLinear DequantizeLinear DynamicQuantizeLinear RequantShift Quant Dequant RequantizediGELU",
            "If Loop Scan LSTM GRU RNN SequenceAt SequenceConstruct SequenceInsert SplitToSequence ConcatFromSequence"};
        std::unordered_map<std::string, std::size_t> result;
        for (std::size_t kind = 0; kind < ops.size(); ++kind)
            for (const QString& op : QString::fromLatin1(ops[kind]).split(QLatin1Char(' ')))
                result[op.toStdString()] = kind;
        return result;
    }();
    return table;
}

std::size_t kindOf(const std::string& op)
{
    const auto found = kindTable().find(op);
    return found == kindTable().end() ? kOtherKind : found->second;
}

NodeColour fromFill(const QColor& fill, bool dark)
{
    return {.fill = fill, .text = textOn(fill), .stroke = dark ? fill.lighter(170) : fill.darker(170)};
}

class Colourer {
public:
    Colourer(const ViewGraph& view, const ColourRequest& request) : view_(view), request_(request) {}

    GraphColours run()
    {
        paintTerminals();
        switch (request_.by) {
        case ColourBy::Automatic: deployment() ? byEngine() : byOperator(); break;
        case ColourBy::Engine: byEngine(); break;
        case ColourBy::Operator: byOperator(); break;
        case ColourBy::Bits: byBits(); break;
        case ColourBy::Macs:
            byAmount(tr("Multiply-accumulates"), {}, [this](const ViewNode& node) { return macs(node); });
            break;
        case ColourBy::Memory:
            byAmount(tr("Parameters and results"), tr("B"), [this](const ViewNode& node) { return bytes(node); });
            break;
        case ColourBy::Cycles:
            byAmount(deployment() ? tr("Modelled cycles") : tr("Modelled cycles: not deployed"), {}, [this](const ViewNode& node) { return cycles(node); });
            break;
        }
        if (deployment())
            addBadges();
        return std::move(result_);
    }

private:
    const session::DeploymentInfo* deployment() const { return request_.snapshot ? request_.snapshot->deployment.get() : nullptr; }

    const ir::Node& operation(const ViewNode& node) const { return view_.graph->nodes[static_cast<std::size_t>(node.node)]; }

    const session::NodeInfo* info(const ViewNode& node) const
    {
        const auto index = static_cast<std::size_t>(node.node);
        return request_.snapshot && index < request_.snapshot->nodes.size() ? &request_.snapshot->nodes[index] : nullptr;
    }

    template <class Paint>
    void forOperators(Paint paint)
    {
        for (std::size_t i = 0; i < view_.nodes.size(); ++i)
            if (view_.nodes[i].kind == NodeKind::Operator)
                paint(view_.nodes[i], result_.nodes[i]);
    }

    void paintTerminals()
    {
        const auto& colours = Theme::instance().colours();
        result_.nodes.assign(view_.nodes.size(), {.fill = colours.surface, .text = colours.text, .stroke = colours.mutedText});
    }

    const session::DeployedNode* deployed(const ViewNode& node) const
    {
        const auto index = static_cast<std::size_t>(node.node);
        return deployment() && index < deployment()->nodes.size() ? &deployment()->nodes[index] : nullptr;
    }

    std::string engineOf(const ViewNode& node) const
    {
        const auto* where = deployed(node);
        return where ? where->engine : std::string();
    }

    int roleOf(const std::string& engine) const { return engineRole(deployment()->target.get(), engine); }

    void byEngine()
    {
        result_.title = tr("Engine");
        std::map<std::string, int> counts;
        forOperators([&](const ViewNode& node, NodeColour& colour) {
            const std::string engine = engineOf(node);
            const auto& shades = enginePalette(deployment() ? roleOf(engine) : kUnassignedRole, request_.dark);
            colour = {.fill = shades.fill, .text = shades.text, .stroke = shades.stroke};
            ++counts[engine];
        });
        addEngineLegend(counts);
    }

    void addBadges()
    {
        const auto badges = deployment()->target ? engineBadges(*deployment()->target) : std::map<std::string, QString>();
        forOperators([&](const ViewNode& node, NodeColour& colour) {
            const std::string engine = engineOf(node);
            const auto badge = badges.find(engine);
            colour.role = roleOf(engine);
            colour.badge = badge == badges.end() ? QStringLiteral("–") : badge->second;
            const auto* where = deployed(node);
            colour.pinned = where && where->pinned;
        });
    }

    void addEngineLegend(const std::map<std::string, int>& counts)
    {
        const auto add = [&](const QString& label, const std::string& engine) {
            const int role = deployment() ? roleOf(engine) : kUnassignedRole;
            const auto& shades = enginePalette(role, request_.dark);
            const auto found = counts.find(engine);
            const int count = found == counts.end() ? 0 : found->second;
            result_.legend.push_back({.label = QStringLiteral("%1  %2").arg(label).arg(count), .fill = shades.fill, .text = shades.text, .role = role,
                                      .badge = engineBadge(deployment() ? deployment()->target.get() : nullptr, engine), .engine = engine});
        };
        if (deployment() && deployment()->target)
            for (const auto& engine : deployment()->target->engines)
                add(QString::fromStdString(engine.name), engine.name);
        if (counts.contains(std::string()))
            add(deployment() ? tr("none") : tr("not deployed"), {});
    }

    void byOperator()
    {
        result_.title = tr("Kind of operator");
        std::set<std::size_t> used;
        const auto fill = [&](std::size_t kind) { return QColor(request_.dark ? kKinds[kind].dark : kKinds[kind].light); };
        forOperators([&](const ViewNode& node, NodeColour& colour) {
            const std::size_t kind = kindOf(operation(node).op);
            used.insert(kind);
            colour = fromFill(fill(kind), request_.dark);
        });
        for (const std::size_t kind : used)
            result_.legend.push_back({.label = tr(kKinds[kind].label), .fill = fill(kind), .text = textOn(fill(kind))});
    }

    void byBits()
    {
        result_.title = tr("Bits of the result");
        std::set<int> used;
        // Few distinct widths: evenly spaced steps of the ramp tell them apart best.
        const auto fill = [&](int bits) { return heatColour(bits <= 0 ? 0.0 : std::log2(bits) / 6.0, request_.dark); };
        forOperators([&](const ViewNode& node, NodeColour& colour) {
            const int bits = node.tensor.valid() ? ir::bitWidth(view_.graph->tensor(node.tensor).type) : 0;
            used.insert(bits);
            colour = fromFill(fill(bits), request_.dark);
        });
        for (const int bits : used)
            result_.legend.push_back({.label = bits > 0 ? tr("%1 bits").arg(bits) : tr("unknown"), .fill = fill(bits), .text = textOn(fill(bits))});
    }

    double macs(const ViewNode& node) const
    {
        const auto* known = info(node);
        return known ? static_cast<double>(known->counts.macs) : 0;
    }

    double bytes(const ViewNode& node) const
    {
        const auto* known = info(node);
        return known ? static_cast<double>(known->parameterBytes + known->counts.writeBytes) : 0;
    }

    /// Of a kernel that does the work of several nodes, the one that stands for them has the cycles.
    double cycles(const ViewNode& node) const
    {
        const auto* where = deployed(node);
        return where && where->fusedInto.empty() ? where->cycles.value_or(0) : 0;
    }

    template <class Amount>
    void byAmount(const QString& title, const QString& unit, Amount amount)
    {
        result_.title = title;
        result_.ramp = true;
        double most = 0;
        forOperators([&](const ViewNode& node, NodeColour&) { most = std::max(most, amount(node)); });
        // Square root: half of the work still looks like much, a hundredth is not invisible.
        forOperators([&](const ViewNode& node, NodeColour& colour) {
            const double mine = amount(node);
            colour = fromFill(heatColour(most > 0 ? std::sqrt(mine / most) : 0, request_.dark), request_.dark);
            if (mine > 0)
                colour.amount = siText(std::llround(mine), unit);
        });
        for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
            const QColor fill = heatColour(share, request_.dark);
            result_.legend.push_back({.label = siText(std::llround(most * share * share), unit), .fill = fill, .text = textOn(fill)});
        }
    }

    const ViewGraph& view_;
    const ColourRequest& request_;
    GraphColours result_;
};

}  // namespace

GraphColours colourNodes(const ViewGraph& view, const ColourRequest& request)
{
    return Colourer(view, request).run();
}

QString operatorKind(const std::string& op)
{
    return tr(kKinds[kindOf(op)].label);
}

}  // namespace tw::views::graph
