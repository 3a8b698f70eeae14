// SPDX-License-Identifier: GPL-3.0-or-later
// The summary shown when nothing is selected.
#include "views/inspector/inspector_text.h"
#include "views/inspector/rich_text.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace tw::views {

namespace {

QString fileHtml(const session::Snapshot& snapshot)
{
    const session::ModelInfo& model = snapshot.model;
    std::vector<std::string> opsets;
    for (const auto& [domain, version] : snapshot.graph->opsets)
        opsets.push_back(cat(domain.empty() ? "ai.onnx" : domain, " ", version));
    rich::Rows rows;
    rows.add(Inspector::tr("Path"), rich::text(model.path.string()));
    rows.add(Inspector::tr("File size"), rich::number(model.fileBytes, Inspector::tr("B")));
    rows.add(Inspector::tr("IR version"), QString::number(model.irVersion));
    rows.add(Inspector::tr("Opset"), rich::text(join(opsets, ", ")));
    rows.add(Inspector::tr("Producer"), model.producer.empty() ? rich::muted(Inspector::tr("not named")) : rich::text(model.producer));
    if (!snapshot.graph->doc.empty())
        rows.add(Inspector::tr("Note"), rich::text(snapshot.graph->doc));
    return rows.html();
}

QString endsHtml(const session::Snapshot& snapshot, const QString& heading, const std::vector<ir::TensorId>& tensors)
{
    constexpr std::size_t kListed = 8;
    QString html = rich::heading(heading);
    for (std::size_t i = 0; i < std::min(kListed, tensors.size()); ++i) {
        const ir::TensorId id = tensors[i];
        const ir::Tensor& tensor = snapshot.graph->tensor(id);
        html += rich::paragraph(
            rich::link(QStringLiteral("tensor:%1").arg(id.value), QString::fromStdString(tensor.name)) +
            QStringLiteral("<br>") + rich::text(typeAndShape(tensor)));
    }
    if (tensors.size() > kListed)
        html += rich::paragraph(rich::muted(Inspector::tr("and %1 more").arg(tensors.size() - kListed)));
    return html;
}

QString totalsHtml(const session::Snapshot& snapshot)
{
    rich::Rows rows;
    rows.add(Inspector::tr("Nodes"), rich::number(static_cast<qint64>(snapshot.graph->nodes.size())));
    if (snapshot.totals.operations() > 0) {
        rows.add(Inspector::tr("MACs"), rich::number(snapshot.totals.macs));
        rows.add(Inspector::tr("Operations"), rich::number(snapshot.totals.operations()));
    } else {
        rows.add(Inspector::tr("Operations"), rich::muted(Inspector::tr("not known, because shapes are open")));
    }
    rows.add(Inspector::tr("Initialisers"), rich::number(snapshot.model.initializers));
    rows.add(Inspector::tr("Their size"), rich::number(snapshot.model.initializerBytes, Inspector::tr("B")));
    return rich::heading(Inspector::tr("Totals")) + rows.html();
}

QString memoriesHtml(const session::DeploymentInfo& deployment)
{
    rich::Rows rows;
    for (const session::MemoryUse& memory : deployment.memories) {
        QString value = Inspector::tr("%1 of %2").arg(rich::number(memory.peak, Inspector::tr("B")), rich::number(memory.capacity, Inspector::tr("B")));
        if (memory.constants > 0)
            value += rich::muted(Inspector::tr(", constants %1").arg(rich::number(memory.constants, Inspector::tr("B"))));
        rows.add(QString::fromStdString(memory.name), value);
    }
    return rows.empty() ? QString() : rich::heading(Inspector::tr("Memory at the peak")) + rows.html();
}

QString enginesHtml(const session::DeploymentInfo& deployment)
{
    int unplaced = 0;
    for (const session::DeployedNode& node : deployment.nodes)
        unplaced += node.engine.empty() && !node.refusals.empty();
    rich::Rows rows;
    for (const session::EngineUse& use : deployment.engines) {
        const auto& colours = enginePalette(engineRole(deployment.target.get(), use.name), Theme::instance().dark());
        QString value = counted(use.nodes, Inspector::tr("1 node"), Inspector::tr("%1 nodes"));
        if (use.cycles > 0)
            value += Inspector::tr(", %1 cycles").arg(rich::number(std::llround(use.cycles)));
        rows.addHtml(rich::badge(QString::fromStdString(use.name), colours.fill, colours.text), value);
    }
    if (deployment.cycles)
        rows.add(Inspector::tr("Together"), Inspector::tr("%1 cycles").arg(rich::number(std::llround(*deployment.cycles))));
    if (unplaced > 0)
        rows.add(Inspector::tr("None"), QStringLiteral("<b>%1</b>").arg(
            counted(unplaced, Inspector::tr("1 node without a kernel"), Inspector::tr("%1 nodes without a kernel"))));
    return rich::heading(Inspector::tr("Engines of %1").arg(QString::fromStdString(deployment.target->title))) + rows.html();
}

QString operatorsHtml(const ir::Graph& graph)
{
    std::map<std::string, int> perOp;
    for (const ir::Node& node : graph.nodes)
        ++perOp[node.op];
    std::vector<std::pair<std::string, int>> sorted(perOp.begin(), perOp.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& left, const auto& right) { return left.second > right.second; });
    QString rows;
    const QColor colour = rich::plotColour();
    for (const auto& [op, count] : sorted)
        rows += QStringLiteral("<tr><td style='padding-right:10px'>%1</td><td align='right' style='padding-right:10px'>%2"
                               "</td><td>%3</td></tr>")
                    .arg(rich::text(op), rich::number(count), rich::bar(count / double(sorted.front().second), colour));
    return rich::heading(Inspector::tr("Operators")) +
           QStringLiteral("<table cellspacing='0' cellpadding='1'>%1</table>").arg(rows);
}

QString heaviestHtml(const session::Snapshot& snapshot)
{
    constexpr std::size_t kListed = 10;
    std::vector<std::size_t> order(snapshot.nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto operations = [&](std::size_t node) { return snapshot.nodes[node].counts.operations(); };
    const std::size_t listed = std::min(kListed, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed), order.end(),
                      [&](std::size_t left, std::size_t right) {
                          return operations(left) != operations(right) ? operations(left) > operations(right) : left < right;
                      });
    QString rows;
    for (std::size_t i = 0; i < listed && operations(order[i]) > 0; ++i)
        rows += QStringLiteral("<tr><td align='right' style='padding-right:10px'>%1</td><td>%2</td></tr>")
                    .arg(rich::number(operations(order[i])), rich::nodeLink(*snapshot.graph, static_cast<int>(order[i])));
    if (rows.isEmpty())
        return {};
    return rich::heading(Inspector::tr("Most operations")) +
           QStringLiteral("<table cellspacing='0' cellpadding='1'>%1</table>").arg(rows);
}

}  // namespace

QString modelPage(const session::Snapshot& snapshot)
{
    QString html = rich::title(rich::text(snapshot.model.name)) + fileHtml(snapshot) + totalsHtml(snapshot);
    if (snapshot.deployment)
        html += enginesHtml(*snapshot.deployment) + memoriesHtml(*snapshot.deployment);
    html += endsHtml(snapshot, Inspector::tr("Inputs of the network"), snapshot.graph->inputs) +
            endsHtml(snapshot, Inspector::tr("Outputs of the network"), snapshot.graph->outputs);
    return html + operatorsHtml(*snapshot.graph) + heaviestHtml(snapshot);
}

}  // namespace tw::views
