// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of the timeline's drawing, in pixels.
#pragma once

namespace tw::views {

inline constexpr double kHeaderWidth = 168;
inline constexpr double kAxisHeight = 26;
inline constexpr double kLeastRow = 18;
inline constexpr double kMostRow = 44;

}  // namespace tw::views
