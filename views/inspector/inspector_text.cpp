// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector_text.h"

#include "views/inspector/quantisation_text.h"
#include "views/inspector/rich_text.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tw::views {

namespace {

QString engineTag(const target::Target* target, const std::string& engine)
{
    const auto& colours = enginePalette(engineRole(target, engine), Theme::instance().dark());
    return rich::badge(QString::fromStdString(engine), colours.fill, colours.text);
}

const session::DeployedNode* deployed(const NodePlace& place)
{
    if (!place.snapshot || !place.snapshot->deployment)
        return nullptr;
    const auto& nodes = place.snapshot->deployment->nodes;
    return static_cast<std::size_t>(place.node) < nodes.size() ? &nodes[static_cast<std::size_t>(place.node)] : nullptr;
}

const session::NodeInfo* known(const NodePlace& place)
{
    if (!place.snapshot || static_cast<std::size_t>(place.node) >= place.snapshot->nodes.size())
        return nullptr;
    return &place.snapshot->nodes[static_cast<std::size_t>(place.node)];
}

/// `word` ("from") stands before the name of a node only.
QString origin(const NodePlace& place, const ir::Tensor& tensor, ir::TensorId id, const QString& word)
{
    if (tensor.constant)
        return rich::muted(Inspector::tr("constant"));
    if (!place.index)
        return {};
    if (place.index->producer(id) >= 0)
        return rich::muted(word) + rich::nodeLink(place.graph, place.index->producer(id));
    return place.index->isGraphInput(id) ? rich::muted(Inspector::tr("input of the network")) : QString();
}

QString readers(const NodePlace& place, ir::TensorId id, const QString& word)
{
    constexpr std::size_t kShown = 8;
    if (!place.index)
        return {};
    QStringList links;
    const auto& consumers = place.index->consumers(id);
    for (std::size_t i = 0; i < std::min(consumers.size(), kShown); ++i)
        links << rich::nodeLink(place.graph, consumers[i]);
    if (consumers.size() > kShown)
        links << Inspector::tr("%1 more").arg(consumers.size() - kShown);
    if (place.index->isGraphOutput(id))
        links << rich::muted(Inspector::tr("output of the network"));
    if (links.isEmpty())
        return rich::muted(Inspector::tr("not read"));
    return rich::muted(word) + links.join(QStringLiteral(", "));
}

/// Two lines per operand, since the pane is narrow: role and name, then type, shape and the other end.
QString operandHtml(const NodePlace& place, ir::TensorId id, const QString& role, bool isInput)
{
    if (!id.valid())
        return rich::paragraph(rich::muted(role + QLatin1Char(' ') + Inspector::tr("left out")));
    const ir::Tensor& tensor = place.graph.tensor(id);
    const QString name = QString::fromStdString(tensor.name);
    const QString linked = place.index ? rich::link(QStringLiteral("tensor:%1").arg(id.value), name) : rich::text(name);
    const QString other = isInput ? origin(place, tensor, id, Inspector::tr("from ")) : readers(place, id, Inspector::tr("to "));
    QString html = role.isEmpty() ? QString() : QStringLiteral("<b>%1</b>&nbsp; ").arg(role.toHtmlEscaped());
    html += linked + QStringLiteral("<br>") + rich::text(typeAndShape(tensor));
    if (!other.isEmpty())
        html += QStringLiteral(" &nbsp;") + other;
    return rich::paragraph(html);
}

QString roleOf(const std::vector<std::string>& names, std::size_t position)
{
    if (names.empty())
        return {};
    // The last name of a variadic operator stands for all the rest.
    const bool repeated = position + 1 > names.size();
    const QString name = QString::fromStdString(names[std::min(position, names.size() - 1)]);
    return repeated ? name + QString::number(position - names.size() + 1) : name;
}

QString operandsHtml(const NodePlace& place)
{
    const ir::Node& node = place.graph.nodes.at(static_cast<std::size_t>(place.node));
    const session::NodeInfo* info = known(place);
    QString html = rich::heading(Inspector::tr("Inputs"));
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        html += operandHtml(place, node.inputs[i], info ? roleOf(info->inputNames, i) : QString(), true);
    if (node.inputs.empty())
        html += rich::paragraph(rich::muted(Inspector::tr("none")));
    html += rich::heading(Inspector::tr("Outputs"));
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        html += operandHtml(place, node.outputs[i], info ? roleOf(info->outputNames, i) : QString(), false);
    return html;
}

QString attributesHtml(const ir::Node& node, const session::NodeInfo* info)
{
    rich::Rows rows;
    for (const auto& [name, value] : node.attributes)
        rows.add(QString::fromStdString(name), rich::text(ir::attributeText(value)));
    if (info && info->defaults)
        for (const auto& [name, value] : *info->defaults)
            if (!node.attributes.contains(name))
                rows.add(QString::fromStdString(name), rich::muted(rich::text(ir::attributeText(value)) + QStringLiteral(" &nbsp;") + Inspector::tr("default")));
    return rows.empty() ? QString() : rich::heading(Inspector::tr("Attributes")) + rows.html();
}

QString countsHtml(const ops::Counts& counts, std::int64_t parameterBytes)
{
    const QString bytes = Inspector::tr("B");
    rich::Rows rows;
    rows.add(Inspector::tr("MACs"), rich::number(counts.macs));
    rows.add(Inspector::tr("Operations"), rich::number(counts.operations()));
    rows.add(Inspector::tr("Reads"), rich::number(counts.readBytes, bytes));
    rows.add(Inspector::tr("Writes"), rich::number(counts.writeBytes, bytes));
    rows.add(Inspector::tr("Parameters"), rich::number(parameterBytes, bytes));
    return rich::heading(Inspector::tr("Counts")) + rows.html();
}

QString cyclesHtml(const std::optional<double>& cycles)
{
    return cycles ? Inspector::tr("%1 cycles").arg(rich::number(std::llround(*cycles))) : rich::muted(Inspector::tr("no figure"));
}

/// One engine of the target: runs the node, could run it, or why it cannot.
QString verdictHtml(const session::DeployedNode& where, const std::string& engine, std::size_t index)
{
    const auto candidate = where.candidates.find(engine);
    if (where.engine == engine) {
        const QString pin = where.pinned ? Inspector::tr("runs it, pinned") : Inspector::tr("runs it");
        QString html = QStringLiteral("<b>%1</b>, %2").arg(pin, cyclesHtml(where.cycles));
        if (where.pinned)
            html += QStringLiteral(" &nbsp;") + rich::link(QStringLiteral("unpin:0"), Inspector::tr("clear pin"));
        else if (where.candidates.size() > 1)
            html += QStringLiteral(" &nbsp;") + rich::link(QStringLiteral("pin:%1").arg(index), Inspector::tr("pin"));
        return html;
    }
    if (candidate != where.candidates.end())
        return Inspector::tr("could run it, %1").arg(cyclesHtml(candidate->second)) + QStringLiteral(" &nbsp;") +
               rich::link(QStringLiteral("pin:%1").arg(index), Inspector::tr("run here"));
    const auto refusal = where.refusals.find(engine);
    return refusal == where.refusals.end() ? rich::muted(QStringLiteral("–")) : Inspector::tr("cannot: %1").arg(rich::text(refusal->second));
}

QString doneByHtml(const NodePlace& place, const std::string& name)
{
    const auto& nodes = place.graph.nodes;
    const auto found = std::ranges::find(nodes, name, &ir::Node::name);
    return found == nodes.end() ? rich::text(name) : rich::nodeLink(place.graph, static_cast<int>(found - nodes.begin()));
}

QString placementHtml(const NodePlace& place)
{
    const session::DeployedNode* where = deployed(place);
    if (!where)
        return {};
    const session::DeploymentInfo& deployment = *place.snapshot->deployment;
    const auto* target = deployment.target.get();
    rich::Rows rows;
    const bool chosen = !where->candidates.empty() || !where->refusals.empty();
    if (!chosen)
        rows.add(Inspector::tr("Engine"), rich::muted(where->reason.empty() ? Inspector::tr("none") : Inspector::tr("none: %1").arg(rich::text(where->reason))));
    for (std::size_t i = 0; chosen && target && i < target->engines.size(); ++i)
        rows.addHtml(engineTag(target, target->engines[i].name), verdictHtml(*where, target->engines[i].name, i));
    if (!where->engine.empty() && !where->reason.empty())
        rows.add(Inspector::tr("Because"), rich::text(where->reason));
    if (!where->kernel.empty())
        rows.add(Inspector::tr("Kernel"), rich::mono(rich::text(where->kernel)));
    if (!where->kernelPlace.empty())
        rows.add(Inspector::tr("Described in"), rich::text(where->kernelPlace));
    if (!where->fusedInto.empty())
        rows.add(Inspector::tr("Done by"), doneByHtml(place, where->fusedInto));
    return rich::heading(Inspector::tr("Placement on %1").arg(QString::fromStdString(target ? target->title : ""))) + rows.html();
}

QString originHtml(const ir::Node& node)
{
    rich::Rows rows;
    rows.add(Inspector::tr("Domain"), node.domain.empty() ? QStringLiteral("ai.onnx") : rich::text(node.domain));
    if (!node.doc.empty())
        rows.add(Inspector::tr("Note"), rich::text(node.doc));
    for (const auto& [key, value] : node.metadata)
        rows.add(QString::fromStdString(key), rich::text(value));
    return rich::heading(Inspector::tr("Origin")) + rows.html();
}

}  // namespace

