// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/workbench/fake_engine.h"
#include "views/engines/engines_view.h"
#include "views/shared/engine_menu.h"
#include "views/shared/node_drag.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include <iostream>

namespace tw::views {
namespace {

using Column = EngineNodesModel::Column;

struct EnginesViewTest : testing::Test {
    Selection selection;
    EnginesView view{selection};
    QSignalSpy assigned{&view, &EnginesView::assignRequested};

    void SetUp() override
    {
        view.resize(900, 500);
        view.show();
        show({});
    }
    void show(const session::Choices& choices)
    {
        view.setSnapshot(test::deployedSnapshot(imported, choices));
        QTest::qWait(10);
    }
    QTableView* table() { return view.findChild<QTableView*>(QStringLiteral("enginesTable")); }
    QTableView* engines() { return view.findChild<QTableView*>(QStringLiteral("enginesList")); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    void filter(const char* text)
    {
        view.findChild<QLineEdit*>(QStringLiteral("enginesSearch"))->setText(QLatin1String(text));
    }
    session::SnapshotPointer imported = test::chainSnapshot(6);
};

TEST_F(EnginesViewTest, ListsEveryEngineWithItsShare)
{
    const session::Choices pinned{.pins = {{"node_0", "npu"}, {"node_2", "npu"}}};
    show(pinned);
    const auto* model = engines()->model();
    ASSERT_EQ(model->rowCount(), 2);
    EXPECT_EQ(model->index(0, EngineListModel::EngineColumn).data().toString(), QStringLiteral("cpu"));
    // Four of six nodes; 400 of 420 cycles.
    EXPECT_NEAR(model->index(0, EngineListModel::NodesColumn).data(EngineListModel::ShareRole).toDouble(), 4.0 / 6, 1e-9);
    EXPECT_NEAR(model->index(0, EngineListModel::CyclesColumn).data(EngineListModel::ShareRole).toDouble(), 400.0 / 420, 1e-9);
    EXPECT_TRUE(model->index(1, EngineListModel::NodesColumn).data().toString().startsWith(QLatin1Char('2')));
}

TEST_F(EnginesViewTest, ListsEveryNodeWithEngineCandidatesPinAndCycles)
{
    show({.pins = {{"node_2", "npu"}}});
    EXPECT_EQ(table()->model()->rowCount(), 6);
    EXPECT_EQ(cell(2, Column::NameColumn), QStringLiteral("node_2"));
    EXPECT_EQ(cell(2, Column::OperatorColumn), QStringLiteral("Relu"));
    EXPECT_EQ(cell(2, Column::EngineColumn), QStringLiteral("npu"));
    EXPECT_EQ(cell(2, Column::CandidatesColumn), QStringLiteral("cpu 100,  npu 10"));
    EXPECT_EQ(cell(2, Column::PinColumn), QStringLiteral("pinned"));
    EXPECT_EQ(cell(2, Column::CyclesColumn), QStringLiteral("10"));
    EXPECT_EQ(cell(1, Column::PinColumn), QString());
}

TEST_F(EnginesViewTest, ModelsKeepTheRules)
{
    const QAbstractItemModelTester nodes(table()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester list(engines()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    show({.coloring = "optimal"});
    filter("npu");
    table()->sortByColumn(Column::CyclesColumn, Qt::DescendingOrder);
    view.setSnapshot(nullptr);
    QTest::qWait(10);
}

TEST_F(EnginesViewTest, SortsNumbersByValue)
{
    show({.pins = {{"node_4", "npu"}}});
    table()->sortByColumn(Column::CyclesColumn, Qt::AscendingOrder);
    EXPECT_EQ(cell(0, Column::NameColumn), QStringLiteral("node_4"));
    table()->sortByColumn(Column::IndexColumn, Qt::DescendingOrder);
    EXPECT_EQ(cell(0, Column::NameColumn), QStringLiteral("node_5"));
}

TEST_F(EnginesViewTest, FiltersByWordsAndByKind)
{
    filter("relu NPU");
    EXPECT_EQ(table()->model()->rowCount(), 3);
    filter("relu node_4");
    EXPECT_EQ(table()->model()->rowCount(), 1);
    EXPECT_EQ(view.findChild<QLabel*>(QStringLiteral("enginesCount"))->text(), QStringLiteral("1 of 6"));
    filter("");
    show({.pins = {{"node_0", "cpu"}}});
    view.findChild<QComboBox*>(QStringLiteral("enginesKind"))->setCurrentIndex(EngineNodesFilter::Pinned);
    EXPECT_EQ(table()->model()->rowCount(), 1);
    view.findChild<QComboBox*>(QStringLiteral("enginesKind"))->setCurrentIndex(EngineNodesFilter::WithChoice);
    EXPECT_EQ(table()->model()->rowCount(), 3);
}

TEST_F(EnginesViewTest, SharesTheSelectionBothWays)
{
    table()->sortByColumn(Column::IndexColumn, Qt::DescendingOrder);
    selection.setNodes({1, 2, 5});
    std::set<QString> names;
    for (const QModelIndex& row : table()->selectionModel()->selectedRows(Column::NameColumn))
        names.insert(row.data().toString());
    EXPECT_EQ(names, (std::set<QString>{QStringLiteral("node_1"), QStringLiteral("node_2"), QStringLiteral("node_5")}));
    table()->selectRow(0);
    EXPECT_EQ(selection.nodes(), std::vector<int>{5});
}

TEST_F(EnginesViewTest, KeepsTheSelectionWhenTheEnginesChange)
{
    selection.setNodes({2});
    show({.pins = {{"node_2", "npu"}}});
    EXPECT_EQ(selection.nodes(), std::vector<int>{2});
    EXPECT_EQ(table()->selectionModel()->selectedRows().size(), 1);
}

TEST_F(EnginesViewTest, DigitsGiveTheSelectionToAnEngineAndZeroClears)
{
    selection.setNodes({2, 4});
    QTest::keyClick(table(), Qt::Key_2);
    QTest::keyClick(table(), Qt::Key_0);
    QTest::keyClick(table(), Qt::Key_7);         // there is no seventh engine
    ASSERT_EQ(assigned.size(), 2);
    EXPECT_EQ(assigned[0][0].value<std::vector<int>>(), (std::vector<int>{2, 4}));
    EXPECT_EQ(assigned[0][1].toString(), QStringLiteral("npu"));
    EXPECT_TRUE(assigned[1][1].toString().isEmpty());
}

TEST_F(EnginesViewTest, TheMenuTellsWhyAnEngineCannot)
{
    selection.setNodes({1});
    emit table()->customContextMenuRequested(QPoint(20, 20));
    auto* menu = view.findChild<QMenu*>(QStringLiteral("enginesMenu"));
    ASSERT_TRUE(menu);
    auto* npu = menu->findChild<QAction*>(QStringLiteral("assign:npu"));
    EXPECT_FALSE(npu->isEnabled());
    EXPECT_EQ(npu->toolTip(), QStringLiteral("node_1: it has no kernel for f32"));
    EXPECT_TRUE(menu->toolTipsVisible());
    EXPECT_FALSE(menu->findChild<QAction*>(QStringLiteral("clearPin"))->isEnabled());
    menu->findChild<QAction*>(QStringLiteral("assign:cpu"))->trigger();
    menu->close();
    ASSERT_EQ(assigned.size(), 1);
    EXPECT_EQ(assigned[0][1].toString(), QStringLiteral("cpu"));
}

TEST_F(EnginesViewTest, AMixedSelectionGoesWhereItCan)
{
    QMenu menu;
    addEngineActions(menu, *test::deployedSnapshot(imported), {1, 2}, {.assign = [](const QString&) {}, .clear = [] {}});
    auto* npu = menu.findChild<QAction*>(QStringLiteral("assign:npu"));
    EXPECT_TRUE(npu->isEnabled());
    EXPECT_TRUE(npu->text().startsWith(QLatin1String("Run on npu (1 of 2)")));
    EXPECT_TRUE(npu->toolTip().contains(QLatin1String("node_1: it has no kernel")));
}

TEST_F(EnginesViewTest, TakesNodesThatAreDroppedOnAnEngine)
{
    auto* model = engines()->model();
    const std::unique_ptr<QMimeData> data(nodesMimeData({0, 2}, QStringLiteral("node_0\nnode_2")));
    EXPECT_TRUE(model->dropMimeData(data.get(), Qt::CopyAction, -1, -1, model->index(1, 0)));
    ASSERT_EQ(assigned.size(), 1);
    EXPECT_EQ(assigned[0][0].value<std::vector<int>>(), (std::vector<int>{0, 2}));
    EXPECT_EQ(assigned[0][1].toString(), QStringLiteral("npu"));
    QMimeData text;
    text.setText(QStringLiteral("node_0"));
    EXPECT_FALSE(model->dropMimeData(&text, Qt::CopyAction, -1, -1, model->index(1, 0)));
}

TEST_F(EnginesViewTest, CopiesRowsForASpreadsheet)
{
    selection.setNodes({1, 2});
    view.findChild<QAction*>(QStringLiteral("enginesCopyCsv"))->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(),
              QStringLiteral("#,Node,Operator,Engine,Candidates,Pin,Cycles,Operations\n"
                             "1,node_1,Add,cpu,cpu,,100,4004\n"
                             "2,node_2,Relu,cpu,cpu npu,,100,4004\n"));
    view.findChild<QAction*>(QStringLiteral("enginesCopy"))->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QLatin1String("1\tnode_1\tAdd\tcpu")));
}

TEST_F(EnginesViewTest, DoubleClickOnAnEngineSelectsItsNodes)
{
    show({.pins = {{"node_0", "npu"}, {"node_4", "npu"}}});
    emit engines()->doubleClicked(engines()->model()->index(1, 0));
    EXPECT_EQ(selection.nodes(), (std::vector<int>{0, 4}));
}

TEST_F(EnginesViewTest, SaysWhatAChangeBrought)
{
    const auto before = test::deployedSnapshot(imported);
    const auto after = test::deployedSnapshot(imported, {.coloring = "optimal"});
    view.setSnapshot(after, session::compare(*before, *after));
    QTest::qWait(10);
    const QString text = view.findChild<QLabel*>(QStringLiteral("enginesSummary"))->text();
    EXPECT_TRUE(text.contains(QLatin1String("330 cycles")));      // 3 x 100 + 3 x 10, against 600
    EXPECT_TRUE(text.contains(QStringLiteral("−45\u00A0%")));
    EXPECT_TRUE(text.contains(QLatin1String("proven optimal")));
}

TEST_F(EnginesViewTest, SaysWhatToDoWhenThereIsNothingToShow)
{
    const auto text = [this] {
        QTest::qWait(10);
        return view.findChild<QLabel*>(QStringLiteral("emptyState"))->text();
    };
    view.setSnapshot(nullptr);
    EXPECT_TRUE(text().contains(QLatin1String("Open a model")));
    view.setSnapshot(imported);
    EXPECT_TRUE(text().contains(QLatin1String("Choose a target")));
}

TEST_F(EnginesViewTest, MarksItselfAsOldWhileItIsBeingRecomputed)
{
    view.setFreshness(Freshness::Updating);
    auto* mark = view.findChild<QLabel*>(QStringLiteral("staleMark"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return mark->isVisible(); }));
    EXPECT_EQ(mark->text(), QStringLiteral("updating …"));
    view.setFreshness(Freshness::Outdated);
    EXPECT_EQ(mark->text(), QStringLiteral("out of date"));
    view.setFreshness(Freshness::Fresh);
    EXPECT_FALSE(mark->isVisible());
}

TEST_F(EnginesViewTest, TenThousandNodesAreSortedFilteredAndSelected)
{
    imported = test::chainSnapshot(10'000);
    QElapsedTimer clock;
    const auto measure = [&clock](const char* what, auto&& work) {
        clock.restart();
        work();
        std::cout << what << ": " << clock.elapsed() << " ms\n";
    };
    measure("show", [&] { show({}); });
    measure("sort by name", [&] { table()->sortByColumn(Column::NameColumn, Qt::AscendingOrder); });
    measure("filter", [&] { filter("relu"); });
    EXPECT_EQ(table()->model()->rowCount(), 5000);
    measure("select all", [&] { table()->selectAll(); });
    EXPECT_EQ(selection.nodes().size(), 5000u);
    filter("");
    std::vector<int> all(10'000);
    for (int i = 0; i < 10'000; ++i)
        all[static_cast<std::size_t>(i)] = i;
    measure("take a selection of all", [&] { selection.setNodes(all); });
    EXPECT_EQ(table()->selectionModel()->selectedRows().size(), 10'000);
    measure("another assignment", [&] { show({.coloring = "optimal"}); });
    EXPECT_EQ(table()->model()->rowCount(), 10'000);
}

}  // namespace
}  // namespace tw::views
