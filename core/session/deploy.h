// SPDX-License-Identifier: Apache-2.0
// Shared with the command line: choices to deployment options, deployment to what the views show.
#pragma once

#include "core/deploy/pipeline.h"
#include "core/session/session.h"

namespace tw::session {

/// Test vectors from `inputs`, a .npz or a folder of .pb with the outputs, and `expected`, a .npz; empty: none.
Result<deploy::VectorSource> vectorSource(const std::filesystem::path& inputs, const std::filesystem::path& expected);
Result<deploy::Options> optionsOf(const Snapshot& snapshot, const Choices& choices);
Result<std::shared_ptr<const target::Target>> findTarget(const std::string& nameOrPath);

}  // namespace tw::session
