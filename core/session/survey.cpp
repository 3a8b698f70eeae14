// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "core/session/guard.h"

#include <algorithm>

namespace tw::session {
namespace {

/// One gap for each operator and reason.
std::vector<TargetSurvey::Gap> gapsOf(const deploy::Deployment& deployment)
{
    std::vector<TargetSurvey::Gap> gaps;
    for (std::size_t i = 0; i < deployment.binding.nodes.size(); ++i) {
        const auto& bound = deployment.binding.nodes[i];
        if (!bound.refused())
            continue;
        const auto& node = deployment.lowered->nodes[i];
        const auto why = target::refusalText(bound.refusals);
        auto gap = std::ranges::find_if(gaps, [&](const auto& one) { return one.op == node.op && one.why == why; });
        if (gap == gaps.end())
            gap = gaps.insert(gaps.end(), {.op = node.op, .why = why});
        gap->nodes.push_back(node.name);
    }
    std::ranges::stable_sort(gaps, std::greater{}, [](const auto& gap) { return gap.nodes.size(); });
    return gaps;
}

Result<TargetSurvey> surveyUnguarded(const SnapshotPointer& snapshot, const Choices& choices, const std::string& nameOrPath,
                                     Progress& progress)
{
    TargetSurvey survey;
    TW_TRY(survey.target, findTarget(nameOrPath));
    if (!snapshot)
        return survey;
    TW_TRY(auto options, optionsOf(*snapshot, {.target = nameOrPath, .dims = choices.dims, .types = choices.types}));
    deploy::completeOptions(*snapshot->graph, {}, options);
    const auto deployment = deploy::deployGraph(*snapshot->graph, survey.target, options, progress);
    TW_TRY_VOID(progress.check());
    if (!deployment) {
        survey.fault = deployment.error();
        return survey;
    }
    survey.nodes = static_cast<int>(deployment->lowered->nodes.size());
    survey.gaps = gapsOf(*deployment);
    return survey;
}

}  // namespace

Result<TargetSurvey> surveyTarget(const SnapshotPointer& snapshot, const Choices& choices, const std::string& nameOrPath,
                                  Progress& progress)
{
    return guarded([&] { return surveyUnguarded(snapshot, choices, nameOrPath, progress); });
}

}  // namespace tw::session
