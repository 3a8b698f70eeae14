// SPDX-License-Identifier: GPL-3.0-or-later
// Tool bar, breadcrumbs, overlays and menus of the Graph pane.
#include "views/graph/find_bar.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/graph_export.h"
#include "views/graph/graph_view.h"
#include "views/graph/overlays.h"
#include "views/shared/engine_menu.h"
#include "views/shared/node_drag.h"
#include "views/shared/theme.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDrag>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace tw::views::graph {
namespace {

constexpr int kOverlayGap = 10;

QString nodeName(const ViewGraph& view, int node)
{
    const ViewNode& shown = view.nodes[static_cast<std::size_t>(node)];
    return QString::fromStdString(shown.kind == NodeKind::Operator ? view.graph->nodes[static_cast<std::size_t>(shown.node)].name
                                                                   : view.graph->tensor(shown.tensor).name);
}

}  // namespace

QAction* GraphView::addTool(const QString& name, const QString& text, const QString& help, const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(keys.isEmpty() ? help : tr("%1 (%2)").arg(help, keys.front().toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

void GraphView::buildTools()
{
    tools_->setContentsMargins(6, 3, 6, 3);
    tools_->setSpacing(4);
    crumbs_->setObjectName(QStringLiteral("graphCrumbs"));
    crumbs_->setLayout(new QHBoxLayout);
    crumbs_->layout()->setContentsMargins(0, 0, 0, 0);
    crumbs_->layout()->setSpacing(2);
    tools_->addWidget(crumbs_);
    tools_->addStretch(1);

    auto* label = new QLabel(tr("Colour by"), this);
    tools_->addWidget(label);
    label->setBuddy(colours_);
    colours_->setObjectName(QStringLiteral("graphColourBy"));
    colours_->setAccessibleName(tr("Colour nodes by"));
    for (const auto& [text, by] : {std::pair{tr("Automatic"), ColourBy::Automatic}, {tr("Engine"), ColourBy::Engine}, {tr("Operator"), ColourBy::Operator}, {tr("MACs"), ColourBy::Macs},
                                   {tr("Cycles"), ColourBy::Cycles}, {tr("Memory"), ColourBy::Memory}, {tr("Bits"), ColourBy::Bits}})
        colours_->addItem(text, static_cast<int>(by));
    tools_->addWidget(colours_);
    connect(colours_, &QComboBox::activated, this, &GraphView::recolour);

    const auto put = [this](QAction* action) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setMinimumSize(24, 24);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setAccessibleName(action->toolTip());
        tools_->addWidget(button);
    };
    const auto tool = [&](const char* name, const QString& text, const QString& help, const QList<QKeySequence>& keys, auto slot) {
        auto* action = addTool(QLatin1String(name), text, help, keys);
        connect(action, &QAction::triggered, this, slot);
        put(action);
    };
    tool("graphCollapseAll", tr("Collapse"), tr("Close all groups"), {}, [this] { setAllOpen(false); });
    tool("graphExpandAll", tr("Expand"), tr("Open all groups"), {}, [this] { setAllOpen(true); });
    tool("graphZoomOut", QStringLiteral("−"), tr("Zoom out"), {QKeySequence::ZoomOut}, [this] { canvas_->zoomBy(1 / 1.25); });
    tool("graphZoomIn", QStringLiteral("+"), tr("Zoom in"), {QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)}, [this] { canvas_->zoomBy(1.25); });
    tool("graphFit", tr("Fit"), tr("Show all, F"), {}, [this] { canvas_->fit(); });
    tool("graphFind", tr("Find"), tr("Find nodes"), {QKeySequence::Find}, [this] { openFind(); });

    const auto hidden = [&](const char* name, const QString& text, const QList<QKeySequence>& keys, auto slot) {
        connect(addTool(QLatin1String(name), text, text, keys), &QAction::triggered, this, slot);
    };
    hidden("graphFindNextAction", tr("Next hit"), {QKeySequence::FindNext}, [this] { findNext(1); });
    hidden("graphFindPreviousAction", tr("Previous hit"), {QKeySequence::FindPrevious}, [this] { findNext(-1); });
    hidden("graphGoToSelection", tr("Go to selection"), {QKeySequence(Qt::Key_G)}, [this] { goToSelection(); });
    hidden("graphCopyNames", tr("Copy names"), {QKeySequence::Copy}, [this] { copyNames(); });
    hidden("graphExport", tr("Export drawing …"), {}, [this] { askExport(ExportArea::All); });

    const auto toggle = [this](const char* name, const QString& text) {
        auto* action = addTool(QLatin1String(name), text, text, {});
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, &GraphView::showOverlays);
        return action;
    };
    showMinimap_ = toggle("graphShowMinimap", tr("Minimap"));
    showLegend_ = toggle("graphShowLegend", tr("Legend"));
}

