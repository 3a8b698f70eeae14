// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_view.h"

#include "views/shared/command_button.h"
#include "views/shared/elided_label.h"
#include "views/shared/empty_state.h"
#include "views/shared/icons.h"
#include "views/shared/number_text.h"
#include "views/shared/plot_export.h"
#include "views/shared/theme.h"
#include "views/timeline/timeline_colours.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace tw::views {

namespace {

constexpr double kZoomStep = 1.6;

QString legendEntry(const TimelineColour& colour, const QString& text)
{
    return QStringLiteral("<span style=\"color:%1; background-color:%1; border:1px solid %2\">&nbsp;&nbsp;&nbsp;</span>&nbsp;%3")
        .arg(colour.fill.name(), colour.stroke.name(), text.toHtmlEscaped());
}

bool sameNodes(const session::SnapshotPointer& one, const session::SnapshotPointer& other)
{
    return one && other && one->deployment && other->deployment && one->graph == other->graph && one->deployment->timeline &&
           other->deployment->timeline;
}

}  // namespace

TimelineView::TimelineView(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("timelineView"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(0);
    canvas_ = new TimelineCanvas(content);
    column->addWidget(buildBar());
    column->addWidget(canvas_, 1);
    column->addWidget(buildLegend());
    empty_ = new EmptyState({}, this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty_);
    pages_->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(pages_);
    stale_ = new StaleMark(canvas_);
    connect(canvas_, &TimelineCanvas::nodeClicked, this, &TimelineView::giveSelection);
    connect(canvas_, &TimelineCanvas::nodeStepped, this, [this](int work) {
        giveSelection(work);
        canvas_->showNode(work);
    });
    connect(canvas_, &TimelineCanvas::measureChanged, this, &TimelineView::showSummary);
    connect(&selection_, &Selection::changed, this, &TimelineView::takeSelection);
    connect(&Theme::instance(), &Theme::changed, this, &TimelineView::showLegend);
    refresh();
}

QWidget* TimelineView::buildBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 4, 6, 2);
    row->setSpacing(4);
    summary_ = new ElidedLabel(bar);
    summary_->setObjectName(QStringLiteral("timelineSummary"));
    row->addWidget(summary_, 1);
    clock_ = new QComboBox(bar);
    clock_->setObjectName(QStringLiteral("timelineClock"));
    clock_->setAccessibleName(tr("Clock"));
    clock_->setToolTip(tr("The clock by which cycles become time"));
    row->addWidget(clock_);
    connect(clock_, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant hertz = clock_->currentData();
        canvas_->setClock(hertz.isValid() ? std::optional(hertz.toDouble()) : std::nullopt);
    });
    addCommandButton(this, bar, {"timelineJump", tr("What Bounds It"), tr("Go to the node that takes most of the run; again: the next one"),
                                 Qt::Key_B, [this] { jumpToBound(); }});
    addCommandButton(this, bar, {"timelineZoomOut", QStringLiteral("−"), tr("Show more of the run; the wheel does it, too"), Qt::Key_Minus,
                                 [this] { canvas_->zoom(1 / kZoomStep); }});
    addCommandButton(this, bar, {"timelineZoomIn", QStringLiteral("+"), tr("Show less of the run, larger; the wheel does it, too"), Qt::Key_Plus,
                                 [this] { canvas_->zoom(kZoomStep); }});
    addCommandButton(this, bar, {"timelineFit", tr("Fit"), tr("Show the whole run"), Qt::Key_Home, [this] { canvas_->fit(); }});
    row->addWidget(exportButton(QStringLiteral("timelineExport"),
                                {.name = QStringLiteral("timeline"), .size = [this] { return canvas_->size(); },
                                 .paint = [this](QPainter& painter) { canvas_->paintAll(painter, canvas_->size()); }, .csv = [this] { return asCsv(); }},
                                [this](const QString& text) { emit message(text); }, this));
    return bar;
}

QWidget* TimelineView::buildLegend()
{
    legend_ = new QLabel(this);
    legend_->setObjectName(QStringLiteral("timelineLegend"));
    legend_->setTextFormat(Qt::RichText);
    legend_->setContentsMargins(10, 3, 10, 4);
    legend_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return legend_;
}

