// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/dimensions_dialog.h"
#include "app/workbench/export_dialog.h"
#include "app/workbench/main_window.h"
#include "app/workbench/notice_bar.h"
#include "app/workbench/sample_models.h"
#include "tests/ui/workbench/fake_engine.h"
#include "views/inspector/inspector_view.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace tw::workbench {
namespace {

struct MainWindowTest : testing::Test {
    std::shared_ptr<test::FakeState> state = std::make_shared<test::FakeState>();
    std::unique_ptr<MainWindow> window;

    void SetUp() override { makeWindow(6, false); }
    void makeWindow(int nodes, bool openBatch)
    {
        window.reset();
        window = std::make_unique<MainWindow>(test::fakeEngine(state, nodes, openBatch));
        window->resize(1200, 800);
        window->show();
        ASSERT_TRUE(settle());
    }
    bool settle()
    {
        QTest::qWait(5);
        return QTest::qWaitFor([this] { return window->settled(); });
    }
    void openChain()
    {
        window->open(QStringLiteral("/models/chain.onnx"));
        ASSERT_TRUE(settle());
    }
    void chooseTarget(const QString& name)
    {
        auto* target = window->findChild<QComboBox*>(QStringLiteral("targetChoice"));
        target->setCurrentText(name);
        emit target->activated(target->currentIndex());
        ASSERT_TRUE(settle());
    }
    QAction* action(const char* name) { return window->findChild<QAction*>(QLatin1String(name)); }
    template <class T>
    T* child(const char* name)
    {
        return window->findChild<T*>(QLatin1String(name));
    }
};

TEST_F(MainWindowTest, EveryActionHasANameATooltipAndAText)
{
    for (const QAction* one : window->actions()) {
        EXPECT_FALSE(one->objectName().isEmpty()) << one->text().toStdString();
        EXPECT_FALSE(one->toolTip().isEmpty()) << one->objectName().toStdString();
        EXPECT_FALSE(one->text().isEmpty()) << one->objectName().toStdString();
    }
}

TEST_F(MainWindowTest, NoTwoActionsShareAKey)
{
    std::map<QKeySequence, QString> taken;
    for (const QAction* one : window->actions()) {
        if (one->shortcut().isEmpty())
            continue;
        const auto [place, fresh] = taken.try_emplace(one->shortcut(), one->objectName());
        EXPECT_TRUE(fresh) << one->objectName().toStdString() << " and " << place->second.toStdString();
    }
}

TEST_F(MainWindowTest, OpeningFillsTitleStatusAndTarget)
{
    openChain();
    EXPECT_EQ(window->windowTitle(), QStringLiteral("chain.onnx[*] - Tilewright"));
    EXPECT_TRUE(child<QLabel>("modelLine")->text().startsWith(QLatin1String("6 nodes")));
    EXPECT_EQ(child<QComboBox>("targetChoice")->currentText(), QStringLiteral("host"));
    EXPECT_TRUE(action("fileExport")->isEnabled());
}

TEST_F(MainWindowTest, ChoosingATargetIsAnUndoableChange)
{
    openChain();
    chooseTarget(QStringLiteral("board"));
    EXPECT_TRUE(window->isWindowModified());
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Change target to board"));
    action("editUndo")->trigger();
    ASSERT_TRUE(settle());
    EXPECT_FALSE(window->isWindowModified());
    EXPECT_EQ(child<QComboBox>("targetChoice")->currentText(), QStringLiteral("host"));
}

TEST_F(MainWindowTest, ClosingWithChangesAsksAndCancelKeepsTheWindow)
{
    openChain();
    chooseTarget(QStringLiteral("board"));
    window->close();
    auto* question = child<QMessageBox>("unsavedQuestion");
    ASSERT_TRUE(question);
    EXPECT_TRUE(window->isVisible());
    question->button(QMessageBox::Cancel)->click();
    QTest::qWait(10);
    EXPECT_TRUE(window->isVisible());

    window->close();
    question = child<QMessageBox>("unsavedQuestion");
    ASSERT_TRUE(question);
    question->button(QMessageBox::Discard)->click();
    QTest::qWait(10);
    EXPECT_FALSE(window->isVisible());
}

TEST_F(MainWindowTest, CancelReactsWithinATenthOfASecond)
{
    state->slow = true;
    window->open(QStringLiteral("/models/big.onnx"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return child<QToolButton>("jobCancel")->isVisible(); }));
    QElapsedTimer clock;
    clock.start();
    QTest::mouseClick(child<QToolButton>("jobCancel"), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !child<QToolButton>("jobCancel")->isVisible(); }, 1000));
    EXPECT_LT(clock.elapsed(), 100);
}

TEST_F(MainWindowTest, DroppingAModelOpensIt)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/models/dropped.onnx"))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    EXPECT_TRUE(child<QWidget>("dropHint")->isVisible());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &drop);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(child<QWidget>("dropHint")->isVisible());
    EXPECT_EQ(window->workbench().document().model(), QStringLiteral("/models/dropped.onnx"));
}

