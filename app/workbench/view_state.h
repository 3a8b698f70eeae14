// SPDX-License-Identifier: GPL-3.0-or-later
// What panes and window remember, as the text that a session file keeps.
#pragma once

#include <QByteArray>
#include <QVariantMap>

#include <map>
#include <string>

namespace tw::workbench {

using ViewState = std::map<std::string, std::string>;

std::string packState(const QVariantMap& state);
QVariantMap unpackState(const ViewState& all, const std::string& name);
std::string packBytes(const QByteArray& bytes);
QByteArray unpackBytes(const ViewState& all, const std::string& name);

}  // namespace tw::workbench
