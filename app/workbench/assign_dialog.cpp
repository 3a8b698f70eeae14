// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/assign_dialog.h"

#include "views/shared/engine_swatch.h"
#include "views/shared/number_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QStackedWidget>
#include <QTableWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::workbench {

namespace {

enum Page { BusyPage, MessagePage, ResultPage };
enum AmountColumn { NowColumn, ThenColumn, ChangeColumn };
constexpr std::size_t kListed = 2000;        // rows that a person might scroll through

QComboBox* choice(const char* name, const QString& tip, const std::vector<std::pair<QString, QString>>& entries, const std::string& current)
{
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    for (const auto& [text, value] : entries)
        box->addItem(text, value);
    box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(current))));
    return box;
}

void setAmount(QTableWidget& table, int row, const QString& name, const std::array<QString, 3>& texts)
{
    table.setVerticalHeaderItem(row, new QTableWidgetItem(name));
    for (int column = 0; column < 3; ++column) {
        auto* item = new QTableWidgetItem(texts[static_cast<std::size_t>(column)]);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (column == ChangeColumn) {
            QFont bold = item->font();
            bold.setBold(true);
            item->setFont(bold);
        }
        table.setItem(row, column, item);
    }
}

}  // namespace

AssignDialog::AssignDialog(Workbench& workbench, QWidget* parent) : QDialog(parent), workbench_(workbench)
{
    setObjectName(QStringLiteral("assignDialog"));
    setWindowTitle(tr("Assign Engines"));
    auto* buttons = new QDialogButtonBox(this);
    accept_ = buttons->addButton(tr("Accept"), QDialogButtonBox::AcceptRole);
    accept_->setObjectName(QStringLiteral("assignAccept"));
    accept_->setDefault(true);
    buttons->addButton(tr("Discard"), QDialogButtonBox::RejectRole)->setObjectName(QStringLiteral("assignDiscard"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildChoices());
    column->addWidget(buildResult(), 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &AssignDialog::acceptResult);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&workbench_.jobs(), &JobRunner::ended, this, [this](JobRunner::Kind kind, bool cancelled) {
        if (kind == JobRunner::Kind::Assign && cancelled && !workbench_.jobs().running(JobRunner::Kind::Assign))
            showResult(Result<Deployed>(Error{.code = Code::Cancelled, .message = tr("Cancelled.").toStdString()}));
    });
    resize(680, 620);
    compute();
}

QWidget* AssignDialog::buildChoices()
{
    const session::Choices& now = workbench_.document().choices();
    auto* choices = new QWidget(this);
    auto* firstFit = new QRadioButton(tr("First fit: each node on the first engine of the target that can run it"), choices);
    firstFit->setObjectName(QStringLiteral("assignFirstFit"));
    optimal_ = new QRadioButton(tr("Optimal: what is least for the whole network"), choices);
    optimal_->setObjectName(QStringLiteral("assignOptimal"));
    optimal_->setChecked(true);
    objective_ = choice("assignObjective", tr("What the optimal assignment makes least"),
                        {{tr("Cycles"), QStringLiteral("cycles")}, {tr("Energy"), QStringLiteral("energy")}, {tr("Peak of the near memory"), QStringLiteral("peak")}},
                        now.objective);
    order_ = choice("assignOrder", tr("In which order the nodes run"),
                    {{tr("As in the model"), QStringLiteral("graph")}, {tr("Depth first"), QStringLiteral("depth-first")}, {tr("With the least peak memory"), QStringLiteral("min-peak")}},
                    now.order);
    keepPins_ = new QCheckBox(tr("Keep the pins (%1)").arg(now.pins.size()), choices);
    keepPins_->setObjectName(QStringLiteral("assignKeepPins"));
    keepPins_->setToolTip(tr("Pinned nodes stay on their engines"));
    keepPins_->setChecked(true);
    keepPins_->setEnabled(!now.pins.empty());
    auto* form = new QFormLayout(choices);
    form->setContentsMargins({});
    form->addRow(firstFit);
    form->addRow(optimal_);
    form->addRow(tr("Least"), objective_);
    form->addRow(tr("Order of execution"), order_);
    form->addRow(keepPins_);
    connect(optimal_, &QRadioButton::toggled, objective_, &QWidget::setEnabled);
    connect(optimal_, &QRadioButton::toggled, this, &AssignDialog::compute);
    connect(keepPins_, &QCheckBox::toggled, this, &AssignDialog::compute);
    for (QComboBox* box : {objective_, order_})
        connect(box, &QComboBox::activated, this, &AssignDialog::compute);
    return choices;
}

