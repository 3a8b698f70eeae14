// SPDX-License-Identifier: Apache-2.0
// The report of a deployment: `deploy --json` and deployment.json. Field names are a contract with scripts.
#pragma once

#include "core/deploy/pipeline.h"

#include <nlohmann/json.hpp>

namespace tw::deploy {

nlohmann::ordered_json reportJson(const Deployment& deployment);
nlohmann::ordered_json diagnosticsJson(const Diagnostics& diagnostics);

}  // namespace tw::deploy
