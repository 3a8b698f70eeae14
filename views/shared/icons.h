// SPDX-License-Identifier: GPL-3.0-or-later
// Our own line icons. They are drawn in the text colour of the moment, so they follow a change of theme by themselves.
#pragma once

#include <QIcon>
#include <QString>

namespace tw::views {

/// `name` is a file of resources/icons without its suffix.
QIcon icon(const QString& name);

}  // namespace tw::views
