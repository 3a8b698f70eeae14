// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory_map/memory_map_view.h"

#include "views/shared/elided_label.h"
#include "views/shared/empty_state.h"
#include "views/shared/icons.h"
#include "views/shared/number_text.h"

#include <QBuffer>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>

namespace tw::views {

namespace {

const QString kBytes = QStringLiteral("B");
constexpr double kPngScale = 2;

QString csvField(QString text)
{
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QByteArray svgOf(const MemoryCanvas& canvas)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(canvas.size());
    generator.setViewBox(canvas.rect());
    generator.setTitle(canvas.data().use.name.c_str());
    QPainter painter(&generator);
    canvas.paintAll(painter, canvas.rect());
    painter.end();
    return buffer.data();
}

QByteArray pngOf(const MemoryCanvas& canvas)
{
    QPixmap pixmap(canvas.size() * kPngScale);
    pixmap.setDevicePixelRatio(kPngScale);
    QPainter painter(&pixmap);
    canvas.paintAll(painter, canvas.rect());
    painter.end();
    QBuffer buffer;
    pixmap.save(&buffer, "PNG");
    return buffer.data();
}

}  // namespace

MemoryMapView::MemoryMapView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("memoryMapView"));
    canvas_ = new MemoryCanvas(this);
    splitter_ = new QSplitter(Qt::Horizontal, this);
    splitter_->setObjectName(QStringLiteral("memorySplitter"));
    splitter_->setChildrenCollapsible(false);
    splitter_->addWidget(canvas_);
    splitter_->addWidget(buildAlive());
    splitter_->setStretchFactor(0, 1);
    splitter_->setSizes({700, 300});
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(buildBar());
    column->addWidget(splitter_, 1);
    empty_ = new EmptyState({}, this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty_);
    pages_->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(pages_);
    stale_ = new StaleMark(splitter_);

    connect(&selection_, &Selection::changed, this, &MemoryMapView::takeSelection);
    connect(canvas_, &MemoryCanvas::stepChanged, this, &MemoryMapView::showAlive);
    connect(canvas_, &MemoryCanvas::bufferChosen, this, &MemoryMapView::choose);
    connect(canvas_, &MemoryCanvas::capacityDragged, this,
            [this](qint64 bytes) { emit capacityRequested(memory_->currentData().toString(), bytes); });
    refresh();
}

QWidget* MemoryMapView::buildBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    memory_ = new QComboBox(bar);
    memory_->setObjectName(QStringLiteral("memoryChoice"));
    memory_->setAccessibleName(tr("Memory"));
    memory_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    summary_ = new ElidedLabel(bar);
    summary_->setObjectName(QStringLiteral("memorySummary"));
    capacity_ = new QSpinBox(bar);
    capacity_->setObjectName(QStringLiteral("memoryCapacity"));
    capacity_->setAccessibleName(tr("Usable bytes of this memory"));
    capacity_->setToolTip(tr("Usable bytes of this memory, constants included: change them to see whether the network still fits"));
    capacity_->setRange(1, std::numeric_limits<int>::max());
    capacity_->setSingleStep(1024);
    capacity_->setGroupSeparatorShown(true);
    capacity_->setSuffix(tr(" B"));
    capacity_->setKeyboardTracking(false);
    auto* whole = new QToolButton(bar);
    whole->setObjectName(QStringLiteral("memoryFit"));
    whole->setText(tr("Fit"));
    whole->setToolTip(tr("Shows all steps and addresses (0)"));
    whole->setAutoRaise(true);
    auto* save = new QToolButton(bar);
    save->setObjectName(QStringLiteral("memoryExport"));
    save->setIcon(icon(QStringLiteral("export")));
    save->setToolTip(tr("Exports the map as SVG or PNG, or its buffers as CSV"));
    save->setAccessibleName(tr("Export the memory map"));
    save->setAutoRaise(true);
    row->addWidget(memory_);
    row->addWidget(summary_, 1);
    row->addWidget(new QLabel(tr("Capacity"), bar));
    row->addWidget(capacity_);
    row->addWidget(whole);
    row->addWidget(save);
    connect(memory_, &QComboBox::currentIndexChanged, this, &MemoryMapView::showMemory);
    connect(capacity_, &QSpinBox::valueChanged, this,
            [this](int bytes) { emit capacityRequested(memory_->currentData().toString(), bytes); });
    connect(whole, &QToolButton::clicked, canvas_, &MemoryCanvas::fit);
    connect(save, &QToolButton::clicked, this, &MemoryMapView::askExport);
    return bar;
}

