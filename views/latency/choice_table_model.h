// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks x choices: a heat map of latencies, and of the shares of each choice in a brushed range.
#pragma once

#include "core/session/latency.h"

#include <QAbstractTableModel>

namespace tw::views {

class ChoiceTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setLatency(session::LatencyPointer latency);
    /// Empty table: nothing is brushed.
    void setShares(latency::ChoiceTable shares);
    bool showsShares() const { return !shares_.share.empty(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant colour(const QModelIndex& index) const;
    QString tip(const QModelIndex& index) const;
    bool isCurrent(const QModelIndex& index) const;

    session::LatencyPointer latency_;
    latency::ChoiceTable shares_;
    double most_ = 0;
    int columns_ = 0;
};

}  // namespace tw::views
