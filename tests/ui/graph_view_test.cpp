// SPDX-License-Identifier: GPL-3.0-or-later
// The graph pane as a user drives it: clicks, keys, search, groups, subgraphs, export.
#include "views/graph/graph_view.h"

#include "tests/ui/graph_fixture.h"
#include "views/graph/find_bar.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/overlays.h"
#include "views/shared/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProxyStyle>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tw::views::graph {
namespace {

class Still : public QProxyStyle {      // a desktop that asks for no animation
public:
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override
    {
        return hint == SH_Widget_Animation_Duration ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

class GraphViewTest : public testing::Test {
protected:
    void SetUp() override
    {
        view_.canvas()->setStyle(&still_);
        view_.resize(1200, 800);
        view_.setSelection(&selection_);
        view_.show();
    }

    void show(ir::GraphPointer graph)
    {
        snapshot_ = snapshotOf(std::move(graph));
        view_.setSnapshot(snapshot_);
        settle();
    }

    void settle() { ASSERT_TRUE(QTest::qWaitFor([this] { return !view_.busy(); }, 30000)); }

    int nodeNamed(const std::string& name) const
    {
        const ViewGraph& view = *view_.picture().view;
        for (std::size_t i = 0; i < view.nodes.size(); ++i)
            if (view.nodes[i].node >= 0 && view.graph->nodes[static_cast<std::size_t>(view.nodes[i].node)].name == name)
                return static_cast<int>(i);
        return -1;
    }

    QPoint pointOf(int node) const { return canvas().mapFromScene(canvas().placeOf(node).center()); }
    GraphCanvas& canvas() const { return *view_.canvas(); }
    QWidget* surface() const { return canvas().viewport(); }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(view_.canvas(), static_cast<Qt::Key>(code), modifiers); }
    std::string currentName() const { return selection_.current() < 0 ? "" : snapshot_->graph->nodes[static_cast<std::size_t>(selection_.current())].name; }

    Still still_;
    Selection selection_;
    GraphView view_;
    session::SnapshotPointer snapshot_;
};

TEST_F(GraphViewTest, SaysWhatToDoWhenThereIsNoGraph)
{
    const auto* placeholder = view_.findChild<QLabel*>("graphPlaceholder");
    EXPECT_TRUE(placeholder->isVisible());
    EXPECT_TRUE(placeholder->text().contains("Ctrl+O"));
    show(residualNetwork(1, 1));
    EXPECT_FALSE(placeholder->isVisible());
    view_.setSnapshot(nullptr);
    EXPECT_TRUE(placeholder->isVisible());
    EXPECT_FALSE(canvas().hasPicture());
}

TEST_F(GraphViewTest, ClickSelectsControlClickAddsAndEmptySpaceClears)
{
    show(residualNetwork(2, 2));
    const int conv = nodeNamed("/layer0/block0/Conv_a_0");
    const int relu = nodeNamed("/layer0/block0/Relu_a_0");
    QTest::mouseClick(surface(), Qt::LeftButton, {}, pointOf(conv));
    EXPECT_EQ(currentName(), "/layer0/block0/Conv_a_0");
    QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, pointOf(relu));
    EXPECT_EQ(selection_.nodes().size(), 2u);
    QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, pointOf(relu));
    EXPECT_EQ(selection_.nodes().size(), 1u);
    QTest::mouseClick(surface(), Qt::LeftButton, {}, QPoint(10, 300));
    EXPECT_TRUE(selection_.empty());
}

TEST_F(GraphViewTest, ShiftDragSelectsWhatTheRectangleTouches)
{
    show(residualNetwork(2, 2));
    QTest::mousePress(surface(), Qt::LeftButton, Qt::ShiftModifier, QPoint(2, 2));
    QTest::mouseMove(surface(), QPoint(400, 400));
    QTest::mouseMove(surface(), QPoint(1190, 740));
    QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ShiftModifier, QPoint(1190, 740));
    EXPECT_EQ(selection_.nodes().size(), 11u);
}

