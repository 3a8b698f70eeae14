// SPDX-License-Identifier: GPL-3.0-or-later
// The helper and its client: real drawings, and helpers that abort, hang, and talk nonsense.
#include "tests/unit/layout/layout_fixture.h"
#include "views/graph/layout_client.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tw::views::graph {
namespace {

using namespace tw::layout;

const QString kHelper = QStringLiteral(TW_BIN_DIR "/tilewright-layout");

struct Answers {
    std::map<LayoutKey, Drawing> drawn;
    std::map<LayoutKey, QString> failed;
    std::size_t count() const { return drawn.size() + failed.size(); }
};

class LayoutClientTest : public testing::Test {
protected:
    /// A shell script that plays the helper.
    QString fake(const QString& commands)
    {
        const QString path = folder_.filePath(QStringLiteral("helper%1").arg(++scripts_));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + commands.toUtf8() + "\n");
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

    Answers ask(const QString& program, const std::vector<Problem>& problems, LayoutLimits limits = {})
    {
        Answers answers;
        LayoutClient client(program, limits);
        QSignalSpy slow(&client, &LayoutClient::slow);
        QObject::connect(&client, &LayoutClient::drawn, [&](LayoutKey key, const Drawing& drawing) { answers.drawn[key] = drawing; });
        QObject::connect(&client, &LayoutClient::failed, [&](LayoutKey key, const QString& why) { answers.failed[key] = why; });
        for (std::size_t i = 0; i < problems.size(); ++i)
            client.request(i, problems[i]);
        EXPECT_TRUE(QTest::qWaitFor([&] { return answers.count() == problems.size(); }, 60000));
        EXPECT_FALSE(client.busy());
        slowSignals_ = static_cast<int>(slow.count());
        return answers;
    }

