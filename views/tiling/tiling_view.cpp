// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tiling/tiling_view.h"

#include "views/shared/command_button.h"
#include "views/shared/empty_state.h"
#include "views/shared/number_text.h"
#include "views/shared/plot_export.h"

#include <QAction>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tw::views {

namespace {

constexpr int kFactsWidth = 270;
constexpr int kPlayMilliseconds = 6000;      // for a whole loop, if that is neither too quick nor too slow to see
constexpr int kQuickest = 25;
constexpr int kSlowest = 450;

QString plain(const std::string& text)
{
    return QString::fromStdString(text);
}

QString html(const std::string& text)
{
    return plain(text).toHtmlEscaped();
}

}  // namespace

TilingView::TilingView(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("tilingView"));
    auto* content = new QWidget(this);
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins({});
    row->setSpacing(0);
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    auto* scroll = new QScrollArea(content);
    scroll->setObjectName(QStringLiteral("tilingScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    picture_ = new TilePicture(scroll);
    scroll->setWidget(picture_);
    left->addWidget(scroll, 1);
    left->addWidget(buildSteps());
    row->addLayout(left, 1);
    row->addWidget(buildFacts());
    empty_ = new EmptyState({}, this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty_);
    pages_->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(pages_);
    stale_ = new StaleMark(scroll);
    connect(picture_, &TilePicture::tileClicked, this, &TilingView::goTo);
    connect(&selection_, &Selection::changed, &update_, &LazyUpdate::request);
    connect(&timer_, &QTimer::timeout, this, [this] { goTo(picture_->tile() + 1 < picture_->grid().tiles() ? picture_->tile() + 1 : 0); });
    refresh();
}

QWidget* TilingView::buildFacts()
{
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("tilingFacts"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFixedWidth(kFactsWidth);
    auto* facts = new QWidget(area);
    auto* column = new QVBoxLayout(facts);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(6);
    const auto label = [&](const char* name) {
        auto* made = new QLabel(facts);
        made->setObjectName(QLatin1String(name));
        made->setWordWrap(true);
        made->setTextFormat(Qt::RichText);
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(made);
        return made;
    };
    head_ = label("tilingHead");
    facts_ = label("tilingFigures");
    axes_ = new QWidget(facts);
    axisForm_ = new QFormLayout(axes_);
    axisForm_->setContentsMargins({});
    axisForm_->setVerticalSpacing(4);
    column->addWidget(axes_);
    refusal_ = label("tilingRefusal");
    auto* resetAction = new QAction(tr("Reset"), this);
    resetAction->setObjectName(QStringLiteral("tilingReset"));
    resetAction->setToolTip(tr("Let the program choose the tiles of this node again"));
    connect(resetAction, &QAction::triggered, this, [this] { emit resetRequested(work_); });
    addAction(resetAction);
    reset_ = new QToolButton(facts);
    reset_->setObjectName(QStringLiteral("tilingResetButton"));
    reset_->setDefaultAction(resetAction);
    column->addWidget(reset_);
    column->addStretch(1);
    area->setWidget(facts);
    return area;
}

QWidget* TilingView::buildSteps()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 2, 8, 4);
    row->setSpacing(2);
    addCommandButton(this, bar, {"tilingBack", QStringLiteral("◀"), tr("The tile before"), Qt::CTRL | Qt::Key_Left,
                                 [this] { goTo(picture_->tile() - 1); }});
    play_ = addCommandButton(this, bar, {"tilingPlay", tr("Play"), tr("Run through the tiles"), Qt::Key_Space, [this] { setPlaying(!playing()); }});
    addCommandButton(this, bar, {"tilingForward", QStringLiteral("▶"), tr("The next tile"), Qt::CTRL | Qt::Key_Right,
                                 [this] { goTo(picture_->tile() + 1); }});
    slider_ = new QSlider(Qt::Horizontal, bar);
    slider_->setObjectName(QStringLiteral("tilingSlider"));
    slider_->setAccessibleName(tr("Tile"));
    row->addWidget(slider_, 1);
    step_ = new QLabel(bar);
    step_->setObjectName(QStringLiteral("tilingStep"));
    row->addWidget(step_);
    connect(slider_, &QSlider::valueChanged, this, [this](int tile) { goTo(tile); });
    row->addWidget(exportButton(QStringLiteral("tilingExport"),
                                {.name = QStringLiteral("tiles"), .size = [this] { return picture_->size(); },
                                 .paint = [this](QPainter& painter) { picture_->paintAll(painter, picture_->size()); }, .csv = [this] { return asCsv(); }},
                                [this](const QString& text) { emit message(text); }, this));
    return bar;
}

