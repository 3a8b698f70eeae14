// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/view_state.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace tw::workbench {

namespace {

QByteArray find(const ViewState& all, const std::string& name)
{
    const auto found = all.find(name);
    return found == all.end() ? QByteArray() : QByteArray::fromStdString(found->second);
}

}  // namespace

std::string packState(const QVariantMap& state)
{
    return QJsonDocument(QJsonObject::fromVariantMap(state)).toJson(QJsonDocument::Compact).toStdString();
}

QVariantMap unpackState(const ViewState& all, const std::string& name)
{
    return QJsonDocument::fromJson(find(all, name)).object().toVariantMap();
}

std::string packBytes(const QByteArray& bytes)
{
    return bytes.toBase64().toStdString();
}

QByteArray unpackBytes(const ViewState& all, const std::string& name)
{
    return QByteArray::fromBase64(find(all, name));
}

}  // namespace tw::workbench
