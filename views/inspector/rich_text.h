// SPDX-License-Identifier: GPL-3.0-or-later
// The few pieces of rich text that the Inspector's pages are made of. Everything given as text is escaped here.
#pragma once

#include "core/ir/graph.h"

#include <QColor>
#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace tw::views {

/// The translation context of the Inspector's texts.
struct Inspector {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

}  // namespace tw::views

namespace tw::views::rich {

QString text(const std::string& plain);
QString text(const QString& plain);
QString muted(const QString& html);
QString mono(const QString& html);
QString badge(const QString& plain, const QColor& fill, const QColor& onFill);
QString link(const QString& target, const QString& plain);
/// "node:INDEX", shown as the node's name.
QString nodeLink(const ir::Graph& graph, int node);
/// "1.23 MB" with the full value as tooltip.
QString number(qint64 value, const QString& unit = {});
QString title(const QString& html);
QString heading(const QString& plain);
QString paragraph(const QString& html);

/// Two columns: muted names, values.
class Rows {
public:
    Rows& add(const QString& name, const QString& valueHtml);
    Rows& addHtml(const QString& nameHtml, const QString& valueHtml);
    bool empty() const { return rows_.isEmpty(); }
    QString html() const;

private:
    QString rows_;
};

/// Of bars and histograms; stands out from the background in both themes.
QColor plotColour();
/// A horizontal bar of `share` (0..1) of the width that a narrow pane has.
QString bar(double share, const QColor& colour);

}  // namespace tw::views::rich
