// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/problems/problems_view.h"

#include "views/shared/empty_state.h"
#include "views/shared/icons.h"
#include "views/shared/number_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tw::views {

namespace {

QString pluralText(Severity severity, int count)
{
    switch (severity) {
    case Severity::Error: return counted(count, ProblemsView::tr("1 error"), ProblemsView::tr("%1 errors"));
    case Severity::Warning: return counted(count, ProblemsView::tr("1 warning"), ProblemsView::tr("%1 warnings"));
    case Severity::Info: break;
    }
    return counted(count, ProblemsView::tr("1 note"), ProblemsView::tr("%1 notes"));
}

}  // namespace

ProblemsView::ProblemsView(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection)
{
    setObjectName(QStringLiteral("problemsView"));
    filter_.setSourceModel(&model_);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 2);
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
        addFilterButton(*bar, severity);
    search_ = new QLineEdit(this);
    search_->setObjectName(QStringLiteral("problemsSearch"));
    search_->setPlaceholderText(tr("Filter by text"));
    search_->setClearButtonEnabled(true);
    search_->setToolTip(tr("Show only rows with this text in any column"));
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        filter_.setText(text);
        showCounts();
    });
    bar->addWidget(search_, 1);

    buildTable();
    empty_ = new EmptyState({}, this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(table_);
    pages_->addWidget(empty_);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addLayout(bar);
    layout->addWidget(pages_, 1);
    showCounts();
}

void ProblemsView::addFilterButton(QHBoxLayout& row, Severity severity)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("problemsShow") + QString::fromUtf8(severityName(severity).data()));
    button->setIcon(icon(severityIconName(severity)));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setChecked(true);
    button->setAutoRaise(true);
    button->setToolTip(tr("Show or hide these rows"));
    connect(button, &QToolButton::toggled, this, [this, severity](bool shown) {
        filter_.setSeverityShown(severity, shown);
        showCounts();
    });
    buttons_[severity] = button;
    row.addWidget(button);
}

void ProblemsView::buildTable()
{
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("problemsTable"));
    table_->setAccessibleName(tr("Problems"));
    table_->setModel(&filter_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSortingEnabled(true);
    table_->sortByColumn(ProblemsModel::SeverityColumn, Qt::DescendingOrder);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    QHeaderView* header = table_->horizontalHeader();
    header->setObjectName(QStringLiteral("problemsHeader"));
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    const int em = table_->fontMetrics().averageCharWidth();
    header->resizeSection(ProblemsModel::SeverityColumn, 14 * em);
    header->resizeSection(ProblemsModel::PlaceColumn, 26 * em);
    header->resizeSection(ProblemsModel::MessageColumn, 70 * em);
    connect(table_, &QTableView::activated, this, &ProblemsView::jump);
    connect(table_, &QTableView::doubleClicked, this, &ProblemsView::jump);

    auto* copy = new QAction(icon(QStringLiteral("copy")), tr("&Copy Rows"), this);
    copy->setObjectName(QStringLiteral("problemsCopy"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(copy, &QAction::triggered, this, &ProblemsView::copyRows);
    table_->addAction(copy);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ProblemsView::setProblems(session::SnapshotPointer snapshot, Diagnostics diagnostics)
{
    snapshot_ = std::move(snapshot);
    model_.setDiagnostics(std::move(diagnostics));
    showCounts();
    emit countsChanged();
}

void ProblemsView::showCounts()
{
    for (const auto& [severity, button] : buttons_)
        button->setText(pluralText(severity, model_.count(severity)));
    if (!snapshot_ && model_.rowCount() == 0)
        empty_->setText(tr("Problems of the model and of its deployment appear here."));
    else if (model_.rowCount() == 0)
        empty_->setText(tr("No problems found."));
    else
        empty_->setText(tr("No problem matches the filter."));
    pages_->setCurrentWidget(filter_.rowCount() == 0 ? static_cast<QWidget*>(empty_) : table_);
}

void ProblemsView::copyRows()
{
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex& row : rows) {
        const int source = filter_.mapToSource(row).row();
        const Diagnostic& one = model_.diagnostics()[static_cast<std::size_t>(source)];
        lines << severityText(one.severity) + QStringLiteral(": ") + QString::fromStdString(one.error.text());
    }
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void ProblemsView::jump(const QModelIndex& index)
{
    const std::string name = index.siblingAtColumn(0).data(ProblemsModel::NodeRole).toString().toStdString();
    if (!snapshot_ || !snapshot_->graph || name.empty())
        return;
    const auto& nodes = snapshot_->graph->nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const ir::Node& node) { return node.name == name; });
    if (found == nodes.end())
        return;
    selection_.setNodes({static_cast<int>(found - nodes.begin())});
    emit nodeActivated();
}

QVariantMap ProblemsView::saveState() const
{
    return {{QStringLiteral("header"), QString::fromLatin1(table_->horizontalHeader()->saveState().toBase64())}};
}

void ProblemsView::restoreState(const QVariantMap& state)
{
    const auto header = state.value(QStringLiteral("header")).toString().toLatin1();
    if (!header.isEmpty())
        table_->horizontalHeader()->restoreState(QByteArray::fromBase64(header));
}

}  // namespace tw::views
