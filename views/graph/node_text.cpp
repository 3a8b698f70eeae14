// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/node_text.h"

#include "views/shared/number_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>

namespace tw::views::graph {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("GraphView", text);
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

const std::vector<std::int64_t>* integers(const ir::Node& node, const char* name)
{
    const auto found = node.attributes.find(name);
    return found == node.attributes.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&found->second);
}

std::optional<std::int64_t> integer(const ir::Node& node, const char* name)
{
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end())
        return std::nullopt;
    const auto* value = std::get_if<std::int64_t>(&found->second);
    return value ? std::optional(*value) : std::nullopt;
}

QString joined(const std::vector<std::int64_t>& values, const QString& separator)
{
    QStringList parts;
    for (const auto value : values)
        parts << QString::number(value);
    return parts.join(separator);
}

/// "/2" for equal values, "/2×1" otherwise; empty when all are 1.
QString factors(const ir::Node& node, const char* name, const QString& prefix)
{
    const auto* values = integers(node, name);
    if (!values || values->empty() || std::ranges::all_of(*values, [](auto value) { return value == 1; }))
        return {};
    const bool equal = std::ranges::all_of(*values, [&](auto value) { return value == values->front(); });
    return prefix + (equal ? QString::number(values->front()) : joined(*values, QStringLiteral("×")));
}

QString spatialSummary(const ir::Node& node)
{
    QStringList parts;
    if (const auto* kernel = integers(node, "kernel_shape"))
        parts << joined(*kernel, QStringLiteral("×"));
    parts << factors(node, "strides", QStringLiteral("/")) << factors(node, "dilations", QStringLiteral("d"));
    if (const auto group = integer(node, "group"); group && *group > 1)
        parts << QStringLiteral("g%1").arg(*group);
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

QString operandName(const session::NodeInfo* info, std::size_t index)
{
    if (!info || info->inputNames.empty())
        return {};
    return fromUtf8(info->inputNames[std::min(index, info->inputNames.size() - 1)]);
}

QString constantsText(const ir::Graph& graph, const ir::Node& node, const session::NodeInfo* info)
{
    QStringList parts;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (!node.inputs[i].valid() || !graph.tensor(node.inputs[i]).constant)
            continue;
        const QString role = operandName(info, i);
        const QString shape = shapeText(graph.tensor(node.inputs[i]).shape);
        parts << (role.isEmpty() ? shape : role + QLatin1Char(' ') + shape);
    }
    return parts.join(QStringLiteral(" · "));
}

QString row(const QString& label, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:8px'>%1</td><td>%2</td></tr>").arg(label.toHtmlEscaped(), value.toHtmlEscaped());
}

QString operandRows(const ViewGraph& view, const ir::Node& node, const session::NodeInfo* info)
{
    constexpr std::size_t kMost = 12;      // a tooltip is no table
    QString rows;
    for (std::size_t i = 0; i < node.inputs.size() && i < kMost; ++i) {
        if (!node.inputs[i].valid())
            continue;
        const auto& tensor = view.graph->tensor(node.inputs[i]);
        const QString role = operandName(info, i);
        rows += row(role.isEmpty() ? tr("input %1").arg(i) : role, fromUtf8(tensor.name) + QStringLiteral("  ") + tensorText(tensor));
    }
    for (std::size_t i = 0; i < node.outputs.size() && i < kMost; ++i) {
        if (!node.outputs[i].valid())
            continue;
        const auto& tensor = view.graph->tensor(node.outputs[i]);
        rows += row(tr("output %1").arg(i), fromUtf8(tensor.name) + QStringLiteral("  ") + tensorText(tensor));
    }
    return rows;
}

QString engineRows(const session::DeployedNode* where)
{
    if (!where)
        return {};
    QString rows;
    if (!where->engine.empty())
        rows += row(tr("engine"), fromUtf8(where->engine) + (where->pinned ? tr(", pinned") : QString()));
    if (where->cycles && where->fusedInto.empty())
        rows += row(tr("cycles"), cyclesText(where->cycles));
    if (!where->fusedInto.empty())
        rows += row(tr("done by"), fromUtf8(where->fusedInto));
    for (const auto& [engine, why] : where->refusals)
        rows += row(tr("not on %1").arg(fromUtf8(engine)), fromUtf8(why));
    return rows;
}

}  // namespace

QString shapeText(const ir::Shape& shape)
{
    if (!shape.ranked())
        return QStringLiteral("?");
    if (shape.rank() == 0)
        return tr("scalar");
    QStringList parts;
    for (const auto& dim : shape.dims())
        parts << (dim.known() ? QString::number(dim.value) : dim.symbol.empty() ? QStringLiteral("?") : fromUtf8(dim.symbol));
    return parts.join(QStringLiteral("×"));
}

