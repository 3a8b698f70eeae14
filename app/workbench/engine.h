// SPDX-License-Identifier: GPL-3.0-or-later
// The seam between the workbench and the engine library: the functions of core/session as values, so that tests can
// put slow, failing or instant ones in their place.
#pragma once

#include "core/session/session.h"

#include <functional>
#include <string_view>

namespace tw::session {   // core/session/latency.h, which most of the window does without
struct CalculatorInfo;
struct LatencyRequest;
struct LatencyResult;
using LatencyPointer = std::shared_ptr<const LatencyResult>;
}  // namespace tw::session

namespace tw::deploy {    // core/session/trade_offs.h likewise
struct TradeOff;
}

namespace tw::workbench {

struct Engine {
    using LogSink = std::function<void(std::string_view)>;

    std::function<Result<session::SnapshotPointer>(const std::filesystem::path&, Progress&)> openModel;
    std::function<Result<session::SnapshotPointer>(const session::SnapshotPointer&, const session::Choices&, Progress&)>
        deploy;
    std::function<Result<void>(const session::SnapshotPointer&, const session::Choices&, const session::ExportOptions&,
                               Progress&)>
        exportProject;
    std::function<Result<void>(const std::filesystem::path&, const LogSink&, Progress&)> buildAndRun;
    std::function<Result<session::TensorStatistics>(const ir::TensorData&, int, Progress&)> tensorStatistics;
    std::function<Result<void>(const ir::TensorData&, const std::filesystem::path&, Progress&)> saveTensor;
    std::function<std::vector<std::string>()> targetNames;
    std::function<Result<session::TargetSurvey>(const session::SnapshotPointer&, const session::Choices&, const std::string&, Progress&)>
        surveyTarget;
    std::function<Result<std::vector<deploy::TradeOff>>(const session::SnapshotPointer&, const session::Choices&, Progress&)> tradeOffs;
    std::function<std::vector<session::CalculatorInfo>()> latencyCalculators = {};
    std::function<Result<session::LatencyPointer>(const session::SnapshotPointer&, const session::LatencyRequest&, Progress&)> computeLatency = {};
    std::function<Result<session::LatencyPointer>(const session::SnapshotPointer&, Progress&)> deploymentLatency = {};
    std::function<Result<session::Document>(const std::filesystem::path&)> loadDocument;
    std::function<Result<void>(const session::Document&, const std::filesystem::path&)> saveDocument;
};

/// The functions of core/session.
Engine productionEngine();

}  // namespace tw::workbench