TEST_F(GraphViewTest, ClickingAnInputSelectsItsTensor)
{
    show(residualNetwork(1, 1));
    const auto& nodes = view_.picture().view->nodes;
    const auto input = std::ranges::find(nodes, NodeKind::Input, &ViewNode::kind) - nodes.begin();
    QTest::mouseClick(surface(), Qt::LeftButton, {}, pointOf(static_cast<int>(input)));
    EXPECT_EQ(selection_.tensor(), snapshot_->graph->inputs[0]);
    EXPECT_TRUE(canvas().state().marked(static_cast<int>(input), Selected));
}

TEST_F(GraphViewTest, MarksProducersAndConsumersOfTheSelection)
{
    show(residualNetwork(2, 2));
    selection_.setNodes({1});
    const auto marked = [&](const char* name, Mark mark) { return canvas().state().marked(nodeNamed(name), mark); };
    EXPECT_TRUE(marked("/layer0/block0/Relu_a_0", Selected));
    EXPECT_TRUE(marked("/layer0/block0/Conv_a_0", Before));
    EXPECT_TRUE(marked("/layer0/block0/Conv_b_0", After));
    EXPECT_FALSE(marked("/layer0/block0/Add_0", After));
}

TEST_F(GraphViewTest, ASelectionMadeElsewhereIsBroughtIntoView)
{
    show(residualNetwork(24, 6));
    const int last = static_cast<int>(snapshot_->graph->nodes.size()) - 1;
    selection_.setNodes({last});
    const QRectF seen = canvas().mapToScene(surface()->rect()).boundingRect();
    EXPECT_TRUE(seen.contains(canvas().placeOf(view_.picture().view->nodeOf[static_cast<std::size_t>(last)]).center()));
}

TEST_F(GraphViewTest, ArrowKeysFollowEdgesHomeAndEndGoToTheEnds)
{
    show(residualNetwork(2, 2));
    key(Qt::Key_Home);
    EXPECT_EQ(currentName(), "/layer0/block0/Conv_a_0");
    key(Qt::Key_Down);
    EXPECT_EQ(currentName(), "/layer0/block0/Relu_a_0");
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    EXPECT_EQ(currentName(), "/layer0/block0/Add_0");
    key(Qt::Key_Up);
    EXPECT_EQ(currentName(), "/layer0/block0/Conv_b_0");
    key(Qt::Key_Escape);
    EXPECT_TRUE(selection_.empty());
    key(Qt::Key_End);
    EXPECT_EQ(selection_.tensor(), snapshot_->graph->outputs[0]);
}

TEST_F(GraphViewTest, FindsStepsThroughHitsAndForgetsThem)
{
    show(residualNetwork(24, 6));
    QTest::keyClick(&view_, Qt::Key_F, Qt::ControlModifier);
    view_.openFind();
    auto* edit = view_.findChild<QLineEdit*>("graphFindEdit");
    EXPECT_TRUE(edit->isVisible());
    QTest::keyClicks(edit, "op:add");
    const auto* hits = view_.findChild<QLabel*>("graphFindHits");
    EXPECT_EQ(hits->text(), "24 hits");
    EXPECT_TRUE(canvas().state().marked(nodeNamed("/layer1/block3/Add_9"), Match));
    QTest::keyClick(edit, Qt::Key_Return);
    EXPECT_EQ(hits->text(), "1 of 24");
    EXPECT_EQ(currentName(), "/layer0/block0/Add_0");
    view_.findNext(1);
    EXPECT_EQ(currentName(), "/layer0/block1/Add_1");
    view_.findNext(-1);
    view_.findNext(-1);
    EXPECT_EQ(hits->text(), "24 of 24");
    QTest::keyClick(edit, Qt::Key_Escape);
    EXPECT_FALSE(edit->isVisible());
    EXPECT_FALSE(canvas().state().marked(nodeNamed("/layer1/block3/Add_9"), Match));
}

TEST_F(GraphViewTest, SaysSoWhenNothingIsFound)
{
    show(residualNetwork(1, 1));
    view_.openFind();
    QTest::keyClicks(view_.findChild<QLineEdit*>("graphFindEdit"), "no such node");
    EXPECT_EQ(view_.findChild<QLabel*>("graphFindHits")->text(), "no hits");
    EXPECT_FALSE(view_.findChild<QToolButton*>("graphFindNext")->isEnabled());
}

