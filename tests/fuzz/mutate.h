// SPDX-License-Identifier: Apache-2.0
// Changes a file a little, in the terms of its form: what stays well-formed gets past the first check of a reader.
#pragma once

#include "tests/fuzz/reader.h"

#include <random>

namespace tw::fuzz {

using Random = std::mt19937_64;

/// The same for the same state of `random`, on every machine.
std::string mutated(const std::string& seed, Form form, Random& random);

std::string mutatedBytes(std::string text, Random& random);
std::string mutatedJson(const std::string& text, Random& random);    // as bytes when it is no JSON
std::string mutatedModel(const std::string& bytes, Random& random);  // as bytes when it is no ModelProto

}  // namespace tw::fuzz
