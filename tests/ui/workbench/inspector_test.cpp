// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/workbench/fake_engine.h"
#include "views/inspector/inspector_text.h"
#include "views/inspector/inspector_view.h"
#include "views/inspector/quantisation_text.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <gtest/gtest.h>

namespace tw::views {
namespace {

struct InspectorTest : testing::Test {
    Selection selection;
    InspectorView view{selection};
    session::SnapshotPointer snapshot = test::deployedSnapshot(test::chainSnapshot(6));

    void SetUp() override
    {
        view.resize(360, 700);
        view.show();
        view.setSnapshot(snapshot);
        QTest::qWait(10);
    }
    bool shows(const char* text)
    {
        QTest::qWait(10);
        const bool found = view.plainText().contains(QLatin1String(text));
        return found;
    }
    void follow(const char* link)
    {
        emit view.findChild<QTextBrowser*>(QStringLiteral("inspectorText"))->anchorClicked(QUrl(QLatin1String(link)));
    }
};

TEST_F(InspectorTest, SummarisesTheModelWhenNothingIsSelected)
{
    EXPECT_TRUE(shows("chain.onnx"));
    EXPECT_TRUE(shows("fixture"));
    EXPECT_TRUE(shows("ai.onnx 17"));
    EXPECT_TRUE(shows("Engines of Test target"));
    EXPECT_TRUE(shows("6 nodes"));
}

TEST_F(InspectorTest, ShowsANodeWithPlacementOperandsAttributesAndCounts)
{
    selection.setNodes({2});
    EXPECT_TRUE(shows("Relu"));
    EXPECT_TRUE(shows("node_2"));
    EXPECT_TRUE(shows("Rectifier."));
    EXPECT_TRUE(shows("tw_Relu_f32"));
    EXPECT_TRUE(shows("kernels/test.json, row 1"));
    EXPECT_TRUE(shows("runs it, 100 cycles"));
    EXPECT_TRUE(shows("could run it, 10 cycles"));
    EXPECT_TRUE(shows("f32 [1, 4]"));
    EXPECT_TRUE(shows("from node_1"));
    EXPECT_TRUE(shows("to node_3"));
    EXPECT_TRUE(shows("alpha"));
}

TEST_F(InspectorTest, SaysInASentenceWhyAnEngineCannot)
{
    selection.setNodes({1});
    EXPECT_TRUE(shows("cannot: it has no kernel for f32"));
}

TEST_F(InspectorTest, PinsAndClearsByALink)
{
    QSignalSpy assigned(&view, &InspectorView::assignRequested);
    selection.setNodes({2});
    EXPECT_TRUE(shows("run here"));
    follow("pin:1");
    ASSERT_EQ(assigned.size(), 1);
    EXPECT_EQ(assigned[0][0].value<std::vector<int>>(), std::vector<int>{2});
    EXPECT_EQ(assigned[0][1].toString(), QStringLiteral("npu"));
    view.setSnapshot(test::deployedSnapshot(test::chainSnapshot(6), {.pins = {{"node_2", "npu"}}}));
    EXPECT_TRUE(shows("runs it, pinned"));
    follow("unpin:0");
    ASSERT_EQ(assigned.size(), 2);
    EXPECT_TRUE(assigned[1][1].toString().isEmpty());
}

TEST_F(InspectorTest, ShowsWhatTheSchemaGivesToAttributesLeftOut)
{
    auto known = std::make_shared<session::Snapshot>(*snapshot);
    known->nodes[2].defaults = std::make_shared<const std::map<std::string, ir::Attribute>>(
        std::map<std::string, ir::Attribute>{{"alpha", 0.5F}, {"axis", std::int64_t{-1}}});
    view.setSnapshot(known);
    selection.setNodes({2});
    EXPECT_TRUE(shows("axis"));
    EXPECT_TRUE(shows("default"));
    EXPECT_FALSE(shows("0.5"));       // alpha is there
}

TEST_F(InspectorTest, OffersToSaveAConstant)
{
    QSignalSpy asked(&view, &InspectorView::saveRequested);
    selection.setTensor({0});
    QTest::qWait(10);
    QTest::mouseClick(view.findChild<QToolButton*>(QStringLiteral("tensorSave")), Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].value<ir::TensorId>(), ir::TensorId{0});
}

TEST_F(InspectorTest, NamesTheRoleOfEachInput)
{
    selection.setNodes({1});
    EXPECT_TRUE(shows("A"));
    EXPECT_TRUE(shows("weights"));
    EXPECT_TRUE(shows("constant"));
}

TEST_F(InspectorTest, AddsUpSeveralNodes)
{
    selection.setNodes({1, 2, 3});
    EXPECT_TRUE(shows("3 nodes"));
    EXPECT_TRUE(shows("6.00"));       // 3 x 2000 MACs
    EXPECT_TRUE(shows("Add"));
}

TEST_F(InspectorTest, SaysWhatTheEnginesDoOfSeveralNodes)
{
    view.setSnapshot(test::deployedSnapshot(test::chainSnapshot(6), {.pins = {{"node_2", "npu"}}}));
    selection.setNodes({1, 2, 3, 4});
    EXPECT_TRUE(shows("Engines"));
    EXPECT_TRUE(shows("3 nodes, 300 cycles"));      // cpu: 100 cycles each
    EXPECT_TRUE(shows("1 node, 10 cycles"));        // npu
}

TEST_F(InspectorTest, CountsTheCyclesOfNodesThatRunTogetherOnce)
{
    auto together = std::make_shared<session::Snapshot>(*snapshot);
    auto deployment = std::make_shared<session::DeploymentInfo>(*snapshot->deployment);
    deployment->nodes[2].work = deployment->nodes[1].work;
    deployment->nodes[3].cycles.reset();
    deployment->nodes[4].engine.clear();
    together->deployment = deployment;
    view.setSnapshot(together);
    selection.setNodes({1, 2, 3, 4});
    EXPECT_TRUE(shows("3 nodes, 100 cycles, no figure for 1"));
    EXPECT_TRUE(shows("none"));
}

TEST_F(InspectorTest, LinksSelectTheProducerAndTheTensor)
{
    selection.setNodes({2});
    QTest::qWait(10);
    follow("node:1");
    EXPECT_EQ(selection.nodes(), std::vector<int>{1});
    follow("tensor:0");
    EXPECT_EQ(selection.tensor(), ir::TensorId{0});
    EXPECT_TRUE(shows("Constant tensor"));
}

TEST_F(InspectorTest, AsksForTheStatisticsOfAConstantOnceAndShowsTheAnswer)
{
    QSignalSpy requested(&view, &InspectorView::statisticsRequested);
    selection.setTensor({0});
    QTest::qWait(10);
    ASSERT_EQ(requested.size(), 1);
    session::TensorStatistics statistics{.minimum = -1, .maximum = 2, .mean = 0.375, .elements = 4, .zeros = 1,
                                         .binBegin = -1, .binWidth = 1.5, .bins = {2, 2}};
    view.setStatistics({0}, statistics);
    const QString text = view.findChild<QLabel*>(QStringLiteral("tensorStatistics"))->text();
    EXPECT_TRUE(text.contains(QStringLiteral("mean 0.375")));
    EXPECT_TRUE(text.contains(QStringLiteral("zeros 1")));
}

TEST_F(InspectorTest, IgnoresStatisticsOfATensorThatIsNoLongerShown)
{
    selection.setTensor({0});
    QTest::qWait(10);
    selection.setNodes({1});
    QTest::qWait(10);
    view.setStatistics({0}, Error{.message = "late"});
    EXPECT_NE(view.findChild<QLabel*>(QStringLiteral("tensorStatistics"))->text(), QStringLiteral("late"));
}

TEST_F(InspectorTest, AHiddenViewOnlyNotesThatItIsStale)
{
    view.hide();
    selection.setNodes({2});
    EXPECT_FALSE(shows("Rectifier."));
    view.show();
    EXPECT_TRUE(shows("Rectifier."));
}

TEST(ValuesModel, KeepsTheRulesOfItemModelsWhileRowsAreFetched)
{
    ValuesModel model;
    model.setTensor(ir::makeTensor<float>(ir::DataType::F32, ir::Shape{2500, 2}, std::vector<float>(5000, 1.5F)));
    EXPECT_EQ(model.rowCount(), 1000);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    while (model.canFetchMore({}))
        model.fetchMore({});
    EXPECT_EQ(model.rowCount(), 2500);
    EXPECT_FALSE(model.canFetchMore({}));
}

TEST(ValuesModel, NamesRowsByTheirPositionAndShowsEachValue)
{
    ValuesModel model;
    model.setTensor(ir::makeTensor<float>(ir::DataType::F32, ir::Shape{2, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5F}));
    EXPECT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("[1, 0, :]"));
    EXPECT_EQ(model.index(2, 1).data().toString(), QStringLiteral("7"));
    EXPECT_EQ(model.index(3, 2).data().toString(), QStringLiteral("0.5"));
}

