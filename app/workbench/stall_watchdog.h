// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long the event loop does not come round: a heartbeat by timer, gaps in CPU time of this thread, so that
// a busy machine does not count as a stall of ours.
#pragma once

#include <QObject>
#include <QTimer>

namespace tw::workbench {

class StallWatchdog : public QObject {
    Q_OBJECT
public:
    explicit StallWatchdog(QObject* parent = nullptr);

    void start();
    void stop();
    /// Longest CPU time between two beats since start().
    double longestMilliseconds() const { return longest_; }

private:
    void beat();

    QTimer timer_;
    double last_ = 0;
    double longest_ = 0;
};

}  // namespace tw::workbench
