// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/engines/engine_list_model.h"

#include "views/shared/engine_swatch.h"
#include "views/shared/node_drag.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace tw::views {

namespace {

QString percent(double share)
{
    return QLocale().toString(share * 100, 'f', share > 0 && share < 0.0995 ? 1 : 0) + QChar(0x00A0) + QLatin1Char('%');
}

}  // namespace

void EngineListModel::setSnapshot(session::SnapshotPointer snapshot)
{
    beginResetModel();
    snapshot_ = std::move(snapshot);
    rows_.clear();
    if (snapshot_ && snapshot_->deployment) {
        rows_ = snapshot_->deployment->engines;
        session::EngineUse none;
        for (const auto& node : snapshot_->deployment->nodes)
            none.nodes += node.engine.empty() && !node.refusals.empty();
        if (none.nodes > 0)
            rows_.push_back(none);
    }
    endResetModel();
}

QString EngineListModel::engineOf(int row) const
{
    return QString::fromStdString(rows_.at(static_cast<std::size_t>(row)).name);
}

int EngineListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int EngineListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

EngineListModel::Share EngineListModel::shareOf(const session::EngineUse& use, int column) const
{
    double whole = 0;
    double mine = 0;
    const auto value = [column](const session::EngineUse& one) {
        return column == NodesColumn ? one.nodes : column == OperationsColumn ? static_cast<double>(one.operations) : one.cycles;
    };
    for (const auto& one : rows_)
        whole += value(one);
    mine = value(use);
    const double share = whole > 0 ? mine / whole : 0;
    const auto number = static_cast<qint64>(std::llround(mine));
    if (column == CyclesColumn && use.withoutFigure > 0 && mine == 0)
        return {.text = tr("no figure"), .full = tr("No figure for any of its nodes")};
    QString full = tr("%1, %2 of the network").arg(fullText(number), percent(share));
    if (column == CyclesColumn && use.withoutFigure > 0)
        full += QLatin1Char('\n') + tr("Without %1, for which there is no figure")
                                        .arg(counted(use.withoutFigure, tr("1 node"), tr("%1 nodes")));
    return {.text = QStringLiteral("%1  %2").arg(siText(number), percent(share)), .full = full, .share = share};
}

QString EngineListModel::descriptionOf(int row) const
{
    const auto* target = snapshot_->deployment->target.get();
    const auto* engine = target ? target->engine(rows_[static_cast<std::size_t>(row)].name) : nullptr;
    if (!engine)
        return tr("No engine of this target can run these nodes; the Inspector says why");
    QString text = QString::fromStdString(engine->description);
    text += QStringLiteral("\n") + counted(engine->cores, tr("1 core"), tr("%1 cores")) +
            tr(", computes in %1").arg(QString::fromStdString(engine->memory));
    if (row < 9)
        text += QStringLiteral("\n") + tr("Press %1 to run the selected nodes here, or drag them here").arg(row + 1);
    return text.trimmed();
}

QVariant EngineListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& use = rows_[static_cast<std::size_t>(index.row())];
    const auto* target = snapshot_->deployment->target.get();
    if (role == PaletteRole)
        return engineRole(target, use.name);
    if (index.column() == EngineColumn) {
        switch (role) {
        case Qt::DisplayRole: return use.name.empty() ? tr("none") : QString::fromStdString(use.name);
        case Qt::DecorationRole: return engineIcon(target, use.name);
        case Qt::ToolTipRole: return descriptionOf(index.row());
        default: return {};
        }
    }
    switch (role) {
    case Qt::DisplayRole: return shareOf(use, index.column()).text;
    case Qt::ToolTipRole: return shareOf(use, index.column()).full;
    case ShareRole: return shareOf(use, index.column()).share;
    default: return {};
    }
}

QVariant EngineListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case EngineColumn: return tr("Engine");
    case NodesColumn: return tr("Nodes");
    case OperationsColumn: return tr("Operations");
    default: return tr("Cycles");
    }
}

Qt::ItemFlags EngineListModel::flags(const QModelIndex& index) const
{
    const auto flags = QAbstractTableModel::flags(index);
    return index.isValid() && !engineOf(index.row()).isEmpty() ? flags | Qt::ItemIsDropEnabled : flags;
}

QStringList EngineListModel::mimeTypes() const
{
    const std::unique_ptr<QMimeData> example(nodesMimeData({}, {}));
    return {example->formats().front()};
}

bool EngineListModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const
{
    return parent.isValid() && holdsNodes(*data) && !engineOf(parent.row()).isEmpty();
}

bool EngineListModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent)
{
    if (!canDropMimeData(data, action, row, column, parent))
        return false;
    emit dropped(nodesOf(*data), engineOf(parent.row()));
    return true;
}

}  // namespace tw::views
