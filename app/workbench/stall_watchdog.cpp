// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stall_watchdog.h"

#include <algorithm>
#include <ctime>

namespace tw::workbench {

namespace {

constexpr int kBeatMilliseconds = 2;

double threadCpuMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

StallWatchdog::StallWatchdog(QObject* parent) : QObject(parent)
{
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(kBeatMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &StallWatchdog::beat);
}

void StallWatchdog::start()
{
    longest_ = 0;
    last_ = threadCpuMilliseconds();
    timer_.start();
}

void StallWatchdog::stop()
{
    if (timer_.isActive())
        beat();
    timer_.stop();
}

void StallWatchdog::beat()
{
    const double now = threadCpuMilliseconds();
    longest_ = std::max(longest_, now - last_);
    last_ = now;
}

}  // namespace tw::workbench