QWidget* AssignDialog::buildResult()
{
    auto* busy = new QWidget(this);
    auto* bar = new QProgressBar(busy);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    auto* middle = new QVBoxLayout(busy);
    middle->addStretch(1);
    middle->addWidget(new QLabel(tr("Computing the assignment …"), busy), 0, Qt::AlignHCenter);
    middle->addWidget(bar);
    middle->addStretch(1);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("assignMessage"));
    message_->setWordWrap(true);
    message_->setAlignment(Qt::AlignCenter);

    auto* result = new QWidget(this);
    amounts_ = new QTableWidget(0, 3, result);
    amounts_->setObjectName(QStringLiteral("assignAmounts"));
    amounts_->setAccessibleName(tr("Cycles, memory and traffic before and after"));
    amounts_->setHorizontalHeaderLabels({tr("Now"), tr("Then"), tr("Change")});
    amounts_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    amounts_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    amounts_->setSelectionMode(QAbstractItemView::NoSelection);
    amounts_->setFocusPolicy(Qt::NoFocus);
    note_ = new QLabel(result);
    note_->setObjectName(QStringLiteral("assignNote"));
    note_->setWordWrap(true);
    changedCount_ = new QLabel(result);
    changedCount_->setObjectName(QStringLiteral("assignChangedCount"));
    changed_ = new QTreeWidget(result);
    changed_->setObjectName(QStringLiteral("assignChanged"));
    changed_->setAccessibleName(tr("Nodes whose engine changes"));
    changed_->setHeaderLabels({tr("Node"), tr("Operator"), tr("Now"), tr("Then"), tr("Cycles now"), tr("Cycles then")});
    changed_->setRootIsDecorated(false);
    changed_->setUniformRowHeights(true);
    changed_->setAlternatingRowColors(true);
    changed_->setIconSize(views::kSwatchSize);
    auto* column = new QVBoxLayout(result);
    column->setContentsMargins({});
    column->addWidget(amounts_);
    column->addWidget(note_);
    column->addWidget(changedCount_);
    column->addWidget(changed_, 1);
    column->addStretch(0);   // keeps the sentences under the table when no node changes

    pages_ = new QStackedWidget(this);
    pages_->addWidget(busy);
    pages_->addWidget(message_);
    pages_->addWidget(result);
    return pages_;
}

session::Choices AssignDialog::chosen() const
{
    session::Choices choices = workbench_.document().choices();
    choices.coloring = optimal_->isChecked() ? "optimal" : "first";
    choices.objective = objective_->currentData().toString().toStdString();
    choices.order = order_->currentData().toString().toStdString();
    if (!keepPins_->isChecked())
        choices.pins.clear();
    return choices;
}

void AssignDialog::compute()
{
    accept_->setEnabled(false);
    pages_->setCurrentIndex(BusyPage);
    workbench_.tryChoices(chosen(), [this](const Result<Deployed>& result) { showResult(result); });
    pages_->setCurrentIndex(BusyPage);
}

void AssignDialog::showResult(const Result<Deployed>& result)
{
    result_ = result ? *result : Deployed{};
    accept_->setEnabled(result.has_value());
    if (!result) {
        message_->setText(QString::fromStdString(result.error().text()));
    } else if (!result->difference) {
        message_->setText(tr("There is nothing to compare with: the network was not deployed before."));
    } else {
        showDifference(*result->difference);
        showNodes(*result->difference);
    }
    pages_->setCurrentIndex(result && result->difference ? ResultPage : MessagePage);
}