QString tensorText(const ir::Tensor& tensor)
{
    if (!tensor.note.empty())
        return fromUtf8(tensor.note);
    const QString shape = shapeText(tensor.shape);
    return tensor.type == ir::DataType::Undefined ? shape : fromUtf8(ir::typeName(tensor.type)) + QLatin1Char(' ') + shape;
}

QString attributeSummary(const ir::Node& node)
{
    if (const QString spatial = spatialSummary(node); !spatial.isEmpty())
        return spatial;
    if (const auto* perm = integers(node, "perm"))
        return joined(*perm, QStringLiteral(" "));
    if (const auto axis = integer(node, "axis"))
        return tr("axis %1").arg(*axis);
    if (const auto* axes = integers(node, "axes"))
        return tr("axes %1").arg(joined(*axes, QStringLiteral(" ")));
    if (const auto to = integer(node, "to"); to && *to > 0 && *to <= static_cast<int>(ir::DataType::F4E2M1))
        return tr("to %1").arg(fromUtf8(ir::typeName(static_cast<ir::DataType>(*to))));
    return {};
}

CardText cardText(const ViewGraph& view, const ViewNode& node, const session::NodeInfo* info)
{
    const QString shape = node.tensor.valid() ? tensorText(view.graph->tensor(node.tensor)) : QString();
    if (node.kind != NodeKind::Operator)
        return {.title = fromUtf8(view.graph->tensor(node.tensor).name), .detail = {}, .name = {}, .shape = shape, .constants = {}};
    const ir::Node& op = view.graph->nodes[static_cast<std::size_t>(node.node)];
    return {.title = fromUtf8(op.op),
            .detail = attributeSummary(op),
            .name = fromUtf8(op.name),
            .shape = shape,
            .constants = node.constants > 0 ? constantsText(*view.graph, op, info) : QString()};
}

QString tooltip(const ViewGraph& view, const ViewNode& node, const session::NodeInfo* info, const session::DeployedNode* where)
{
    const CardText text = cardText(view, node, info);
    if (node.kind != NodeKind::Operator) {
        const QString kind = node.kind == NodeKind::Output ? tr("Output") : node.outer ? tr("From the outer graph") : tr("Input");
        return QStringLiteral("<b>%1</b> %2<br>%3").arg(kind, text.title.toHtmlEscaped(), text.shape.toHtmlEscaped());
    }
    const ir::Node& op = view.graph->nodes[static_cast<std::size_t>(node.node)];
    QString rows = operandRows(view, op, info);
    const QLocale locale;
    if (info && info->counts.macs > 0)
        rows += row(tr("MACs"), locale.toString(static_cast<qlonglong>(info->counts.macs)));
    if (info && info->parameterBytes > 0)
        rows += row(tr("parameters"), tr("%1 bytes").arg(locale.toString(static_cast<qlonglong>(info->parameterBytes))));
    rows += engineRows(where);
    return QStringLiteral("<b>%1</b> %2<br>%3<table>%4</table>")
        .arg(text.title.toHtmlEscaped(), text.detail.toHtmlEscaped(), text.name.toHtmlEscaped(), rows);
}

GroupText groupText(const ViewGraph& view, int group)
{
    constexpr std::size_t kNamedOps = 3;
    const Group& shown = view.groups[static_cast<std::size_t>(group)];
    std::map<std::string_view, int> ops;
    for (int i = shown.first; i < shown.last; ++i)
        ++ops[view.graph->nodes[static_cast<std::size_t>(view.nodes[static_cast<std::size_t>(i)].node)].op];
    std::vector<std::pair<int, std::string_view>> ranked;
    for (const auto& [op, count] : ops)
        ranked.emplace_back(-count, op);
    std::ranges::sort(ranked);
    QStringList most;
    for (std::size_t i = 0; i < std::min(ranked.size(), kNamedOps); ++i)
        most << QStringLiteral("%1 %2").arg(fromUtf8(ranked[i].second)).arg(-ranked[i].first);
    const int count = shown.last - shown.first;
    const QString title = shown.name.empty() ? tr("Nodes %1 to %2").arg(shown.first + 1).arg(shown.last) : fromUtf8(shown.name);
    return {.title = title, .summary = (count == 1 ? tr("1 node") : tr("%1 nodes").arg(count)) + QStringLiteral(" · ") + most.join(QStringLiteral(", "))};
}

}  // namespace tw::views::graph
