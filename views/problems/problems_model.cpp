// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/problems/problems_model.h"

#include "views/shared/icons.h"

#include <QRegularExpression>

#include <algorithm>

namespace tw::views {

namespace {

QString placeText(const Place& place)
{
    QStringList parts;
    if (!place.node.empty())
        parts << QString::fromStdString(place.node);
    else if (!place.file.empty())
        parts << QString::fromStdString(place.file).section(QLatin1Char('/'), -1);
    if (!place.attribute.empty())
        parts << QString::fromStdString(place.attribute);
    if (place.byteOffset >= 0)
        parts << ProblemsModel::tr("byte %1").arg(place.byteOffset);
    return parts.join(QStringLiteral(" › "));
}

QString sentence(const std::string& text)
{
    // A name at the beginning ("rows[2].op", "x_zero_point") is kept as it is spelt.
    static const QRegularExpression plainWord(QStringLiteral("^[a-z]+[ ,]"));
    QString result = QString::fromStdString(text);
    if (plainWord.match(result).hasMatch())
        result[0] = result[0].toUpper();
    return result;
}

}  // namespace

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error: return ProblemsModel::tr("Error");
    case Severity::Warning: return ProblemsModel::tr("Warning");
    case Severity::Info: break;
    }
    return ProblemsModel::tr("Note");
}

QString severityIconName(Severity severity)
{
    switch (severity) {
    case Severity::Error: return QStringLiteral("error");
    case Severity::Warning: return QStringLiteral("warning");
    case Severity::Info: break;
    }
    return QStringLiteral("note");
}

void ProblemsModel::setDiagnostics(Diagnostics diagnostics)
{
    beginResetModel();
    diagnostics_ = std::move(diagnostics);
    endResetModel();
}

int ProblemsModel::count(Severity severity) const
{
    return static_cast<int>(std::count_if(diagnostics_.begin(), diagnostics_.end(), [severity](const Diagnostic& one) {
        return one.severity == severity;
    }));
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(diagnostics_.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ProblemsModel::text(const Diagnostic& diagnostic, int column) const
{
    switch (column) {
    case SeverityColumn: return severityText(diagnostic.severity);
    case PlaceColumn: return placeText(diagnostic.error.place);
    case MessageColumn: return sentence(diagnostic.error.message);
    default: return sentence(diagnostic.error.hint);
    }
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Diagnostic& diagnostic = diagnostics_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(diagnostic, index.column());
    case Qt::ToolTipRole:
        return QString::fromStdString(diagnostic.error.text());
    case Qt::DecorationRole:
        if (index.column() == SeverityColumn)
            return icon(severityIconName(diagnostic.severity));
        return {};
    case SortRole:
        if (index.column() == SeverityColumn)
            return static_cast<int>(diagnostic.severity);
        return text(diagnostic, index.column());
    case SeverityRole:
        return static_cast<int>(diagnostic.severity);
    case NodeRole:
        return QString::fromStdString(diagnostic.error.place.node);
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case SeverityColumn: return tr("Severity");
    case PlaceColumn: return tr("Where");
    case MessageColumn: return tr("What is wrong");
    default: return tr("What you can do");
    }
}

ProblemsFilter::ProblemsFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(ProblemsModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void ProblemsFilter::setSeverityShown(Severity severity, bool shown)
{
    if (shown)
        shown_.insert(severity);
    else
        shown_.erase(severity);
    invalidateFilter();
}

void ProblemsFilter::setText(const QString& text)
{
    text_ = text.trimmed();
    invalidateFilter();
}

bool ProblemsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (!shown_.contains(static_cast<Severity>(first.data(ProblemsModel::SeverityRole).toInt())))
        return false;
    for (int column = 0; column < ProblemsModel::ColumnCount; ++column)
        if (first.siblingAtColumn(column).data().toString().contains(text_, Qt::CaseInsensitive))
            return true;
    return false;
}

}  // namespace tw::views
