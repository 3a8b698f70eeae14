// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/engine.h"

#include "core/session/latency.h"
#include "core/session/trade_offs.h"

namespace tw::workbench {

Engine productionEngine()
{
    return {.openModel = session::openModel,
            .deploy = session::deploy,
            .exportProject = session::exportProject,
            .buildAndRun = session::buildAndRun,
            .tensorStatistics = session::tensorStatistics,
            .saveTensor = session::saveTensor,
            .targetNames = session::targetNames,
            .surveyTarget = session::surveyTarget,
            .tradeOffs = session::tradeOffs,
            .latencyCalculators = session::latencyCalculators,
            .computeLatency = session::computeLatency,
            .deploymentLatency = session::deploymentLatency,
            .loadDocument = session::loadDocument,
            .saveDocument = session::saveDocument};
}

}  // namespace tw::workbench