void GraphView::rebuildCrumbs()
{
    qDeleteAll(crumbs_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        if (i > 0)
            crumbs_->layout()->addWidget(new QLabel(QStringLiteral("›"), crumbs_));
        const QString name = QStringLiteral("graphCrumb%1").arg(i);
        const QString text = fontMetrics().elidedText(levels_[i].label, Qt::ElideMiddle, 260);
        if (i + 1 == levels_.size()) {
            auto* here = new QLabel(QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()), crumbs_);
            here->setObjectName(name);
            here->setToolTip(levels_[i].label);
            here->setMargin(4);
            crumbs_->layout()->addWidget(here);
            break;
        }
        auto* crumb = new QToolButton(crumbs_);
        crumb->setObjectName(name);
        crumb->setText(text);
        crumb->setToolTip(levels_[i].label);
        crumb->setAutoRaise(true);
        crumb->setMinimumHeight(24);
        connect(crumb, &QToolButton::clicked, this, [this, i] {
            levels_.resize(i + 2);
            // Later, for this button dies with the row.
            QMetaObject::invokeMethod(this, &GraphView::leave, Qt::QueuedConnection);
        });
        crumbs_->layout()->addWidget(crumb);
    }
}

void GraphView::showMenu(const QPoint& place, int node, int group)
{
    const ViewGraph& view = *maker_.picture().view;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("graphMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (node >= 0) {
        const int position = view.nodes[static_cast<std::size_t>(node)].node;
        if (position >= 0) {
            const auto inside = innerGraphs(view.graph->nodes[static_cast<std::size_t>(position)], &levels_.front().graph->functions);
            for (std::size_t i = 0; i < inside.size(); ++i)
                menu->addAction(tr("Open %1").arg(QString::fromStdString(inside[i].name)), this, [this, node, i] { enter(node, i); });
        }
        addNavigation(*menu, node);
        menu->addAction(tr("Copy name"), this, &GraphView::copyNames);
        group = group >= 0 ? group : view.nodes[static_cast<std::size_t>(node)].group;
    }
    if (group > 0) {
        const bool open = maker_.picture().open[static_cast<std::size_t>(group)];
        menu->addAction(open ? tr("Collapse group") : tr("Expand group"), this, [this, group] { toggleGroup(group); });
    }
    if (levels_.size() > 1)
        menu->addAction(tr("Back to the outer graph"), this, &GraphView::leave);
    if (node >= 0)
        addEngines(*menu);
    menu->addSeparator();
    menu->addAction(showMinimap_);
    menu->addAction(showLegend_);
    menu->addAction(tr("Export drawing …"), this, [this] { askExport(ExportArea::All); });
    if (node >= 0)
        menu->addAction(tr("Export selection …"), this, [this] { askExport(ExportArea::Selection); });
    menu->popup(place);
}

// ---- engines --------------------------------------------------------------------------------------------------------

std::vector<int> GraphView::assignable() const
{
    return selection_ && rootSnapshot() ? selection_->nodes() : std::vector<int>();
}

void GraphView::connectEngines()
{
    connect(canvas_, &GraphCanvas::engineKeyPressed, this, [this](const QKeyEvent* event) {
        const auto nodes = assignable();
        if (const auto engine = engineOfKey(rootSnapshot(), *event); engine && !nodes.empty())
            emit assignRequested(nodes, *engine);
    });
    connect(canvas_, &GraphCanvas::dragStarted, this, &GraphView::dragSelection);
    connect(legend_, &Legend::engineTook, this, &GraphView::assignRequested);
    connect(legend_, &Legend::engineClicked, this, [this](const QString& engine) {
        const auto* snapshot = rootSnapshot();
        if (!snapshot || !selection_)
            return;
        std::vector<int> nodes;
        for (std::size_t i = 0; i < snapshot->deployment->nodes.size(); ++i)
            if (snapshot->deployment->nodes[i].engine == engine.toStdString())
                nodes.push_back(static_cast<int>(i));
        selection_->setNodes(std::move(nodes));
    });
}

void GraphView::addEngines(QMenu& menu)
{
    const auto nodes = assignable();
    if (const auto* snapshot = rootSnapshot())
        addEngineActions(menu, *snapshot, nodes,
                         {.assign = [this, nodes](const QString& engine) { emit assignRequested(nodes, engine); },
                          .clear = [this, nodes] { emit assignRequested(nodes, {}); }});
}