void TilingView::setSnapshot(session::SnapshotPointer snapshot, const session::Choices& choices)
{
    snapshot_ = std::move(snapshot);
    choices_ = choices;
    refusal_->clear();
    update_.request();
}

void TilingView::setRefusal(const QString& sentence)
{
    refusal_->setText(sentence.toHtmlEscaped());
    showAxes();
}

QString TilingView::emptyText(int& work) const
{
    if (!snapshot_)
        return tr("Open a model: the tiles of a node appear here.");
    if (!snapshot_->deployment)
        return tr("The network is not deployed yet. Choose a target under Deploy; if that is done, the Problems pane says what is missing.");
    if (selection_.current() < 0)
        return tr("Select a node in the graph: how it is cut into tiles appears here.");
    const auto& node = snapshot_->deployment->nodes.at(static_cast<std::size_t>(selection_.current()));
    work = node.work;
    if (work < 0)
        return tr("This node is computed before the run, so it has no tiles.");
    const auto& rows = snapshot_->deployment->rows;
    if (static_cast<std::size_t>(work) < rows.size() && rows[static_cast<std::size_t>(work)] >= 0)
        return {};
    if (node.refusals.empty())
        return tr("This node only gives its input another shape: no kernel runs, and nothing is moved.");
    return tr("No engine can run this node, so it has no tiles. The Problems pane says why.");
}

void TilingView::refresh()
{
    int work = -1;
    const QString empty = emptyText(work);
    empty_->setText(empty);
    pages_->setCurrentIndex(empty.isEmpty() ? 1 : 0);
    if (empty.isEmpty())
        return showNode(work);
    setPlaying(false);
    work_ = -1;
    name_.clear();
    before_.reset();
    picture_->setGrid({});
}

TilingView::Figures TilingView::figuresOf(int work) const
{
    const auto at = static_cast<std::size_t>(work);
    const auto& info = *snapshot_->deployment;
    Figures figures;
    if (info.timeline && info.timeline->nodes[at].missing.empty())
        figures.cycles = info.timeline->nodes[at].end - info.timeline->nodes[at].begin;
    if (info.tiles[at])
        figures.nearBytes = info.tiles[at]->nearBytes;
    for (const auto* side : {&info.places[at].inputs, &info.places[at].outputs})
        for (const auto& place : *side)
            figures.nearBytes += !info.tiles[at] && place.isStaged() ? place.copyBytes : 0;
    return figures;
}

void TilingView::showNode(int work)
{
    const auto& name = snapshot_->deployment->lowered->nodes[static_cast<std::size_t>(work)].name;
    const auto now = figuresOf(work);
    if (name != name_) {
        before_.reset();
        refusal_->clear();
        setPlaying(false);
        picture_->setTile(0);
    } else if (now.cycles != shownFigures_.cycles || now.nearBytes != shownFigures_.nearBytes) {
        before_ = shownFigures_;
    }
    work_ = work;
    name_ = name;
    shownFigures_ = now;
    picture_->setGrid(session::tileGrid(*snapshot_, choices_, work));
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, static_cast<int>(std::min<std::int64_t>(picture_->grid().tiles() - 1, 1'000'000)));
    slider_->setEnabled(picture_->grid().tiles() > 1);
    play_->defaultAction()->setEnabled(picture_->grid().tiles() > 1);
    timer_.setInterval(std::clamp(kPlayMilliseconds / static_cast<int>(std::min<std::int64_t>(picture_->grid().tiles(), 1000)), kQuickest, kSlowest));
    showFacts();
    showAxes();
    showTile();
}

