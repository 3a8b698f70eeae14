// SPDX-License-Identifier: Apache-2.0
// The report of a deployment: `deploy --json` and deployment.json. Field names are a contract with scripts.
#pragma once

#include "core/deploy/pipeline.h"

#include <nlohmann/json.hpp>

namespace tw::deploy {

nlohmann::ordered_json reportJson(const Deployment& deployment);
/// Indented; bytes that are not UTF-8 (tensor names of old exporters) become the replacement character.
std::string jsonText(const nlohmann::ordered_json& json);
nlohmann::ordered_json diagnosticsJson(const Diagnostics& diagnostics);

}  // namespace tw::deploy
