// SPDX-License-Identifier: Apache-2.0
// The subcommands. Each adds itself to the parser and says how to run; main.cpp only dispatches.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/progress.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tw::cli {

enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2 };

struct Subcommand {
    CLI::App* parser = nullptr;
    std::function<Result<void>(Progress&)> run;
};

Subcommand addInspect(CLI::App& app);
Subcommand addTargets(CLI::App& app);
Subcommand addDeploy(CLI::App& app);
Subcommand addVerify(CLI::App& app);
Subcommand addState(CLI::App& app);
Subcommand addLatency(CLI::App& app);
Subcommand addTradeOffs(CLI::App& app);
Subcommand addPlan(CLI::App& app);

/// One line a diagnostic on stderr.
void printDiagnostics(const Diagnostics& diagnostics);
void printJson(const nlohmann::ordered_json& json);

/// "NAME=VALUE" pairs. Fails with BadUsage, which ends the program with exit code 2.
Result<std::map<std::string, std::string>> assignments(const std::vector<std::string>& texts, const std::string& option);
/// The same with whole numbers above 0.
Result<std::map<std::string, std::int64_t>> positiveNumbers(const std::vector<std::string>& texts, const std::string& option);

}  // namespace tw::cli