void GraphView::dragSelection()
{
    const auto nodes = assignable();
    if (nodes.empty())
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(nodesMimeData(nodes, selectedNames().join(QLatin1Char('\n'))));
    const QString label = nodes.size() == 1 ? QString::fromStdString(snapshot_->graph->nodes[static_cast<std::size_t>(nodes.front())].name)
                                            : tr("%1 nodes").arg(nodes.size());
    const QSize size(fontMetrics().horizontalAdvance(label) + 16, fontMetrics().height() + 8);
    QPixmap picture(size * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Theme::instance().colours().surface);
    QPainter painter(&picture);
    painter.setPen(Theme::instance().colours().selection);
    painter.drawRect(QRect(QPoint(), size).adjusted(0, 0, -1, -1));
    painter.setPen(Theme::instance().colours().text);
    painter.drawText(QRect(QPoint(), size), Qt::AlignCenter, label);
    painter.end();
    drag->setPixmap(picture);
    drag->setHotSpot(QPoint(-8, -8));
    drag->exec(Qt::CopyAction);
}

void GraphView::addNavigation(QMenu& menu, int node)
{
    constexpr std::size_t kMost = 20;
    const ViewGraph& view = *maker_.picture().view;
    const auto add = [&](const QString& title, const std::vector<int>& edges, int ViewEdge::*end) {
        if (edges.empty())
            return;
        QMenu* list = menu.addMenu(title);
        for (std::size_t i = 0; i < std::min(edges.size(), kMost); ++i) {
            const int other = view.edges[static_cast<std::size_t>(edges[i])].*end;
            list->addAction(nodeName(view, other), this, [this, other] {
                giveSelection({other}, other);
                canvas_->goTo(other);
            });
        }
    };
    add(tr("Go to producer"), view.in[static_cast<std::size_t>(node)], &ViewEdge::from);
    add(tr("Go to consumer"), view.out[static_cast<std::size_t>(node)], &ViewEdge::to);
}

QStringList GraphView::selectedNames() const
{
    const PaintState& state = canvas_->state();
    QStringList names;
    for (std::size_t node = 0; canvas_->hasPicture() && node < state.marks.size(); ++node)
        if (state.marks[node] & Selected)
            names << nodeName(*state.view, static_cast<int>(node));
    return names;
}

void GraphView::copyNames() const
{
    const QStringList names = selectedNames();
    if (!names.isEmpty())
        QGuiApplication::clipboard()->setText(names.join(QLatin1Char('\n')));
}

void GraphView::askExport(ExportArea area)
{
    if (!canvas_->hasPicture())
        return;
    const QSize size = pngSize(exportArea(*canvas_, area), 1);
    const QString kinds = tr("SVG (*.svg);;PDF (*.pdf);;PNG, %1 × %2 pixels (*.png)").arg(size.width()).arg(size.height());
    auto* dialog = new QFileDialog(this, tr("Export drawing"), QString(), kinds);
    dialog->setObjectName(QStringLiteral("graphExportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("svg"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) { dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1)); });
    connect(dialog, &QFileDialog::fileSelected, this, [this, area](const QString& path) {
        const auto done = exportTo(path, area);
        emit message(done ? tr("Saved %1").arg(path) : QString::fromStdString(done.error().text()));
    });
    dialog->open();
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeOverlays();
}

bool GraphView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == canvas_ && event->type() == QEvent::Resize)
        placeOverlays();
    return QWidget::eventFilter(watched, event);
}

void GraphView::showOverlays()
{
    // In a small pane the overlays would hide the graph they explain; an overview of what is all in view explains nothing.
    const bool room = canvas_->hasPicture() && canvas_->width() > 440 && canvas_->height() > 300;
    minimap_->setVisible(room && showMinimap_->isChecked() && !canvas_->showsEverything());
    legend_->setVisible(room && showLegend_->isChecked());
}

void GraphView::placeOverlays()
{
    const QRect area = canvas_->rect().adjusted(kOverlayGap, kOverlayGap, -kOverlayGap, -kOverlayGap);
    placeholder_->setGeometry(area);
    showOverlays();
    minimap_->resize(minimap_->sizeHint());
    minimap_->move(area.right() - minimap_->width(), area.bottom() - minimap_->height());
    legend_->resize(legend_->sizeHint());
    legend_->move(area.left(), area.bottom() - legend_->height());
    status_->move(area.left(), area.top());
}

void GraphView::showPlaceholder(const QString& text)
{
    placeholder_->setText(text);
    placeholder_->setVisible(!text.isEmpty());
    placeOverlays();
}

}  // namespace tw::views::graph
