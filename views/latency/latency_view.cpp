// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/latency/latency_view.h"

#include "core/latency/additivity.h"
#include "views/latency/distribution_plot.h"
#include "views/latency/latency_text.h"
#include "views/latency/nodes_plot.h"
#include "views/shared/empty_state.h"
#include "views/shared/number_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tw::views {
namespace {

constexpr int kSampleSize = 1000;
constexpr std::uint64_t kSampleSeed = 1;

QToolButton* toolButton(const QString& name, const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

QPushButton* pushButton(const QString& name, const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setToolTip(tip);
    return button;
}

/// "10 samples, pinned", and warnings that belong beside every number.
QString measuredText(const latency::ContainerParts& parts)
{
    QStringList texts;
    const auto value = [&](const char* key) {
        const auto found = parts.meta.find(key);
        return found == parts.meta.end() ? QString() : QString::fromStdString(found->second);
    };
    if (const QString uncounted = value("uncounted"); !uncounted.isEmpty())
        texts << LatencyView::tr("not counted: %1").arg(uncounted);
    if (const QString rms = value("additivity_rms"); !rms.isEmpty()) {
        texts << LatencyView::tr("sums of parts are off by %1").arg(shareText(rms.toDouble()));
        if (rms.toDouble() > latency::kPoorAdditivity)
            texts << LatencyView::tr("<b>the sum of parts does not predict the whole</b>");
    }
    const auto unstable = std::ranges::count_if(parts.nodes, &latency::NodeLatency::unstable);
    if (unstable > 0)
        texts << LatencyView::tr("%1 values did not settle").arg(unstable);
    return texts.join(QStringLiteral(" · "));
}

}  // namespace

LatencyView::LatencyView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("latencyView"));
    tabs_ = new QTabWidget(this);
    tabs_->setObjectName(QStringLiteral("latencyTabs"));
    tabs_->setDocumentMode(true);
    nodes_ = new NodesPlot(this);
    roofline_ = new RooflinePlot(this);
    tabs_->addTab(buildDistribution(), tr("Distribution"));
    tabs_->addTab(nodes_, tr("Nodes"));
    tabs_->addTab(roofline_, tr("Roofline"));
    empty_ = new EmptyState({}, this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty_);
    pages_->addWidget(tabs_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(buildBar());
    column->addWidget(pages_, 1);
    stale_ = new StaleMark(tabs_);
    connectParts();
    refresh();
}

QWidget* LatencyView::buildBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(6);
    calculators_ = new QComboBox(bar);
    calculators_->setObjectName(QStringLiteral("latencyCalculators"));
    calculators_->setAccessibleName(tr("What to compute"));
    runs_ = new QSpinBox(bar);
    runs_->setObjectName(QStringLiteral("latencyRuns"));
    runs_->setRange(1, 100'000);
    runs_->setValue(10);
    runs_->setSuffix(tr(" runs"));
    runs_->setToolTip(tr("Measured iterations, for calculators that measure"));
    compute_ = pushButton(QStringLiteral("latencyCompute"), tr("Compute"), tr("Compute the latencies of this model"), bar);
    cancel_ = pushButton(QStringLiteral("latencyCancel"), tr("Cancel"), tr("Stop computing"), bar);
    containers_ = new QComboBox(bar);
    containers_->setObjectName(QStringLiteral("latencyContainers"));
    containers_->setAccessibleName(tr("Latencies that were computed or loaded"));
    containers_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* load = toolButton(QStringLiteral("latencyLoad"), tr("Load …"), tr("Load a latency container"), bar);
    save_ = toolButton(QStringLiteral("latencySave"), tr("Save …"), tr("Save the container, as JSON, CSV or in the native format"), bar);
    auto* picture = toolButton(QStringLiteral("latencyExport"), tr("Picture …"), tr("Save the plot as PNG, SVG or PDF"), bar);
    connect(load, &QToolButton::clicked, this, &LatencyView::loadRequested);
    connect(save_, &QToolButton::clicked, this, &LatencyView::saveRequested);
    connect(picture, &QToolButton::clicked, this, &LatencyView::exportRequested);
    for (QWidget* widget : std::initializer_list<QWidget*>{calculators_, runs_, compute_, cancel_})
        row->addWidget(widget);
    row->addSpacing(12);
    for (QWidget* widget : std::initializer_list<QWidget*>{containers_, load, save_, picture})
        row->addWidget(widget);
    row->addStretch(1);
    return bar;
}

