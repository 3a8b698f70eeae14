// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/engines/engines_view.h"

#include "views/engines/share_delegate.h"
#include "views/shared/empty_state.h"
#include "views/shared/engine_menu.h"
#include "views/shared/engine_swatch.h"
#include "views/shared/icons.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelection>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tw::views {

namespace {

constexpr int kWideView = 820;       // from here on the two tables stand side by side

void makeCalm(QTableView& table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setIconSize(kSwatchSize);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 8);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

QString csvField(const QString& text, QChar separator)
{
    if (!text.contains(separator) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
        return text;
    return QLatin1Char('"') + QString(text).replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

/// "1.2 M cycles (−12 %)"; less is better, so less is what stands out.
QString amountHtml(const QString& text, double before, double after, bool compared)
{
    if (!compared || before == after)
        return text;
    return QStringLiteral("%1 <b>(%2)</b>").arg(text, changeText(before, after));
}

}  // namespace

EnginesView::EnginesView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), filter_(model_), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("enginesView"));
    splitter_ = new QSplitter(Qt::Vertical, this);
    splitter_->setObjectName(QStringLiteral("enginesSplitter"));
    splitter_->setChildrenCollapsible(false);
    splitter_->addWidget(buildEngines());
    splitter_->addWidget(buildNodes());
    splitter_->setStretchFactor(1, 1);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(buildSummary());
    column->addWidget(splitter_, 1);
    empty_ = new EmptyState({}, this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty_);
    pages_->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(pages_);
    stale_ = new StaleMark(splitter_);

    connect(&selection_, &Selection::changed, this, &EnginesView::takeSelection);
    connect(&Theme::instance(), &Theme::changed, &update_, &LazyUpdate::request);
    refresh();
}

QWidget* EnginesView::buildSummary()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 4, 6, 2);
    summary_ = new QLabel(bar);
    summary_->setObjectName(QStringLiteral("enginesSummary"));
    summary_->setTextFormat(Qt::RichText);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(summary_, 1);
    commands_ = new QWidget(bar);
    commands_->setLayout(new QHBoxLayout);
    commands_->layout()->setContentsMargins({});
    commands_->layout()->setSpacing(4);
    row->addWidget(commands_);
    return bar;
}

void EnginesView::addCommands(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        auto* button = new QToolButton(commands_);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        commands_->layout()->addWidget(button);
    }
}

QTableView* EnginesView::buildEngines()
{
    engineTable_ = new QTableView(this);
    engineTable_->setObjectName(QStringLiteral("enginesList"));
    engineTable_->setAccessibleName(tr("Engines of the target"));
    engineTable_->setModel(&engines_);
    makeCalm(*engineTable_);
    engineTable_->setSelectionMode(QAbstractItemView::NoSelection);
    engineTable_->setItemDelegate(new ShareDelegate(engineTable_));
    engineTable_->setItemDelegateForColumn(EngineListModel::EngineColumn, new QStyledItemDelegate(engineTable_));
    engineTable_->verticalHeader()->setDefaultSectionSize(engineTable_->fontMetrics().height() + 18);      // text and bar
    engineTable_->setAcceptDrops(true);
    engineTable_->setDropIndicatorShown(true);
    engineTable_->setDragDropMode(QAbstractItemView::DropOnly);
    QHeaderView* header = engineTable_->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    header->setSectionResizeMode(EngineListModel::EngineColumn, QHeaderView::ResizeToContents);
    connect(engineTable_, &QTableView::activated, this, &EnginesView::selectEngine);
    connect(engineTable_, &QTableView::doubleClicked, this, &EnginesView::selectEngine);
    connect(&engines_, &EngineListModel::dropped, this, &EnginesView::assignRequested);
    return engineTable_;
}

QWidget* EnginesView::buildNodes()
{
    auto* nodes = new QWidget(this);
    auto* column = new QVBoxLayout(nodes);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 2);
    bar->setSpacing(8);
    search_ = new QLineEdit(nodes);
    search_->setObjectName(QStringLiteral("enginesSearch"));
    search_->setPlaceholderText(tr("Filter: name, operator, engine"));
    search_->setToolTip(tr("Shows only rows in which all these words occur"));
    search_->setClearButtonEnabled(true);
    kind_ = new QComboBox(nodes);
    kind_->setObjectName(QStringLiteral("enginesKind"));
    kind_->setAccessibleName(tr("Which nodes are listed"));
    for (const auto& [text, kind] : {std::pair{tr("All nodes"), EngineNodesFilter::All}, {tr("With a choice"), EngineNodesFilter::WithChoice},
                                     {tr("Pinned"), EngineNodesFilter::Pinned}, {tr("Without an engine"), EngineNodesFilter::WithoutEngine}})
        kind_->addItem(text, kind);
    count_ = new QLabel(nodes);
    count_->setObjectName(QStringLiteral("enginesCount"));
    bar->addWidget(search_, 1);
    bar->addWidget(kind_);
    bar->addWidget(count_);
    column->addLayout(bar);
    buildTable();
    column->addWidget(table_, 1);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        applyFilter([&] { filter_.setText(text); });
    });
    connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
        applyFilter([this] { filter_.setKind(static_cast<EngineNodesFilter::Kind>(kind_->currentData().toInt())); });
    });
    return nodes;
}

