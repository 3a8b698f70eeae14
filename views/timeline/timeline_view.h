// SPDX-License-Identifier: GPL-3.0-or-later
// The Timeline pane: when which engine and which link works in one run, and what bounds it.
#pragma once

#include "core/session/snapshot.h"
#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"
#include "views/timeline/timeline_canvas.h"

#include <QVariantMap>
#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace tw::views {

class EmptyState;

class TimelineView : public QWidget {
    Q_OBJECT
public:
    TimelineView(Selection& selection, QWidget* parent = nullptr);

    void setSnapshot(session::SnapshotPointer snapshot);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

    TimelineCanvas& canvas() { return *canvas_; }
    /// One row per rectangle.
    QString asCsv() const;
    /// The node that takes most of the run; again, the next one.
    void jumpToBound();

signals:
    void message(const QString& text);

private:
    QWidget* buildBar();
    QWidget* buildLegend();
    void refresh();
    void showSummary();
    void showLegend();
    void fillClocks();
    void takeSelection();
    void giveSelection(int work);
    QString emptyText() const;

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    session::SnapshotPointer shown_;
    QStackedWidget* pages_ = nullptr;
    EmptyState* empty_ = nullptr;
    TimelineCanvas* canvas_ = nullptr;
    QLabel* summary_ = nullptr;
    QLabel* legend_ = nullptr;
    QComboBox* clock_ = nullptr;
    QString wantedClock_;
    TimeRange wantedRange_ = {0, 0};       // remembered, for a run that is not here yet
    bool giving_ = false;
    int jumps_ = 0;
    StaleMark* stale_ = nullptr;
    LazyUpdate update_;
};

}  // namespace tw::views
