// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/engines/engine_nodes_model.h"

#include "views/shared/engine_swatch.h"
#include "views/shared/icons.h"
#include "views/shared/node_drag.h"
#include "views/shared/number_text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tw::views {

namespace {

QString fromStd(const std::string& text)
{
    return QString::fromStdString(text);
}

/// What has no figure comes before zero.
double sortable(const std::optional<double>& cycles)
{
    return cycles.value_or(-1);
}

}  // namespace

void EngineNodesModel::setSnapshot(session::SnapshotPointer snapshot)
{
    const bool sameGraph = snapshot_ && snapshot && snapshot_->graph == snapshot->graph;
    if (!sameGraph)
        beginResetModel();
    snapshot_ = std::move(snapshot);
    searchTexts_.assign(snapshot_ && snapshot_->graph ? snapshot_->graph->nodes.size() : 0, QString());
    if (!sameGraph)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const session::DeployedNode* EngineNodesModel::deployed(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return snapshot_->deployment && at < snapshot_->deployment->nodes.size() ? &snapshot_->deployment->nodes[at] : nullptr;
}

std::int64_t EngineNodesModel::operations(int row) const
{
    return snapshot_->nodes[static_cast<std::size_t>(row)].counts.operations();
}

int EngineNodesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !snapshot_ || !snapshot_->graph ? 0 : static_cast<int>(snapshot_->graph->nodes.size());
}

int EngineNodesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString EngineNodesModel::text(int row, int column) const
{
    const auto* where = deployed(row);
    switch (column) {
    case IndexColumn: return QString::number(row);
    case NameColumn: return fromStd(node(row).name);
    case OperatorColumn: return fromStd(node(row).op);
    case OperationsColumn: return operations(row) > 0 ? siText(operations(row)) : QStringLiteral("–");
    default: break;
    }
    if (!where)
        return {};
    switch (column) {
    case EngineColumn: return where->engine.empty() ? (where->refusals.empty() ? QStringLiteral("–") : tr("none can")) : fromStd(where->engine);
    case CandidatesColumn: {
        QStringList parts;
        for (const auto& [engine, cycles] : where->candidates)
            parts << (cycles ? QStringLiteral("%1 %2").arg(fromStd(engine), cyclesText(cycles)) : fromStd(engine));
        return parts.join(QStringLiteral(",  "));
    }
    case PinColumn: return where->pinned ? tr("pinned") : QString();
    default: break;
    }
    if (where->engine.empty())
        return QStringLiteral("–");
    return where->fusedInto.empty() ? cyclesText(where->cycles) : tr("in %1").arg(fromStd(where->fusedInto));
}

QString EngineNodesModel::plainText(int row, int column) const
{
    const auto* where = deployed(row);
    if (column == OperationsColumn)
        return QString::number(operations(row));
    if (column == CyclesColumn)
        return where && where->fusedInto.empty() && where->cycles ? QString::number(*where->cycles, 'f', 0) : QString();
    if (column == EngineColumn)
        return where ? fromStd(where->engine) : QString();
    if (column == CandidatesColumn && where) {
        QStringList names;
        for (const auto& [engine, cycles] : where->candidates)
            names << fromStd(engine);
        return names.join(QLatin1Char(' '));
    }
    return text(row, column);
}

const QString& EngineNodesModel::searchText(int row) const
{
    QString& text = searchTexts_[static_cast<std::size_t>(row)];
    if (!text.isEmpty())
        return text;
    QString all = fromStd(node(row).name) + QLatin1Char('\n') + fromStd(node(row).op);
    if (const auto* where = deployed(row))
        all += QLatin1Char('\n') + fromStd(where->engine) + QLatin1Char('\n') + plainText(row, CandidatesColumn) +
               QLatin1Char('\n') + this->text(row, PinColumn);
    return text = all.toLower();
}

