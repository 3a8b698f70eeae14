// SPDX-License-Identifier: Apache-2.0
// As much of the zip format as NumPy archives use: stored and deflated members, zip64 sizes when reading.
#pragma once

#include "core/base/file.h"

#include <string>
#include <vector>

namespace tw::onnx {

struct ZipMember {
    std::string name;
    Bytes content;        // of a stored member: a slice of the archive
};

/// Members in the order of the archive's directory. Checks sizes and checksums.
Result<std::vector<ZipMember>> readZip(const Bytes& archive);

/// Stored members with a fixed date: the same input gives the same bytes. At most 4 GiB.
Result<std::string> writeZip(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace tw::onnx