QString typeAndShape(const ir::Tensor& tensor)
{
    if (!tensor.note.empty())
        return QString::fromStdString(tensor.note);
    const auto type = tensor.type == ir::DataType::Undefined ? Inspector::tr("unknown type").toStdString()
                                                             : std::string(ir::typeName(tensor.type));
    return QString::fromStdString(cat(type, " ", tensor.shape));
}

QString nodePage(const NodePlace& place)
{
    const ir::Node& node = place.graph.nodes.at(static_cast<std::size_t>(place.node));
    const session::NodeInfo* info = known(place);
    QString html = rich::title(rich::text(node.op)) + rich::paragraph(rich::text(node.name));
    if (info && !info->documentation.empty())
        html += rich::paragraph(rich::muted(rich::text(info->documentation)));
    const session::DeployedNode* where = deployed(place);
    if (info && !info->known && (!where || where->engine.empty()))
        html += rich::paragraph(rich::muted(info->defaults ? Inspector::tr("There is no kernel for this operator yet: it is shown, not deployed.")
                                                            : Inspector::tr("What this operator computes is not known: it is shown, not deployed.")));
    html += placementHtml(place) + operandsHtml(place) + attributesHtml(node, info);
    if (info && info->known)
        html += countsHtml(info->counts, info->parameterBytes);
    return html + originHtml(node);
}

