// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/memory_names.h"

#include "core/base/text.h"
#include "core/codegen/c_text.h"

#include <algorithm>
#include <cctype>

namespace tw::codegen {

MemoryNames::MemoryNames(const target::Target& target)
{
    constexpr std::string_view kPrefix = "M";   // names may start with a digit, identifiers not
    Identifiers identifiers;
    for (const auto& memory : target.memories) {
        std::string upper = memory.name;
        std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        names_[memory.name] = identifiers.make(kPrefix, upper).substr(kPrefix.size());
    }
}

std::string sectionMacro(const std::string& macro)
{
    return cat("#ifndef ", macro, "\n#define ", macro, "\n#endif\n");
}

}  // namespace tw::codegen
