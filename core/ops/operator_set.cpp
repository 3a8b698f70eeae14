// SPDX-License-Identifier: Apache-2.0
#include "core/ops/operator_set.h"

#include <algorithm>

namespace tw::ops {

const OpDef* OperatorSet::find(std::string_view domain, std::string_view op) const
{
    const auto found = std::find_if(ops_.begin(), ops_.end(), [&](const OpDef& def) {
        return def.op == op && std::find(def.domains.begin(), def.domains.end(), domain) != def.domains.end();
    });
    return found == ops_.end() ? nullptr : &*found;
}

}  // namespace tw::ops
