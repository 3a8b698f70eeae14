// SPDX-License-Identifier: Apache-2.0
// target.json as a value: everything but the kernel rows, which have files of their own.
#pragma once

#include "core/target/json_reader.h"
#include "core/target/target.h"

namespace tw::target {

/// `installed`: folder of the installed targets, where runtime files called "installed:..." are. Faults are noted in
/// the reader's list; the result is only of use without any.
Target readTarget(JsonReader& reader, const std::filesystem::path& file, const std::filesystem::path& installed);

/// The files that a list of names means: of `folder`, or of the installed targets ("installed:TARGET/FILE"). One that is
/// not there is a fault.
std::vector<std::filesystem::path> readFiles(JsonReader& reader, const std::string& field, const std::filesystem::path& folder,
                                             const std::filesystem::path& installed);

}  // namespace tw::target
