// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_view.h"

#include "views/graph/find_bar.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/graph_export.h"
#include "views/graph/grouping.h"
#include "views/graph/overlays.h"
#include "views/shared/theme.h"

#include "core/base/text.h"

#include <QComboBox>
#include <QDataStream>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tw::views::graph {
namespace {

constexpr quint32 kStateVersion = 2;

}  // namespace

GraphView::GraphView(QWidget* parent)
    : QWidget(parent), canvas_(new GraphCanvas(this)), find_(new FindBar(this)), legend_(new Legend(canvas_)),
      minimap_(new Minimap(canvas_, canvas_)), stale_(new StaleMark(canvas_)), placeholder_(new QLabel(canvas_)), status_(new QLabel(canvas_)),
      colours_(new QComboBox(this)), tools_(new QHBoxLayout), crumbs_(new QWidget(this))
{
    setObjectName(QStringLiteral("graphView"));
    buildTools();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(tools_);
    column->addWidget(find_);
    column->addWidget(canvas_, 1);
    find_->hide();
    placeholder_->setObjectName(QStringLiteral("graphPlaceholder"));
    placeholder_->setAlignment(Qt::AlignCenter);
    placeholder_->setWordWrap(true);
    status_->setObjectName(QStringLiteral("graphStatus"));
    canvas_->installEventFilter(this);
    setFocusProxy(canvas_);

    connect(&maker_, &PictureMaker::made, this, &GraphView::pictureMade);
    connect(&maker_, &PictureMaker::failed, this, [this](const QString& why) {
        making_ = false;
        showPlaceholder(tr("The graph cannot be drawn: %1").arg(why));
    });
    connect(&maker_, &PictureMaker::refiningChanged, this, [this] {
        status_->setText(maker_.refining() ? tr("refining the layout …") : QString());
        status_->adjustSize();
        placeOverlays();
    });
    // Told once scrolling rests.
    lookTimer_.setSingleShot(true);
    lookTimer_.setInterval(150);
    connect(canvas_, &GraphCanvas::viewChanged, this, &GraphView::showOverlays);
    connect(canvas_, &GraphCanvas::viewChanged, &lookTimer_, qOverload<>(&QTimer::start));
    connect(&lookTimer_, &QTimer::timeout, this, [this] {
        const QRectF seen = canvas_->mapToScene(canvas_->viewport()->rect()).boundingRect();
        maker_.setLookedAt({seen.x(), seen.y(), seen.width(), seen.height()});
    });
    connect(canvas_, &GraphCanvas::chosen, this, &GraphView::giveSelection);
    connect(canvas_, &GraphCanvas::activated, this, &GraphView::activate);
    connect(canvas_, &GraphCanvas::groupToggled, this, &GraphView::toggleGroup);
    connect(canvas_, &GraphCanvas::outRequested, this, &GraphView::leave);
    connect(canvas_, &GraphCanvas::menuRequested, this, &GraphView::showMenu);
    connect(find_, &FindBar::queryChanged, this, &GraphView::search);
    connect(find_, &FindBar::nextRequested, this, [this] { findNext(1); });
    connect(find_, &FindBar::previousRequested, this, [this] { findNext(-1); });
    connect(find_, &FindBar::allRequested, this, &GraphView::selectHits);
    connect(find_, &FindBar::closed, this, &GraphView::closeFind);
    connectEngines();
    connect(&Theme::instance(), &Theme::changed, this, &GraphView::recolour);
    setSnapshot(nullptr);
}

