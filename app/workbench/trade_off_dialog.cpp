// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/trade_off_dialog.h"

#include "views/engines/trade_off_plot.h"
#include "views/shared/number_text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

namespace tw::workbench {

namespace {

enum Page { BusyPage, MessagePage, ResultPage };
enum Column { CyclesColumn, MemoryColumn, EnginesColumn, ProofColumn, ColumnCount };

QString enginesText(const session::TradeOff& point)
{
    QStringList parts;
    for (const auto& [engine, nodes] : point.nodesOf)
        parts << QStringLiteral("%1: %2").arg(QString::fromStdString(engine)).arg(nodes);
    return parts.join(QStringLiteral(", "));
}

}  // namespace

TradeOffDialog::TradeOffDialog(Workbench& workbench, QWidget* parent)
    : QDialog(parent), workbench_(workbench), choices_(workbench.document().choices())
{
    setObjectName(QStringLiteral("tradeOffDialog"));
    setWindowTitle(tr("Cycles against Memory"));
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("tradeOffMessage"));
    message_->setWordWrap(true);
    message_->setAlignment(Qt::AlignCenter);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(buildBusy());
    pages_->addWidget(message_);
    pages_->addWidget(buildResult());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    accept_ = buttons->addButton(tr("Pin the engines"), QDialogButtonBox::AcceptRole);
    accept_->setObjectName(QStringLiteral("tradeOffAccept"));
    accept_->setToolTip(tr("Every node that more than one engine can run is pinned to its engine of the chosen line; it can be undone"));
    accept_->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(pages_, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &TradeOffDialog::pinCurrent);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&workbench_.jobs(), &JobRunner::ended, this, [this](JobRunner::Kind kind, bool cancelled) {
        if (kind == JobRunner::Kind::TradeOffs && cancelled && !workbench_.jobs().running(kind))
            showResult(Error{.code = Code::Cancelled, .message = tr("Cancelled.").toStdString()});
    });
    resize(640, 620);
    compute();
}

QWidget* TradeOffDialog::buildBusy()
{
    auto* busy = new QWidget(this);
    auto* bar = new QProgressBar(busy);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    auto* middle = new QVBoxLayout(busy);
    middle->addStretch(1);
    middle->addWidget(new QLabel(tr("Looking for the fewest cycles within every amount of memory …"), busy), 0, Qt::AlignHCenter);
    middle->addWidget(bar);
    auto* stop = new QPushButton(tr("Cancel the job"), busy);
    stop->setObjectName(QStringLiteral("tradeOffStop"));
    connect(stop, &QPushButton::clicked, this, [this] { workbench_.jobs().cancel(JobRunner::Kind::TradeOffs); });
    middle->addWidget(stop, 0, Qt::AlignHCenter);
    middle->addStretch(1);
    return busy;
}

QWidget* TradeOffDialog::buildResult()
{
    auto* result = new QWidget(this);
    auto* meaning = new QLabel(tr("No other assignment of engines beats one of these in both. Memory: %1.").arg(QLatin1String(deploy::kPeakBytesMeaning)), result);
    meaning->setWordWrap(true);
    plot_ = new views::TradeOffPlot(result);
    table_ = new QTableWidget(0, ColumnCount, result);
    table_->setObjectName(QStringLiteral("tradeOffTable"));
    table_->setAccessibleName(tr("Assignments that no other beats in cycles and memory"));
    table_->setHorizontalHeaderLabels({tr("Cycles"), tr("Memory"), tr("Nodes of each engine"), tr("Fewest cycles")});
    table_->horizontalHeader()->setSectionResizeMode(EnginesColumn, QHeaderView::Stretch);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &TradeOffDialog::showCurrent);
    connect(table_, &QTableWidget::cellActivated, this, &TradeOffDialog::pinCurrent);
    connect(plot_, &views::TradeOffPlot::chosen, table_, &QTableWidget::selectRow);
    auto* column = new QVBoxLayout(result);
    column->setContentsMargins({});
    column->addWidget(meaning);
    column->addWidget(plot_, 1);
    column->addWidget(table_, 1);
    return result;
}

void TradeOffDialog::compute()
{
    accept_->setEnabled(false);
    pages_->setCurrentIndex(BusyPage);
    workbench_.jobs().start<std::vector<session::TradeOff>>(
        JobRunner::Kind::TradeOffs, tr("Weighing cycles against memory"),
        [run = workbench_.engine().tradeOffs, from = workbench_.imported(), choices = choices_](Progress& progress) { return run(from, choices, progress); },
        [this](const Result<std::vector<session::TradeOff>>& result) { showResult(result); });
}

void TradeOffDialog::showResult(const Result<std::vector<session::TradeOff>>& result)
{
    points_ = result ? *result : std::vector<session::TradeOff>();
    plot_->setPoints(points_);
    fillTable();
    if (!result)
        message_->setText(QString::fromStdString(result.error().text()));
    else if (points_.empty())
        message_->setText(tr("There is nothing to choose: the network has no node that an engine runs."));
    pages_->setCurrentIndex(points_.empty() ? MessagePage : ResultPage);
    if (!points_.empty())
        table_->selectRow(0);
}

void TradeOffDialog::fillTable()
{
    const QSignalBlocker blocker(table_);
    table_->clearSelection();
    table_->setRowCount(static_cast<int>(points_.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const auto& point = points_[static_cast<std::size_t>(row)];
        const QStringList texts{views::cyclesText(point.cycles), views::siText(point.peakBytes, tr("B")), enginesText(point),
                                point.proven ? tr("proven") : tr("not proven")};
        for (int column = 0; column < ColumnCount; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            if (column == CyclesColumn || column == MemoryColumn)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
        }
        table_->item(row, MemoryColumn)->setToolTip(views::fullText(point.peakBytes, tr("B")));
        table_->item(row, EnginesColumn)->setToolTip(texts[EnginesColumn]);
    }
    table_->resizeColumnsToContents();
}

int TradeOffDialog::current() const
{
    const auto rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
}

void TradeOffDialog::showCurrent()
{
    plot_->setCurrent(current());
    accept_->setEnabled(current() >= 0 && !points_[static_cast<std::size_t>(current())].pins.empty());
}

void TradeOffDialog::pinCurrent()
{
    if (!accept_->isEnabled())
        return;
    const auto& point = points_.at(static_cast<std::size_t>(current()));
    workbench_.document().change(session::withTradeOff(workbench_.document().choices(), point),
                                 tr("Pin engines for %1 cycles in %2").arg(views::cyclesText(point.cycles), views::siText(point.peakBytes, tr("B"))));
    accept();
}

void TradeOffDialog::done(int result)
{
    workbench_.jobs().disconnect(this);
    workbench_.jobs().cancel(JobRunner::Kind::TradeOffs);
    QDialog::done(result);
}

}  // namespace tw::workbench
