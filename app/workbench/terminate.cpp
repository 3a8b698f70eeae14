// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/terminate.h"

#include <QSocketNotifier>

#include <csignal>
#include <unistd.h>

namespace tw::workbench {

namespace {

int pipeEnds[2] = {-1, -1};

// Only calls that are safe in a signal handler: one byte down the pipe wakes the event loop.
void wakeEventLoop(int)
{
    const char byte = 1;
    [[maybe_unused]] const auto written = write(pipeEnds[1], &byte, 1);
}

}  // namespace

void onTermination(QObject& owner, std::function<void()> leave)
{
    if (pipe(pipeEnds) != 0)
        return;
    auto* notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, &owner);
    QObject::connect(notifier, &QSocketNotifier::activated, &owner, [leave = std::move(leave)] {
        char byte = 0;
        [[maybe_unused]] const auto got = read(pipeEnds[0], &byte, 1);
        leave();
    });
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        std::signal(signal, wakeEventLoop);
}

}  // namespace tw::workbench