void AssignDialog::showDifference(const session::Comparison& difference)
{
    const QString bytes = tr("B");
    amounts_->setRowCount(2 + static_cast<int>(difference.memories.size()));
    const bool known = difference.cyclesBefore && difference.cyclesAfter;
    setAmount(*amounts_, 0, tr("Cycles"),
              {views::cyclesText(difference.cyclesBefore), views::cyclesText(difference.cyclesAfter),
               known ? views::changeText(*difference.cyclesBefore, *difference.cyclesAfter) : QStringLiteral("–")});
    int row = 1;
    for (const auto& memory : difference.memories)
        setAmount(*amounts_, row++, tr("Peak of %1").arg(QString::fromStdString(memory.memory)),
                  {views::siText(memory.before, bytes), tr("%1 of %2").arg(views::siText(memory.after, bytes), views::siText(memory.capacity, bytes)),
                   views::changeText(static_cast<double>(memory.before), static_cast<double>(memory.after))});
    setAmount(*amounts_, row, tr("Copied between memories"),
              {views::siText(difference.trafficBefore, bytes), views::siText(difference.trafficAfter, bytes),
               views::changeText(static_cast<double>(difference.trafficBefore), static_cast<double>(difference.trafficAfter))});
    int height = amounts_->horizontalHeader()->sizeHint().height() + 2 * amounts_->frameWidth();
    for (int i = 0; i < amounts_->rowCount(); ++i)
        height += amounts_->rowHeight(i);
    amounts_->setFixedHeight(std::min(height, 240));
    note_->setText(QString::fromStdString(difference.note));
    note_->setVisible(!difference.note.empty());
}

void AssignDialog::showNodes(const session::Comparison& difference)
{
    const auto count = static_cast<qint64>(difference.nodes.size());
    changedCount_->setText(count == 0 ? tr("No node changes its engine.")
                                      : views::counted(count, tr("1 node changes its engine:"), tr("%1 nodes change their engine:")));
    changed_->clear();
    changed_->setVisible(count > 0);
    const auto& before = *workbench_.snapshot();
    const auto* oldTarget = before.deployment ? before.deployment->target.get() : nullptr;
    const auto* newTarget = result_.snapshot->deployment->target.get();
    QList<QTreeWidgetItem*> items;
    for (std::size_t i = 0; i < std::min(kListed, difference.nodes.size()); ++i) {
        const auto& change = difference.nodes[i];
        const auto& node = before.graph->nodes[static_cast<std::size_t>(change.node)];
        auto* item = new QTreeWidgetItem({QString::fromStdString(node.name), QString::fromStdString(node.op), QString::fromStdString(change.before),
                                          QString::fromStdString(change.after), views::cyclesText(change.cyclesBefore), views::cyclesText(change.cyclesAfter)});
        item->setIcon(2, views::engineIcon(oldTarget, change.before));
        item->setIcon(3, views::engineIcon(newTarget, change.after));
        items << item;
    }
    if (difference.nodes.size() > kListed)
        items << new QTreeWidgetItem({tr("and %1 more").arg(difference.nodes.size() - kListed)});
    changed_->addTopLevelItems(items);
    for (int column = 0; column < changed_->columnCount(); ++column)
        changed_->resizeColumnToContents(column);
}

void AssignDialog::acceptResult()
{
    const session::Choices next = chosen();
    const QString text = next.coloring == "optimal" ? tr("Assign engines for least %1").arg(objective_->currentText().toLower()) : tr("Assign engines by first fit");
    workbench_.accept(next, text, result_);
    accept();
}

void AssignDialog::done(int result)
{
    workbench_.jobs().disconnect(this);
    workbench_.jobs().cancel(JobRunner::Kind::Assign);
    QDialog::done(result);
}

}  // namespace tw::workbench
