// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/lazy_update.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <vector>

namespace tw::views {

namespace {

/// True for the first view that asks in a turn of the event loop: one update a turn, so that keys and mouse come between.
bool takeTurn()
{
    static bool taken = false;
    if (taken)
        return false;
    taken = true;
    QTimer::singleShot(0, QCoreApplication::instance(), [] { taken = false; });
    return true;
}

std::vector<const LazyUpdate*>& allUpdates()
{
    static std::vector<const LazyUpdate*> all;
    return all;
}

}  // namespace

LazyUpdate::LazyUpdate(QWidget* view, std::function<void()> update)
    : QObject(view), view_(view), update_(std::move(update))
{
    soon_.setSingleShot(true);
    soon_.setInterval(0);
    connect(&soon_, &QTimer::timeout, this, [this] {
        if (view_->isVisible() && takeTurn())
            flush();
        else if (view_->isVisible())
            soon_.start();
    });
    view->installEventFilter(this);
    allUpdates().push_back(this);
}

LazyUpdate::~LazyUpdate()
{
    std::erase(allUpdates(), this);
}

bool LazyUpdate::anyPending()
{
    return std::ranges::any_of(allUpdates(), [](const LazyUpdate* update) { return update->soon_.isActive(); });
}

void LazyUpdate::request()
{
    stale_ = true;
    if (view_->isVisible())
        soon_.start();
}

void LazyUpdate::flush()
{
    soon_.stop();
    if (!stale_)
        return;
    stale_ = false;
    update_();
}

bool LazyUpdate::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && stale_)
        soon_.start();
    return QObject::eventFilter(watched, event);
}

}  // namespace tw::views
