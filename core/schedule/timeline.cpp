// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/timeline.h"

namespace tw::schedule {

std::string_view workName(Work work)
{
    switch (work) {
    case Work::Load: return "load";
    case Work::Store: return "store";
    case Work::Setup: return "set-up";
    case Work::Kernel: return "kernel";
    }
    return "";
}

std::string_view boundName(Bound bound)
{
    switch (bound) {
    case Bound::Nothing: return "nothing";
    case Bound::Compute: return "compute";
    case Bound::Access: return "accesses in place";
    case Bound::InputTransfer: return "input transfers";
    case Bound::OutputTransfer: return "output transfers";
    case Bound::TransferSetup: return "set-up of transfers";
    case Bound::Offload: return "off-load";
    }
    return "";
}

double utilisation(const Timeline& timeline, const Lane& lane)
{
    return timeline.end > 0 ? lane.busy / timeline.end : 0;
}

}  // namespace tw::schedule