QString TilingView::headText() const
{
    const auto& info = *snapshot_->deployment;
    const auto& grid = picture_->grid();
    const auto& row = info.target->rows[static_cast<std::size_t>(info.rows[static_cast<std::size_t>(work_)])];
    const QString head = QStringLiteral("<b>%1</b><br>%2").arg(html(name_), tr("%1 on %2").arg(html(row.op), html(row.engine)));
    if (!grid.plan)
        return head + QStringLiteral("<br>") + tr("Not tiled: %1.").arg(html(grid.whyWhole));
    const QString tiles = counted(grid.tiles(), tr("1 tile"), tr("%1 tiles"));
    return head + QStringLiteral("<br>") + (grid.outputs.empty() ? tiles : tr("%1 of %2").arg(tiles, tileShapeText(grid.outputs.front())));
}

QString TilingView::timeText() const
{
    const auto& timeline = snapshot_->deployment->timeline;
    if (!timeline)
        return {};
    const auto& time = timeline->nodes[static_cast<std::size_t>(work_)];
    if (!time.missing.empty())
        return tr("Cycles: no figure. %1").arg(html(time.missing));
    QString text = tr("%1 cycles").arg(fullText(std::llround(time.end - time.begin)));
    if (before_ && before_->cycles && *before_->cycles != time.end - time.begin)
        text += QStringLiteral(" <b>(%1)</b>").arg(changeText(*before_->cycles, time.end - time.begin));
    const auto part = [&](const QString& name, double cycles) {
        return cycles < 0.5 ? QString() : QStringLiteral("<br>&nbsp;&nbsp;%1 %2").arg(name, fullText(std::llround(cycles)));
    };
    text += tr(", bound by %1").arg(QString::fromUtf8(schedule::boundName(time.bound).data()));
    return text + part(tr("compute"), time.compute) + part(tr("accesses in place"), time.access) + part(tr("waiting for input"), time.inputWait) +
           part(tr("waiting for output"), time.outputWait) + part(tr("off-load"), time.overhead);
}

QString TilingView::memoryText() const
{
    const auto& grid = picture_->grid();
    const double share = grid.nearCapacity > 0 ? static_cast<double>(shownFigures_.nearBytes) / static_cast<double>(grid.nearCapacity) * 100 : 0;
    QString text = tr("%1 of %2 in %3, %4 %").arg(siText(shownFigures_.nearBytes, tr("B")), siText(grid.nearCapacity, tr("B")), html(grid.near), QLocale().toString(share, 'f', 0));
    if (before_ && before_->nearBytes != shownFigures_.nearBytes)
        text += QStringLiteral(" <b>(%1)</b>").arg(changeText(static_cast<double>(before_->nearBytes), static_cast<double>(shownFigures_.nearBytes)));
    return text;
}

/// "N" loops, outermost first.
QString TilingView::loopText() const
{
    const auto& grid = picture_->grid();
    if (!grid.plan || grid.plan->loops.empty())
        return {};
    QStringList loops;
    for (const auto& loop : grid.plan->loops)
        loops << tr("%1: %2 × %3").arg(html(grid.axes[static_cast<std::size_t>(loop.axis)].name)).arg(loop.count()).arg(loop.tile);
    return tr("Loops, outermost first: %1").arg(loops.join(QStringLiteral(" → ")));
}

void TilingView::showFacts()
{
    head_->setText(headText());
    QStringList parts{timeText(), memoryText(), loopText()};
    parts.removeAll(QString());
    facts_->setText(parts.join(QStringLiteral("<br>")));
}

