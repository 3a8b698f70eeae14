// SPDX-License-Identifier: GPL-3.0-or-later
// Merges the updates of one event-loop turn, lets a hidden view only note that it is stale, and gives
// each view a turn of its own.
#pragma once

#include <QObject>
#include <QTimer>
#include <QWidget>

#include <functional>

namespace tw::views {

class LazyUpdate : public QObject {
    Q_OBJECT
public:
    LazyUpdate(QWidget* view, std::function<void()> update);
    ~LazyUpdate() override;

    /// Whether any view that is shown waits for its turn.
    static bool anyPending();

    /// The view's content no longer fits the data.
    void request();
    /// Brings the view up to date now, shown or not.
    void flush();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* view_;
    std::function<void()> update_;
    bool stale_ = false;
    QTimer soon_;
};

}  // namespace tw::views