QWidget* LatencyView::buildBudget()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 2, 8, 2);
    budget_ = new QDoubleSpinBox(bar);
    budget_->setObjectName(QStringLiteral("latencyBudget"));
    budget_->setAccessibleName(tr("Budget"));
    budget_->setPrefix(tr("budget "));
    budget_->setGroupSeparatorShown(true);
    budget_->setKeyboardTracking(false);
    budgetText_ = new QLabel(bar);
    budgetText_->setObjectName(QStringLiteral("latencyBudgetText"));
    best_ = pushButton(QStringLiteral("latencyBest"), tr("Best"), tr("The best architecture that meets the budget"), bar);
    apply_ = pushButton(QStringLiteral("latencyApply"), tr("Use It"), {}, bar);
    logarithmic_ = new QCheckBox(tr("logarithmic"), bar);
    logarithmic_->setObjectName(QStringLiteral("latencyLogarithmic"));
    sample_ = new QCheckBox(tr("sample"), bar);
    sample_->setObjectName(QStringLiteral("latencySample"));
    sample_->setToolTip(tr("%1 random architectures as circles over the exact distribution").arg(kSampleSize));
    for (QWidget* widget : std::initializer_list<QWidget*>{budget_, budgetText_, best_, apply_})
        row->addWidget(widget);
    row->addStretch(1);
    row->addWidget(sample_);
    row->addWidget(logarithmic_);
    return bar;
}

QWidget* LatencyView::buildDistribution()
{
    auto* page = new QWidget(this);
    summary_ = new QLabel(page);
    summary_->setObjectName(QStringLiteral("latencySummary"));
    summary_->setTextFormat(Qt::RichText);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    summary_->setContentsMargins(10, 2, 10, 0);
    distribution_ = new DistributionPlot(page);
    rangeText_ = new QLabel(page);
    rangeText_->setObjectName(QStringLiteral("latencyRangeText"));
    rangeText_->setContentsMargins(6, 2, 6, 2);
    rangeText_->setWordWrap(true);
    table_ = new QTableView(page);
    table_->setObjectName(QStringLiteral("latencyChoices"));
    table_->setAccessibleName(tr("Blocks and their choices"));
    table_->setModel(&choices_);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* side = new QWidget(page);
    auto* sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins({});
    sideColumn->setSpacing(0);
    sideColumn->addWidget(rangeText_);
    sideColumn->addWidget(table_, 1);
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setObjectName(QStringLiteral("latencySplitter"));
    splitter->addWidget(distribution_);
    splitter->addWidget(side);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(summary_);
    column->addWidget(buildBudget());
    column->addWidget(splitter, 1);
    return page;
}

void LatencyView::connectParts()
{
    connect(compute_, &QPushButton::clicked, this, &LatencyView::requestCompute);
    connect(cancel_, &QPushButton::clicked, this, &LatencyView::cancelRequested);
    connect(containers_, &QComboBox::currentIndexChanged, &update_, &LazyUpdate::request);
    connect(budget_, &QDoubleSpinBox::valueChanged, this, &LatencyView::showBudget);
    connect(best_, &QPushButton::clicked, this, [this] { emit bestRequested(budget_->value()); });
    connect(apply_, &QPushButton::clicked, this, &LatencyView::applyRequested);
    connect(logarithmic_, &QCheckBox::toggled, distribution_, &DistributionPlot::setLogarithmic);
    connect(sample_, &QCheckBox::toggled, this, [this](bool on) {
        distribution_->setSample(on && shown() ? session::sampleOf(*shown(), kSampleSize, kSampleSeed) : std::vector<double>());
    });
    connect(distribution_, &DistributionPlot::rangeChanged, this, &LatencyView::showRange);
    connect(nodes_, &NodesPlot::nodeClicked, this, &LatencyView::selectByName);
    connect(roofline_, &RooflinePlot::nodeClicked, this, &LatencyView::selectByName);
    connect(table_, &QTableView::clicked, this, &LatencyView::selectBlock);
    connect(&selection_, &Selection::changed, this, &LatencyView::showSelection);
    connect(calculators_, &QComboBox::currentIndexChanged, this, [this](int index) {
        const QString tip = calculators_->itemData(index, Qt::ToolTipRole).toString();
        calculators_->setToolTip(tip);
    });
    setComputing(false);
}

void LatencyView::setSnapshot(session::SnapshotPointer snapshot)
{
    const bool other = !snapshot_ || !snapshot || snapshot_->graph != snapshot->graph;
    snapshot_ = std::move(snapshot);
    if (other)
        entries_.clear();
    const QSignalBlocker quiet(containers_);
    if (other)
        containers_->clear();
    update_.request();
}