void GraphView::setSnapshot(session::SnapshotPointer snapshot)
{
    const bool sameGraph = snapshot_ && snapshot && snapshot_->graph == snapshot->graph;
    snapshot_ = std::move(snapshot);
    if (sameGraph) {
        if (levels_.size() == 1 && maker_.picture().view && !making_)
            canvas_->setPicture(maker_.picture(), snapshot_);
        recolour();
        return;
    }
    levels_.clear();
    if (!snapshot_ || !snapshot_->graph) {
        maker_.clear();
        making_ = false;
        canvas_->clearPicture();
        rebuildCrumbs();
        showPlaceholder(tr("No graph yet.\nOpen an ONNX model (Ctrl+O), or drop one here."));
        return;
    }
    const std::string& name = snapshot_->model.name.empty() ? snapshot_->graph->name : snapshot_->model.name;
    levels_.push_back({.graph = snapshot_->graph, .label = QString::fromStdString(name)});
    showLevel();
}

void GraphView::showLevel()
{
    hits_.clear();
    hit_ = -1;
    making_ = true;
    canvas_->clearPicture();
    rebuildCrumbs();
    showPlaceholder(tr("Drawing the graph …"));
    maker_.show(levels_.back().graph, levels_.front().graph);
}

void GraphView::pictureMade(int reason)
{
    making_ = false;
    showPlaceholder({});
    const Picture& picture = maker_.picture();
    canvas_->setPicture(picture, levels_.size() == 1 ? snapshot_ : nullptr);
    if (reason == PictureMaker::Fresh) {
        recolour();
        takeSelection();
        if (!find_->query().isEmpty())
            search(find_->query());
        if (const int node = std::exchange(afterEnter_, -1); node >= 0) {
            giveSelection({picture.view->nodeOf[static_cast<std::size_t>(node)]}, picture.view->nodeOf[static_cast<std::size_t>(node)]);
            goToSelection();
        }
    }
    applyState();
    emit graphReady();
}

// Opens the groups first; what was looked at comes with the picture after that.
void GraphView::applyState()
{
    const auto& open = maker_.picture().open;
    if (!restored_ || levels_.size() != 1 || restored_->open.size() != static_cast<qsizetype>(open.size()))
        return;
    std::vector<bool> wanted(open.size());
    for (std::size_t i = 0; i < open.size(); ++i)
        wanted[i] = i == 0 || restored_->open[static_cast<qsizetype>(i)] == '1';
    if (wanted != open) {
        maker_.reopen(wanted);
        return;
    }
    canvas_->zoomBy(restored_->scale / canvas_->scale());
    canvas_->centerOn(restored_->centre);
    restored_.reset();
}

const session::Snapshot* GraphView::rootSnapshot() const
{
    return levels_.size() == 1 ? snapshot_.get() : nullptr;
}

void GraphView::recolour()
{
    if (!maker_.picture().view || !canvas_->hasPicture())
        return;
    auto colours = colourNodes(*maker_.picture().view, {.by = colourBy(), .dark = Theme::instance().dark(), .snapshot = rootSnapshot()});
    legend_->setColours(colours);
    canvas_->setColours(std::move(colours));
    canvas_->resetCachedContent();
    placeOverlays();
}

void GraphView::setColourBy(ColourBy by)
{
    colours_->setCurrentIndex(colours_->findData(static_cast<int>(by)));
    recolour();
}

ColourBy GraphView::colourBy() const
{
    return static_cast<ColourBy>(colours_->currentData().toInt());
}

// ---- selection ------------------------------------------------------------------------------------------------------

void GraphView::setSelection(Selection* selection)
{
    if (selection_)
        selection_->disconnect(this);
    selection_ = selection;
    if (selection_)
        connect(selection_, &Selection::changed, this, &GraphView::takeSelection);
    takeSelection();
}