TEST_F(MainWindowTest, OtherFilesAreNotAcceptedForDropping)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/models/notes.txt"))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_FALSE(enter.isAccepted());
}

TEST_F(MainWindowTest, AFailureToOpenIsToldOnTheWelcomePageAndInProblems)
{
    state->refuse = true;
    openChain();
    EXPECT_TRUE(child<QLabel>("welcomeFailure")->text().contains(QLatin1String("this is not a model")));
    EXPECT_EQ(child<QDockWidget>("problemsDock")->windowTitle(), QStringLiteral("Problems"));
}

TEST_F(MainWindowTest, OpenDimensionsAreOfferedAndBoundByTheDialog)
{
    makeWindow(6, true);
    openChain();
    EXPECT_TRUE(child<NoticeBar>("noticeBar")->text().contains(QLatin1String("batch")));
    child<QPushButton>("noticeAction")->click();
    auto* dialog = child<DimensionsDialog>("dimensionsDialog");
    ASSERT_TRUE(dialog);
    dialog->findChild<QSpinBox*>(QStringLiteral("dim:batch"))->setValue(3);
    dialog->accept();
    ASSERT_TRUE(settle());
    EXPECT_EQ(state->lastDims.at("batch"), 3);
    EXPECT_EQ(action("editUndo")->text(), QStringLiteral("&Undo Change dimensions and types"));
}

TEST_F(MainWindowTest, TheLayoutCanBeReset)
{
    auto* dock = child<QDockWidget>("inspectorDock");
    dock->hide();
    action("viewResetLayout")->trigger();
    EXPECT_TRUE(dock->isVisible());
}

TEST_F(MainWindowTest, ViewsAreShownByName)
{
    for (const QString& name : MainWindow::viewNames())
        EXPECT_TRUE(window->showView(name)) << name.toStdString();
    EXPECT_FALSE(window->showView(QStringLiteral("nonsense")));
}

TEST_F(MainWindowTest, UnsavedChangesOfACrashedProgramAreOfferedAtTheNextStart)
{
    openChain();
    chooseTarget(QStringLiteral("board"));
    window->leaveAtOnce();
    const auto engine = window->workbench().engine();       // the documents live in it
    window.reset();
    window = std::make_unique<MainWindow>(engine);
    window->show();
    ASSERT_TRUE(settle());
    window->offerRecovery();
    ASSERT_FALSE(child<NoticeBar>("noticeBar")->text().isEmpty());
    child<QPushButton>("noticeAction")->click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(window->workbench().document().choices().target, "board");
    EXPECT_TRUE(window->isWindowModified());
    window->offerRecovery();
    EXPECT_TRUE(child<NoticeBar>("noticeBar")->text().isEmpty());
}

TEST_F(MainWindowTest, ExportWritesTheProjectAndRunsItWithALog)
{
    openChain();
    const QTemporaryDir folder;
    action("fileExport")->trigger();
    auto* dialog = child<ExportDialog>("exportDialog");
    ASSERT_TRUE(dialog);
    const QString out = folder.filePath(QStringLiteral("project"));
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(out);
    EXPECT_EQ(dialog->commandLine(),
              QStringLiteral("tilewright-cli deploy /models/chain.onnx --target host --out %1").arg(out));
    EXPECT_EQ(dialog->findChild<QTreeWidget*>(QStringLiteral("exportFiles"))->topLevelItemCount(), 3);
    dialog->findChild<QCheckBox*>(QStringLiteral("exportBuild"))->setChecked(true);
    ASSERT_TRUE(settle());
    dialog->findChild<QPushButton*>(QStringLiteral("exportStart"))->click();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(QFile::exists(out + QStringLiteral("/network.c")));
    const auto* log = dialog->findChild<QPlainTextEdit*>(QStringLiteral("exportLog"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return log->toPlainText().contains(QLatin1String("all outputs match")); }));
    EXPECT_TRUE(dialog->findChild<QLabel*>(QStringLiteral("exportResult"))->text().contains(QLatin1String("as expected")));
    dialog->reject();
}

TEST_F(MainWindowTest, ExportRefusesAFolderThatHoldsSomethingElse)
{
    openChain();
    const QTemporaryDir folder;
    QFile precious(folder.filePath(QStringLiteral("thesis.tex")));
    ASSERT_TRUE(precious.open(QIODevice::WriteOnly));
    precious.close();
    action("fileExport")->trigger();
    auto* dialog = child<ExportDialog>("exportDialog");
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder.path());
    ASSERT_TRUE(settle());
    EXPECT_FALSE(dialog->findChild<QPushButton*>(QStringLiteral("exportStart"))->isEnabled());
    EXPECT_FALSE(dialog->findChild<QLabel*>(QStringLiteral("exportResult"))->text().isEmpty());
    dialog->reject();
}

}  // namespace
}  // namespace tw::workbench
