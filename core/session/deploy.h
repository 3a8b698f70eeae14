// SPDX-License-Identifier: Apache-2.0
// Shared with the command line: choices to deployment options, deployment to what the views show.
#pragma once

#include "core/deploy/pipeline.h"
#include "core/session/session.h"

namespace tw::session {

Result<deploy::Options> optionsOf(const Snapshot& snapshot, const Choices& choices);
Result<std::shared_ptr<const target::Target>> findTarget(const std::string& nameOrPath);

}  // namespace tw::session