// From the document to the canvas.
void GraphView::takeSelection()
{
    if (!selection_ || !canvas_->hasPicture())
        return;
    const ViewGraph& view = *maker_.picture().view;
    const bool inner = levels_.size() > 1;
    if (inner && selection_->inner().graph != levels_.back().graph) {
        canvas_->setSelected({}, -1);
        return;
    }
    const auto& wanted = inner ? selection_->inner().nodes : selection_->nodes();
    const int wantedCurrent = inner ? selection_->inner().current : selection_->current();
    const auto shown = [&view](int node) {
        return node >= 0 && static_cast<std::size_t>(node) < view.nodeOf.size() ? view.nodeOf[static_cast<std::size_t>(node)] : -1;
    };
    std::vector<int> nodes;
    for (const int node : wanted)
        if (shown(node) >= 0)
            nodes.push_back(shown(node));
    for (std::size_t i = 0; i < view.nodes.size() && selection_->tensor().valid(); ++i) {
        const ViewNode& node = view.nodes[i];
        const bool makes = node.kind == NodeKind::Operator && std::ranges::count(view.graph->nodes[static_cast<std::size_t>(node.node)].outputs, selection_->tensor());
        if (makes || (node.kind != NodeKind::Operator && node.tensor == selection_->tensor()))
            nodes.push_back(static_cast<int>(i));
    }
    const int current = shown(wantedCurrent) >= 0 ? shown(wantedCurrent) : nodes.empty() ? -1 : nodes.front();
    canvas_->setSelected(nodes, current);
    const bool seen = current < 0 || canvas_->mapToScene(canvas_->viewport()->rect()).boundingRect().intersects(canvas_->placeOf(current));
    if (!giving_ && !seen)
        canvas_->goTo(current);
}

// From the canvas to the document. A lone input or output selects its tensor.
void GraphView::giveSelection(const std::vector<int>& nodes, int current)
{
    if (!canvas_->hasPicture())
        return;
    const ViewGraph& view = *maker_.picture().view;
    std::vector<int> operators;
    for (const int node : nodes)
        if (view.nodes[static_cast<std::size_t>(node)].kind == NodeKind::Operator)
            operators.push_back(view.nodes[static_cast<std::size_t>(node)].node);
    if (!selection_) {
        canvas_->setSelected(nodes, current);
        return;
    }
    const int currentOperator = current >= 0 ? view.nodes[static_cast<std::size_t>(current)].node : -1;
    giving_ = true;
    if (levels_.size() > 1)
        selection_->setInner(levels_[1].holder, {.graph = levels_.back().graph, .nodes = operators, .current = currentOperator});
    else if (operators.empty() && !nodes.empty())
        selection_->setTensor(view.nodes[static_cast<std::size_t>(nodes.front())].tensor);
    else
        selection_->setNodes(operators, currentOperator);
    giving_ = false;
    canvas_->setSelected(nodes, current);
}

void GraphView::goToSelection()
{
    canvas_->goTo(canvas_->current());
}

// ---- groups and subgraphs -------------------------------------------------------------------------------------------

void GraphView::toggleGroup(int group)
{
    auto open = maker_.picture().open;
    const auto index = static_cast<std::size_t>(group);
    if (group <= 0 || index >= open.size())
        return;
    open[index] = !open[index];
    maker_.reopen(std::move(open));
}

void GraphView::setAllOpen(bool open)
{
    if (!maker_.picture().view)
        return;
    std::vector<bool> groups(maker_.picture().open.size(), open);
    groups[0] = true;
    maker_.reopen(std::move(groups));
}

void GraphView::activate(int node)
{
    const ViewGraph& view = *maker_.picture().view;
    if (canvas_->isHidden(node)) {
        const auto placed = static_cast<std::size_t>(maker_.picture().arrangement->placedIn[static_cast<std::size_t>(node)]);
        toggleGroup(maker_.picture().arrangement->groups[placed].group);
    } else if (view.nodes[static_cast<std::size_t>(node)].opens) {
        enter(node, 0);
    }
}

void GraphView::enter(int node, std::size_t index)
{
    const ViewGraph& view = *maker_.picture().view;
    const int position = view.nodes[static_cast<std::size_t>(node)].node;
    if (position < 0)
        return;
    const ir::Node& holder = view.graph->nodes[static_cast<std::size_t>(position)];
    const auto inside = innerGraphs(holder, &levels_.front().graph->functions);
    if (index >= inside.size())
        return;
    levels_.push_back({.graph = inside[index].graph,
                       .label = QString::fromStdString(holder.name + " · " + inside[index].name),
                       .holder = position});
    showLevel();
}