    QTemporaryDir folder_;
    int scripts_ = 0;
    int slowSignals_ = 0;
};

TEST_F(LayoutClientTest, GraphvizPlacesEveryBoxWithoutOverlap)
{
    const std::vector<Problem> problems{chainProblem(2), residualProblem(150), denseProblem(30, 6), randomProblem(100, 5), cyclicProblem(30)};
    const auto answers = ask(kHelper, problems);
    ASSERT_EQ(answers.drawn.size(), problems.size()) << (answers.failed.empty() ? "" : answers.failed.begin()->second.toStdString());
    for (const auto& [key, drawing] : answers.drawn) {
        SCOPED_TRACE(key);
        EXPECT_TRUE(fits(drawing, problems[key]));
        expectNoOverlap(problems[key], drawing);
        expectRoutesMeetBoxes(problems[key], drawing, 6);
    }
}

TEST_F(LayoutClientTest, SameProblemGivesSameDrawing)
{
    const auto answers = ask(kHelper, {randomProblem(80, 8), randomProblem(80, 8)});
    ASSERT_EQ(answers.drawn.size(), 2u);
    EXPECT_EQ(answers.drawn.at(0).centres, answers.drawn.at(1).centres);
    EXPECT_EQ(answers.drawn.at(0).routes, answers.drawn.at(1).routes);
}

TEST_F(LayoutClientTest, AnAbortingHelperCostsOnlyItsDrawings)
{
    const auto answers = ask(fake(QStringLiteral("kill -ABRT $$")), {chainProblem(3), chainProblem(4)});
    EXPECT_EQ(answers.failed.size(), 2u);
}

TEST_F(LayoutClientTest, AHangingHelperIsKilledAtTheHardLimit)
{
    QElapsedTimer timer;
    timer.start();
    const auto answers = ask(fake(QStringLiteral("exec sleep 600")), {chainProblem(3)}, {.softMs = 50, .hardMs = 300});
    EXPECT_EQ(answers.failed.size(), 1u);
    EXPECT_EQ(slowSignals_, 1);
    EXPECT_GE(timer.elapsed(), 285);   // Qt's coarse timers keep to 5 % of their interval
}

TEST_F(LayoutClientTest, GarbageIsNotTakenForADrawing)
{
    const auto answers = ask(fake(QStringLiteral("echo 'this is no drawing at all'; exec sleep 600")), {chainProblem(3)});
    EXPECT_EQ(answers.failed.size(), 1u);
}

TEST_F(LayoutClientTest, HalfAnAnswerIsNotTakenForADrawing)
{
    const auto ended = ask(fake(kHelper + QStringLiteral(" | head -c 60")), {chainProblem(3)});
    EXPECT_EQ(ended.failed.size(), 1u);
    const auto hanging = ask(fake(kHelper + QStringLiteral(" | head -c 60; exec sleep 600")), {chainProblem(3)}, {.softMs = 50, .hardMs = 700});
    EXPECT_EQ(hanging.failed.size(), 1u);
}

TEST_F(LayoutClientTest, AnAnswerToAnotherQuestionIsRefused)
{
    QFile file(folder_.filePath(QStringLiteral("answer")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(responseFrame(999, {.width = 1, .height = 1, .centres = {}, .routes = {}})));
    file.close();
    const auto answers = ask(fake(QStringLiteral("cat ") + file.fileName() + QStringLiteral("; exec sleep 600")), {chainProblem(3)});
    EXPECT_EQ(answers.failed.size(), 1u);
}

TEST_F(LayoutClientTest, AHelperThatIsNotThereFailsAllAtOnce)
{
    const auto answers = ask(folder_.filePath(QStringLiteral("nothing")), {chainProblem(3), chainProblem(4), chainProblem(5)});
    EXPECT_EQ(answers.failed.size(), 3u);
}

TEST_F(LayoutClientTest, AHelperThatAlwaysCrashesIsNotStartedForEver)
{
    const QString log = folder_.filePath(QStringLiteral("starts"));
    std::vector<Problem> problems;
    for (int i = 0; i < 40; ++i)
        problems.push_back(chainProblem(3 + i));
    const auto answers = ask(fake(QStringLiteral("echo start >> %1; kill -SEGV $$").arg(log)), problems);
    EXPECT_EQ(answers.failed.size(), 40u);
    QFile starts(log);
    ASSERT_TRUE(starts.open(QIODevice::ReadOnly));
    EXPECT_LE(starts.readAll().count('\n'), 6);
}

TEST_F(LayoutClientTest, OneCrashDoesNotStopTheNextDrawing)
{
    const QString mark = folder_.filePath(QStringLiteral("crashed"));
    const auto answers = ask(fake(QStringLiteral("if [ ! -e %1 ]; then touch %1; kill -SEGV $$; fi; exec %2").arg(mark, kHelper)), {chainProblem(3), chainProblem(4)});
    EXPECT_EQ(answers.failed.size(), 1u);
    EXPECT_EQ(answers.drawn.size(), 1u);
}

TEST_F(LayoutClientTest, TheHelperEndsOnGarbageAndOnEndOfInput)
{
    for (const QByteArray& bytes : {QByteArray("GET / HTTP/1.1\r\n\r\n"), QByteArray("TWL1\x05\x00\x00\x00hello", 13), QByteArray("TWL1\xff\xff\xff\x7f", 8)}) {
        QProcess helper;
        helper.start(kHelper, {});
        helper.write(bytes);
        helper.closeWriteChannel();
        ASSERT_TRUE(helper.waitForFinished(30000));
        EXPECT_EQ(helper.exitStatus(), QProcess::NormalExit);
        EXPECT_NE(helper.exitCode(), 0);
    }
    QProcess helper;
    helper.start(kHelper, {});
    helper.closeWriteChannel();
    ASSERT_TRUE(helper.waitForFinished(30000));
    EXPECT_EQ(helper.exitCode(), 0);
}

}  // namespace
}  // namespace tw::views::graph