TEST(ValueText, DecodesFourBitValuesLowNibbleFirst)
{
    // Bytes 0x2F 0x08: nibbles F, 2, 8 are -1, 2, -8 as signed four-bit integers.
    const ir::TensorData data{.type = ir::DataType::I4, .shape = ir::Shape{3}, .bytes = Bytes::copyOf("\x2F\x08")};
    EXPECT_EQ(valueText(data, 0), QStringLiteral("-1"));
    EXPECT_EQ(valueText(data, 1), QStringLiteral("2"));
    EXPECT_EQ(valueText(data, 2), QStringLiteral("-8"));
}

TEST(QuantisationText, WritesTheFormulaOfAQuantisedTensor)
{
    ir::Graph graph;
    const auto x = graph.addTensor({.name = "x", .type = ir::DataType::F32, .shape = {4}});
    const auto scale = graph.addConstant("s", ir::makeTensor<float>(ir::DataType::F32, ir::Shape::scalar(), {0.25F}));
    const auto zero = graph.addConstant("z", ir::makeTensor<std::uint8_t>(ir::DataType::U8, ir::Shape::scalar(), {128}));
    const auto q = graph.addTensor({.name = "q", .type = ir::DataType::U8, .shape = {4}});
    graph.addNode({.name = "quantise", .op = "QuantizeLinear", .inputs = {x, scale, zero}, .outputs = {q}});
    EXPECT_EQ(quantisationText(graph, ir::GraphIndex(graph), q), QStringLiteral("real = 0.25 × (stored − 128)"));
    EXPECT_TRUE(quantisationText(graph, ir::GraphIndex(graph), x).isEmpty());
}

}  // namespace
}  // namespace tw::views
