// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics as a table, and its filter by severity and text.
#pragma once

#include "core/base/diagnostic.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <set>

namespace tw::views {

class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { SeverityColumn, PlaceColumn, MessageColumn, HintColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole, SeverityRole, NodeRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setDiagnostics(Diagnostics diagnostics);
    const Diagnostics& diagnostics() const { return diagnostics_; }
    int count(Severity severity) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Diagnostic& diagnostic, int column) const;

    Diagnostics diagnostics_;
};

class ProblemsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ProblemsFilter(QObject* parent = nullptr);

    void setSeverityShown(Severity severity, bool shown);
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::set<Severity> shown_ = {Severity::Info, Severity::Warning, Severity::Error};
    QString text_;
};

QString severityText(Severity severity);
QString severityIconName(Severity severity);

}  // namespace tw::views
