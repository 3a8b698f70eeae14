// SPDX-License-Identifier: Apache-2.0
// From a deployment, which speaks of the lowered graph, to what the views show, which is about the imported one.
#pragma once

#include "core/deploy/pipeline.h"
#include "core/session/snapshot.h"

namespace tw::session {

/// `snapshot` is the imported model.
std::shared_ptr<const DeploymentInfo> infoOf(const Snapshot& snapshot, const deploy::Deployment& deployment);

}  // namespace tw::session
