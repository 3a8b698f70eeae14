// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector_view.h"

#include "views/inspector/histogram_plot.h"
#include "views/inspector/inspector_text.h"
#include "views/shared/empty_state.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace tw::views {

namespace {

QTextBrowser* makeBrowser(QWidget* parent)
{
    auto* browser = new QTextBrowser(parent);
    browser->setObjectName(QStringLiteral("inspectorText"));
    browser->setAccessibleName(InspectorView::tr("Properties of the selection"));
    browser->setOpenLinks(false);
    browser->setFrameShape(QFrame::NoFrame);
    browser->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    browser->document()->setDocumentMargin(10);
    return browser;
}

}  // namespace

InspectorView::InspectorView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), pages_(new QStackedWidget(this)),
      empty_(new EmptyState(tr("Open a model: what is known of it and of the selected nodes appears here."), this)),
      text_(makeBrowser(this)), values_(new QTabWidget(this)), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("inspectorView"));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("inspectorSplitter"));
    splitter->addWidget(text_);
    splitter->addWidget(buildValues());
    splitter->setChildrenCollapsible(false);
    pages_->addWidget(empty_);
    pages_->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(pages_);
    stale_ = new StaleMark(this);

    connect(text_, &QTextBrowser::anchorClicked, this, &InspectorView::follow);
    connect(&selection_, &Selection::changed, &update_, &LazyUpdate::request);
    // The page has theme colours in its text.
    connect(&Theme::instance(), &Theme::changed, &update_, &LazyUpdate::request);
}

QWidget* InspectorView::buildValues()
{
    auto* distribution = new QWidget(this);
    statistics_ = new QLabel(distribution);
    statistics_->setObjectName(QStringLiteral("tensorStatistics"));
    statistics_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    statistics_->setWordWrap(true);
    statistics_->setMargin(6);
    histogram_ = new HistogramPlot(distribution);
    auto* logarithmic = new QCheckBox(tr("Logarithmic counts"), distribution);
    logarithmic->setObjectName(QStringLiteral("histogramLogarithmic"));
    logarithmic->setToolTip(tr("Makes rare values visible next to frequent ones"));
    connect(logarithmic, &QCheckBox::toggled, histogram_, &HistogramPlot::setLogarithmic);
    auto* column = new QVBoxLayout(distribution);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(statistics_);
    column->addWidget(histogram_, 1);
    column->addWidget(logarithmic);

    auto* table = new QTableView(this);
    table->setObjectName(QStringLiteral("tensorValues"));
    table->setAccessibleName(tr("Values of the tensor"));
    table->setModel(&model_);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);

    values_->setObjectName(QStringLiteral("tensorTabs"));
    values_->setDocumentMode(true);
    values_->addTab(distribution, tr("Distribution"));
    values_->addTab(table, tr("Values"));
    auto* save = new QToolButton(values_);
    save->setObjectName(QStringLiteral("tensorSave"));
    save->setText(tr("Save as .npy …"));
    save->setToolTip(tr("Write the values to a NumPy file"));
    save->setAutoRaise(true);
    connect(save, &QToolButton::clicked, this, [this] { emit saveRequested(valuesOf_); });
    values_->setCornerWidget(save);
    values_->hide();
    return values_;
}

void InspectorView::setSnapshot(session::SnapshotPointer snapshot)
{
    snapshot_ = std::move(snapshot);
    index_.reset();
    valuesOf_ = {};
    update_.request();
}

void InspectorView::refresh()
{
    pages_->setCurrentIndex(snapshot_ ? 1 : 0);
    if (!snapshot_)
        return;
    if (!index_)
        index_ = std::make_unique<ir::GraphIndex>(*snapshot_->graph);
    showPage(page());
    showValues(selection_.tensor());
}

QString InspectorView::page() const
{
    const ir::Graph& graph = *snapshot_->graph;
    if (selection_.tensor().valid())
        return tensorPage(*snapshot_, *index_, selection_.tensor());
    const InnerNodes& inner = selection_.inner();
    if (inner.graph && inner.current >= 0)
        return nodePage({.graph = *inner.graph, .node = inner.current});
    const auto nodeCount = static_cast<int>(graph.nodes.size());
    if (selection_.empty() || selection_.nodes().back() >= nodeCount)
        return modelPage(*snapshot_);
    if (selection_.nodes().size() > 1)
        return nodesPage(*snapshot_, selection_.nodes());
    return nodePage({.graph = graph, .node = selection_.current(), .index = index_.get(), .snapshot = snapshot_.get()});
}

void InspectorView::showPage(const QString& html)
{
    text_->document()->setDefaultStyleSheet(
        QStringLiteral("a { color: %1; text-decoration: none; }").arg(palette().color(QPalette::Link).name()));
    text_->setHtml(html);
}

void InspectorView::showValues(ir::TensorId tensor)
{
    const bool valid = tensor.valid() && static_cast<std::size_t>(tensor.value) < snapshot_->graph->tensors.size();
    const bool constant = valid && snapshot_->graph->tensor(tensor).constant.has_value();
    values_->setVisible(constant);
    if (!constant) {
        valuesOf_ = {};
        model_.setTensor({});
        return;
    }
    if (valuesOf_ == tensor)
        return;
    valuesOf_ = tensor;
    model_.setTensor(snapshot_->graph->tensor(tensor).constant);
    statistics_->setText(tr("Counting the values …"));
    histogram_->setStatistics({});
    emit statisticsRequested(tensor);
}

void InspectorView::setStatistics(ir::TensorId tensor, const Result<session::TensorStatistics>& statistics)
{
    if (tensor != valuesOf_)
        return;
    if (!statistics) {
        statistics_->setText(QString::fromStdString(statistics.error().message));
        return;
    }
    const session::TensorStatistics& all = *statistics;
    QString text = tr("minimum %1, maximum %2, mean %3, standard deviation %4, zeros %5")
                       .arg(realText(all.minimum), realText(all.maximum), realText(all.mean),
                            realText(all.standardDeviation), siText(all.zeros));
    if (all.notFinite > 0)
        text += tr(", not finite %1").arg(siText(all.notFinite));
    statistics_->setText(text);
    histogram_->setStatistics(all);
}

void InspectorView::follow(const QUrl& link)
{
    const int id = link.path().toInt();
    if (link.scheme() == QLatin1String("node"))
        selection_.setNodes({id});
    else if (link.scheme() == QLatin1String("tensor"))
        selection_.setTensor({id});
    else if (link.scheme() == QLatin1String("unpin"))
        return emit assignRequested({selection_.current()}, {});
    else if (link.scheme() == QLatin1String("pin"))
        return emit assignRequested({selection_.current()},
                                    QString::fromStdString(snapshot_->deployment->target->engines.at(static_cast<std::size_t>(id)).name));
    emit selectionJumped();
}

QString InspectorView::plainText() const
{
    return text_->toPlainText();
}

}  // namespace tw::views