TEST_F(GraphViewTest, DoubleClickClosesAndOpensAGroupAndKeepsTheSelection)
{
    show(residualNetwork(24, 6));
    const int node = nodeNamed("/layer1/block3/Add_9");
    const int group = view_.picture().view->nodes[static_cast<std::size_t>(node)].group;
    selection_.setNodes({view_.picture().view->nodes[static_cast<std::size_t>(node)].node});
    view_.toggleGroup(group);
    settle();
    EXPECT_TRUE(canvas().isHidden(node));
    EXPECT_EQ(currentName(), "/layer1/block3/Add_9");
    canvas().goTo(node);
    QTest::mouseDClick(surface(), Qt::LeftButton, {}, pointOf(node));
    settle();
    EXPECT_FALSE(canvas().isHidden(node));
    EXPECT_EQ(currentName(), "/layer1/block3/Add_9");
    key(Qt::Key_Minus);
    settle();
    EXPECT_TRUE(canvas().isHidden(node));
    key(Qt::Key_Plus);
    settle();
    EXPECT_FALSE(canvas().isHidden(node));
}

TEST_F(GraphViewTest, AnchorStaysWhereItIsWhenAGroupCloses)
{
    show(residualNetwork(24, 6));
    const int node = nodeNamed("/layer2/block3/Add_15");
    selection_.setNodes({view_.picture().view->nodes[static_cast<std::size_t>(node)].node});
    canvas().goTo(node);
    const QPoint before = canvas().mapFromScene(canvas().placeOf(node).topLeft());
    view_.toggleGroup(view_.picture().view->nodes[static_cast<std::size_t>(nodeNamed("/layer0/block0/Add_0"))].group);
    settle();
    const QPoint after = canvas().mapFromScene(canvas().placeOf(node).topLeft());
    EXPECT_LE((after - before).manhattanLength(), 4);
}

TEST_F(GraphViewTest, AllGroupsOpenAndClose)
{
    show(residualNetwork(400, 10));
    view_.setAllOpen(true);
    settle();
    std::size_t shown = 0;
    for (const auto& group : view_.picture().arrangement->groups)
        shown += group.nodes.size();
    EXPECT_EQ(shown, view_.picture().view->nodes.size());
    view_.setAllOpen(false);
    settle();
    EXPECT_LT(view_.picture().arrangement->groups.size(), 20u);
}

TEST_F(GraphViewTest, EntersASubgraphAndComesBackToItsNode)
{
    show(branching());
    const int choose = nodeNamed("choose");
    QTest::mouseDClick(surface(), Qt::LeftButton, {}, pointOf(choose));
    settle();
    EXPECT_GE(nodeNamed("inner_Abs"), 0);
    EXPECT_EQ(view_.findChild<QLabel*>("graphCrumb1")->toolTip(), "choose · else_branch");
    EXPECT_NE(view_.findChild<QToolButton*>("graphCrumb0"), nullptr);
    QTest::mouseClick(surface(), Qt::LeftButton, {}, pointOf(nodeNamed("inner_Abs")));
    EXPECT_EQ(currentName(), "choose");      // what the other panes show
    ASSERT_NE(selection_.inner().graph, nullptr);
    EXPECT_EQ(selection_.inner().nodes, (std::vector<int>{0}));
    key(Qt::Key_Backspace);
    settle();
    EXPECT_EQ(nodeNamed("choose"), choose);
    EXPECT_EQ(currentName(), "choose");
    EXPECT_EQ(selection_.inner().graph, nullptr);
}

