// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_colours.h"

#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QCoreApplication>

namespace tw::views {

using schedule::Bound;
using schedule::Work;

namespace {

constexpr int kComputeRole = 1;
constexpr int kAccessRole = 4;
constexpr int kLoadRole = 5;
constexpr int kStoreRole = 6;
constexpr int kSetupRole = 7;

TimelineColour colourOf(int role)
{
    const bool dark = Theme::instance().dark();
    const auto& colours = enginePalette(role, dark);
    return {colours.fill, colours.stroke, colours.text, engineHatch(role, dark)};
}

int roleOf(Bound bound)
{
    switch (bound) {
    case Bound::Compute: return kComputeRole;
    case Bound::Access: return kAccessRole;
    case Bound::InputTransfer: return kLoadRole;
    case Bound::OutputTransfer: return kStoreRole;
    case Bound::TransferSetup: return kSetupRole;
    case Bound::Offload:
    case Bound::Nothing: return kUnassignedRole;
    }
    return kUnassignedRole;
}

}  // namespace

TimelineColour workColour(Work work, int engineRole)
{
    switch (work) {
    case Work::Load: return colourOf(kLoadRole);
    case Work::Store: return colourOf(kStoreRole);
    case Work::Setup: return colourOf(kUnassignedRole);
    case Work::Kernel: return colourOf(engineRole);
    }
    return colourOf(engineRole);
}

TimelineColour boundColour(Bound bound)
{
    return colourOf(roleOf(bound));
}

QString boundText(Bound bound)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("Timeline", text); };
    switch (bound) {
    case Bound::Compute: return say("compute");
    case Bound::Access: return say("accesses in place");
    case Bound::InputTransfer: return say("input transfers");
    case Bound::OutputTransfer: return say("output transfers");
    case Bound::TransferSetup: return say("set-up of transfers");
    case Bound::Offload: return say("off-load");
    case Bound::Nothing: return say("nothing");
    }
    return {};
}

QString workText(Work work)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("Timeline", text); };
    switch (work) {
    case Work::Load: return say("load");
    case Work::Store: return say("store");
    case Work::Setup: return say("set-up");
    case Work::Kernel: return say("kernel");
    }
    return {};
}

const std::vector<Bound>& allBounds()
{
    static const std::vector<Bound> all{Bound::Compute, Bound::Access, Bound::InputTransfer, Bound::OutputTransfer, Bound::TransferSetup, Bound::Offload};
    return all;
}

}  // namespace tw::views
