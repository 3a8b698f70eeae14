// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing surface: shows a picture, pans, zooms, and turns mouse and keys into wishes ("select these", "open that
// group"). What they mean for the document is decided by GraphView.
#pragma once

#include "views/graph/group_item.h"
#include "views/graph/picture_maker.h"

#include <QGraphicsView>
#include <QVariantAnimation>

class QRubberBand;

namespace tw::views::graph {

class GraphCanvas : public QGraphicsView {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);
    ~GraphCanvas() override;

    /// Keeps the part of the graph that is looked at where it is, unless the graph is another one.
    void setPicture(const Picture& picture, session::SnapshotPointer snapshot);
    void clearPicture();
    void setColours(GraphColours colours);
    /// Nodes are indices into ViewGraph::nodes, here and below.
    void setSelected(const std::vector<int>& nodes, int current);
    void setMatches(const std::vector<int>& nodes, int current);

    bool hasPicture() const { return state_.arrangement != nullptr; }
    const PaintState& state() const { return state_; }
    int current() const { return current_; }
    double scale() const { return transform().m11(); }
    QRectF contentRect() const;
    /// Whether the whole graph is in view.
    bool showsEverything() const;
    /// Where the node is; the closed group that hides it, when one does.
    QRectF placeOf(int node) const;
    bool isHidden(int node) const;
    /// Group of ViewGraph whose closed card or header is under the point; -1 when none.
    int groupAt(const QPointF& scenePoint) const;
    int nodeAt(const QPointF& scenePoint) const;

    void fit();
    void showStart();
    void zoomBy(double factor);
    void goTo(int node);
    enum Detail { AsScaled, Full };
    /// Paints a part of the drawing, whatever the view shows now.
    void render(QPainter& painter, const QRectF& area, const QRectF& target, Detail detail);

signals:
    void chosen(const std::vector<int>& nodes, int current);
    void activated(int node);
    void groupToggled(int group);
    void outRequested();
    void menuRequested(const QPoint& globalPoint, int node, int group);
    void engineKeyPressed(QKeyEvent* event);        // a digit
    void dragStarted();                             // selected nodes are being pulled away
    void viewChanged();         // another part is seen
    void contentChanged();      // other boxes, colours or marks

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
    struct Anchor {
        int node = -1;
        QPointF viewPoint;
    };

    void buildItems();
    Anchor anchor() const;
    void restore(const Anchor& anchor);
    void animateFrom(const PaintState& before, const QPointF& moved);
    void refreshMarks();
    void choose(int node, Qt::KeyboardModifiers modifiers);
    void chooseBand(const QRect& band);
    void hoverPortal(const QPointF& scenePoint);
    bool followPortal(const QPointF& scenePoint);
    bool onGlyph(const QPointF& scenePoint) const;
    int portalAt(const QPointF& scenePoint, bool& incoming) const;
    bool keyMove(QKeyEvent* event);
    int along(int key) const;
    int beside(int step) const;

    PaintState state_;
    std::vector<GroupItem*> items_;
    QGraphicsScene* scene_;
    QGraphicsPathItem* portalCurve_ = nullptr;
    QVariantAnimation motion_;
    std::vector<int> selected_;
    std::vector<int> matches_;
    int current_ = -1;
    int currentMatch_ = -1;
    QPoint pressed_;
    QPoint lastPan_;
    bool panning_ = false;
    bool moved_ = false;
    bool spaceHeld_ = false;
    bool mayDrag_ = false;      // the button went down on a selected node
    QRubberBand* band_ = nullptr;
};

}  // namespace tw::views::graph