TEST_F(GraphViewTest, WheelZoomsAtTheCursor)
{
    show(residualNetwork(24, 6));
    const QPoint at(500, 300);
    const QPointF before = canvas().mapToScene(at);
    const double scale = canvas().scale();
    QWheelEvent wheel(QPointF(at), surface()->mapToGlobal(QPointF(at)), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(surface(), &wheel);
    EXPECT_GT(canvas().scale(), scale);
    const QPointF after = canvas().mapToScene(at);
    EXPECT_LT(QLineF(before, after).length() * canvas().scale(), 3);
}

TEST_F(GraphViewTest, DraggingPansWithoutSelecting)
{
    show(residualNetwork(24, 6));
    const QPointF before = canvas().mapToScene(QPoint(0, 0));
    QTest::mousePress(surface(), Qt::LeftButton, {}, QPoint(300, 400));
    QTest::mouseMove(surface(), QPoint(340, 300));
    QTest::mouseMove(surface(), QPoint(380, 200));
    QTest::mouseRelease(surface(), Qt::LeftButton, {}, QPoint(380, 200));
    const QPointF moved = canvas().mapToScene(QPoint(0, 0)) - before;
    EXPECT_NEAR(moved.y() * canvas().scale(), 200, 3);
    EXPECT_TRUE(selection_.empty());
}

TEST_F(GraphViewTest, CopiesTheNamesOfTheSelection)
{
    show(residualNetwork(2, 2));
    selection_.setNodes({0, 1});
    view_.findChild<QAction*>("graphCopyNames")->trigger();
    EXPECT_EQ(QGuiApplication::clipboard()->text(), "/layer0/block0/Conv_a_0\n/layer0/block0/Relu_a_0");
}

TEST_F(GraphViewTest, ExportsAndRefusesWhatIsTooLarge)
{
    show(residualNetwork(24, 6));
    QTemporaryDir folder;
    for (const char* name : {"g.svg", "g.pdf", "g.png"}) {
        const QString path = folder.filePath(QLatin1String(name));
        const auto done = view_.exportTo(path);
        EXPECT_TRUE(done) << name << (done ? "" : done.error().text());
        EXPECT_GT(QFileInfo(path).size(), 2000) << name;
    }
    EXPECT_EQ(view_.exportTo(folder.filePath("g.bmp")).error().code, Code::UnsupportedFormat);
    EXPECT_EQ(view_.exportTo("/no/such/folder/g.svg").error().code, Code::FileNotWritable);
    const auto large = view_.exportTo(folder.filePath("large.png"), ExportArea::All, 10);
    ASSERT_FALSE(large);
    EXPECT_NE(large.error().message.find(" x "), std::string::npos);
    EXPECT_FALSE(QFileInfo::exists(folder.filePath("large.png")));
    QFile svg(folder.filePath("g.svg"));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    EXPECT_EQ(svg.readAll().count(">Conv</text>"), 48);
    selection_.setNodes({0, 1});
    ASSERT_TRUE(view_.exportTo(folder.filePath("two.png"), ExportArea::Selection));
    EXPECT_LT(QImage(folder.filePath("two.png")).height(), 250);
}

TEST_F(GraphViewTest, TheMinimapStepsAsideWhenEverythingIsInView)
{
    show(residualNetwork(2, 2));
    const auto* minimap = view_.findChild<QWidget*>("graphMinimap");
    canvas().fit();
    EXPECT_FALSE(minimap->isVisible());
    canvas().zoomBy(8);
    EXPECT_TRUE(minimap->isVisible());
}

TEST_F(GraphViewTest, KeepsItsStateAndRefusesForeignOnes)
{
    view_.setColourBy(ColourBy::Bits);
    view_.findChild<QAction*>("graphShowMinimap")->setChecked(false);
    const QByteArray state = view_.saveState();
    GraphView other;
    EXPECT_TRUE(other.restoreState(state));
    EXPECT_EQ(other.colourBy(), ColourBy::Bits);
    EXPECT_FALSE(other.findChild<QAction*>("graphShowMinimap")->isChecked());
    EXPECT_FALSE(other.restoreState("nonsense"));
    EXPECT_FALSE(other.restoreState({}));
}

TEST_F(GraphViewTest, ComesBackToTheSamePlaceOfTheSameModel)
{
    show(residualNetwork(24, 6));
    view_.toggleGroup(1);
    settle();
    canvas().zoomBy(0.7 / canvas().scale());
    canvas().centerOn(canvas().placeOf(80).center());
    const QByteArray state = view_.saveState();
    GraphView other;
    other.resize(view_.size());
    other.show();
    EXPECT_TRUE(other.restoreState(state));
    other.setSnapshot(snapshot_);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !other.busy(); }, 30000));
    EXPECT_EQ(other.picture().open, view_.picture().open);
    EXPECT_NEAR(other.canvas()->scale(), 0.7, 0.01);
    const QPointF centre = other.canvas()->mapToScene(other.canvas()->viewport()->rect().center());
    EXPECT_LT(QLineF(centre, canvas().placeOf(80).center()).length(), 20);
}

