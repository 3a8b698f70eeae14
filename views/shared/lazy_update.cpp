// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/lazy_update.h"

#include <QEvent>

namespace tw::views {

LazyUpdate::LazyUpdate(QWidget* view, std::function<void()> update)
    : QObject(view), view_(view), update_(std::move(update))
{
    soon_.setSingleShot(true);
    soon_.setInterval(0);
    connect(&soon_, &QTimer::timeout, this, [this] {
        if (view_->isVisible())
            flush();
    });
    view->installEventFilter(this);
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