void LatencyView::setCalculators(const std::vector<session::CalculatorInfo>& calculators)
{
    infos_ = calculators;
    calculators_->clear();
    calculators_->addItem(tr("engine choices (cycles.model)"), QString());
    calculators_->setItemData(0, tr("The modelled cycles of every engine that can run a node, and with them of every deployment"), Qt::ToolTipRole);
    for (const auto& info : calculators) {
        calculators_->addItem(QString::fromStdString(info.name), QString::fromStdString(info.name));
        const int row = calculators_->count() - 1;
        const QString tip = info.unavailable.empty() ? QString::fromStdString(info.measures)
                                                     : tr("%1\nNot available: %2").arg(QString::fromStdString(info.measures), QString::fromStdString(info.unavailable));
        calculators_->setItemData(row, tip, Qt::ToolTipRole);
        if (!info.unavailable.empty())
            calculators_->setItemData(row, 0, Qt::UserRole - 1);   // shown, but cannot be chosen
    }
}

void LatencyView::requestCompute()
{
    emit computeRequested(calculators_->currentData().toString(), runs_->value(), runs_->value());
}

void LatencyView::setComputing(bool computing)
{
    compute_->setEnabled(!computing && snapshot_);
    cancel_->setVisible(computing);
}

void LatencyView::addLatency(const QString& name, session::LatencyPointer latency)
{
    const auto known = std::ranges::find(entries_, name, &Entry::name);
    const int index = static_cast<int>(known - entries_.begin());
    if (known == entries_.end()) {
        entries_.push_back({name, std::move(latency)});
        const QSignalBlocker quiet(containers_);
        containers_->addItem(name);
        containers_->setCurrentIndex(index);
    } else {
        known->latency = std::move(latency);
    }
    update_.request();
}

void LatencyView::replaceLatency(session::LatencyPointer latency)
{
    const int index = containers_->currentIndex();
    if (index < 0)
        return;
    const double budget = budget_->value();
    entries_[static_cast<std::size_t>(index)].latency = std::move(latency);
    refresh();
    budget_->setValue(budget);
}

session::LatencyPointer LatencyView::shown() const
{
    const int index = containers_->currentIndex();
    return index < 0 || index >= static_cast<int>(entries_.size()) ? nullptr : entries_[static_cast<std::size_t>(index)].latency;
}

/// A pane that is looked at shows the deployment's engine choices without being asked: they cost a moment.
void LatencyView::askForEngineChoices()
{
    if (!snapshot_ || !snapshot_->deployment || asked_ == snapshot_)
        return;
    asked_ = snapshot_;
    emit computeRequested({}, 0, 0);
}

void LatencyView::refresh()
{
    askForEngineChoices();
    const auto latency = shown();
    save_->setEnabled(latency != nullptr);
    compute_->setEnabled(snapshot_ && !cancel_->isVisible());
    empty_->setText(snapshot_ ? tr("Choose what to compute and press Compute, or load a latency container.")
                              : tr("Open a model to see what its nodes take."));
    pages_->setCurrentIndex(latency ? 1 : 0);
    showLatency();
}

void LatencyView::showLatency()
{
    const auto latency = shown();
    std::vector<session::LatencyPointer> others;
    for (const auto& entry : entries_)
        if (entry.latency != latency)
            others.push_back(entry.latency);
    distribution_->setLatency(latency, std::move(others));
    choices_.setLatency(latency);
    nodes_->setLatency(latency);
    roofline_->setLatency(latency);
    rangeText_->setText(tr("Drag over the distribution to see which choices make up a range; double-click to reset."));
    if (!latency)
        return;
    const auto& distribution = *latency->distribution;
    const auto& unit = latency->container.parts().unit;
    const bool plain = latency->container.blocks() == 0;
    summary_->setText(plain ? tr("<b>%1</b> in all. %2").arg(latencyText(distribution.min(), unit), measuredText(latency->container.parts()))
                            : tr("%1 architectures of %2 blocks · min %3 · mean %4 · median %5 · max %6 · bins of %7 %8")
                                  .arg(countText(distribution.architectures())).arg(latency->container.blocks())
                                  .arg(latencyText(distribution.min(), unit), latencyText(distribution.moments().mean, unit),
                                       latencyText(distribution.exactMedian().value, unit), latencyText(distribution.max(), unit),
                                       latencyText(distribution_->binWidth(), unit), measuredText(latency->container.parts())));
    const double range = std::max(distribution.max() - distribution.min(), 1e-9);
    {
        const QSignalBlocker quiet(budget_);
        budget_->setDecimals(range >= 100 ? 0 : range >= 1 ? 3 : 6);
        budget_->setRange(distribution.min() * 0.5, std::max(distribution.max() * 1.5, 1.0));
        budget_->setSingleStep(range / 100);
        budget_->setSuffix(unit.empty() ? QString() : QLatin1Char(' ') + QString::fromStdString(unit));
        budget_->setValue(distribution.exactMedian().value);
    }
    apply_->setEnabled(latency->best.has_value());
    apply_->setText(latency->deployment ? tr("Pin Engines") : tr("Save as ONNX …"));
    apply_->setToolTip(latency->deployment ? tr("Pin the engines of the best architecture") : tr("Write the plain network of the best architecture"));
    best_->setEnabled(!plain);
    if (sample_->isChecked())
        distribution_->setSample(session::sampleOf(*latency, kSampleSize, kSampleSeed));
    showBudget();
    showSelection();
    if (plain && tabs_->currentIndex() == 0)
        tabs_->setCurrentWidget(nodes_);
}

