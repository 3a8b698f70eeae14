// SPDX-License-Identifier: Apache-2.0
// The subcommands of `latency`, each with its options.
#pragma once

#include "app/cli/command.h"

namespace tw::cli {

Subcommand addLatencyCalculators(CLI::App& app);
Subcommand addLatencyCompute(CLI::App& app);
Subcommand addLatencyStats(CLI::App& app);
Subcommand addLatencyBest(CLI::App& app);
Subcommand addLatencyCompare(CLI::App& app);
Subcommand addLatencyConvert(CLI::App& app);

}  // namespace tw::cli