QString EngineNodesModel::tip(int row, int column) const
{
    const auto* where = deployed(row);
    if (column == OperationsColumn)
        return tr("%1 operations (a multiply-accumulate counts as two)").arg(fullText(operations(row)));
    if (!where || column <= OperatorColumn)
        return text(row, column);
    if (column == CyclesColumn && where->cycles)
        return tr("%1 modelled cycles").arg(fullText(std::llround(*where->cycles)));
    QStringList lines;
    if (!where->reason.empty())
        lines << fromStd(where->reason);
    for (const auto& [engine, why] : where->refusals)
        lines << tr("Not on %1: %2").arg(fromStd(engine), fromStd(why));
    return lines.join(QLatin1Char('\n'));
}

QVariant EngineNodesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto* where = deployed(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return tip(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return int(index.column() == IndexColumn || index.column() >= CyclesColumn ? Qt::AlignRight | Qt::AlignVCenter
                                                                                   : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::DecorationRole:
        if (index.column() == EngineColumn && where && !where->engine.empty())
            return engineIcon(snapshot_->deployment->target.get(), where->engine);
        if (index.column() == PinColumn && where && where->pinned)
            return icon(QStringLiteral("pin"));
        return {};
    default: return {};
    }
}

QVariant EngineNodesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return int(section == IndexColumn || section >= CyclesColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case IndexColumn: return QStringLiteral("#");
    case NameColumn: return tr("Node");
    case OperatorColumn: return tr("Operator");
    case EngineColumn: return tr("Engine");
    case CandidatesColumn: return tr("Candidates");
    case PinColumn: return tr("Pin");
    case CyclesColumn: return tr("Cycles");
    default: return tr("Operations");
    }
}

Qt::ItemFlags EngineNodesModel::flags(const QModelIndex& index) const
{
    const auto flags = QAbstractTableModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList EngineNodesModel::mimeTypes() const
{
    const std::unique_ptr<QMimeData> example(nodesMimeData({}, {}));
    return example->formats();
}

QMimeData* EngineNodesModel::mimeData(const QModelIndexList& indexes) const
{
    std::set<int> rows;
    for (const QModelIndex& index : indexes)
        rows.insert(index.row());
    QStringList names;
    for (const int row : rows)
        names << text(row, NameColumn);
    return nodesMimeData({rows.begin(), rows.end()}, names.join(QLatin1Char('\n')));
}

EngineNodesFilter::EngineNodesFilter(EngineNodesModel& model, QObject* parent) : QSortFilterProxyModel(parent), model_(model)
{
    setSourceModel(&model);
}

void EngineNodesFilter::setText(const QString& text)
{
    words_ = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void EngineNodesFilter::setKind(Kind kind)
{
    kind_ = kind;
    invalidateFilter();
}

bool EngineNodesFilter::isOfKind(int row) const
{
    const auto* where = model_.deployed(row);
    switch (kind_) {
    case All: return true;
    case WithChoice: return where && where->candidates.size() > 1;
    case Pinned: return where && where->pinned;
    case WithoutEngine: break;
    }
    return where && where->engine.empty() && !where->refusals.empty();
}

bool EngineNodesFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (!isOfKind(row))
        return false;
    if (words_.isEmpty())
        return true;
    const QString& all = model_.searchText(row);
    return std::ranges::all_of(words_, [&](const QString& word) { return all.contains(word); });
}

bool EngineNodesFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const int a = left.row();
    const int b = right.row();
    const auto* one = model_.deployed(a);
    const auto* other = model_.deployed(b);
    switch (left.column()) {
    case EngineNodesModel::NameColumn: return model_.node(a).name < model_.node(b).name;
    case EngineNodesModel::OperatorColumn: return model_.node(a).op < model_.node(b).op;
    case EngineNodesModel::OperationsColumn: return model_.operations(a) < model_.operations(b);
    default: break;
    }
    if (left.column() == EngineNodesModel::IndexColumn || !one || !other)
        return a < b;
    switch (left.column()) {
    case EngineNodesModel::EngineColumn: return one->engine < other->engine;
    case EngineNodesModel::CandidatesColumn: return one->candidates.size() < other->candidates.size();
    case EngineNodesModel::PinColumn: return one->pinned < other->pinned;
    default: return sortable(one->cycles) < sortable(other->cycles);
    }
}

}  // namespace tw::views