QWidget* MemoryMapView::buildAlive()
{
    auto* side = new QWidget(this);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(6, 2, 6, 2);
    aliveTitle_ = new QLabel(side);
    aliveTitle_->setObjectName(QStringLiteral("memoryAliveTitle"));
    aliveTitle_->setWordWrap(true);
    alive_ = new QTableWidget(0, 3, side);
    alive_->setObjectName(QStringLiteral("memoryAlive"));
    alive_->setAccessibleName(tr("Buffers alive at the step"));
    alive_->setHorizontalHeaderLabels({tr("Buffer"), tr("Address"), tr("Size")});
    alive_->setSelectionBehavior(QAbstractItemView::SelectRows);
    alive_->setSelectionMode(QAbstractItemView::SingleSelection);
    alive_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    alive_->setFrameShape(QFrame::NoFrame);
    alive_->setShowGrid(false);
    alive_->setTabKeyNavigation(false);
    alive_->verticalHeader()->hide();
    alive_->verticalHeader()->setDefaultSectionSize(alive_->fontMetrics().height() + 8);
    alive_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    alive_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    column->addWidget(aliveTitle_);
    column->addWidget(alive_, 1);
    connect(alive_, &QTableWidget::itemSelectionChanged, this, [this] {
        if (!taking_ && !alive_->selectedItems().isEmpty())
            choose(alive_->selectedItems().front()->data(Qt::UserRole).toInt());
    });
    return side;
}

void MemoryMapView::setSnapshot(session::SnapshotPointer snapshot)
{
    snapshot_ = std::move(snapshot);
    update_.request();
}

void MemoryMapView::refresh()
{
    const bool placed = snapshot_ && snapshot_->deployment && !snapshot_->deployment->memories.empty();
    pages_->setCurrentIndex(placed ? 1 : 0);
    empty_->setText(!snapshot_ ? tr("Open a model: where each of its tensors lies in the memories of the target, and how long, appears here.")
                               : tr("There is no placement yet. The Problems pane says which nodes or memories stand in the way."));
    if (!placed)
        return;
    fillMemories();
    showMemory();
}

/// Keeps the chosen memory; at first the one with most in it.
void MemoryMapView::fillMemories()
{
    const auto& memories = snapshot_->deployment->memories;
    const QString chosen = !wanted_.isEmpty() ? wanted_ : memory_->currentData().toString();
    const QSignalBlocker blocker(memory_);
    memory_->clear();
    for (const auto& use : memories) {
        const QString name = QString::fromStdString(use.name);
        memory_->addItem(use.peak > 0 ? tr("%1 (%2)").arg(name, siText(use.peak, kBytes)) : tr("%1 (empty)").arg(name), name);
    }
    const auto fullest = std::ranges::max_element(memories, {}, &session::MemoryUse::peak) - memories.begin();
    const int index = memory_->findData(chosen);
    memory_->setCurrentIndex(index >= 0 ? index : static_cast<int>(fullest));
    wanted_.clear();
}

void MemoryMapView::showMemory()
{
    if (!snapshot_ || !snapshot_->deployment || memory_->currentIndex() < 0)
        return;
    canvas_->setData(mapData(*snapshot_, snapshot_->deployment->memories[static_cast<std::size_t>(memory_->currentIndex())]));
    showSummary();
    showAlive();
    takeSelection();
}

void MemoryMapView::showSummary()
{
    const auto& use = canvas_->data().use;
    QStringList parts{counted(static_cast<qint64>(canvas_->data().buffers.size()), tr("1 buffer"), tr("%1 buffers")),
                      tr("peak %1").arg(siText(use.peak, kBytes)), tr("lower bound %1").arg(siText(use.lowerBound, kBytes)),
                      tr("fragmentation %1 %").arg(QLocale().toString(100 * fragmentation(use), 'f', 1))};
    if (use.constants > 0)
        parts << tr("constants %1").arg(siText(use.constants, kBytes));
    parts << tr("free %1").arg(siText(roomOf(use) - use.peak, kBytes));
    summary_->setText(parts.join(QStringLiteral("  ·  ")));
    summary_->setToolTip(tr("Peak: %1\nLower bound, the bytes alive at the fullest step: %2\nConstants: %3\nUsable capacity: %4\n"
                            "Fragmentation: the share of the peak that is empty even at the fullest step")
                             .arg(fullText(use.peak, kBytes), fullText(use.lowerBound, kBytes), fullText(use.constants, kBytes),
                                  fullText(use.capacity, kBytes)));
    const QSignalBlocker blocker(capacity_);
    // A host has more than the field can say; it is not what one wants to shrink.
    capacity_->setEnabled(use.capacity <= capacity_->maximum());
    capacity_->setValue(static_cast<int>(std::min<qint64>(use.capacity, capacity_->maximum())));
}

