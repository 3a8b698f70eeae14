// SPDX-License-Identifier: GPL-3.0-or-later
// The Latency pane: containers that were computed or loaded, and what there is to see of one: its distribution with
// brushing and budget, choices as a heat map, nodes as bars, the roofline. It computes nothing itself: it asks.
#pragma once

#include "core/session/latency.h"
#include "views/latency/choice_table_model.h"
#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTabWidget;
class QTableView;
class QToolButton;

namespace tw::views {

class DistributionPlot;
class NodesPlot;
class RooflinePlot;

class LatencyView : public QWidget {
    Q_OBJECT
public:
    explicit LatencyView(Selection& selection, QWidget* parent = nullptr);

    void setSnapshot(session::SnapshotPointer snapshot);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    void setCalculators(const std::vector<session::CalculatorInfo>& calculators);
    /// Puts a container on the list, in place of one of the same name, and shows it.
    void addLatency(const QString& name, session::LatencyPointer latency);
    /// Replaces the one that is shown (a best architecture was found for it).
    void replaceLatency(session::LatencyPointer latency);
    void setComputing(bool computing);
    session::LatencyPointer shown() const;
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

signals:
    /// An empty calculator: the engine choices of the deployed model.
    void computeRequested(const QString& calculator, int warmup, int runs);
    void cancelRequested();
    void loadRequested();
    void saveRequested();
    void exportRequested();
    void bestRequested(double budget);
    /// Engine pins for a deployment space; a plain network for one of search blocks.
    void applyRequested();

public:
    /// The plot in front, for an export.
    bool exportTo(const QString& path);

private:
    QWidget* buildBar();
    QWidget* buildBudget();
    QWidget* buildDistribution();
    void connectParts();
    void refresh();
    void showLatency();
    void showBudget();
    void showRange(std::optional<std::pair<double, double>> range);
    void showSelection();
    void selectByName(const QString& node);
    void selectBlock(const QModelIndex& index);
    void requestCompute();
    void askForEngineChoices();

    struct Entry {
        QString name;
        session::LatencyPointer latency;
    };
    Selection& selection_;
    session::SnapshotPointer snapshot_;
    session::SnapshotPointer asked_;             // whose engine choices were requested already
    std::vector<Entry> entries_;
    std::vector<session::CalculatorInfo> infos_;
    ChoiceTableModel choices_;
    QStackedWidget* pages_ = nullptr;
    QLabel* empty_ = nullptr;
    QComboBox* calculators_ = nullptr;
    QSpinBox* runs_ = nullptr;
    QPushButton* compute_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QComboBox* containers_ = nullptr;
    QToolButton* save_ = nullptr;
    QLabel* summary_ = nullptr;
    QLabel* budgetText_ = nullptr;
    QLabel* rangeText_ = nullptr;
    QDoubleSpinBox* budget_ = nullptr;
    QCheckBox* logarithmic_ = nullptr;
    QCheckBox* sample_ = nullptr;
    QPushButton* best_ = nullptr;
    QPushButton* apply_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QTableView* table_ = nullptr;
    DistributionPlot* distribution_ = nullptr;
    NodesPlot* nodes_ = nullptr;
    RooflinePlot* roofline_ = nullptr;
    StaleMark* stale_ = nullptr;
    LazyUpdate update_;
};

}  // namespace tw::views
