// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/session/guard.h"

#include <unistd.h>

#include <csignal>
#include <iostream>

namespace {

constexpr std::size_t kProgressWidth = 70;

tw::Progress* runningJob = nullptr;

void onInterrupt(int)
{
    if (runningJob)
        runningJob->cancel();
}

/// One line that is written over itself; only for people, scripts get none.
void showProgress(double fraction, std::string_view what)
{
    std::cerr << '\r';
    if (fraction >= 0)
        std::cerr << static_cast<int>(100 * fraction) << " % ";
    std::cerr << what.substr(0, kProgressWidth) << "\033[K" << std::flush;
}

int run(const tw::cli::Subcommand& command)
{
    const bool watched = isatty(STDERR_FILENO) == 1;
    tw::Progress progress(watched ? showProgress : tw::Progress::Sink());
    runningJob = &progress;
    std::signal(SIGINT, onInterrupt);
    const auto done = tw::session::guarded([&] { return command.run(progress); });
    runningJob = nullptr;
    if (watched)
        std::cerr << "\r\033[K" << std::flush;
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
                               tw::cli::addVerify(app), tw::cli::addState(app), tw::cli::addLatency(app),
                               tw::cli::addPlan(app), tw::cli::addTradeOffs(app)};
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
