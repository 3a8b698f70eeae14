// SPDX-License-Identifier: GPL-3.0-or-later
// The Graph pane: canvas, search, breadcrumbs into subgraphs, colouring, minimap, export.
#pragma once

#include "core/session/snapshot.h"
#include "views/graph/graph_export.h"
#include "views/graph/node_colours.h"
#include "views/graph/picture_maker.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QMenu;

namespace tw::views::graph {

class FindBar;
class GraphCanvas;
class Legend;
class Minimap;

class GraphView : public QWidget {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);

    void setSnapshot(session::SnapshotPointer snapshot);
    void setSelection(Selection* selection);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    QByteArray saveState() const;
    bool restoreState(const QByteArray& state);

    void setColourBy(ColourBy by);
    ColourBy colourBy() const;
    GraphCanvas* canvas() const { return canvas_; }
    const Picture& picture() const { return maker_.picture(); }
    /// Whether a picture is being made or refined.
    bool busy() const { return making_ || maker_.refining(); }

    void openFind();
    void findNext(int step);
    void selectHits();
    void setAllOpen(bool open);
    void toggleGroup(int group);
    /// Into subgraph `index` of a node of the shown graph.
    void enter(int node, std::size_t index);
    void leave();
    void goToSelection();
    /// The drawing without tool bar and overlays, fitted into `size`.
    QImage grabGraph(QSize size);
    Result<void> exportTo(const QString& path, ExportArea area = ExportArea::All, double scale = 1);

signals:
    void graphReady();
    /// An empty engine: let the program choose again.
    void assignRequested(const std::vector<int>& nodes, const QString& engine);
    void message(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct ViewState {             // of the outermost graph
        QByteArray open;           // a letter per group
        double scale = 1;
        QPointF centre;
    };
    struct Level {
        ir::GraphPointer graph;
        QString label;
        int holder = -1;           // node of the level above
    };

    void buildTools();
    QAction* addTool(const QString& name, const QString& text, const QString& help, const QList<QKeySequence>& keys);
    void showLevel();
    void rebuildCrumbs();
    void pictureMade(int reason);
    void applyState();
    void recolour();
    void takeSelection();
    void giveSelection(const std::vector<int>& nodes, int current);
    void activate(int node);
    void search(const QString& query);
    void closeFind();
    void showHit(int step);
    void showMenu(const QPoint& place, int node, int group);
    void addNavigation(QMenu& menu, int node);
    void connectEngines();
    void addEngines(QMenu& menu);
    void dragSelection();
    /// Nodes of the network that engines can be given to: none while a subgraph is shown.
    std::vector<int> assignable() const;
    void askExport(ExportArea area);
    void copyNames() const;
    QStringList selectedNames() const;
    void placeOverlays();
    void showOverlays();
    void showPlaceholder(const QString& text);
    const session::Snapshot* rootSnapshot() const;

    session::SnapshotPointer snapshot_;
    QPointer<Selection> selection_;
    PictureMaker maker_;
    std::vector<Level> levels_;
    std::optional<ViewState> restored_;      // waits for the picture it belongs to
    std::vector<int> hits_;
    int hit_ = -1;
    bool making_ = false;
    bool giving_ = false;
    int afterEnter_ = -1;          // node to select when the picture arrives
    GraphCanvas* canvas_;
    FindBar* find_;
    Legend* legend_;
    Minimap* minimap_;
    StaleMark* stale_;
    QTimer lookTimer_;
    QLabel* placeholder_;
    QLabel* status_;
    QComboBox* colours_;
    QHBoxLayout* tools_;
    QWidget* crumbs_;
    QAction* showMinimap_ = nullptr;
    QAction* showLegend_ = nullptr;
};

}  // namespace tw::views::graph
