// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/session/guard.h"

#include <csignal>
#include <iostream>

namespace {

tw::Progress* runningJob = nullptr;

void onInterrupt(int)
{
    if (runningJob)
        runningJob->cancel();
}

int run(const tw::cli::Subcommand& command)
{
    tw::Progress progress;
    runningJob = &progress;
    std::signal(SIGINT, onInterrupt);
    const auto done = tw::session::guarded([&] { return command.run(progress); });
    runningJob = nullptr;
    if (done)
        return tw::cli::kDone;
    std::cerr << "tilewright-cli: " << done.error().text() << '\n';
    return done.error().code == tw::Code::BadUsage ? tw::cli::kWrongUsage : tw::cli::kFailed;
}

}  // namespace

int main(int argc, char** argv)
{
    CLI::App app("Takes an ONNX network to a C project for an embedded SoC.", "tilewright-cli");
    app.set_version_flag("--version", TW_VERSION);
    app.require_subcommand(1);
    const std::vector commands{tw::cli::addInspect(app), tw::cli::addTargets(app), tw::cli::addDeploy(app),
                               tw::cli::addVerify(app), tw::cli::addState(app)};
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& failure) {
        return app.exit(failure) == 0 ? tw::cli::kDone : tw::cli::kWrongUsage;
    }
    for (const auto& command : commands)
        if (command.parser->parsed())
            return run(command);
    return tw::cli::kWrongUsage;
}
