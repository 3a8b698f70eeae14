// SPDX-License-Identifier: GPL-3.0-or-later
// The Memory pane: for each memory of the target where every buffer lies and how long, and what is alive at a step.
#pragma once

#include "views/memory_map/memory_canvas.h"
#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"

#include <QVariantMap>

class QComboBox;
class QLabel;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTableWidget;

namespace tw::views {

class MemoryMapView : public QWidget {
    Q_OBJECT
public:
    explicit MemoryMapView(Selection& selection, QWidget* parent = nullptr);

    void setSnapshot(session::SnapshotPointer snapshot);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

    const MemoryCanvas& canvas() const { return *canvas_; }
    /// The buffers of the shown memory as a table.
    QString asCsv() const;

signals:
    /// The memory shall have so many usable bytes.
    void capacityRequested(const QString& memory, qint64 bytes);
    void message(const QString& text);

private:
    QWidget* buildBar();
    QWidget* buildAlive();
    void refresh();
    void fillMemories();
    void showMemory();
    void showSummary();
    void showAlive();
    void choose(int buffer);
    void takeSelection();
    void askExport();
    void exportTo(const QString& path);

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    QString wanted_;               // memory of a restored session
    bool taking_ = false;
    QStackedWidget* pages_ = nullptr;
    QLabel* empty_ = nullptr;
    QComboBox* memory_ = nullptr;
    QLabel* summary_ = nullptr;
    QSpinBox* capacity_ = nullptr;
    QSplitter* splitter_ = nullptr;
    MemoryCanvas* canvas_ = nullptr;
    QLabel* aliveTitle_ = nullptr;
    QTableWidget* alive_ = nullptr;
    StaleMark* stale_ = nullptr;
    LazyUpdate update_;
};

}  // namespace tw::views
