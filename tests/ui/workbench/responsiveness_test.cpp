// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/main_window.h"
#include "app/workbench/stall_watchdog.h"
#include "tests/ui/workbench/fake_engine.h"

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
    MainWindow window(test::fakeEngine(state, 5000));
    window.resize(1200, 800);
    window.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.settled(); }));
    StallWatchdog watchdog;
    watchdog.start();
    window.open(QStringLiteral("/models/chain.onnx"));
    QTest::qWait(50);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.settled(); }, 60'000));
    QTest::qWait(100);
    window.selection().setNodes({2500});
    QTest::qWait(100);
    watchdog.stop();
    RecordProperty("longest_stall_ms", std::to_string(watchdog.longestMilliseconds()));
    EXPECT_LT(watchdog.longestMilliseconds(), 50);
}

}  // namespace
}  // namespace tw::workbench
