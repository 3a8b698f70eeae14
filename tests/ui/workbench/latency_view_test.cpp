// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/workbench/fake_engine.h"
#include "views/latency/distribution_plot.h"
#include "views/latency/latency_view.h"
#include "views/latency/nodes_plot.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace tw::views {
namespace {

/// 59,049 architectures: ten blocks of three, named like the nodes of the chain; the distribution is 47 to 67.
session::LatencyPointer tutorial()
{
    latency::ContainerParts parts{.type = "test", .constant = 10, .unit = "cycles"};
    const latency::Table cycle{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    for (int i = 0; i < 10; ++i) {
        parts.operations.push_back(cycle[static_cast<std::size_t>(i) % 3]);
        parts.blockNames.push_back("node_" + std::to_string(i));
    }
    parts.nodes = {{.node = "stem", .op = "Conv", .value = 10, .compute = 7, .movement = 3, .macs = 100, .bytes = 50}};
    Progress progress;
    auto result = *session::analyseLatency(latency::LatencyContainer::create(parts).value(), progress).value();
    result.current = latency::Arch(10, 1);
    return std::make_shared<const session::LatencyResult>(result);
}

struct LatencyViewTest : testing::Test {
    Selection selection;
    LatencyView view{selection};

    void SetUp() override
    {
        view.resize(1000, 500);
        view.setCalculators({{.name = "mmac", .unit = "mmac", .measures = "MACs"},
                             {.name = "time.cuda", .unit = "ms", .measures = "time", .unavailable = "no device"}});
        view.setSnapshot(test::chainSnapshot(10));
        view.show();
        QTest::qWait(20);
    }
    void add()
    {
        view.addLatency(QStringLiteral("one"), tutorial());
        QTest::qWait(20);
    }
    template <class T>
    T* find(const char* name)
    {
        return view.findChild<T*>(QLatin1String(name));
    }
};

TEST_F(LatencyViewTest, AsksForTheChosenCalculator)
{
    QSignalSpy asked(&view, &LatencyView::computeRequested);
    auto* calculators = find<QComboBox>("latencyCalculators");
    calculators->setCurrentIndex(calculators->findData(QStringLiteral("mmac")));
    find<QPushButton>("latencyCompute")->click();
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked[0][0].toString(), QStringLiteral("mmac"));
    EXPECT_EQ(asked[0][2].toInt(), 10);
}

TEST_F(LatencyViewTest, ShowsCalculatorsThatAreNotAvailableWithTheirReason)
{
    auto* calculators = find<QComboBox>("latencyCalculators");
    const int row = calculators->findData(QStringLiteral("time.cuda"));
    ASSERT_GE(row, 0);
    EXPECT_TRUE(calculators->itemData(row, Qt::ToolTipRole).toString().contains(QLatin1String("no device")));
    EXPECT_FALSE(calculators->model()->flags(calculators->model()->index(row, 0)) & Qt::ItemIsEnabled);
}

TEST_F(LatencyViewTest, SaysWhatTheDistributionIsOf)
{
    add();
    const QString text = find<QLabel>("latencySummary")->text();
    EXPECT_TRUE(text.contains(QLatin1String("59,049")) || text.contains(QLatin1String("59049"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QLatin1String("median 57 cycles"))) << text.toStdString();
}

TEST_F(LatencyViewTest, CountsWhatMeetsTheBudget)
{
    add();
    find<QDoubleSpinBox>("latencyBudget")->setValue(50);
    EXPECT_TRUE(find<QLabel>("latencyBudgetText")->text().startsWith(QLatin1String("276 of "))) << find<QLabel>("latencyBudgetText")->text().toStdString();
}

TEST_F(LatencyViewTest, BrushingShowsTheSharesOfChoices)
{
    add();
    auto* plot = find<DistributionPlot>("latencyDistribution");
    auto* table = find<QTableView>("latencyChoices");
    QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(table->model()->rowCount(), 10);
    emit plot->rangeChanged(std::pair{47.0, 50.0});
    // 211, 55 and 10 of 276 architectures.
    EXPECT_TRUE(table->model()->index(0, 0).data().toString().contains(QLatin1String("76.4"))) << table->model()->index(0, 0).data().toString().toStdString();
    EXPECT_TRUE(table->model()->index(0, 2).data().toString().contains(QLatin1String("3.62")));
    emit plot->rangeChanged(std::pair{10.0, 20.0});
    EXPECT_TRUE(find<QLabel>("latencyRangeText")->text().contains(QLatin1String("no architecture")));
    emit plot->rangeChanged({});
    EXPECT_FALSE(table->model()->index(0, 0).data().toString().contains(QLatin1Char('%')));
}

TEST_F(LatencyViewTest, DraggingOverThePlotBrushes)
{
    add();
    auto* plot = find<DistributionPlot>("latencyDistribution");
    plot->replot();
    const auto at = [plot](double latency) { return QPoint(static_cast<int>(plot->xAxis->coordToPixel(latency)), plot->height() / 2); };
    QTest::mousePress(plot, Qt::LeftButton, {}, at(50));
    QTest::mouseMove(plot, at(55));
    QTest::mouseRelease(plot, Qt::LeftButton, {}, at(55));
    ASSERT_TRUE(plot->range());
    EXPECT_NEAR(plot->range()->first, 50, 0.2);
    EXPECT_NEAR(plot->range()->second, 55, 0.2);
    QTest::mouseDClick(plot, Qt::LeftButton, {}, at(55));
    EXPECT_FALSE(plot->range());
}

TEST_F(LatencyViewTest, ClickingABarSelectsItsNode)
{
    add();
    auto* bars = find<NodesPlot>("latencyNodes");
    EXPECT_EQ(bars->bars(), 11) << "ten blocks and the stem";
    emit bars->nodeClicked(QStringLiteral("node_4"));
    EXPECT_EQ(selection.nodes(), (std::vector<int>{4}));
}

TEST_F(LatencyViewTest, SelectingANodeMarksItsBlock)
{
    add();
    selection.setNodes({3});
    EXPECT_EQ(find<QTableView>("latencyChoices")->currentIndex().row(), 3);
}

TEST_F(LatencyViewTest, OffersTheBestArchitectureOnlyWhenThereIsOne)
{
    add();
    EXPECT_FALSE(find<QPushButton>("latencyApply")->isEnabled());
    QSignalSpy wanted(&view, &LatencyView::bestRequested);
    find<QDoubleSpinBox>("latencyBudget")->setValue(52);
    find<QPushButton>("latencyBest")->click();
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0][0].toDouble(), 52);
    view.replaceLatency(session::withBest(view.shown(), latency::Arch(10, 0)));
    EXPECT_TRUE(find<QPushButton>("latencyApply")->isEnabled());
    EXPECT_EQ(find<QDoubleSpinBox>("latencyBudget")->value(), 52) << "the budget stays";
}

TEST_F(LatencyViewTest, SavesItsPlotAsPictures)
{
    add();
    const QTemporaryDir folder;
    for (const char* name : {"plot.png", "plot.svg", "plot.pdf"}) {
        const QString path = folder.filePath(QLatin1String(name));
        EXPECT_TRUE(view.exportTo(path)) << name;
        EXPECT_GT(QFileInfo(path).size(), 1000) << name;
    }
}

TEST_F(LatencyViewTest, ForgetsContainersOfAnotherModel)
{
    add();
    EXPECT_TRUE(view.shown());
    view.setSnapshot(test::chainSnapshot(4));
    EXPECT_FALSE(view.shown());
}

}  // namespace
}  // namespace tw::views
