// SPDX-License-Identifier: Apache-2.0
#include "core/base/diagnostic.h"

namespace tw {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info: return "info";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return "error";
}

}  // namespace tw
