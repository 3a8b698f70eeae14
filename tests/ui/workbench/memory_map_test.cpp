// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory_map/memory_map_view.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include <gtest/gtest.h>

#include <iostream>

namespace tw::views {
namespace {

/// A chain of nodes on one engine; tensor i is written by node i and read by node i + 1.
std::shared_ptr<session::Snapshot> chain(int nodes)
{
    auto graph = std::make_shared<ir::Graph>();
    auto deployment = std::make_shared<session::DeploymentInfo>();
    for (int i = 0; i < nodes; ++i) {
        graph->tensors.push_back({.name = "t" + std::to_string(i)});
        graph->nodes.push_back({.name = "node_" + std::to_string(i), .outputs = {ir::TensorId{i}}});
        deployment->nodes.push_back({.engine = "cpu", .work = i});
        deployment->buffers.push_back({"t" + std::to_string(i), "L2", i % 2 * 100, 100, i + 1, i + 3});
    }
    deployment->buffers.push_back({"scratch of node_1", "L2", 200, 50, 2, 3});
    deployment->memories = {{.name = "L1", .capacity = 1000}, {.name = "L2", .capacity = 400, .peak = 250, .lowerBound = 250, .constants = 40}};
    deployment->lowered = graph;
    auto snapshot = std::make_shared<session::Snapshot>();
    snapshot->graph = graph;
    snapshot->deployment = deployment;
    return snapshot;
}

struct MemoryMapTest : testing::Test {
    Selection selection;
    MemoryMapView view{selection};
    QSignalSpy capacity{&view, &MemoryMapView::capacityRequested};

    void SetUp() override
    {
        view.resize(900, 400);
        view.show();
        show(chain(4));
    }
    void show(const session::SnapshotPointer& snapshot)
    {
        view.setSnapshot(snapshot);
        QTest::qWait(10);
    }
    MemoryCanvas* canvas() { return view.findChild<MemoryCanvas*>(QStringLiteral("memoryCanvas")); }
    QTableWidget* alive() { return view.findChild<QTableWidget*>(QStringLiteral("memoryAlive")); }
    QPoint middleOf(int buffer)
    {
        return canvas()->picture().rectangle(canvas()->data().buffers[static_cast<std::size_t>(buffer)]).center().toPoint();
    }
};

TEST_F(MemoryMapTest, ShowsTheFullestMemoryFirst)
{
    EXPECT_EQ(view.findChild<QComboBox*>(QStringLiteral("memoryChoice"))->currentData().toString(), QStringLiteral("L2"));
    EXPECT_EQ(canvas()->data().buffers.size(), 5u);
    EXPECT_TRUE(view.findChild<QLabel*>(QStringLiteral("memorySummary"))->text().contains(QStringLiteral("fragmentation 0")));
}

TEST_F(MemoryMapTest, ClickSelectsTheTensorAndListsWhatIsAlive)
{
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, middleOf(4));      // in step 2: t0, t1 and the scratch
    EXPECT_EQ(selection.nodes(), std::vector<int>{1});
    ASSERT_EQ(alive()->rowCount(), 3);
    EXPECT_EQ(alive()->item(0, 0)->text(), QStringLiteral("scratch of node_1"));
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, middleOf(0));
    EXPECT_EQ(selection.tensor().value, 0);
}

TEST_F(MemoryMapTest, KeysWalkOverStepsAndBuffers)
{
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Home);
    QTest::keyClick(canvas(), Qt::Key_Right);
    EXPECT_EQ(canvas()->step(), 1);
    EXPECT_EQ(alive()->rowCount(), 1);
    QTest::keyClick(canvas(), Qt::Key_Up);
    EXPECT_EQ(selection.tensor().value, 0);
}

TEST_F(MemoryMapTest, DraggedLineAsksForACapacityOfTheWholeMemory)
{
    const auto picture = canvas()->picture();
    const int x = static_cast<int>(picture.plot().center().x());
    const QPoint from(x, static_cast<int>(picture.yOf(360)));
    const QPoint to(x, static_cast<int>(picture.yOf(300)));
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    QTest::mouseMove(canvas(), to);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    ASSERT_EQ(capacity.size(), 1);
    EXPECT_EQ(capacity[0][0].toString(), QStringLiteral("L2"));
    EXPECT_NEAR(capacity[0][1].toDouble(), 340, 3);      // 300 for buffers and 40 of constants, to a pixel
}

TEST_F(MemoryMapTest, CapacityCanBeTyped)
{
    auto* field = view.findChild<QSpinBox*>(QStringLiteral("memoryCapacity"));
    EXPECT_EQ(field->value(), 400);
    field->setValue(512);
    ASSERT_EQ(capacity.size(), 1);
    EXPECT_EQ(capacity[0][1].toLongLong(), 512);
}

TEST_F(MemoryMapTest, CsvIsAPlacementProblemWithItsSolution)
{
    EXPECT_TRUE(view.asCsv().startsWith(QStringLiteral("id,lower,upper,size,offset\nt0,1,3,100,0\nt1,2,4,100,100\n")));
}

TEST_F(MemoryMapTest, SaysWhatToDoWhenThereIsNothingToShow)
{
    show(nullptr);
    EXPECT_FALSE(canvas()->isVisible());
}

TEST_F(MemoryMapTest, DrawsTenThousandBuffers)
{
    show(chain(10'000));
    QElapsedTimer clock;
    clock.start();
    canvas()->fit();
    canvas()->grab();
    std::cout << "10,000 rectangles in " << clock.elapsed() << " ms\n";
    EXPECT_EQ(canvas()->data().buffers.size(), 10'001u);
}

}  // namespace
}  // namespace tw::views
