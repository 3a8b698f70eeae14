// SPDX-License-Identifier: GPL-3.0-or-later
// One row per engine of the target: what it is, and its share of nodes, operations and cycles.
#pragma once

#include "core/session/snapshot.h"

#include <QAbstractTableModel>

namespace tw::views {

class EngineListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { EngineColumn, NodesColumn, OperationsColumn, CyclesColumn, ColumnCount };
    enum Role { ShareRole = Qt::UserRole, PaletteRole };     // share of the whole, 0 to 1; role of the engine's colour

    using QAbstractTableModel::QAbstractTableModel;

    void setSnapshot(session::SnapshotPointer snapshot);
    /// Empty for the row of nodes that no engine can run.
    QString engineOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) override;
    QStringList mimeTypes() const override;

signals:
    /// Nodes were dropped on an engine.
    void dropped(const std::vector<int>& nodes, const QString& engine);

private:
    struct Share {
        QString text;
        QString full;
        double share = 0;
    };
    Share shareOf(const session::EngineUse& use, int column) const;
    QString descriptionOf(int row) const;

    session::SnapshotPointer snapshot_;
    std::vector<session::EngineUse> rows_;       // the last one may be that of no engine
};

}  // namespace tw::views
