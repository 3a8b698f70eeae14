// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/deployed_fixture.h"

#include "core/session/tile_grid.h"
#include "views/tiling/tiling_view.h"

#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTest>

namespace tw::views {
namespace {

struct TilingViewTest : ::testing::Test {
    Selection selection;
    TilingView view{selection};
    session::Choices choices{.target = "siracusa"};
    session::SnapshotPointer snapshot = test::sharedKeywordSpotter();
    int node = test::tiledNode(*snapshot, 2);

    void SetUp() override
    {
        ASSERT_GE(node, 0);
        view.resize(1100, 320);
        view.show();
        view.setSnapshot(snapshot, choices);
        selection.setNodes({node});
        QTest::qWait(20);
    }
    int work() const { return snapshot->deployment->nodes[static_cast<std::size_t>(node)].work; }
    const tiling::TilePlan& plan() const { return *snapshot->deployment->tiles[static_cast<std::size_t>(work())]; }
    QString label(const char* name) { return view.findChild<QLabel*>(QLatin1String(name))->text(); }
    QString emptyText() { return qobject_cast<QLabel*>(view.findChild<QStackedWidget*>()->widget(0))->text(); }
    bool empty() { return view.findChild<QStackedWidget*>()->currentIndex() == 0; }
    void trigger(const char* action) { view.findChild<QAction*>(QLatin1String(action))->trigger(); }
};

TEST_F(TilingViewTest, GridCoversEveryTensorAndOutputPartsDoNotOverlap)
{
    const auto grid = session::tileGrid(*snapshot, choices, work());
    ASSERT_FALSE(grid.outputs.empty());
    for (const auto& dim : grid.outputs.front().dims) {
        if (dim.loop < 0)
            continue;
        std::int64_t next = 0;
        for (const auto& part : dim.parts) {
            EXPECT_EQ(part.begin, next);
            next = part.end;
        }
        EXPECT_EQ(next, dim.extent);
    }
    for (const auto& input : grid.inputs)
        for (const auto& dim : input.dims)
            for (const auto& part : dim.parts) {
                EXPECT_GE(part.begin, 0);
                EXPECT_LE(part.end, dim.extent);
            }
}

TEST_F(TilingViewTest, ConvolutionTilesOverlapByTheirHalo)
{
    // The first convolution: kernel 10 x 4, stride 2, so neighbours along H share 10 - 2 rows.
    const auto grid = session::tileGrid(*snapshot, choices, work());
    const auto& rows = grid.inputs.front().dims[1];
    ASSERT_GT(rows.parts.size(), 1u);
    EXPECT_EQ(rows.parts[0].end - rows.parts[1].begin, 8);
}

TEST_F(TilingViewTest, SaysWhatToDoWhenThereIsNothing)
{
    selection.clear();
    QTest::qWait(20);
    EXPECT_TRUE(empty());
    EXPECT_TRUE(emptyText().contains(QStringLiteral("Select a node")));
    view.setSnapshot(nullptr, choices);
    QTest::qWait(20);
    EXPECT_TRUE(emptyText().contains(QStringLiteral("Open a model")));
}

TEST_F(TilingViewTest, SaysWhyANodeIsNotTiled)
{
    for (std::size_t i = 0; i < snapshot->deployment->nodes.size(); ++i) {
        const int at = snapshot->deployment->nodes[i].work;
        if (at < 0 || snapshot->deployment->rows[static_cast<std::size_t>(at)] < 0 || snapshot->deployment->tiles[static_cast<std::size_t>(at)])
            continue;
        selection.setNodes({static_cast<int>(i)});
        QTest::qWait(20);
        EXPECT_FALSE(empty());
        EXPECT_TRUE(label("tilingHead").contains(QStringLiteral("Not tiled: "))) << label("tilingHead").toStdString();
        return;
    }
    FAIL() << "every node is tiled";
}

TEST_F(TilingViewTest, StepsThroughTheTilesAndStopsAtTheEnds)
{
    EXPECT_EQ(view.picture().tile(), 0);
    trigger("tilingBack");
    EXPECT_EQ(view.picture().tile(), 0);
    trigger("tilingForward");
    EXPECT_EQ(view.picture().tile(), 1);
    for (int i = 0; i < 100; ++i)
        trigger("tilingForward");
    EXPECT_EQ(view.picture().tile(), plan().tiles() - 1);
    EXPECT_TRUE(label("tilingStep").contains(QString::number(plan().tiles())));
}

TEST_F(TilingViewTest, PlaysTheLoop)
{
    trigger("tilingPlay");
    EXPECT_TRUE(view.playing());
    QTRY_VERIFY_WITH_TIMEOUT(view.picture().tile() > 0, 5000);
    trigger("tilingPlay");
    EXPECT_FALSE(view.playing());
}

TEST_F(TilingViewTest, ClickOnTheOutputGoesToThatTile)
{
    const QRectF place = view.picture().planeRect(0, view.picture().size());
    QTest::mouseClick(&view.picture(), Qt::LeftButton, {}, QPointF(place.center().x(), place.bottom() - 2).toPoint());
    EXPECT_EQ(view.picture().tile(), plan().tiles() - 1);
}

TEST_F(TilingViewTest, AnotherSizeIsAskedForOnceTheSpinBoxIsStill)
{
    QSignalSpy asked(&view, &TilingView::tileRequested);
    const auto& loop = plan().loops.front();
    auto* box = view.findChild<QSpinBox*>(QStringLiteral("tilingSize%1").arg(loop.axis));
    ASSERT_NE(box, nullptr);
    box->setValue(static_cast<int>(loop.tile) - 1);
    box->setValue(static_cast<int>(loop.tile) - 2);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !asked.isEmpty(); }, 3000));
    QTest::qWait(500);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].toInt(), work());
    EXPECT_EQ(asked[0][1].toInt(), loop.axis);
    EXPECT_EQ(asked[0][2].toLongLong(), loop.tile - 2);
}

