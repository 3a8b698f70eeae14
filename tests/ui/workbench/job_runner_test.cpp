// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/job_runner.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <thread>

namespace tw::workbench {
namespace {

using Kind = JobRunner::Kind;

/// Works until it is cancelled, at most ten seconds.
Result<int> untilCancelled(Progress& progress)
{
    for (int turn = 0; turn < 2000; ++turn) {
        TW_TRY_VOID(progress.check());
        progress.report(0.25, "turning");
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return 0;
}

TEST(JobRunner, DeliversTheResultOnTheThreadThatStartedIt)
{
    JobRunner jobs;
    int value = 0;
    QThread* worker = nullptr;
    QThread* delivery = nullptr;
    jobs.start<int>(Kind::Open, QStringLiteral("work"),
                    [&](Progress&) -> Result<int> {
                        worker = QThread::currentThread();
                        return 42;
                    },
                    [&](const Result<int>& result) {
                        value = *result;
                        delivery = QThread::currentThread();
                    });
    ASSERT_TRUE(QTest::qWaitFor([&] { return value == 42; }));
    EXPECT_NE(worker, QThread::currentThread());
    EXPECT_EQ(delivery, QThread::currentThread());
    EXPECT_TRUE(jobs.idle());
}

TEST(JobRunner, ShowsTitleWordsAndFractionOfARunningJob)
{
    JobRunner jobs;
    jobs.start<int>(Kind::Open, QStringLiteral("Opening"), untilCancelled, [](const Result<int>&) {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.status().what == QLatin1String("turning"); }));
    EXPECT_EQ(jobs.status().title, QStringLiteral("Opening"));
    EXPECT_DOUBLE_EQ(jobs.status().fraction, 0.25);
}

TEST(JobRunner, CancelTakesTheJobOffTheListAtOnceAndDropsWhatItDelivers)
{
    JobRunner jobs;
    bool delivered = false;
    std::atomic<bool> release = false;
    // This worker ignores cancellation until it is let go, as a long call into a library would.
    jobs.start<int>(Kind::Open, QStringLiteral("deaf"),
                    [&](Progress&) -> Result<int> {
                        while (!release)
                            std::this_thread::sleep_for(std::chrono::milliseconds(1));
                        return 1;
                    },
                    [&](const Result<int>&) { delivered = true; });
    QSignalSpy ended(&jobs, &JobRunner::ended);
    QElapsedTimer clock;
    clock.start();
    jobs.cancel(Kind::Open);
    EXPECT_LT(clock.elapsed(), 100);
    EXPECT_TRUE(jobs.idle());
    EXPECT_EQ(ended.size(), 1);
    release = true;
    QTest::qWait(50);
    EXPECT_FALSE(delivered);
}

TEST(JobRunner, ANewerJobOfTheSameKindReplacesTheOlder)
{
    JobRunner jobs;
    std::vector<int> delivered;
    jobs.start<int>(Kind::Deploy, QStringLiteral("old"), untilCancelled, [&](const Result<int>&) { delivered.push_back(1); });
    jobs.start<int>(Kind::Deploy, QStringLiteral("new"), [](Progress&) -> Result<int> { return 2; },
                    [&](const Result<int>& result) { delivered.push_back(*result); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !delivered.empty(); }));
    QTest::qWait(30);
    EXPECT_EQ(delivered, std::vector<int>{2});
}

TEST(JobRunner, JobsOfDifferentKindsRunSideBySide)
{
    JobRunner jobs;
    bool done = false;
    jobs.start<int>(Kind::Open, QStringLiteral("long"), untilCancelled, [](const Result<int>&) {});
    jobs.start<int>(Kind::Save, QStringLiteral("short"), [](Progress&) -> Result<int> { return 0; },
                    [&](const Result<int>&) { done = true; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return done; }));
    EXPECT_TRUE(jobs.running(Kind::Open));
}

TEST(JobRunner, TurnsABrokenInvariantIntoAnInternalError)
{
    JobRunner jobs;
    std::optional<Error> error;
    jobs.start<int>(Kind::Open, QStringLiteral("broken"),
                    [](Progress&) -> Result<int> {
                        TW_CHECK(1 > 2);
                        return 0;
                    },
                    [&](const Result<int>& result) { error = result.error(); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return error.has_value(); }));
    EXPECT_EQ(error->code, Code::Internal);
    EXPECT_NE(error->message.find("1 > 2"), std::string::npos);
}

TEST(JobRunner, MayBeDestroyedWhileJobsRun)
{
    auto jobs = std::make_unique<JobRunner>();
    bool delivered = false;
    jobs->start<int>(Kind::Open, QStringLiteral("long"), untilCancelled, [&](const Result<int>&) { delivered = true; });
    jobs.reset();
    QTest::qWait(20);
    EXPECT_FALSE(delivered);
}

}  // namespace
}  // namespace tw::workbench