// What the filter hides stays selected for the other views.
void EnginesView::applyFilter(const std::function<void()>& change)
{
    const QScopedValueRollback taking(taking_, true);
    change();
    showCounts();
    takeSelection();
}

void EnginesView::buildTable()
{
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("enginesTable"));
    table_->setAccessibleName(tr("Nodes and their engines"));
    table_->setModel(&filter_);
    makeCalm(*table_);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setSortingEnabled(true);
    table_->sortByColumn(EngineNodesModel::IndexColumn, Qt::AscendingOrder);
    table_->setDragEnabled(true);
    table_->setDragDropMode(QAbstractItemView::DragOnly);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->installEventFilter(this);
    QHeaderView* header = table_->horizontalHeader();
    header->setObjectName(QStringLiteral("enginesHeader"));
    header->setStretchLastSection(true);
    header->setSectionsMovable(true);
    const int em = table_->fontMetrics().averageCharWidth();
    const std::array widths = {6, 20, 15, 15, 24, 9, 13, 11};
    for (int column = 0; column < EngineNodesModel::ColumnCount; ++column)
        header->resizeSection(column, widths[static_cast<std::size_t>(column)] * em);
    connect(table_, &QTableView::customContextMenuRequested, this, &EnginesView::showMenu);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &EnginesView::giveSelection);
    connect(table_, &QTableView::activated, this, &EnginesView::nodeActivated);
    addCopyActions();
}

void EnginesView::addCopyActions()
{
    const auto add = [this](const char* name, const QString& text, const QKeySequence& keys, QChar separator) {
        auto* action = new QAction(icon(QStringLiteral("copy")), text, this);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, separator] { copyRows(separator); });
        table_->addAction(action);
    };
    add("enginesCopy", tr("&Copy Rows"), QKeySequence::Copy, QLatin1Char('\t'));
    add("enginesCopyCsv", tr("Copy as C&SV"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), QLatin1Char(','));
}

void EnginesView::setSnapshot(session::SnapshotPointer snapshot, std::optional<session::Comparison> difference)
{
    snapshot_ = std::move(snapshot);
    difference_ = std::move(difference);
    update_.request();
}

void EnginesView::refresh()
{
    const bool deployed = snapshot_ && snapshot_->deployment;
    pages_->setCurrentIndex(deployed ? 1 : 0);
    if (!snapshot_)
        empty_->setText(tr("Open a model: which engine of the target runs which node appears here, and can be changed."));
    else
        empty_->setText(tr("The network is not deployed yet. Choose a target under Deploy; if that is done, the Problems pane says "
                           "what is missing."));
    const QScopedValueRollback taking(taking_, true);
    engines_.setSnapshot(deployed ? snapshot_ : nullptr);
    model_.setSnapshot(snapshot_);
    showSummary();
    showCounts();
    takeSelection();
}

void EnginesView::showSummary()
{
    if (!snapshot_ || !snapshot_->deployment)
        return summary_->clear();
    const session::DeploymentInfo& now = *snapshot_->deployment;
    const session::Comparison old = difference_.value_or(session::Comparison{});
    const bool compared = difference_.has_value();
    QStringList parts;
    const bool cyclesKnown = now.cycles && old.cyclesBefore;
    parts << amountHtml(now.cycles ? tr("%1 cycles").arg(cyclesText(now.cycles)) : tr("cycles: no figure"), old.cyclesBefore.value_or(0),
                        now.cycles.value_or(0), compared && cyclesKnown);
    for (const auto& memory : now.memories) {
        if (memory.peak == 0)      // the Inspector lists all of them
            continue;
        const auto before = std::ranges::find(old.memories, memory.name, &session::MemoryChange::memory);
        const bool known = compared && before != old.memories.end();
        parts << amountHtml(tr("%1 %2 of %3").arg(QString::fromStdString(memory.name).toHtmlEscaped(), siText(memory.peak, tr("B")), siText(memory.capacity, tr("B"))),
                            known ? static_cast<double>(before->before) : 0, static_cast<double>(memory.peak), known);
    }
    if (now.target && now.target->memories.size() > 1)
        parts << amountHtml(tr("%1 copied").arg(siText(now.trafficBytes, tr("B"))), static_cast<double>(old.trafficBefore),
                            static_cast<double>(now.trafficBytes), compared);
    if (!now.coloringNote.empty())
        parts << QString::fromStdString(now.coloringNote).toHtmlEscaped();
    summary_->setText(parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
    summary_->setToolTip(compared ? tr("Modelled cycles of one run, peak of each memory, bytes copied between memories.\n"
                                       "In brackets: the change against the assignment before.")
                                  : tr("Modelled cycles of one run, peak of each memory, bytes copied between memories"));
}

void EnginesView::showCounts()
{
    const int shown = filter_.rowCount();
    const int all = model_.rowCount();
    count_->setText(shown == all ? counted(all, tr("1 node"), tr("%1 nodes")) : tr("%1 of %2").arg(siText(shown), siText(all)));
}

// From the document to the table.
void EnginesView::takeSelection()
{
    if (giving_ || !snapshot_)
        return;
    if (!isVisible())
        return update_.request();
    const QScopedValueRollback taking(taking_, true);
    std::vector<int> rows;
    for (const int node : selection_.nodes())
        if (node < model_.rowCount())
            if (const QModelIndex row = filter_.mapFromSource(model_.index(node, 0)); row.isValid())
                rows.push_back(row.row());
    // Ten thousand ranges of one row are slow; neighbours become one range.
    std::ranges::sort(rows);
    QItemSelection wanted;
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        wanted.append(QItemSelectionRange(filter_.index(rows[begin], 0), filter_.index(rows[end - 1], EngineNodesModel::ColumnCount - 1)));
        begin = end;
    }
    table_->selectionModel()->select(wanted, QItemSelectionModel::ClearAndSelect);
    const int current = selection_.current();
    const QModelIndex at = current >= 0 && current < model_.rowCount() ? filter_.mapFromSource(model_.index(current, 1)) : QModelIndex();
    if (at.isValid()) {
        table_->selectionModel()->setCurrentIndex(at, QItemSelectionModel::NoUpdate);
        table_->scrollTo(at);
    }
}