void LatencyView::showBudget()
{
    const auto latency = shown();
    if (!latency)
        return;
    const double budget = budget_->value();
    distribution_->setBudget(budget);
    const auto count = session::countWithin(*latency, budget);
    QString text = tr("%1 of %2 meet it (%3)").arg(countText(count.lower), countText(latency->distribution->architectures()), shareText(count.lowerFraction));
    if (!count.exact && count.upper > count.lower)
        text = tr("%1 to %2 meet it (%3 to %4)").arg(countText(count.lower), countText(count.upper), shareText(count.lowerFraction), shareText(count.upperFraction));
    budgetText_->setText(text);
}

void LatencyView::showRange(std::optional<std::pair<double, double>> range)
{
    const auto latency = shown();
    if (!latency || !range) {
        choices_.setShares({});
        rangeText_->setText(tr("Drag over the distribution to see which choices make up a range; double-click to reset."));
        return;
    }
    auto table = session::choicesWithin(*latency, range->first, range->second);
    const auto& unit = latency->container.parts().unit;
    const QString limits = tr("%1 to %2").arg(latencyText(range->first, unit), latencyText(range->second, unit));
    rangeText_->setText(table.share.empty() ? tr("%1: no architecture in range").arg(limits)
                                            : tr("%1: %2 of all architectures; shares of each choice below").arg(limits, shareText(table.fraction)));
    choices_.setShares(std::move(table));
}

void LatencyView::showSelection()
{
    const auto latency = shown();
    const int current = selection_.current();
    if (!latency || !snapshot_ || current < 0)
        return;
    nodes_->setSelected(QString::fromStdString(snapshot_->graph->nodes[static_cast<std::size_t>(current)].name));
    for (std::size_t block = 0; block < latency->container.blocks(); ++block)
        if (session::nodeOfBlock(*snapshot_, *latency, block) == current)
            table_->setCurrentIndex(choices_.index(static_cast<int>(block), 0));
}

void LatencyView::selectByName(const QString& node)
{
    if (!snapshot_)
        return;
    const auto& nodes = snapshot_->graph->nodes;
    const auto found = std::ranges::find(nodes, node.toStdString(), &ir::Node::name);
    if (found != nodes.end())
        return selection_.setNodes({static_cast<int>(found - nodes.begin())});
    const auto latency = shown();   // the name of a lowered node
    for (std::size_t block = 0; latency && block < latency->container.blocks(); ++block)
        if (latency->container.blockName(block) == node.toStdString())
            selectBlock(choices_.index(static_cast<int>(block), 0));
}

void LatencyView::selectBlock(const QModelIndex& index)
{
    const auto latency = shown();
    if (!latency || !snapshot_ || !index.isValid())
        return;
    if (const int node = session::nodeOfBlock(*snapshot_, *latency, static_cast<std::size_t>(index.row())); node >= 0)
        selection_.setNodes({node});
}

bool LatencyView::exportTo(const QString& path)
{
    QCustomPlot* plot = distribution_;
    if (tabs_->currentWidget() == nodes_)
        plot = nodes_;
    else if (tabs_->currentWidget() == roofline_)
        plot = roofline_;
    return exportPlot(*plot, path);
}

QVariantMap LatencyView::saveState() const
{
    return {{QStringLiteral("tab"), tabs_->currentIndex()}, {QStringLiteral("logarithmic"), logarithmic_->isChecked()},
            {QStringLiteral("sample"), sample_->isChecked()}};
}

void LatencyView::restoreState(const QVariantMap& state)
{
    tabs_->setCurrentIndex(state.value(QStringLiteral("tab"), 0).toInt());
    logarithmic_->setChecked(state.value(QStringLiteral("logarithmic"), false).toBool());
    sample_->setChecked(state.value(QStringLiteral("sample"), false).toBool());
}

}  // namespace tw::views