void MemoryMapView::showAlive()
{
    const auto& data = canvas_->data();
    const int step = canvas_->step();
    const QScopedValueRollback taking(taking_, true);
    std::vector<int> alive;
    for (std::size_t i = 0; i < data.buffers.size(); ++i)
        if (data.buffers[i].first <= step && step < data.buffers[i].last)
            alive.push_back(static_cast<int>(i));
    std::ranges::sort(alive, std::greater{}, [&](int i) { return data.buffers[static_cast<std::size_t>(i)].offset; });
    alive_->setRowCount(static_cast<int>(alive.size()));
    qint64 bytes = 0;
    for (int row = 0; row < static_cast<int>(alive.size()); ++row) {
        const auto& buffer = data.buffers[static_cast<std::size_t>(alive[static_cast<std::size_t>(row)])];
        bytes += buffer.bytes;
        const std::array texts{buffer.name, QString::number(buffer.offset), siText(buffer.bytes, kBytes)};
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(texts[static_cast<std::size_t>(column)]);
            item->setData(Qt::UserRole, alive[static_cast<std::size_t>(row)]);
            item->setToolTip(column == 2 ? fullText(buffer.bytes, kBytes) : buffer.name);
            item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            alive_->setItem(row, column, item);
        }
    }
    aliveTitle_->setText(step < 0 ? tr("Click into the map, or use the arrow keys there, to see what is alive at a step.")
                                  : tr("Step %1, %2: %3 alive")
                                        .arg(QString::number(step), data.steps[static_cast<std::size_t>(step)], siText(bytes, kBytes)));
}

void MemoryMapView::choose(int buffer)
{
    const auto& chosen = canvas_->data().buffers[static_cast<std::size_t>(buffer)];
    canvas_->setSelected({buffer});
    const QScopedValueRollback taking(taking_, true);
    if (chosen.tensor.valid())
        selection_.setTensor(chosen.tensor);
    else if (chosen.node >= 0)
        selection_.setNodes({chosen.node});
}

void MemoryMapView::takeSelection()
{
    if (taking_)
        return;
    std::vector<int> buffers;
    for (std::size_t i = 0; i < canvas_->data().buffers.size(); ++i) {
        const auto& buffer = canvas_->data().buffers[i];
        const bool isTensor = selection_.tensor().valid() && buffer.tensor.value == selection_.tensor().value;
        if (isTensor || (buffer.node >= 0 && selection_.contains(buffer.node)))
            buffers.push_back(static_cast<int>(i));
    }
    canvas_->setSelected(std::move(buffers));
}

QString MemoryMapView::asCsv() const
{
    QString text = QStringLiteral("id,lower,upper,size,offset\n");
    for (const auto& buffer : canvas_->data().buffers)
        text += QStringLiteral("%1,%2,%3,%4,%5\n").arg(csvField(buffer.name)).arg(buffer.first).arg(buffer.last).arg(buffer.bytes).arg(buffer.offset);
    return text;
}

void MemoryMapView::askExport()
{
    auto* dialog = new QFileDialog(this, tr("Export Memory Map"), memory_->currentData().toString() + QStringLiteral(".svg"),
                                   tr("Pictures and tables (*.svg *.png *.csv)"));
    dialog->setObjectName(QStringLiteral("memoryExportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("svg"));
    connect(dialog, &QFileDialog::fileSelected, this, &MemoryMapView::exportTo);
    dialog->open();
}

void MemoryMapView::exportTo(const QString& path)
{
    const auto content = path.endsWith(QLatin1String(".csv"))   ? asCsv().toUtf8()
                         : path.endsWith(QLatin1String(".png")) ? pngOf(*canvas_)
                                                                : svgOf(*canvas_);
    QSaveFile file(path);
    const bool saved = file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit();
    emit message(saved ? tr("Saved %1").arg(path) : tr("Cannot write %1: %2").arg(path, file.errorString()));
}

QVariantMap MemoryMapView::saveState() const
{
    return {{QStringLiteral("memory"), memory_->currentData()}, {QStringLiteral("splitter"), splitter_->saveState()}};
}

void MemoryMapView::restoreState(const QVariantMap& state)
{
    wanted_ = state.value(QStringLiteral("memory")).toString();
    splitter_->restoreState(state.value(QStringLiteral("splitter")).toByteArray());
    update_.request();
}

}  // namespace tw::views