void GraphView::leave()
{
    if (levels_.size() < 2)
        return;
    afterEnter_ = levels_.back().holder;
    levels_.pop_back();
    showLevel();
}

// ---- search ---------------------------------------------------------------------------------------------------------

void GraphView::openFind()
{
    find_->open();
    search(find_->query());
}

void GraphView::closeFind()
{
    find_->hide();
    hits_.clear();
    hit_ = -1;
    canvas_->setMatches({}, -1);
    canvas_->setFocus();
}

void GraphView::search(const QString& query)
{
    hits_.clear();
    hit_ = -1;
    if (maker_.picture().search && canvas_->hasPicture()) {
        const auto deployedOf = [this](int node) -> SearchIndex::Deployed {
            const auto& state = canvas_->state();
            const auto* where = state.deployed(state.view->nodes[static_cast<std::size_t>(node)]);
            if (!where)
                return {};
            return {.engine = toLower(where->engine), .pinned = where->pinned, .cycles = where->fusedInto.empty() ? where->cycles : std::nullopt};
        };
        hits_ = maker_.picture().search->find(query.toStdString(), deployedOf);
    }
    canvas_->setMatches(hits_, -1);
    find_->setHits(-1, static_cast<int>(hits_.size()));
}

void GraphView::findNext(int step)
{
    if (hits_.empty())
        return;
    const int count = static_cast<int>(hits_.size());
    hit_ = hit_ < 0 ? (step > 0 ? 0 : count - 1) : (hit_ + step + count) % count;
    const int node = hits_[static_cast<std::size_t>(hit_)];
    canvas_->setMatches(hits_, node);
    find_->setHits(hit_, count);
    giveSelection({node}, node);
    canvas_->goTo(node);
}

void GraphView::selectHits()
{
    if (!hits_.empty())
        giveSelection(hits_, hit_ >= 0 ? hits_[static_cast<std::size_t>(hit_)] : hits_.front());
    canvas_->setFocus();
}

// ---- state, pictures ------------------------------------------------------------------------------------------------

QByteArray GraphView::saveState() const
{
    ViewState view;
    if (levels_.size() == 1 && canvas_->hasPicture()) {
        for (const bool open : maker_.picture().open)
            view.open += open ? '1' : '0';
        view.scale = canvas_->scale();
        view.centre = canvas_->mapToScene(canvas_->viewport()->rect().center());
    }
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << kStateVersion << view.open << view.scale << view.centre << qint32(colourBy()) << showMinimap_->isChecked() << showLegend_->isChecked() << find_->query();
    return state;
}

bool GraphView::restoreState(const QByteArray& state)
{
    QDataStream in(state);
    quint32 version = 0;
    qint32 by = 0;
    bool minimap = true, legend = true;
    QString query;
    ViewState view;
    in >> version >> view.open >> view.scale >> view.centre >> by >> minimap >> legend >> query;
    const int index = colours_->findData(by);
    if (in.status() != QDataStream::Ok || version != kStateVersion || index < 0)
        return false;
    colours_->setCurrentIndex(index);
    showMinimap_->setChecked(minimap);
    showLegend_->setChecked(legend);
    find_->setQuery(query);
    if (!view.open.isEmpty() && view.scale > 0)
        restored_ = view;
    recolour();
    if (canvas_->hasPicture())
        applyState();
    return true;
}

QImage GraphView::grabGraph(QSize size)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Theme::instance().colours().canvas);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    canvas_->render(painter, exportArea(*canvas_, ExportArea::All), QRectF(QPointF(), QSizeF(size)), GraphCanvas::AsScaled);
    return image;
}

Result<void> GraphView::exportTo(const QString& path, ExportArea area, double scale)
{
    return exportDrawing(*canvas_, path, exportArea(*canvas_, area), scale);
}

}  // namespace tw::views::graph
