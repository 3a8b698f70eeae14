// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/latency/choice_table_model.h"

#include "views/latency/latency_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QFont>

#include <algorithm>

namespace tw::views {

void ChoiceTableModel::setLatency(session::LatencyPointer latency)
{
    beginResetModel();
    latency_ = std::move(latency);
    shares_ = {};
    most_ = 0;
    columns_ = 0;
    if (latency_)
        for (const auto& row : latency_->container.operationsLatencies()) {
            columns_ = std::max(columns_, static_cast<int>(row.size()));
            most_ = std::max(most_, std::ranges::max(row));
        }
    endResetModel();
}

void ChoiceTableModel::setShares(latency::ChoiceTable shares)
{
    shares_ = std::move(shares);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ChoiceTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !latency_ ? 0 : static_cast<int>(latency_->container.blocks());
}

int ChoiceTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns_;
}

bool ChoiceTableModel::isCurrent(const QModelIndex& index) const
{
    return latency_->current && (*latency_->current)[static_cast<std::size_t>(index.row())] == index.column();
}

QVariant ChoiceTableModel::colour(const QModelIndex& index) const
{
    const auto block = static_cast<std::size_t>(index.row());
    const auto choice = static_cast<std::size_t>(index.column());
    const double value = showsShares() ? shares_.share[block][choice]
                                       : most_ > 0 ? latency_->container.operationsLatencies()[block][choice] / most_ : 0;
    return heatColour(value, Theme::instance().dark());
}

QString ChoiceTableModel::tip(const QModelIndex& index) const
{
    const auto block = static_cast<std::size_t>(index.row());
    const auto choice = static_cast<std::size_t>(index.column());
    const auto& container = latency_->container;
    QString text = tr("%1, %2: %3").arg(QString::fromStdString(container.blockName(block)), QString::fromStdString(container.operationName(block, choice)),
                                        latencyText(container.operationsLatencies()[block][choice], container.parts().unit));
    if (showsShares())
        text += tr("\n%1 of the architectures in the range choose it").arg(shareText(shares_.share[block][choice]));
    if (isCurrent(index))
        text += tr("\nthe current choice");
    return text;
}

QVariant ChoiceTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto block = static_cast<std::size_t>(index.row());
    const auto choice = static_cast<std::size_t>(index.column());
    const auto& row = latency_->container.operationsLatencies()[block];
    if (choice >= row.size())
        return {};
    switch (role) {
    case Qt::DisplayRole: {
        const QString name = QString::fromStdString(latency_->container.operationName(block, choice)).section(QLatin1Char(':'), 0, 0);
        const QString value = showsShares() ? shareText(shares_.share[block][choice]) : latencyText(row[choice], {});
        return (isCurrent(index) ? QStringLiteral("● ") : QString()) + name + QStringLiteral("  ") + value;
    }
    case Qt::ToolTipRole: return tip(index);
    case Qt::BackgroundRole: return colour(index);
    case Qt::ForegroundRole: return textOn(colour(index).value<QColor>());
    default: return {};
    }
}

QVariant ChoiceTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || !latency_)
        return {};
    if (orientation == Qt::Horizontal)
        return tr("choice %1").arg(section);
    return QStringLiteral("%1  %2").arg(section).arg(QString::fromStdString(latency_->container.blockName(static_cast<std::size_t>(section))));
}

}  // namespace tw::views
