// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/workbench/fake_engine.h"
#include "views/problems/problems_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace tw::views {
namespace {

Diagnostics threeProblems()
{
    return {{Severity::Warning, {.code = Code::UnknownShape, .message = "the shape is unknown", .hint = "give one",
                                 .place = {.node = "node_2"}}},
            {Severity::Error, {.code = Code::NoKernel, .message = "no kernel runs this", .place = {.node = "node_4"}}},
            {Severity::Info, {.code = Code::BadGraph, .message = "two names were alike", .place = {.file = "/m/chain.onnx"}}}};
}

TEST(ProblemsModel, KeepsTheRulesOfItemModels)
{
    ProblemsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setDiagnostics(threeProblems());
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.count(Severity::Warning), 1);
    model.setDiagnostics({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(ProblemsModel, ShowsWhereWhatAndWhatToDo)
{
    ProblemsModel model;
    model.setDiagnostics(threeProblems());
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    EXPECT_EQ(text(0, ProblemsModel::PlaceColumn), QStringLiteral("node_2"));
    EXPECT_EQ(text(0, ProblemsModel::MessageColumn), QStringLiteral("The shape is unknown"));
    EXPECT_EQ(text(0, ProblemsModel::HintColumn), QStringLiteral("Give one"));
    EXPECT_EQ(text(2, ProblemsModel::PlaceColumn), QStringLiteral("chain.onnx"));
}

struct ProblemsViewTest : testing::Test {
    Selection selection;
    ProblemsView view{selection};
    QTableView* table = view.findChild<QTableView*>(QStringLiteral("problemsTable"));

    void SetUp() override
    {
        view.setProblems(test::chainSnapshot(6), threeProblems());
        view.resize(900, 300);
        view.show();
    }
    QString shown(int row, int column) const { return table->model()->index(row, column).data().toString(); }
};

TEST_F(ProblemsViewTest, PutsErrorsFirst)
{
    EXPECT_EQ(shown(0, ProblemsModel::SeverityColumn), QStringLiteral("Error"));
    EXPECT_EQ(shown(2, ProblemsModel::SeverityColumn), QStringLiteral("Note"));
}

TEST_F(ProblemsViewTest, FiltersBySeverityAndByText)
{
    auto* search = view.findChild<QLineEdit*>(QStringLiteral("problemsSearch"));
    search->setText(QStringLiteral("KERNEL"));
    ASSERT_EQ(table->model()->rowCount(), 1);
    EXPECT_EQ(shown(0, ProblemsModel::PlaceColumn), QStringLiteral("node_4"));
    search->clear();
    view.findChild<QToolButton*>(QStringLiteral("problemsShowwarning"))->click();
    EXPECT_EQ(table->model()->rowCount(), 2);
}

TEST_F(ProblemsViewTest, DoubleClickSelectsTheNode)
{
    QSignalSpy activated(&view, &ProblemsView::nodeActivated);
    emit table->doubleClicked(table->model()->index(0, 0));
    EXPECT_EQ(selection.nodes(), std::vector<int>{4});
    EXPECT_EQ(activated.size(), 1);
}

TEST_F(ProblemsViewTest, CopiesRowsAsText)
{
    table->selectAll();
    view.findChild<QAction*>(QStringLiteral("problemsCopy"))->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 3);
    EXPECT_EQ(lines.front(), QStringLiteral("Error: node node_4: no kernel runs this"));
}

}  // namespace
}  // namespace tw::views
