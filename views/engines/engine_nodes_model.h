// SPDX-License-Identifier: GPL-3.0-or-later
// One row per node of the imported graph, in its order: row i is node i. And the filter that sorts and hides them.
#pragma once

#include "core/session/snapshot.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace tw::views {

class EngineNodesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { IndexColumn, NameColumn, OperatorColumn, EngineColumn, CandidatesColumn, PinColumn, CyclesColumn,
                  OperationsColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps rows, and with them selection and scroll position, when the graph is the same.
    void setSnapshot(session::SnapshotPointer snapshot);
    const session::SnapshotPointer& snapshot() const { return snapshot_; }
    /// Null without a deployment.
    const session::DeployedNode* deployed(int row) const;
    const ir::Node& node(int row) const { return snapshot_->graph->nodes[static_cast<std::size_t>(row)]; }
    std::int64_t operations(int row) const;
    /// As shown.
    QString text(int row, int column) const;
    /// Numbers in full and in the C locale, for other programs.
    QString plainText(int row, int column) const;
    /// All that a search looks at, lower case.
    const QString& searchText(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    QString tip(int row, int column) const;

    session::SnapshotPointer snapshot_;
    mutable std::vector<QString> searchTexts_;      // made when first asked for
};

class EngineNodesFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum Kind { All, WithChoice, Pinned, WithoutEngine };

    explicit EngineNodesFilter(EngineNodesModel& model, QObject* parent = nullptr);

    void setText(const QString& text);           // words, each of which must occur in a row
    void setKind(Kind kind);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    bool isOfKind(int row) const;

    EngineNodesModel& model_;
    QStringList words_;
    Kind kind_ = All;
};

}  // namespace tw::views