namespace {

/// What the engines do of these nodes. Nodes that one kernel runs together share its cycles, which count once.
QString enginesHtml(const session::Snapshot& snapshot, const std::vector<int>& nodes)
{
    struct Sum {
        int nodes = 0;
        double cycles = 0;
        int withoutFigure = 0;
    };
    if (!snapshot.deployment)
        return {};
    const session::DeploymentInfo& deployment = *snapshot.deployment;
    std::map<std::string, Sum> sums;
    std::set<int> works;
    for (const int node : nodes) {
        const session::DeployedNode& where = deployment.nodes.at(static_cast<std::size_t>(node));
        Sum& sum = sums[where.engine];
        ++sum.nodes;
        if (where.engine.empty() || !works.insert(where.work).second)
            continue;
        sum.cycles += where.cycles.value_or(0);
        sum.withoutFigure += !where.cycles;
    }
    rich::Rows rows;
    for (const auto& [engine, sum] : sums) {
        QStringList parts{counted(sum.nodes, Inspector::tr("1 node"), Inspector::tr("%1 nodes"))};
        if (!engine.empty() && (sum.cycles > 0 || sum.withoutFigure == 0))
            parts << Inspector::tr("%1 cycles").arg(rich::number(std::llround(sum.cycles)));
        if (sum.withoutFigure > 0)
            parts << rich::muted(Inspector::tr("no figure for %1").arg(sum.withoutFigure));
        rows.addHtml(engine.empty() ? rich::muted(Inspector::tr("none")) : engineTag(deployment.target.get(), engine), parts.join(QStringLiteral(", ")));
    }
    return rich::heading(Inspector::tr("Engines")) + rows.html();
}

}  // namespace

