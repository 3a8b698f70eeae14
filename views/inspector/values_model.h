// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a constant as a table: one row per position of all axes but the last. Each value is decoded when it
// is asked for, so a table over millions of values costs nothing to open.
#pragma once

#include "core/ir/tensor_data.h"

#include <QAbstractTableModel>

#include <optional>

namespace tw::views {

class ValuesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTensor(std::optional<ir::TensorData> tensor);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    static constexpr int kColumns = 1000;      // a longer last axis is broken into several rows

private:
    std::int64_t allRows() const;

    std::optional<ir::TensorData> tensor_;
    std::vector<std::int64_t> sizes_;
    std::int64_t elements_ = 0;
    int columns_ = 0;
    int rows_ = 0;                             // handed to the table so far
};

/// One value of any type as text; `index` in row-major order.
QString valueText(const ir::TensorData& tensor, std::int64_t index);

}  // namespace tw::views
