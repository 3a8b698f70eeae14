// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/deployed_fixture.h"

#include "views/shared/plot_export.h"
#include "views/timeline/timeline_view.h"

#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

namespace tw::views {
namespace {

schedule::Span spanOf(double begin, double end, int node = 0)
{
    return {.what = schedule::Work::Kernel, .node = node, .begin = begin, .end = end, .busy = end - begin};
}

std::shared_ptr<const schedule::Timeline> timelineOf(std::vector<schedule::Span> spans)
{
    auto timeline = std::make_shared<schedule::Timeline>();
    timeline->lanes = {{.name = "cpu"}};
    for (const auto& span : spans) {
        timeline->nodes.resize(std::max(timeline->nodes.size(), static_cast<std::size_t>(span.node) + 1));
        auto& node = timeline->nodes[static_cast<std::size_t>(span.node)];
        node.begin = node.end == 0 ? span.begin : node.begin;
        node.end = span.end;
        timeline->end = std::max(timeline->end, span.end);
    }
    timeline->spans = std::move(spans);
    return timeline;
}

TEST(TimelineLanes, DrawsOnlyWhatTheWindowShows)
{
    TimelineLanes lanes;
    lanes.setTimeline(timelineOf({spanOf(0, 10), spanOf(10, 20), spanOf(30, 40), spanOf(40, 50)}));
    const auto bars = lanes.bars(0, {15, 35}, 200);
    ASSERT_EQ(bars.size(), 2u);
    EXPECT_EQ(bars[0].span, 1u);
    EXPECT_DOUBLE_EQ(bars[0].left, -50);
    EXPECT_DOUBLE_EQ(bars[0].right, 50);
    EXPECT_DOUBLE_EQ(bars[1].left, 150);
}

TEST(TimelineLanes, JoinsWhatIsNarrowerThanAPixel)
{
    std::vector<schedule::Span> spans;
    for (int i = 0; i < 10'000; ++i)
        spans.push_back(spanOf(i, i + 0.9));
    TimelineLanes lanes;
    lanes.setTimeline(timelineOf(std::move(spans)));
    const auto all = lanes.bars(0, {0, 10'000}, 500);
    EXPECT_LE(all.size(), 1000u);
    ASSERT_FALSE(all.empty());
    EXPECT_LE(all.front().left, 0.5);
    EXPECT_GE(all.back().right, 499);
    EXPECT_EQ(lanes.bars(0, {100, 110}, 500).size(), 10u);
}

TEST(TimelineLanes, FindsSpansAndNodesByTime)
{
    TimelineLanes lanes;
    lanes.setTimeline(timelineOf({spanOf(0, 10, 0), spanOf(20, 50, 1)}));
    EXPECT_EQ(lanes.spanAt(0, 5, 1), 0);
    EXPECT_EQ(lanes.spanAt(0, 19.5, 1), 1);
    EXPECT_EQ(lanes.spanAt(0, 15, 1), -1);
    EXPECT_EQ(lanes.nodeAt(30), 1);
    EXPECT_EQ(lanes.nodeAt(15), -1);
    EXPECT_EQ(lanes.longest(), (std::vector<int>{1, 0}));
}

struct TimelineViewTest : ::testing::Test {
    Selection selection;
    TimelineView view{selection};
    session::SnapshotPointer snapshot = test::sharedKeywordSpotter();

    void SetUp() override
    {
        view.resize(1000, 320);
        view.show();
        view.setSnapshot(snapshot);
        QTest::qWait(20);
    }
    TimelineCanvas& canvas() { return view.canvas(); }
    double end() const { return snapshot->deployment->timeline->end; }
    QPoint placeOf(double cycle, std::size_t row)
    {
        return QPointF(canvas().xOf(cycle, canvas().size()), canvas().rowRect(row, canvas().size()).center().y()).toPoint();
    }
    QString label(const char* name) { return view.findChild<QLabel*>(QLatin1String(name))->text(); }
    void wheel(int angle, double x)
    {
        const QPointF place(x, 100);
        QWheelEvent event(place, canvas().mapToGlobal(place), {}, {0, angle}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas(), &event);
    }
};

TEST_F(TimelineViewTest, ShowsTheWholeRunAtFirstWithItsCyclesAndTime)
{
    EXPECT_EQ(canvas().range(), (TimeRange{0, end()}));
    EXPECT_TRUE(label("timelineSummary").contains(QStringLiteral("cycles =")));
    EXPECT_TRUE(label("timelineLegend").contains(QStringLiteral("compute")));
}

TEST_F(TimelineViewTest, SaysWhatToDoWhenThereIsNothing)
{
    view.setSnapshot(nullptr);
    QTest::qWait(20);
    auto* pages = view.findChild<QStackedWidget*>();
    EXPECT_EQ(pages->currentIndex(), 0);
    view.setSnapshot(test::importedKeywordSpotter());
    QTest::qWait(20);
    EXPECT_TRUE(static_cast<QLabel*>(pages->currentWidget()) != nullptr);
    EXPECT_TRUE(qobject_cast<QLabel*>(pages->currentWidget())->text().contains(QStringLiteral("target")));
}

TEST_F(TimelineViewTest, ZoomsAtTheCursorAndStaysInTheRun)
{
    const double x = canvas().xOf(end() / 4, canvas().size());
    wheel(240, x);
    EXPECT_LT(canvas().range().length(), end());
    EXPECT_NEAR(canvas().xOf(end() / 4, canvas().size()), x, 1);
    for (int i = 0; i < 20; ++i)
        wheel(-240, x);
    EXPECT_EQ(canvas().range(), (TimeRange{0, end()}));
    for (int i = 0; i < 200; ++i)
        wheel(240, x);
    EXPECT_GT(canvas().range().length(), 1);
}

TEST_F(TimelineViewTest, ClickSelectsTheNodeEverywhere)
{
    const int work = canvas().lanes().longest().front();
    const auto& node = snapshot->deployment->timeline->nodes[static_cast<std::size_t>(work)];
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, placeOf((node.begin + node.end) / 2, 0));
    ASSERT_GE(selection.current(), 0);
    EXPECT_EQ(snapshot->deployment->nodes[static_cast<std::size_t>(selection.current())].work, work);
}

TEST_F(TimelineViewTest, DragWithShiftMeasures)
{
    const QPoint from = placeOf(end() * 0.25, 1);
    const QPoint to = placeOf(end() * 0.75, 1);
    QTest::mousePress(&canvas(), Qt::LeftButton, Qt::ShiftModifier, from);
    QMouseEvent move(QEvent::MouseMove, to, canvas().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
    QApplication::sendEvent(&canvas(), &move);
    QTest::mouseRelease(&canvas(), Qt::LeftButton, Qt::ShiftModifier, to);
    ASSERT_TRUE(canvas().measured());
    EXPECT_NEAR(canvas().measured()->length(), end() / 2, end() * 0.01);
    EXPECT_TRUE(label("timelineSummary").contains(QStringLiteral("measured")));
    QTest::keyClick(&canvas(), Qt::Key_Backspace);
    EXPECT_FALSE(canvas().measured());
}

TEST_F(TimelineViewTest, JumpsToWhatTakesMostAndThenToTheNext)
{
    const auto& longest = canvas().lanes().longest();
    view.jumpToBound();
    EXPECT_EQ(snapshot->deployment->nodes[static_cast<std::size_t>(selection.current())].work, longest[0]);
    const auto& node = snapshot->deployment->timeline->nodes[static_cast<std::size_t>(longest[0])];
    EXPECT_LE(canvas().range().begin, node.begin);
    EXPECT_GE(canvas().range().end, node.end);
    view.jumpToBound();
    EXPECT_EQ(snapshot->deployment->nodes[static_cast<std::size_t>(selection.current())].work, longest[1]);
}

TEST_F(TimelineViewTest, ArrowKeysGoFromNodeToNodeInTheOrderOfTheRun)
{
    const auto& order = canvas().lanes().inOrder();
    QTest::keyClick(&canvas(), Qt::Key_Right);
    QTest::keyClick(&canvas(), Qt::Key_Right);
    EXPECT_EQ(snapshot->deployment->nodes[static_cast<std::size_t>(selection.current())].work, order[1]);
    QTest::keyClick(&canvas(), Qt::Key_M);
    EXPECT_TRUE(canvas().measured());
}

TEST_F(TimelineViewTest, HoverSaysEverythingWithUnits)
{
    const auto& spans = snapshot->deployment->timeline->spans;
    const auto load = std::ranges::find(spans, schedule::Work::Load, &schedule::Span::what);
    ASSERT_NE(load, spans.end());
    canvas().zoomToNode(load->node);
    const QString text = canvas().textAt(placeOf((load->begin + load->end) / 2, static_cast<std::size_t>(load->lane) + 1));
    EXPECT_TRUE(text.contains(QStringLiteral("load"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("cycles")));
    EXPECT_TRUE(text.contains(QStringLiteral("B")));
}

TEST_F(TimelineViewTest, ExportsPicturesAndATable)
{
    const QTemporaryDir folder;
    const auto paint = [this](QPainter& painter) { canvas().paintAll(painter, canvas().size()); };
    for (const char* name : {"t.svg", "t.png"}) {
        const QString path = folder.filePath(QLatin1String(name));
        ASSERT_TRUE(writePicture(path, canvas().size(), QStringLiteral("t"), paint));
        EXPECT_GT(QFileInfo(path).size(), 500);
    }
    EXPECT_FALSE(writePicture(folder.filePath(QStringLiteral("t.gif")), canvas().size(), QStringLiteral("t"), paint));
    EXPECT_EQ(view.asCsv().count(QLatin1Char('\n')), static_cast<qsizetype>(snapshot->deployment->timeline->spans.size()) + 1);
}

TEST_F(TimelineViewTest, KeepsItsWindowOfTime)
{
    canvas().zoom(4, 0.25);
    const auto range = canvas().range();
    const auto state = view.saveState();
    canvas().fit();
    view.restoreState(state);
    QTest::qWait(20);
    EXPECT_NEAR(canvas().range().begin, range.begin, 1);
    EXPECT_NEAR(canvas().range().end, range.end, 1);
}

}  // namespace
}  // namespace tw::views
