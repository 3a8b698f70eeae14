// SPDX-License-Identifier: Apache-2.0
// "did you mean": the known names that a misspelt one may stand for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tw {

/// The `most` known names closest to `wanted`, best first: those that differ in at most a third of the letters (two
/// at least), ignoring case, or that contain it. Empty when nothing is near. O(names * length^2).
std::vector<std::string> nearNames(std::string_view wanted, const std::vector<std::string>& known, std::size_t most = 3);

/// For the hint of an error: "did you mean conv1 or conv2?"; empty without near names.
std::string nearNamesHint(std::string_view wanted, const std::vector<std::string>& known);

}  // namespace tw