// From the table to the document.
void EnginesView::giveSelection()
{
    if (taking_)
        return;
    const QScopedValueRollback giving(giving_, true);
    std::vector<int> nodes;
    for (const QModelIndex& row : table_->selectionModel()->selectedRows())
        nodes.push_back(filter_.mapToSource(row).row());
    const QModelIndex current = table_->currentIndex();
    selection_.setNodes(std::move(nodes), current.isValid() ? filter_.mapToSource(current).row() : -1);
}

void EnginesView::selectEngine(const QModelIndex& index)
{
    const std::string engine = engines_.engineOf(index.row()).toStdString();
    std::vector<int> nodes;
    for (std::size_t i = 0; i < snapshot_->deployment->nodes.size(); ++i) {
        const auto& node = snapshot_->deployment->nodes[i];
        if (node.engine == engine && (!engine.empty() || !node.refusals.empty()))
            nodes.push_back(static_cast<int>(i));
    }
    selection_.setNodes(std::move(nodes));
}

void EnginesView::showMenu(const QPoint& place)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("enginesMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::vector<int> nodes = selection_.nodes();
    addEngineActions(*menu, *snapshot_, nodes,
                     {.assign = [this, nodes](const QString& engine) { emit assignRequested(nodes, engine); },
                      .clear = [this, nodes] { emit assignRequested(nodes, {}); }});
    menu->addSeparator();
    menu->addActions(table_->actions());
    menu->popup(table_->viewport()->mapToGlobal(place));
}

QString EnginesView::rowsAsText(QChar separator) const
{
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    const auto line = [&](auto field) {
        QStringList fields;
        for (int column = 0; column < EngineNodesModel::ColumnCount; ++column)
            fields << csvField(field(column), separator);
        lines << fields.join(separator);
    };
    line([this](int column) { return model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); });
    for (const QModelIndex& row : rows)
        line([&](int column) { return model_.plainText(filter_.mapToSource(row).row(), column); });
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void EnginesView::copyRows(QChar separator)
{
    if (table_->selectionModel()->hasSelection())
        QApplication::clipboard()->setText(rowsAsText(separator));
}

bool EnginesView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == table_ && event->type() == QEvent::KeyPress && !selection_.nodes().empty())
        if (const auto engine = engineOfKey(snapshot_.get(), static_cast<QKeyEvent&>(*event))) {
            emit assignRequested(selection_.nodes(), *engine);
            return true;
        }
    return QWidget::eventFilter(watched, event);
}

void EnginesView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto wanted = width() >= kWideView && width() > 2 * height() ? Qt::Horizontal : Qt::Vertical;
    if (splitter_->orientation() == wanted)
        return;
    splitter_->setOrientation(wanted);
    const int first = wanted == Qt::Horizontal ? width() * 2 / 5 : engineTable_->sizeHint().height() / 2;
    splitter_->setSizes({first, (wanted == Qt::Horizontal ? width() : height()) - first});
}

QVariantMap EnginesView::saveState() const
{
    return {{QStringLiteral("header"), QString::fromLatin1(table_->horizontalHeader()->saveState().toBase64())}};
}

void EnginesView::restoreState(const QVariantMap& state)
{
    const auto header = state.value(QStringLiteral("header")).toString().toLatin1();
    if (!header.isEmpty())
        table_->horizontalHeader()->restoreState(QByteArray::fromBase64(header));
}

}  // namespace tw::views
