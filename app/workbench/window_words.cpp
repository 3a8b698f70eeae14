// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace tw::workbench {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WindowWords", text);
}

/// `option` with an argument like "batch=N" becomes "for batch" (nothing when the name is a placeholder) and the place.
void replaceOption(QString& text, const QString& option, const QString& place)
{
    const QRegularExpression form(QStringLiteral("(?:with )?--%1 ([^\\s,;=]+)=[^\\s,;]+").arg(option));
    for (auto found = form.match(text); found.hasMatch(); found = form.match(text)) {
        const QString name = found.captured(1);
        const bool placeholder = name == name.toUpper() && name.size() > 1;
        text.replace(found.capturedStart(), found.capturedLength(), placeholder ? place : tr("for %1 %2").arg(name, place));
    }
    static const QRegularExpression leftover(QStringLiteral("\\s{2,}"));
    text.replace(QStringLiteral("--") + option, place);
    text.replace(leftover, QStringLiteral(" "));
}

}  // namespace

std::string inWindowWords(const std::string& hint)
{
    QString text = QString::fromStdString(hint);
    if (!text.contains(QLatin1String("--")))
        return hint;
    const QString dimensions = tr("under Deploy > Dimensions and Types");
    replaceOption(text, QStringLiteral("dim"), dimensions);
    replaceOption(text, QStringLiteral("type"), dimensions);
    replaceOption(text, QStringLiteral("pin"), tr("in the Engines pane"));
    replaceOption(text, QStringLiteral("coloring"), tr("under Deploy > Assign Engines"));
    replaceOption(text, QStringLiteral("objective"), tr("under Deploy > Assign Engines"));
    replaceOption(text, QStringLiteral("order"), tr("under Deploy > Assign Engines"));
    replaceOption(text, QStringLiteral("target"), tr("under Deploy > Choose Target"));
    return text.toStdString();
}

Diagnostics inWindowWords(Diagnostics diagnostics)
{
    for (Diagnostic& one : diagnostics)
        one.error.hint = inWindowWords(one.error.hint);
    return diagnostics;
}

}  // namespace tw::workbench
