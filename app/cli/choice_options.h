// SPDX-License-Identifier: Apache-2.0
// The options with which a user decides how a model is deployed: the same for every subcommand that deploys one.
#pragma once

#include "app/cli/command.h"
#include "core/session/session.h"

namespace tw::cli {

struct ChoiceOptions {
    std::string target = "host";
    std::vector<std::string> dims = {};
    std::vector<std::string> types = {};
    std::vector<std::string> pins = {};
    std::string coloring = "first";
    std::string objective = "cycles";
    std::string order = "graph";
    std::vector<std::string> memories = {};
    std::string buffering = "auto";
    std::vector<std::string> tiles = {};
};

/// Adds --target, --dim, --type, --pin, --coloring, --objective, --order, --memory, --buffering and --tile; `options` must outlive the parser.
void addChoices(CLI::App& parser, ChoiceOptions& options);

/// Fails with BadUsage for what is not of the form NAME=VALUE, and for sizes that are no positive numbers.
Result<session::Choices> choicesOf(const ChoiceOptions& options);

}  // namespace tw::cli
