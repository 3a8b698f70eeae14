// SPDX-License-Identifier: Apache-2.0
#include "tests/support/source_dir.h"

namespace tw::testing {

std::filesystem::path sourceDir()
{
    return TW_SOURCE_DIR;
}

}  // namespace tw::testing