void TimelineView::setSnapshot(session::SnapshotPointer snapshot)
{
    snapshot_ = std::move(snapshot);
    update_.request();
}

QString TimelineView::emptyText() const
{
    if (!snapshot_)
        return tr("Open a model: when each engine and each link works in one run appears here.");
    if (!snapshot_->deployment)
        return tr("The network is not deployed yet. Choose a target under Deploy; if that is done, the Problems pane says what is missing.");
    if (!snapshot_->deployment->timeline)
        return tr("Some node has no kernel, so there is no run to show. The Problems pane says which, and what would help.");
    return tr("No figure: the target does not say how many cycles its kernels take. \"cycles\" of its engines or kernel rows would give them.");
}

void TimelineView::refresh()
{
    const bool has = snapshot_ && snapshot_->deployment && snapshot_->deployment->timeline && snapshot_->deployment->timeline->end > 0;
    empty_->setText(emptyText());
    pages_->setCurrentIndex(has ? 1 : 0);
    const bool same = sameNodes(shown_, snapshot_) && canvas_->lanes().timeline();
    const bool all = canvas_->lanes().timeline() && canvas_->range() == TimeRange{0, canvas_->lanes().timeline()->end};
    shown_ = has ? snapshot_ : nullptr;
    canvas_->setSnapshot(shown_, same && !all);
    if (shown_ && wantedRange_.length() > 0)
        canvas_->setRange(std::exchange(wantedRange_, {0, 0}));
    jumps_ = 0;
    fillClocks();
    showSummary();
    showLegend();
    takeSelection();
}

void TimelineView::fillClocks()
{
    if (!shown_)
        return;
    const QString before = wantedClock_.isEmpty() ? clock_->currentText() : wantedClock_;
    wantedClock_.clear();
    clock_->clear();
    const auto& target = *shown_->deployment->target;
    const auto name = [](double hertz) { return siText(std::llround(hertz), tr("Hz")); };
    for (const auto& point : target.clockPoints)
        clock_->addItem(tr("%1 at %2").arg(name(point.hertz), QString::fromStdString(point.name)), point.hertz);
    if (clock_->count() == 0)
        for (const auto& engine : target.engines)
            if (engine.clockHz.value && clock_->findData(*engine.clockHz.value) < 0)
                clock_->addItem(name(*engine.clockHz.value), *engine.clockHz.value);
    if (clock_->count() == 0)
        clock_->addItem(tr("no clock figure"));
    clock_->setCurrentIndex(std::max(0, clock_->findText(before)));
    clock_->setEnabled(clock_->count() > 1);
}

void TimelineView::showSummary()
{
    if (!shown_)
        return summary_->clear();
    const auto& timeline = *shown_->deployment->timeline;
    const QVariant hertz = clock_->currentData();
    QStringList parts;
    if (timeline.total)
        parts << tr("%1 cycles").arg(cyclesText(timeline.total)) + (hertz.isValid() ? tr(" = %1").arg(secondsText(*timeline.total / hertz.toDouble())) : QString());
    qint64 unknown = 0;
    for (const auto& node : timeline.nodes)
        unknown += !node.missing.empty();
    if (unknown > 0)
        parts << counted(unknown, tr("1 node without a figure is not shown"), tr("%1 nodes without a figure are not shown"));
    if (canvas_->measured())
        parts << tr("measured: %1").arg(canvas_->measureText());
    else
        parts << tr("drag with Shift to measure");
    summary_->setText(parts.join(QStringLiteral("  ·  ")));
    summary_->setToolTip(timeline.total ? tr("%1 cycles, as modelled. Nodes run one after the other, as the exported C runs them; within a tiled node transfers and kernels overlap.").arg(fullText(std::llround(*timeline.total))) : QString());
}

