// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workbench.h"
#include "tests/ui/workbench/fake_engine.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace tw::workbench {
namespace {

struct WorkbenchTest : testing::Test {
    std::shared_ptr<test::FakeState> state = std::make_shared<test::FakeState>();
    Workbench workbench{test::fakeEngine(state, 6, true)};

    bool settle() { return QTest::qWaitFor([this] { return workbench.jobs().idle(); }); }
    void openChain()
    {
        workbench.open(QStringLiteral("/models/chain.onnx"));
        ASSERT_TRUE(settle());
    }
    void changeTarget(const char* name)
    {
        session::Choices next = workbench.document().choices();
        next.target = name;
        workbench.document().change(next, QStringLiteral("change of target to %1").arg(QLatin1String(name)));
    }
};

TEST_F(WorkbenchTest, OpeningAModelDeploysItOnTheHost)
{
    openChain();
    ASSERT_TRUE(workbench.snapshot());
    ASSERT_TRUE(workbench.snapshot()->deployment);
    EXPECT_EQ(state->lastTarget, "host");
    EXPECT_FALSE(workbench.document().modified());
}

TEST_F(WorkbenchTest, AFailedOpenKeepsWhatIsOnScreenAndIsAProblem)
{
    openChain();
    const auto before = workbench.snapshot();
    state->refuse = true;
    QSignalSpy failed(&workbench, &Workbench::openFailed);
    workbench.open(QStringLiteral("/models/bad.onnx"));
    ASSERT_TRUE(settle());
    EXPECT_EQ(failed.size(), 1);
    EXPECT_EQ(workbench.snapshot(), before);
    EXPECT_EQ(workbench.document().model(), QStringLiteral("/models/chain.onnx"));
    EXPECT_EQ(workbench.problems().back().error.message, "this is not a model");
}

TEST_F(WorkbenchTest, ACancelledOpenIsNoProblem)
{
    state->slow = true;
    workbench.open(QStringLiteral("/models/chain.onnx"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return state->opened > 0; }));
    workbench.jobs().cancelAll();
    ASSERT_TRUE(QTest::qWaitFor([this] { return state->cancelled == 1; }));
    EXPECT_TRUE(workbench.problems().empty());
    EXPECT_FALSE(workbench.snapshot());
}

TEST_F(WorkbenchTest, ABrokenInvariantInADeploymentIsShownAndTheSnapshotStays)
{
    state->explode = true;
    openChain();
    ASSERT_TRUE(workbench.snapshot());
    EXPECT_FALSE(workbench.snapshot()->deployment);
    EXPECT_EQ(workbench.problems().back().error.code, Code::Internal);
    state->explode = false;
    changeTarget("board");
    ASSERT_TRUE(settle());
    EXPECT_EQ(workbench.problems().size(), workbench.snapshot()->diagnostics.size());
}

TEST_F(WorkbenchTest, EveryChangeOfChoicesDeploysAgainAndCanBeUndone)
{
    openChain();
    changeTarget("board");
    ASSERT_TRUE(settle());
    EXPECT_EQ(state->lastTarget, "board");
    EXPECT_TRUE(workbench.document().modified());
    EXPECT_EQ(workbench.document().undoStack().undoText(), QStringLiteral("change of target to board"));

    workbench.document().undoStack().undo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(state->lastTarget, "host");
    EXPECT_FALSE(workbench.document().modified());

    workbench.document().undoStack().redo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(state->lastTarget, "board");
}

TEST_F(WorkbenchTest, AChangeToTheSameChoicesIsNoStep)
{
    openChain();
    changeTarget("host");
    EXPECT_EQ(workbench.document().undoStack().count(), 0);
}

TEST_F(WorkbenchTest, RandomChangesUndoneOneByOneLeadBackToTheStart)
{
    openChain();
    const session::Choices before = workbench.document().choices();
    for (int step = 0; step < 40; ++step) {
        session::Choices next = workbench.document().choices();
        if (step % 3 == 0)
            next.target = step % 2 == 0 ? "board" : "host";
        else
            next.dims["batch"] = step * 7 % 11 + 1;
        workbench.document().change(next, QStringLiteral("step"));
    }
    const session::Choices after = workbench.document().choices();
    while (workbench.document().undoStack().canUndo())
        workbench.document().undoStack().undo();
    EXPECT_EQ(workbench.document().choices(), before);
    while (workbench.document().undoStack().canRedo())
        workbench.document().undoStack().redo();
    EXPECT_EQ(workbench.document().choices(), after);
}

TEST_F(WorkbenchTest, ASavedSessionOpensWithItsChoicesAndLayout)
{
    openChain();
    changeTarget("board");
    bool saved = false;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chain.twproj"));
    workbench.save(path, {{"window", "layout"}}, [&](bool good) { saved = good; });
    ASSERT_TRUE(settle());
    EXPECT_TRUE(saved);
    EXPECT_FALSE(workbench.document().modified());
    EXPECT_EQ(workbench.document().sessionFile(), path);

    changeTarget("host");
    ViewState view;
    QObject::connect(&workbench, &Workbench::opened, &workbench, [&](const ViewState& state) { view = state; });
    workbench.open(path);
    ASSERT_TRUE(settle());
    EXPECT_EQ(workbench.document().choices().target, "board");
    EXPECT_EQ(view.at("window"), "layout");
}

TEST_F(WorkbenchTest, OpeningAnotherModelDropsTheDeploymentOfTheOneBefore)
{
    openChain();
    changeTarget("board");
    workbench.open(QStringLiteral("/models/other.onnx"));
    ASSERT_TRUE(settle());
    EXPECT_EQ(workbench.document().model(), QStringLiteral("/models/other.onnx"));
    EXPECT_EQ(workbench.document().choices().target, "host");
    EXPECT_EQ(workbench.document().undoStack().count(), 0);
}

}  // namespace
}  // namespace tw::workbench
