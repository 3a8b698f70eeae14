// SPDX-License-Identifier: Apache-2.0
// A finding about the model or the target that does not stop the work.
#pragma once

#include "core/base/error.h"

#include <vector>

namespace tw {

enum class Severity { Info, Warning, Error };

struct Diagnostic {
    Severity severity = Severity::Warning;
    Error error;
};

using Diagnostics = std::vector<Diagnostic>;

std::string_view severityName(Severity severity);

}  // namespace tw