QString nodesPage(const session::Snapshot& snapshot, const std::vector<int>& nodes)
{
    ops::Counts sums;
    std::int64_t parameterBytes = 0;
    std::map<std::string, int> perOp;
    for (const int node : nodes) {
        const auto at = static_cast<std::size_t>(node);
        const session::NodeInfo& info = snapshot.nodes.at(at);
        sums.macs += info.counts.macs;
        sums.elementOps += info.counts.elementOps;
        sums.readBytes += info.counts.readBytes;
        sums.writeBytes += info.counts.writeBytes;
        parameterBytes += info.parameterBytes;
        ++perOp[snapshot.graph->nodes.at(at).op];
    }
    QString html = rich::title(Inspector::tr("%1 nodes").arg(nodes.size())) + enginesHtml(snapshot, nodes) + countsHtml(sums, parameterBytes);
    rich::Rows rows;
    for (const auto& [op, count] : perOp)
        rows.add(QString::fromStdString(op), rich::number(count));
    html += rich::heading(Inspector::tr("Operators")) + rows.html() + rich::heading(Inspector::tr("Nodes"));
    constexpr std::size_t kListed = 200;
    for (std::size_t i = 0; i < std::min(nodes.size(), kListed); ++i)
        html += rich::paragraph(rich::nodeLink(*snapshot.graph, nodes[i]));
    return html;
}

QString tensorPage(const session::Snapshot& snapshot, const ir::GraphIndex& index, ir::TensorId id)
{
    const ir::Graph& graph = *snapshot.graph;
    const ir::Tensor& tensor = graph.tensor(id);
    const NodePlace place{.graph = graph, .index = &index};
    rich::Rows rows;
    rows.add(Inspector::tr("Type"), tensor.type == ir::DataType::Undefined ? rich::muted(Inspector::tr("unknown"))
                                                                : rich::text(std::string(ir::typeName(tensor.type))));
    rows.add(Inspector::tr("Shape"), rich::text(cat(tensor.shape)));
    if (const auto elements = tensor.shape.elements()) {
        rows.add(Inspector::tr("Elements"), rich::number(*elements));
        if (ir::bitWidth(tensor.type) > 0)
            rows.add(Inspector::tr("Size"), rich::number(ir::byteCount(tensor.type, *elements), Inspector::tr("B")));
    }
    if (!tensor.note.empty())
        rows.add(Inspector::tr("Note"), rich::text(tensor.note));
    const QString quantisation = quantisationText(graph, index, id);
    if (!quantisation.isEmpty())
        rows.add(Inspector::tr("Quantisation"), quantisation);
    const QString from = origin(place, tensor, id, {});
    if (!from.isEmpty())
        rows.add(Inspector::tr("Comes from"), from);
    rows.add(Inspector::tr("Read by"), readers(place, id, {}));
    return rich::title(rich::text(tensor.name)) +
           rich::paragraph(rich::muted(tensor.constant ? Inspector::tr("Constant tensor") : Inspector::tr("Tensor"))) + rows.html();
}

}  // namespace tw::views