TEST_F(GraphViewTest, TheMenuOffersWhatCanBeDoneWithTheNode)
{
    show(residualNetwork(24, 6));
    const int node = nodeNamed("/layer0/block0/Relu_a_0");
    canvas().goTo(node);
    QContextMenuEvent event(QContextMenuEvent::Mouse, pointOf(node), surface()->mapToGlobal(pointOf(node)));
    QApplication::sendEvent(surface(), &event);
    auto* menu = view_.findChild<QMenu*>("graphMenu");
    ASSERT_NE(menu, nullptr);
    EXPECT_EQ(currentName(), "/layer0/block0/Relu_a_0");
    QStringList texts;
    for (const auto* action : menu->actions())
        texts << action->text();
    EXPECT_TRUE(texts.contains("Go to producer"));
    EXPECT_TRUE(texts.contains("Copy name"));
    EXPECT_TRUE(texts.contains("Collapse group"));
    menu->close();
}

TEST_F(GraphViewTest, TheMenuGivesTheSelectionToAnEngine)
{
    show(residualNetwork(2, 6));
    auto deployed = deployedOn(snapshot_);
    auto info = std::make_shared<session::DeploymentInfo>(*deployed->deployment);
    info->nodes[0].candidates = {{"cluster", 100.0}, {"fabric", 300.0}};
    info->nodes[1].refusals = {{"cluster", "there is no kernel for Relu"}};
    auto snapshot = std::make_shared<session::Snapshot>(*deployed);
    snapshot->deployment = info;
    view_.setSnapshot(snapshot);
    QSignalSpy assigned(&view_, &GraphView::assignRequested);
    selection_.setNodes({0, 1});
    emit canvas().menuRequested(QPoint(10, 10), canvas().current(), -1);
    auto* menu = view_.findChild<QMenu*>("graphMenu");
    ASSERT_NE(menu, nullptr);
    auto* cluster = menu->findChild<QAction*>("assign:cluster");
    EXPECT_TRUE(cluster->text().contains("1 of 2"));
    EXPECT_TRUE(cluster->toolTip().contains("there is no kernel for Relu"));
    menu->findChild<QAction*>("assign:fabric")->trigger();
    menu->close();
    ASSERT_EQ(assigned.size(), 1);
    EXPECT_EQ(assigned[0][0].value<std::vector<int>>(), (std::vector<int>{0, 1}));
    EXPECT_EQ(assigned[0][1].toString(), "fabric");
}

TEST_F(GraphViewTest, CyclesColourByHeatAndPinsAreMarked)
{
    show(residualNetwork(2, 6));
    auto deployed = deployedOn(snapshot_);
    auto info = std::make_shared<session::DeploymentInfo>(*deployed->deployment);
    info->nodes[0].cycles = 2'000'000;
    info->nodes[2].cycles = 500'000;
    info->nodes[2].pinned = true;
    auto snapshot = std::make_shared<session::Snapshot>(*deployed);
    snapshot->deployment = info;
    view_.setSnapshot(snapshot);
    view_.setColourBy(ColourBy::Cycles);
    const auto& colours = canvas().state().colours;
    const auto colour = [&](int node) { return colours.nodes[static_cast<std::size_t>(view_.picture().view->nodeOf[static_cast<std::size_t>(node)])]; };
    EXPECT_TRUE(colours.ramp);
    EXPECT_EQ(colours.legend.back().label, QStringLiteral("2.00\u00A0M"));
    EXPECT_EQ(colour(0).amount, QStringLiteral("2.00\u00A0M"));
    EXPECT_NE(colour(0).fill, colour(2).fill);
    EXPECT_TRUE(colour(2).pinned);
    EXPECT_FALSE(colour(0).pinned);
}

TEST_F(GraphViewTest, AClickOnThePlusOpensTheGroup)
{
    show(residualNetwork(24, 6));
    view_.setAllOpen(false);
    settle();
    canvas().fit();
    const int node = nodeNamed("/layer0/block0/Relu_a_0");
    const QRectF card = canvas().placeOf(node);
    QTest::mouseClick(surface(), Qt::LeftButton, {}, canvas().mapFromScene(QPointF(card.right() - 18, card.top() + 18)));
    settle();
    EXPECT_FALSE(canvas().isHidden(node));
}

