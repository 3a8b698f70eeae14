// SPDX-License-Identifier: GPL-3.0-or-later
// Giving nodes to engines, alike in every view: the entries of a context menu, and the digit keys.
#pragma once

#include "core/session/snapshot.h"

#include <QMenu>

#include <functional>
#include <optional>
#include <vector>

class QKeyEvent;

namespace tw::views {

struct EngineMenuCalls {
    std::function<void(const QString& engine)> assign;
    std::function<void()> clear;              // the pins of these nodes
};

/// One entry per engine of the target. Engines that can run none of the nodes are disabled, with the reason as
/// tooltip. Nothing without a deployment or without nodes.
void addEngineActions(QMenu& menu, const session::Snapshot& snapshot, const std::vector<int>& nodes, EngineMenuCalls calls);

/// What a key means for nodes: an engine (1 to 9, in the order of the target), or an empty name for "clear the pin" (0).
/// No value for other keys, and for digits without an engine.
std::optional<QString> engineOfKey(const session::Snapshot* snapshot, const QKeyEvent& event);

}  // namespace tw::views
