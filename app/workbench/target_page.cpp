// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/target_page.h"

#include "views/inspector/rich_text.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tw::workbench {

namespace {

namespace rich = views::rich;

struct TargetPage {
    Q_DECLARE_TR_FUNCTIONS(TargetPage)
};

QString name(const std::string& text)
{
    return QString::fromStdString(text);
}

QString enginesHtml(const target::Target& target)
{
    rich::Rows rows;
    for (const auto& engine : target.engines) {
        const auto& colours = views::enginePalette(engine.paletteRole, views::Theme::instance().dark());
        QString text = views::counted(engine.cores, TargetPage::tr("1 core"), TargetPage::tr("%1 cores"));
        if (engine.clockHz.value)
            text += TargetPage::tr(" at %1").arg(views::siText(std::llround(*engine.clockHz.value), TargetPage::tr("Hz")));
        text += TargetPage::tr(", computes in %1").arg(name(engine.memory));
        QString html = text.toHtmlEscaped();
        if (!engine.description.empty())
            html += QStringLiteral("<br>") + rich::muted(rich::text(engine.description));
        rows.addHtml(rich::badge(name(engine.name), colours.fill, colours.text), html);
    }
    return rich::heading(TargetPage::tr("Engines")) + rows.html();
}

QString memoriesHtml(const target::Target& target)
{
    rich::Rows rows;
    for (const auto& memory : target.memories) {
        QString text = rich::number(memory.bytes, TargetPage::tr("B"));
        if (memory.reserved > 0)
            text += TargetPage::tr(", %1 of it for the network").arg(rich::number(memory.usable(), TargetPage::tr("B")));
        if (memory.holds == target::Contents::Constants)
            text += TargetPage::tr(", for constants only");
        if (memory.holds == target::Contents::Activations)
            text += TargetPage::tr(", for activations only");
        if (memory.latencyCycles.value)
            text += TargetPage::tr(", latency %1 cycles").arg(views::realText(*memory.latencyCycles.value));
        rows.add(name(memory.name), text);
    }
    return rich::heading(TargetPage::tr("Memories")) + rows.html();
}

QString linksHtml(const target::Target& target)
{
    if (target.links.empty())
        return {};
    rich::Rows rows;
    for (const auto& link : target.links) {
        const QString speed = link.bytesPerCycle.value ? TargetPage::tr("%1 bytes a cycle").arg(views::realText(*link.bytesPerCycle.value))
                                                       : rich::muted(TargetPage::tr("no figure"));
        rows.add(name(link.name), QStringLiteral("%1 – %2, %3").arg(rich::text(link.far), rich::text(link.near), speed));
    }
    return rich::heading(TargetPage::tr("Links")) + rows.html();
}

QString clockHtml(const target::Target& target)
{
    rich::Rows rows;
    for (const auto& point : target.clockPoints)
        rows.add(name(point.name), rich::number(std::llround(point.hertz), TargetPage::tr("Hz")));
    return rows.empty() ? QString() : rich::heading(TargetPage::tr("Clock")) + rows.html();
}

QString gapsHtml(const session::TargetSurvey& survey)
{
    constexpr std::size_t kNamed = 4;
    QString html = rich::heading(TargetPage::tr("This network"));
    if (survey.fault)
        return html + rich::paragraph(rich::text(survey.fault->text()));
    if (survey.nodes == 0)
        return {};
    if (survey.gaps.empty())
        return html + rich::paragraph(TargetPage::tr("Every node has an engine."));
    for (const auto& gap : survey.gaps) {
        QStringList nodes;
        for (std::size_t i = 0; i < std::min(kNamed, gap.nodes.size()); ++i)
            nodes << rich::text(gap.nodes[i]);
        if (gap.nodes.size() > kNamed)
            nodes << TargetPage::tr("%1 more").arg(gap.nodes.size() - kNamed);
        html += rich::paragraph(QStringLiteral("<b>%1</b> × %2: %3<br>%4")
                                    .arg(rich::text(gap.op))
                                    .arg(gap.nodes.size())
                                    .arg(rich::text(gap.why), rich::muted(nodes.join(QStringLiteral(", ")))));
    }
    return html;
}

}  // namespace

QString verdictText(const session::TargetSurvey& survey)
{
    if (survey.fault)
        return TargetPage::tr("the network does not fit");
    if (survey.nodes == 0)
        return {};
    std::size_t refused = 0;
    for (const auto& gap : survey.gaps)
        refused += gap.nodes.size();
    return refused == 0 ? TargetPage::tr("runs all of it") : TargetPage::tr("cannot run %1 of %2 nodes").arg(refused).arg(survey.nodes);
}

QString targetPage(const session::TargetSurvey& survey)
{
    const target::Target& target = *survey.target;
    return rich::title(rich::text(target.title)) + rich::paragraph(rich::text(target.description)) + gapsHtml(survey) + enginesHtml(target) +
           memoriesHtml(target) + linksHtml(target) + clockHtml(target);
}

}  // namespace tw::workbench
