// SPDX-License-Identifier: GPL-3.0-or-later
// The Tiling pane: how the selected node is cut into tiles, tile after tile, and what another size would cost.
#pragma once

#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"
#include "views/tiling/tile_picture.h"

#include <QTimer>
#include <QVariantMap>

#include <map>
#include <optional>

class QFormLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace tw::views {

class EmptyState;

class TilingView : public QWidget {
    Q_OBJECT
public:
    TilingView(Selection& selection, QWidget* parent = nullptr);

    /// `choices` are those of the document, for which tiles a person chose.
    void setSnapshot(session::SnapshotPointer snapshot, const session::Choices& choices);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);
    /// Why the size that was asked for cannot be; until the next snapshot or node.
    void setRefusal(const QString& sentence);

    TilePicture& picture() { return *picture_; }
    void setPlaying(bool playing);
    bool playing() const { return timer_.isActive(); }
    /// One row per tensor.
    QString asCsv() const;

signals:
    /// Of a node of the lowered graph; `axis` is one of output 0.
    void tileRequested(int work, int axis, qint64 size);
    void resetRequested(int work);
    void message(const QString& text);

private:
    struct Figures {
        std::optional<double> cycles;
        std::int64_t nearBytes = 0;
    };

    QWidget* buildFacts();
    QWidget* buildSteps();
    void refresh();
    void showNode(int work);
    void showFacts();
    void showAxes();
    void showTile();
    void goTo(qint64 tile);
    void ask(std::size_t axis, int size);
    Figures figuresOf(int work) const;
    QString timeText() const;
    QString memoryText() const;
    QString loopText() const;
    QString headText() const;
    /// Why there is nothing to show; empty when there is.
    QString emptyText(int& work) const;

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    session::Choices choices_;
    int work_ = -1;                     // shown; -1: none
    std::string name_;                  // of that node
    std::optional<Figures> before_;     // of the node before the last change of its tiles
    Figures shownFigures_;
    QStackedWidget* pages_ = nullptr;
    EmptyState* empty_ = nullptr;
    TilePicture* picture_ = nullptr;
    QLabel* head_ = nullptr;
    QLabel* facts_ = nullptr;
    QLabel* refusal_ = nullptr;
    QWidget* axes_ = nullptr;
    QFormLayout* axisForm_ = nullptr;
    std::vector<QSpinBox*> sizes_;
    QToolButton* reset_ = nullptr;
    QToolButton* play_ = nullptr;
    QSlider* slider_ = nullptr;
    QLabel* step_ = nullptr;
    QTimer timer_;
    StaleMark* stale_ = nullptr;
    LazyUpdate update_;
};

}  // namespace tw::views