TEST_F(TilingViewTest, ChosenSizesAreDeployedComparedAndResettable)
{
    const auto& loop = plan().loops.front();
    const auto changed = session::withTile(*snapshot, choices, work(), loop.axis, loop.tile / 2);
    ASSERT_TRUE(changed) << changed.error().text();
    const auto next = test::deployedKeywordSpotter(*changed);
    view.setSnapshot(next, *changed);
    QTest::qWait(20);
    const auto& after = *next->deployment->tiles[static_cast<std::size_t>(work())];
    EXPECT_EQ(std::ranges::find(after.loops, loop.axis, &tiling::LoopAxis::axis)->tile, loop.tile / 2);
    EXPECT_TRUE(label("tilingFigures").contains(QStringLiteral("<b>("))) << label("tilingFigures").toStdString();
    auto* reset = view.findChild<QAction*>(QStringLiteral("tilingReset"));
    EXPECT_TRUE(reset->isEnabled());
    EXPECT_EQ(session::withoutTiles(*next, *changed, work()), choices);
}

TEST_F(TilingViewTest, ASizeThatCannotBeIsRefusedWithASentence)
{
    const auto refused = session::withTile(*snapshot, choices, work(), 0, 7);   // a batch of one
    ASSERT_FALSE(refused);
    view.setRefusal(QString::fromStdString(refused.error().text()));
    EXPECT_FALSE(label("tilingRefusal").isEmpty());
}

TEST_F(TilingViewTest, TableHasOneRowPerTensor)
{
    const auto grid = session::tileGrid(*snapshot, choices, work());
    EXPECT_EQ(view.asCsv().count(QLatin1Char('\n')), static_cast<qsizetype>(grid.inputs.size() + grid.outputs.size()) + 1);
}

}  // namespace
}  // namespace tw::views
