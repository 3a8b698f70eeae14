// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/grab.h"

#include <QPixmap>

namespace tw::workbench {

namespace {

constexpr int kLookMilliseconds = 30;
constexpr int kCalmTurns = 3;            // views update themselves a turn or two after what they show has changed
constexpr qint64 kPatienceMilliseconds = 120'000;

}  // namespace

Grab::Grab(MainWindow& window, CommandLine line, QObject* parent)
    : QObject(parent), window_(window), line_(std::move(line))
{
    poll_.setInterval(kLookMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &Grab::look);
    connect(&window_.workbench(), &Workbench::openFailed, this, &Grab::end);
}

void Grab::start()
{
    since_.start();
    poll_.start();
}

void Grab::look()
{
    if (since_.elapsed() > kPatienceMilliseconds)
        return end(tr("the window was not ready after two minutes"));
    calmTurns_ = window_.settled() ? calmTurns_ + 1 : 0;
    if (calmTurns_ < kCalmTurns)
        return;
    if (selected_)
        return picture();
    selected_ = true;
    calmTurns_ = 0;
    if (!line_.select.isEmpty() && !window_.selectByName(line_.select))
        return end(tr("there is no node or tensor named %1").arg(line_.select));
    if (!line_.view.isEmpty())
        window_.showView(line_.view);
}

void Grab::picture()
{
    const bool written = window_.grab().save(line_.grab, "PNG");
    end(written ? QString() : tr("cannot write the picture %1").arg(line_.grab));
}

void Grab::end(const QString& message)
{
    poll_.stop();
    emit finished(message);
}

}  // namespace tw::workbench
