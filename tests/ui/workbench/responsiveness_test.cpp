// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/main_window.h"
#include "app/workbench/stall_watchdog.h"
#include "tests/ui/workbench/fake_engine.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <ctime>

namespace tw::workbench {
namespace {

void burnCpu(double milliseconds)
{
    const std::clock_t begin = std::clock();
    while (static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC < milliseconds) {
    }
}

#ifdef NDEBUG
constexpr double kLongestStallMilliseconds = 50;
#else
constexpr double kLongestStallMilliseconds = 400;      // without optimisation, maybe with sanitizers
#endif

/// Opens the model in a window, waits for picture and deployment, selects a node, and leaves.
double longestStall(Engine engine, const QString& model)
{
    MainWindow window(std::move(engine));
    window.resize(1200, 800);
    window.show();
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.settled(); }));
    StallWatchdog watchdog;
    watchdog.start();
    window.open(model);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.workbench().snapshot() && window.settled(); }, 100'000));
    QTest::qWait(100);
    window.selection().setNodes({2500});
    QTest::qWait(100);
    watchdog.stop();
    return watchdog.longestMilliseconds();
}

TEST(StallWatchdog, MeasuresTheLongestTurnOfTheEventLoop)
{
    StallWatchdog watchdog;
    watchdog.start();
    QTest::qWait(20);
    EXPECT_LT(watchdog.longestMilliseconds(), 20);
    QTimer::singleShot(0, [] { burnCpu(60); });
    QTest::qWait(100);
    watchdog.stop();
    EXPECT_GE(watchdog.longestMilliseconds(), 55);
    EXPECT_LT(watchdog.longestMilliseconds(), 120);
}

TEST(Responsiveness, OpeningFiveThousandNodesNeverHoldsTheWindowForFiftyMilliseconds)
{
    const auto state = std::make_shared<test::FakeState>();
    const double longest = longestStall(test::fakeEngine(state, 5000), QStringLiteral("/models/chain.onnx"));
    RecordProperty("longest_stall_ms", std::to_string(longest));
    EXPECT_LT(longest, kLongestStallMilliseconds);
}

#ifdef TW_SAMPLES_PROGRAM
TEST(Responsiveness, ARealModelOfFiveThousandNodesNeverHoldsTheWindowForFiftyMilliseconds)
{
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("chain.onnx"));
    ASSERT_EQ(QProcess::execute(QStringLiteral(TW_SAMPLES_PROGRAM),
                                {QStringLiteral("chain"), QStringLiteral("5000"), model}), 0);
    const double longest = longestStall(productionEngine(), model);
    RecordProperty("longest_stall_ms", std::to_string(longest));
    EXPECT_LT(longest, kLongestStallMilliseconds);
}
#endif

}  // namespace
}  // namespace tw::workbench
