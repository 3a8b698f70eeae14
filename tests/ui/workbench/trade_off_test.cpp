// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles against memory: the dialog of the window, with known points.
#include "app/workbench/main_window.h"
#include "app/workbench/trade_off_dialog.h"
#include "tests/ui/workbench/fake_engine.h"
#include "views/engines/trade_off_plot.h"
#include "views/shared/number_text.h"

#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace tw::workbench {
namespace {

using Pins = std::map<std::string, std::string>;

struct TradeOffTest : testing::Test {
    std::shared_ptr<test::FakeState> state = std::make_shared<test::FakeState>();
    MainWindow window{test::fakeEngine(state, 6)};
    TradeOffDialog* dialog = nullptr;

    void SetUp() override
    {
        window.resize(1300, 850);
        window.show();
        ASSERT_TRUE(settle());
        window.open(QStringLiteral("/models/chain.onnx"));
        ASSERT_TRUE(settle());
    }
    bool settle()
    {
        QTest::qWait(5);
        return QTest::qWaitFor([this] { return window.settled(); });
    }
    void openDialog()
    {
        auto* button = window.findChild<QToolButton*>(QStringLiteral("deployTradeOffsButton"));   // of the Engines pane
        ASSERT_TRUE(button && button->defaultAction()->isEnabled());
        button->defaultAction()->trigger();
        dialog = window.findChild<TradeOffDialog*>(QStringLiteral("tradeOffDialog"));
        ASSERT_TRUE(dialog);
    }
    QTableWidget& table() { return *dialog->findChild<QTableWidget*>(QStringLiteral("tradeOffTable")); }
    QPushButton& acceptButton() { return *dialog->findChild<QPushButton*>(QStringLiteral("tradeOffAccept")); }
    const Pins& pins() { return window.workbench().document().choices().pins; }
    QAction& undo() { return *window.findChild<QAction*>(QStringLiteral("editUndo")); }
};

TEST_F(TradeOffTest, ListsThePointsWithCyclesMemoryEnginesAndProof)
{
    openDialog();
    ASSERT_TRUE(settle());
    ASSERT_EQ(table().rowCount(), 2);
    EXPECT_EQ(table().item(0, 0)->text(), QStringLiteral("330"));
    EXPECT_EQ(table().item(0, 1)->toolTip(), views::fullText(1024, QStringLiteral("B")));
    EXPECT_EQ(table().item(0, 2)->text(), QStringLiteral("cpu: 3, npu: 3"));
    EXPECT_EQ(table().item(0, 3)->text(), QStringLiteral("proven"));
    EXPECT_EQ(table().item(1, 0)->text(), QStringLiteral("600"));
    EXPECT_EQ(table().item(1, 3)->text(), QStringLiteral("not proven"));
    EXPECT_TRUE(pins().empty());
    dialog->reject();
    EXPECT_FALSE(window.isWindowModified());
}

TEST_F(TradeOffTest, PinsTheChosenPointAndUndoTakesItBack)
{
    openDialog();
    ASSERT_TRUE(settle());
    acceptButton().click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pins(), (Pins{{"node_0", "npu"}, {"node_2", "npu"}, {"node_4", "npu"}}));
    EXPECT_EQ(window.workbench().snapshot()->deployment->nodes[4].engine, "npu");
    EXPECT_TRUE(undo().text().startsWith(QStringLiteral("&Undo Pin engines for 330 cycles in 1.02"))) << undo().text().toStdString();
    undo().trigger();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(pins().empty());
}

TEST_F(TradeOffTest, AClickOnADotChoosesItsLine)
{
    openDialog();
    ASSERT_TRUE(settle());
    auto* plot = dialog->findChild<views::TradeOffPlot*>(QStringLiteral("tradeOffPlot"));
    QTest::mouseClick(plot, Qt::LeftButton, {}, plot->placeOf(1).toPoint());
    EXPECT_EQ(table().currentRow(), 1);
    acceptButton().click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pins(), (Pins{{"node_0", "cpu"}, {"node_2", "cpu"}, {"node_4", "cpu"}}));
}

TEST_F(TradeOffTest, TheSearchCanBeCancelled)
{
    state->slowTradeOffs = true;
    openDialog();
    QTest::qWait(20);
    EXPECT_FALSE(acceptButton().isEnabled());
    dialog->findChild<QPushButton*>(QStringLiteral("tradeOffStop"))->click();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(QTest::qWaitFor([&] { return state->cancelled == 1; }));
    EXPECT_TRUE(dialog->findChild<QLabel*>(QStringLiteral("tradeOffMessage"))->text().contains(QLatin1String("Cancelled.")));
    EXPECT_FALSE(acceptButton().isEnabled());
    dialog->reject();
}

TEST_F(TradeOffTest, ClosingTheDialogCancelsTheSearch)
{
    state->slowTradeOffs = true;
    openDialog();
    QTest::qWait(20);
    dialog->reject();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(QTest::qWaitFor([&] { return state->cancelled == 1; }));
}

}  // namespace
}  // namespace tw::workbench