void TimelineView::showLegend()
{
    if (!shown_)
        return legend_->clear();
    QStringList parts;
    const auto& nodes = shown_->deployment->timeline->nodes;
    for (const auto bound : allBounds()) {
        double cycles = 0;
        for (const auto& node : nodes)
            cycles += node.bound == bound ? node.end - node.begin : 0;
        if (cycles > 0)
            parts << legendEntry(boundColour(bound), tr("%1 %2 %").arg(boundText(bound), QLocale().toString(cycles / shown_->deployment->timeline->end * 100, 'f', 0)));
    }
    QStringList work;
    for (const auto what : {schedule::Work::Load, schedule::Work::Store, schedule::Work::Setup})
        work << legendEntry(workColour(what, 0), workText(what));
    legend_->setText(tr("Bound by: %1").arg(parts.join(QStringLiteral(" &nbsp; "))) + QStringLiteral(" &nbsp;&nbsp;│&nbsp;&nbsp; ") + work.join(QStringLiteral(" &nbsp; ")));
    legend_->setToolTip(tr("Shares of the run that goes to nodes bound so. A node is bound by what most of its time goes to."));
}

void TimelineView::takeSelection()
{
    if (!shown_ || giving_)
        return;
    std::vector<int> works;
    for (const int node : selection_.nodes()) {
        const int work = shown_->deployment->nodes[static_cast<std::size_t>(node)].work;
        if (work >= 0 && shown_->deployment->timeline->nodes[static_cast<std::size_t>(work)].end > shown_->deployment->timeline->nodes[static_cast<std::size_t>(work)].begin)
            works.push_back(work);
    }
    canvas_->setSelected(works);
    if (!works.empty())
        canvas_->showNode(works.front());
}

void TimelineView::giveSelection(int work)
{
    std::vector<int> nodes;
    const auto& all = shown_->deployment->nodes;
    int leader = -1;
    for (std::size_t i = 0; work >= 0 && i < all.size(); ++i) {
        if (all[i].work != work)
            continue;
        nodes.push_back(static_cast<int>(i));
        if (all[i].fusedInto.empty())
            leader = static_cast<int>(i);
    }
    const QScopedValueRollback giving(giving_, true);
    canvas_->setSelected(work >= 0 ? std::vector{work} : std::vector<int>{});
    selection_.setNodes(std::move(nodes), leader);
}

void TimelineView::jumpToBound()
{
    const auto& longest = canvas_->lanes().longest();
    if (!shown_ || longest.empty())
        return;
    const int work = longest[static_cast<std::size_t>(jumps_) % longest.size()];
    ++jumps_;
    giveSelection(work);
    canvas_->zoomToNode(work);
    canvas_->measure({});
    emit message(canvas_->textAt(QPointF(canvas_->xOf((canvas_->range().begin + canvas_->range().end) / 2, canvas_->size()), canvas_->rowRect(0, canvas_->size()).center().y()))
                     .replace(QLatin1Char('\n'), QLatin1String("  ·  ")));
}

QString TimelineView::asCsv() const
{
    QString text = csvLine({QStringLiteral("lane"), QStringLiteral("what"), QStringLiteral("node"), QStringLiteral("operand"), QStringLiteral("tile"),
                            QStringLiteral("jobs"), QStringLiteral("begin_cycles"), QStringLiteral("end_cycles"), QStringLiteral("bytes")});
    if (!shown_)
        return text;
    const auto& timeline = *shown_->deployment->timeline;
    const auto number = [](double value) { return QString::number(value, 'f', 1); };
    for (const auto& span : timeline.spans)
        text += csvLine({QString::fromStdString(timeline.lanes[static_cast<std::size_t>(span.lane)].name), QString::fromUtf8(schedule::workName(span.what).data()),
                         QString::fromStdString(shown_->deployment->lowered->nodes[static_cast<std::size_t>(span.node)].name), QString::number(span.operand),
                         QString::number(span.tile), QString::number(span.count), number(span.begin), number(span.end), QString::number(span.bytes)});
    return text;
}

QVariantMap TimelineView::saveState() const
{
    return {{QStringLiteral("begin"), canvas_->range().begin}, {QStringLiteral("end"), canvas_->range().end}, {QStringLiteral("clock"), clock_->currentText()}};
}

void TimelineView::restoreState(const QVariantMap& state)
{
    wantedClock_ = state.value(QStringLiteral("clock")).toString();
    wantedRange_ = {state.value(QStringLiteral("begin")).toDouble(), state.value(QStringLiteral("end")).toDouble()};
    update_.request();
}

}  // namespace tw::views
