// SPDX-License-Identifier: Apache-2.0
// The choice between cycles and memory, for the window.
#pragma once

#include "core/deploy/trade_off.h"
#include "core/session/session.h"

namespace tw::session {

using deploy::TradeOff;

/// The trade-offs that the pins of `choices` leave open, least cycles first. The searches have 20 seconds together.
Result<std::vector<TradeOff>> tradeOffs(const SnapshotPointer& snapshot, const Choices& choices, Progress& progress);

/// `choices` with the pins of `point`.
Choices withTradeOff(Choices choices, const TradeOff& point);

}  // namespace tw::session
