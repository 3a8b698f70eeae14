// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/rich_text.h"

#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <algorithm>

namespace tw::views::rich {

namespace {
constexpr int kBarPixels = 90;
}

QString text(const std::string& plain)
{
    return QString::fromStdString(plain).toHtmlEscaped();
}

QString text(const QString& plain)
{
    return plain.toHtmlEscaped();
}

QString muted(const QString& html)
{
    return QStringLiteral("<span style='color:%1'>%2</span>")
        .arg(Theme::instance().colours().mutedText.name(), html);
}

QString mono(const QString& html)
{
    return QStringLiteral("<span style='font-family:monospace'>%1</span>").arg(html);
}

QString badge(const QString& plain, const QColor& fill, const QColor& onFill)
{
    return QStringLiteral("<span style='background-color:%1;color:%2;font-weight:600'>&nbsp;%3&nbsp;</span>")
        .arg(fill.name(), onFill.name(), plain.toHtmlEscaped());
}

QString link(const QString& target, const QString& plain)
{
    return QStringLiteral("<a href='%1'>%2</a>").arg(target, plain.toHtmlEscaped());
}

QString nodeLink(const ir::Graph& graph, int node)
{
    return link(QStringLiteral("node:%1").arg(node),
                QString::fromStdString(graph.nodes.at(static_cast<std::size_t>(node)).name));
}

QString number(qint64 value, const QString& unit)
{
    return QStringLiteral("<span title='%1'>%2</span>")
        .arg(fullText(value, unit).toHtmlEscaped(), siText(value, unit).toHtmlEscaped());
}

QString title(const QString& html)
{
    return QStringLiteral("<p style='font-size:large;font-weight:600;margin-top:2px;margin-bottom:2px'>%1</p>").arg(html);
}

QString heading(const QString& plain)
{
    return QStringLiteral("<p style='font-weight:600;margin-top:14px;margin-bottom:3px;color:%1'>%2</p>")
        .arg(Theme::instance().colours().mutedText.name(), plain.toHtmlEscaped());
}

QString paragraph(const QString& html)
{
    return QStringLiteral("<p style='margin-top:2px;margin-bottom:4px'>%1</p>").arg(html);
}

Rows& Rows::add(const QString& name, const QString& valueHtml)
{
    return addHtml(muted(name.toHtmlEscaped()), valueHtml);
}

Rows& Rows::addHtml(const QString& nameHtml, const QString& valueHtml)
{
    rows_ += QStringLiteral("<tr><td style='padding-right:12px;padding-top:2px;padding-bottom:2px'>%1</td>"
                            "<td style='padding-top:2px;padding-bottom:2px'>%2</td></tr>")
                 .arg(nameHtml, valueHtml);
    return *this;
}

QString Rows::html() const
{
    return QStringLiteral("<table cellspacing='0' cellpadding='0'>%1</table>").arg(rows_);
}

QColor plotColour()
{
    const EngineColours& blue = enginePalette(1, Theme::instance().dark());
    return Theme::instance().dark() ? blue.stroke : blue.fill;
}

QString bar(double share, const QColor& colour)
{
    const int width = std::max(2, static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarPixels));
    return QStringLiteral("<table cellspacing='0' cellpadding='0'><tr><td width='%1' bgcolor='%2'>&nbsp;</td></tr></table>")
        .arg(width)
        .arg(colour.name());
}

}  // namespace tw::views::rich