TEST_F(GraphViewTest, TheWindowNeverStallsForLong)
{
    const auto graph = chain(10000);
    qint64 longest = 0;
    QElapsedTimer sinceLast;
    QTimer beat;
    beat.setInterval(2);
    QObject::connect(&beat, &QTimer::timeout, [&] { longest = std::max(longest, sinceLast.restart()); });
    sinceLast.start();
    beat.start();
    show(graph);
    RecordProperty("longest stall ms, open", static_cast<int>(std::exchange(longest, 0)));
    view_.setAllOpen(true);
    settle();
    RecordProperty("longest stall ms, expand all", static_cast<int>(longest));
    EXPECT_EQ(canvas().state().marks.size(), view_.picture().view->nodes.size());
}

TEST_F(GraphViewTest, EverythingThatCanBeClickedHasANameForTestsAndReaders)
{
    show(branching());
    for (const auto* button : view_.findChildren<QToolButton*>()) {
        if (button->parent()->inherits("QLineEdit"))
            continue;       // the clear button is Qt's
        EXPECT_FALSE(button->objectName().isEmpty()) << button->text().toStdString();
        EXPECT_FALSE(button->accessibleName().isEmpty() && button->text().size() < 3) << button->objectName().toStdString();
        EXPECT_GE(button->minimumHeight(), 24) << button->objectName().toStdString();
    }
    EXPECT_FALSE(canvas().accessibleName().isEmpty());
}

TEST_F(GraphViewTest, ColoursByEngineOnceThereIsADeployment)
{
    show(residualNetwork(2, 2));
    EXPECT_EQ(canvas().state().colours.nodes[0].role, 0);
    snapshot_ = deployedOn(snapshot_);
    view_.setSnapshot(snapshot_);
    const auto& colours = canvas().state().colours.nodes;
    EXPECT_EQ(colours[static_cast<std::size_t>(nodeNamed("/layer0/block0/Conv_a_0"))].role, 1);
    EXPECT_EQ(colours[static_cast<std::size_t>(nodeNamed("/layer0/block0/Conv_a_0"))].badge, "C");
    EXPECT_EQ(colours[static_cast<std::size_t>(nodeNamed("/layer0/block0/Relu_a_0"))].badge, "F");
    EXPECT_EQ(colours[static_cast<std::size_t>(nodeNamed("/layer0/block0/Add_0"))].role, 8);
    view_.setColourBy(ColourBy::Macs);
    EXPECT_EQ(canvas().state().colours.nodes[0].role, 1);      // the badge stays
    view_.openFind();
    QTest::keyClicks(view_.findChild<QLineEdit*>("graphFindEdit"), "engine:cluster");
    EXPECT_EQ(view_.findChild<QLabel*>("graphFindHits")->text(), "4 hits");
}

TEST_F(GraphViewTest, PaintsTenThousandNodesAtEveryScale)
{
    show(chain(10000));
    view_.setAllOpen(true);
    settle();
    for (const double scale : {0.005, 0.02, 0.1, 0.5, 1.5}) {
        canvas().zoomBy(scale / canvas().scale());
        canvas().centerOn(canvas().placeOf(5000).center());
        QElapsedTimer timer;
        timer.start();
        const QImage image = surface()->grab().toImage();
        RecordProperty("paint ms at " + std::to_string(scale), static_cast<int>(timer.elapsed()));
        std::set<QRgb> colours;
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, image.height() / 2));
        EXPECT_GT(colours.size(), 1u) << scale;
    }
}

TEST_F(GraphViewTest, ANewGraphReplacesOneThatIsStillBeingDrawn)
{
    view_.setSnapshot(snapshotOf(chain(10000)));
    view_.setSnapshot(snapshotOf(chain(50)));
    snapshot_ = snapshotOf(residualNetwork(1, 1));
    view_.setSnapshot(snapshot_);
    settle();
    EXPECT_EQ(view_.picture().view->graph, snapshot_->graph);
}

}  // namespace
}  // namespace tw::views::graph
