// SPDX-License-Identifier: GPL-3.0-or-later
// A polite request to end (SIGTERM, SIGINT, SIGHUP), brought from the signal handler to the event loop.
#pragma once

#include <functional>

class QObject;

namespace tw::workbench {

/// `leave` runs in the event loop of `owner`'s thread, once per signal, as long as `owner` lives.
void onTermination(QObject& owner, std::function<void()> leave);

}  // namespace tw::workbench
