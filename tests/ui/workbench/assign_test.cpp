// SPDX-License-Identifier: GPL-3.0-or-later
// Changing engines in the real window: keys, menus, dropping, dialogs, undo.
#include "app/workbench/assign_dialog.h"
#include "app/workbench/export_dialog.h"
#include "app/workbench/main_window.h"
#include "app/workbench/stall_watchdog.h"
#include "app/workbench/target_dialog.h"
#include "tests/ui/workbench/fake_engine.h"
#include "views/engines/engines_view.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/graph_view.h"
#include "views/graph/overlays.h"
#include "views/inspector/inspector_view.h"
#include "views/shared/node_drag.h"

#include <QApplication>
#include <QCheckBox>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QStatusBar>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

#include <gtest/gtest.h>

#include <iostream>

namespace tw::workbench {
namespace {

using Pins = std::map<std::string, std::string>;

struct AssignTest : testing::Test {
    std::shared_ptr<test::FakeState> state = std::make_shared<test::FakeState>();
    std::unique_ptr<MainWindow> window;

    void SetUp() override { open(6); }
    void open(int nodes)
    {
        window = std::make_unique<MainWindow>(test::fakeEngine(state, nodes));
        window->resize(1300, 850);
        window->show();
        ASSERT_TRUE(settle());
        window->open(QStringLiteral("/models/chain.onnx"));
        ASSERT_TRUE(settle());
    }
    bool settle()
    {
        QTest::qWait(5);
        return QTest::qWaitFor([this] { return window->settled(); });
    }
    template <class T>
    T* child(const char* name)
    {
        return window->findChild<T*>(QLatin1String(name));
    }
    QAction* action(const char* name) { return child<QAction>(name); }
    views::graph::GraphView& graph() { return *child<views::graph::GraphView>("graphView"); }
    const Pins& pins() { return window->workbench().document().choices().pins; }
    void press(Qt::Key key)
    {
        QTest::keyClick(graph().canvas(), key);
        ASSERT_TRUE(settle());
    }
};

TEST_F(AssignTest, ADigitInTheGraphPinsAndUndoTakesItBack)
{
    window->selection().setNodes({2});
    press(Qt::Key_2);
    EXPECT_EQ(pins(), (Pins{{"node_2", "npu"}}));
    EXPECT_EQ(window->workbench().snapshot()->deployment->nodes[2].engine, "npu");
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Pin node_2 to npu"));
    EXPECT_TRUE(child<QLabel>("enginesSummary")->text().contains(QLatin1String("510 cycles")));
    action("editUndo")->trigger();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(pins().empty());
    EXPECT_EQ(window->workbench().snapshot()->deployment->nodes[2].engine, "cpu");
    EXPECT_EQ(action("editRedo")->text(), QStringLiteral("&Redo Pin node_2 to npu"));
}

TEST_F(AssignTest, ARefusedPinIsToldInASentenceAndChangesNothing)
{
    window->selection().setNodes({1});
    press(Qt::Key_2);
    EXPECT_TRUE(pins().empty());
    EXPECT_EQ(window->statusBar()->currentMessage(), QStringLiteral("Not on npu. node_1: it has no kernel for f32"));
    EXPECT_FALSE(action("editUndo")->isEnabled());
}

TEST_F(AssignTest, OfAMixedSelectionWhatCanGoes)
{
    window->selection().setNodes({0, 1, 2});
    press(Qt::Key_2);
    EXPECT_EQ(pins(), (Pins{{"node_0", "npu"}, {"node_2", "npu"}}));
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Pin 2 nodes to npu"));
    EXPECT_TRUE(window->statusBar()->currentMessage().startsWith(QLatin1String("1 of 3 nodes stay where they are.")));
}

TEST_F(AssignTest, PinsAreClearedOneByOneAndAllTogether)
{
    window->selection().setNodes({0, 2, 4});
    press(Qt::Key_2);
    window->selection().setNodes({2});
    press(Qt::Key_0);
    EXPECT_EQ(pins().size(), 2u);
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Clear pin of node_2"));
    action("deployClearPins")->trigger();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(pins().empty());
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Clear all pins"));
    EXPECT_FALSE(action("deployClearPins")->isEnabled());
}

TEST_F(AssignTest, DroppingTheSelectionOnTheLegendPins)
{
    auto* legend = child<views::graph::Legend>("graphLegend");
    const QPointF place = legend->placeOf("npu").center();
    const std::unique_ptr<QMimeData> data(views::nodesMimeData({2, 4}, {}));
    QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(legend, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(place, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(legend, &drop);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pins(), (Pins{{"node_2", "npu"}, {"node_4", "npu"}}));
}

TEST_F(AssignTest, ClickingAnEngineInTheLegendSelectsItsNodes)
{
    window->selection().setNodes({2});
    press(Qt::Key_2);
    auto* legend = child<views::graph::Legend>("graphLegend");
    QTest::mouseClick(legend, Qt::LeftButton, {}, legend->placeOf("cpu").center());
    EXPECT_EQ(window->selection().nodes(), (std::vector<int>{0, 1, 3, 4, 5}));
}

TEST_F(AssignTest, AllHitsOfASearchAreAssignedTogether)
{
    graph().openFind();
    child<QLineEdit>("graphFindEdit")->setText(QStringLiteral("op:relu"));
    QTest::keyClick(child<QLineEdit>("graphFindEdit"), Qt::Key_Return, Qt::AltModifier);
    EXPECT_EQ(window->selection().nodes(), (std::vector<int>{0, 2, 4}));
    press(Qt::Key_2);
    EXPECT_EQ(pins().size(), 3u);
}

TEST_F(AssignTest, ADigitInTheTablePins)
{
    window->showView(QStringLiteral("engines"));
    window->selection().setNodes({4});
    QTest::keyClick(child<QTableView>("enginesTable"), Qt::Key_2);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pins(), (Pins{{"node_4", "npu"}}));
}

TEST_F(AssignTest, TheAssignmentIsShownBeforeItIsAccepted)
{
    action("deployAssign")->trigger();
    auto* dialog = child<AssignDialog>("assignDialog");
    ASSERT_TRUE(dialog && settle());
    const auto* amounts = dialog->findChild<QTableWidget*>(QStringLiteral("assignAmounts"));
    EXPECT_EQ(amounts->item(0, 0)->text(), QStringLiteral("600"));
    EXPECT_EQ(amounts->item(0, 1)->text(), QStringLiteral("330"));
    EXPECT_EQ(amounts->item(0, 2)->text(), QStringLiteral("−45\u00A0%"));
    EXPECT_EQ(dialog->findChild<QTreeWidget*>(QStringLiteral("assignChanged"))->topLevelItemCount(), 3);
    EXPECT_EQ(dialog->findChild<QLabel*>(QStringLiteral("assignNote"))->text(), QStringLiteral("proven optimal"));
    EXPECT_EQ(window->workbench().snapshot()->deployment->nodes[0].engine, "cpu");      // nothing happened yet
    const int deployed = state->deployed;
    dialog->findChild<QPushButton*>(QStringLiteral("assignAccept"))->click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(state->deployed, deployed);        // the result is taken, not computed again
    EXPECT_EQ(window->workbench().snapshot()->deployment->nodes[0].engine, "npu");
    EXPECT_EQ(window->workbench().document().choices().coloring, "optimal");
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Assign engines for least cycles"));
    action("editUndo")->trigger();
    ASSERT_TRUE(settle());
    EXPECT_EQ(window->workbench().snapshot()->deployment->nodes[0].engine, "cpu");
}

TEST_F(AssignTest, ADiscardedAssignmentLeavesNoTrace)
{
    action("deployAssign")->trigger();
    auto* dialog = child<AssignDialog>("assignDialog");
    ASSERT_TRUE(dialog && settle());
    dialog->findChild<QPushButton*>(QStringLiteral("assignDiscard"))->click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(window->workbench().document().choices(), session::Choices{});
    EXPECT_FALSE(window->isWindowModified());
}

TEST_F(AssignTest, TheDialogCanDropThePins)
{
    window->selection().setNodes({0});
    press(Qt::Key_1);
    action("deployAssign")->trigger();
    auto* dialog = child<AssignDialog>("assignDialog");
    ASSERT_TRUE(dialog && settle());
    EXPECT_EQ(dialog->chosen().pins.size(), 1u);
    dialog->findChild<QCheckBox*>(QStringLiteral("assignKeepPins"))->setChecked(false);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(dialog->chosen().pins.empty());
    EXPECT_EQ(dialog->findChild<QTreeWidget*>(QStringLiteral("assignChanged"))->topLevelItemCount(), 3);
    dialog->findChild<QRadioButton*>(QStringLiteral("assignFirstFit"))->setChecked(true);
    ASSERT_TRUE(settle());
    EXPECT_EQ(dialog->findChild<QLabel*>(QStringLiteral("assignChangedCount"))->text(), QStringLiteral("No node changes its engine."));
    dialog->reject();
}

TEST_F(AssignTest, TargetsSayWhatTheyHaveAndWhatTheyCannotRun)
{
    action("deployTarget")->trigger();
    auto* dialog = child<TargetDialog>("targetDialog");
    ASSERT_TRUE(dialog && settle());
    auto* list = dialog->findChild<QListWidget*>(QStringLiteral("targetList"));
    ASSERT_EQ(list->count(), 2);
    EXPECT_TRUE(list->currentItem()->text().contains(QLatin1String("runs all of it")));
    list->setCurrentRow(1);
    EXPECT_EQ(list->currentItem()->text(), QStringLiteral("board\ncannot run 2 of 6 nodes"));
    const QString details = dialog->findChild<QTextBrowser*>(QStringLiteral("targetDetails"))->toPlainText();
    EXPECT_TRUE(details.contains(QLatin1String("npu: it has no kernel"))) << details.toStdString();
    EXPECT_TRUE(details.contains(QLatin1String("1 core, computes in ram")));
    dialog->findChild<QPushButton*>(QStringLiteral("targetChoose"))->click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(state->lastTarget, "board");
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Change target to board"));
}

TEST_F(AssignTest, TheExportNamesEveryChoiceOnTheCommandLine)
{
    session::Choices next{.dims = {{"batch", 2}}, .types = {{"x", "u8"}}, .pins = {{"node_2", "npu"}}, .coloring = "optimal",
                          .objective = "energy", .order = "min-peak", .memoryBytes = {{"L1", 65536}}, .buffering = "double",
                          .tiles = {{"node_3", {{1, 2}, {3, 16}}}}};
    window->workbench().document().change(next, QStringLiteral("all"));
    ASSERT_TRUE(settle());
    const ExportDialog dialog(window->workbench(), QStringLiteral("/out"));
    dialog.findChild<QLineEdit*>(QStringLiteral("exportInputs"))->setText(QStringLiteral("in.npz"));
    dialog.findChild<QLineEdit*>(QStringLiteral("exportExpected"))->setText(QStringLiteral("/results/out put.npz"));
    EXPECT_EQ(dialog.commandLine(),
              QStringLiteral("tilewright-cli deploy /models/chain.onnx --target host --out /out --inputs in.npz "
                             "--expected '/results/out put.npz' --dim batch=2 --type x=u8 --pin node_2=npu --coloring optimal "
                             "--objective energy --order min-peak --memory L1=65536 --buffering double --tile node_3=1:2,3:16"));
    ASSERT_TRUE(settle());
}

TEST_F(AssignTest, ANewerChangeCancelsTheOlderAndStaleViewsSaySo)
{
    state->slowDeploy = true;
    window->selection().setNodes({0});
    QTest::keyClick(graph().canvas(), Qt::Key_2);
    EXPECT_EQ(window->workbench().state(), Workbench::State::Updating);
    auto* mark = graph().findChild<QLabel*>(QStringLiteral("staleMark"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return mark->isVisible(); }));
    state->slowDeploy = false;
    window->selection().setNodes({2});
    QTest::keyClick(graph().canvas(), Qt::Key_2);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(QTest::qWaitFor([&] { return state->cancelled == 1; }));
    EXPECT_EQ(window->workbench().state(), Workbench::State::UpToDate);
    EXPECT_FALSE(mark->isVisible());
    EXPECT_EQ(state->lastChoices.pins, (Pins{{"node_0", "npu"}, {"node_2", "npu"}}));
}

TEST_F(AssignTest, ACancelledChangeLeavesViewsMarkedAsOld)
{
    state->slowDeploy = true;
    window->selection().setNodes({0});
    QTest::keyClick(graph().canvas(), Qt::Key_2);
    action("deployCancel")->trigger();
    ASSERT_TRUE(settle());
    EXPECT_EQ(window->workbench().state(), Workbench::State::Outdated);
    EXPECT_EQ(graph().findChild<QLabel*>(QStringLiteral("staleMark"))->text(), QStringLiteral("out of date"));
    state->slowDeploy = false;
    action("editUndo")->trigger();
    ASSERT_TRUE(settle());
    EXPECT_EQ(window->workbench().state(), Workbench::State::UpToDate);
}

TEST_F(AssignTest, AChangeOfTwoHundredNodesReachesAllViewsWithoutHoldingTheWindow)
{
    open(200);
    window->showView(QStringLiteral("engines"));
    ASSERT_TRUE(settle());
    std::vector<int> all(200);
    for (int i = 0; i < 200; ++i)
        all[static_cast<std::size_t>(i)] = i;
    window->selection().setNodes(all);
    QTest::qWait(50);
    StallWatchdog watchdog;
    watchdog.start();
    QElapsedTimer clock;
    clock.start();
    QTest::keyClick(graph().canvas(), Qt::Key_2);
    const auto* model = child<QTableView>("enginesTable")->model();
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return model->index(0, views::EngineNodesModel::EngineColumn).data().toString() == QLatin1String("npu");
    }));
    QTest::qWait(0);
    const qint64 elapsed = clock.elapsed();
    watchdog.stop();
    std::cout << "200 nodes to all views: " << elapsed << " ms, longest stall " << watchdog.longestMilliseconds() << " ms\n";
    EXPECT_EQ(pins().size(), 100u);
}

}  // namespace
}  // namespace tw::workbench
