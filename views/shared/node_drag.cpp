// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/node_drag.h"

#include <QDataStream>
#include <QIODevice>

namespace tw::views {

namespace {
const QString kFormat = QStringLiteral("application/x-tilewright-nodes");
}

QMimeData* nodesMimeData(const std::vector<int>& nodes, const QString& names)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << QList<int>(nodes.begin(), nodes.end());
    auto* data = new QMimeData;
    data->setData(kFormat, bytes);
    data->setText(names);
    return data;
}

bool holdsNodes(const QMimeData& data)
{
    return data.hasFormat(kFormat);
}

std::vector<int> nodesOf(const QMimeData& data)
{
    QList<int> nodes;
    QDataStream in(data.data(kFormat));
    in >> nodes;
    return {nodes.begin(), nodes.end()};
}

}  // namespace tw::views