void TilingView::showAxes()
{
    if (work_ < 0)
        return;
    sizes_.clear();
    while (axisForm_->rowCount() > 0)
        axisForm_->removeRow(0);
    const auto& grid = picture_->grid();
    bool chosen = false;
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
        const auto& one = grid.axes[axis];
        auto* size = new QSpinBox(axes_);
        size->setObjectName(QStringLiteral("tilingSize%1").arg(axis));
        size->setAccessibleName(tr("Positions of a tile along %1").arg(plain(one.name)));
        size->setRange(1, static_cast<int>(std::max<std::int64_t>(1, one.extent)));
        size->setValue(static_cast<int>(one.tile));
        size->setSuffix(tr(" of %1").arg(one.extent));
        size->setKeyboardTracking(false);
        size->setEnabled(one.whyNot.empty());
        size->setToolTip(one.whyNot.empty() ? tr("Positions of output axis %1 in a tile. All of them: the axis is not cut.").arg(axis) : plain(one.whyNot));
        connect(size, &QSpinBox::valueChanged, this, [this, axis](int value) { ask(axis, value); });
        auto* name = new QLabel(one.chosen ? QStringLiteral("<b>%1</b>").arg(html(one.name)) : html(one.name), axes_);
        name->setToolTip(one.chosen ? tr("chosen by hand") : QString());
        name->setBuddy(size);
        axisForm_->addRow(name, size);
        sizes_.push_back(size);
        chosen = chosen || one.chosen;
    }
    reset_->defaultAction()->setEnabled(chosen);
}

void TilingView::ask(std::size_t axis, int size)
{
    // The arrows of a spin box come in bursts; only where they stop is worth a deployment.
    constexpr int kStillMilliseconds = 350;
    auto* box = sizes_[axis];
    QTimer::singleShot(kStillMilliseconds, box, [this, box, axis, size] {
        if (work_ >= 0 && box->value() == size && size != picture_->grid().axes[axis].tile)
            emit tileRequested(work_, static_cast<int>(axis), size);
    });
}

void TilingView::goTo(qint64 tile)
{
    picture_->setTile(tile);
    showTile();
}

void TilingView::showTile()
{
    const QSignalBlocker blocker(slider_);
    slider_->setValue(static_cast<int>(picture_->tile()));
    step_->setText(tr("tile %1 of %2").arg(QLocale().toString(qint64(picture_->tile() + 1)), QLocale().toString(qint64(picture_->grid().tiles()))));
}

void TilingView::setPlaying(bool playing)
{
    play_->defaultAction()->setText(playing ? tr("Pause") : tr("Play"));
    if (playing)
        timer_.start();
    else
        timer_.stop();
}

QString TilingView::asCsv() const
{
    QString text = csvLine({QStringLiteral("node"), QStringLiteral("tensor"), QStringLiteral("shape"), QStringLiteral("tile"), QStringLiteral("home"),
                            QStringLiteral("near"), QStringLiteral("buffers"), QStringLiteral("buffer_bytes"), QStringLiteral("moved_bytes")});
    for (const auto* side : {&picture_->grid().outputs, &picture_->grid().inputs})
        for (const auto& tensor : *side) {
            QStringList shape;
            for (const auto& dim : tensor.dims)
                shape << QString::number(dim.extent);
            text += csvLine({plain(name_), plain(tensor.name), shape.join(QStringLiteral("×")), tileShapeText(tensor), plain(tensor.moves.far),
                             plain(tensor.moves.near), QString::number(tensor.buffers), QString::number(tensor.moves.slotBytes),
                             QString::number(tensor.moves.movedBytes)});
        }
    return text;
}

QVariantMap TilingView::saveState() const
{
    return {{QStringLiteral("tile"), qint64(picture_->tile())}};
}

void TilingView::restoreState(const QVariantMap& state)
{
    update_.flush();
    goTo(state.value(QStringLiteral("tile")).toLongLong());
}

}  // namespace tw::views
