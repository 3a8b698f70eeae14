// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/values_model.h"

#include "views/shared/number_text.h"

#include <QLocale>

#include <algorithm>

namespace tw::views {

namespace {
constexpr int kRowsPerFetch = 1000;
}

QString valueText(const ir::TensorData& tensor, std::int64_t index)
{
    if (tensor.strings)
        return QString::fromStdString(tensor.strings->at(static_cast<std::size_t>(index)));
    const int bits = ir::bitWidth(tensor.type);
    if (bits <= 0 || bits > 64)
        return {};
    // Two values share a byte when they are of four bits: decode the whole byte and take the right one.
    const std::int64_t perByte = bits < 8 ? 8 / bits : 1;
    const std::int64_t first = index / perByte * perByte;
    const std::int64_t count = std::min(perByte, tensor.elements() - first);
    const ir::TensorData piece{.type = tensor.type,
                               .shape = ir::Shape{count},
                               .bytes = tensor.bytes.slice(static_cast<std::size_t>(first * bits / 8),
                                                           static_cast<std::size_t>(ir::byteCount(tensor.type, count)))};
    const auto at = static_cast<std::size_t>(index - first);
    if (ir::isInteger(tensor.type) || tensor.type == ir::DataType::Bool)
        return QLocale().toString(static_cast<qlonglong>(ir::toIntegers(piece).at(at)));
    return realText(ir::toDoubles(piece).at(at));
}

void ValuesModel::setTensor(std::optional<ir::TensorData> tensor)
{
    beginResetModel();
    tensor_ = std::move(tensor);
    sizes_ = tensor_ ? tensor_->shape.sizes() : std::vector<std::int64_t>{};
    elements_ = tensor_ ? tensor_->elements() : 0;
    const std::int64_t last = sizes_.empty() ? 1 : sizes_.back();
    columns_ = elements_ > 0 ? static_cast<int>(std::min<std::int64_t>(last, kColumns)) : 0;
    rows_ = static_cast<int>(std::min<std::int64_t>(allRows(), kRowsPerFetch));
    endResetModel();
}

std::int64_t ValuesModel::allRows() const
{
    return columns_ > 0 ? (elements_ + columns_ - 1) / columns_ : 0;
}

int ValuesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rows_;
}

int ValuesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns_;
}

QVariant ValuesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const std::int64_t element = std::int64_t{index.row()} * columns_ + index.column();
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole || element >= elements_)
        return {};
    return valueText(*tensor_, element);
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const bool wholeRows = sizes_.empty() || sizes_.back() == columns_;
    if (orientation == Qt::Horizontal)
        return wholeRows ? QString::number(section) : QStringLiteral("+%1").arg(section);
    std::int64_t rest = std::int64_t{section} * columns_;
    if (!wholeRows)
        return QString::number(rest);
    QStringList positions;
    for (std::size_t axis = sizes_.size(); axis-- > 0;) {
        positions.prepend(axis + 1 == sizes_.size() ? QStringLiteral(":") : QString::number(rest % sizes_[axis]));
        rest /= std::max<std::int64_t>(1, sizes_[axis]);
    }
    return QStringLiteral("[%1]").arg(positions.join(QStringLiteral(", ")));
}

bool ValuesModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && rows_ < allRows();
}

void ValuesModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    const int more = static_cast<int>(std::min<std::int64_t>(kRowsPerFetch, allRows() - rows_));
    beginInsertRows({}, rows_, rows_ + more - 1);
    rows_ += more;
    endInsertRows();
}

}  // namespace tw::views
