// SPDX-License-Identifier: Apache-2.0
#include "views/graph/linear_layout.h"

#include "tests/unit/layout/layout_fixture.h"

#include <algorithm>

namespace tw::views::graph {
namespace {

using namespace tw::layout;

TEST(LinearLayout, BoxesOfNetworksNeverOverlap)
{
    const Problem problems[] = {boxes(1), boxes(7), chainProblem(50), residualProblem(150), denseProblem(60, 12), cyclicProblem(40)};
    for (const auto& problem : problems) {
        const Drawing drawing = layoutLinear(problem);
        EXPECT_TRUE(fits(drawing, problem));
        expectNoOverlap(problem, drawing);
        expectRoutesMeetBoxes(problem, drawing, 0.01);
    }
}

TEST(LinearLayout, BoxesOfRandomGraphsNeverOverlap)
{
    for (unsigned seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = randomProblem(static_cast<int>(20 + seed * 5), seed);
        const Drawing drawing = layoutLinear(problem);
        EXPECT_TRUE(fits(drawing, problem));
        expectNoOverlap(problem, drawing);
    }
}

TEST(LinearLayout, SameProblemGivesSameDrawing)
{
    const Problem problem = randomProblem(120, 99);
    const Drawing first = layoutLinear(problem);
    const Drawing second = layoutLinear(problem);
    EXPECT_EQ(first.centres, second.centres);
    EXPECT_EQ(first.routes, second.routes);
}

TEST(LinearLayout, EdgesPointDownAndPortsStandAtTheBorders)
{
    const Problem problem = randomProblem(80, 3);
    const Drawing drawing = layoutLinear(problem);
    for (const auto& edge : problem.edges)
        EXPECT_LT(drawing.centres[static_cast<std::size_t>(edge.from)].y, drawing.centres[static_cast<std::size_t>(edge.to)].y);
    const auto [top, bottom] = std::ranges::minmax_element(drawing.centres, {}, &Point::y);
    EXPECT_EQ(problem.boxes[static_cast<std::size_t>(top - drawing.centres.begin())].kind, BoxKind::TopPort);
    EXPECT_EQ(problem.boxes[static_cast<std::size_t>(bottom - drawing.centres.begin())].kind, BoxKind::BottomPort);
}

TEST(LinearLayout, TheMainPathOfAResidualChainRunsStraight)
{
    const Problem problem = residualProblem(40);
    const Drawing drawing = layoutLinear(problem);
    for (std::size_t i = 1; i < drawing.centres.size(); ++i)
        EXPECT_NEAR(drawing.centres[i].x, drawing.centres[i - 1].x, 4.0) << i;
}

TEST(LinearLayout, UncrossesWhatCanBeUncrossed)
{
    // Two parallel chains whose first nodes are given in one order and whose last ones in the other.
    Problem problem = boxes(6);
    problem.edges = {{0, 2}, {1, 3}, {3, 4}, {2, 5}};
    const Drawing drawing = layoutLinear(problem);
    const bool first = drawing.centres[0].x < drawing.centres[1].x;
    EXPECT_EQ(drawing.centres[2].x < drawing.centres[3].x, first);
    EXPECT_EQ(drawing.centres[5].x < drawing.centres[4].x, first);
}

TEST(LinearLayout, DrawsTenThousandNodesFlat)
{
    const Problem problem = residualProblem(10000);
    const Drawing drawing = layoutLinear(problem);
    EXPECT_EQ(drawing.centres.size(), 10000u);
    EXPECT_TRUE(fits(drawing, problem));
}

}  // namespace
}  // namespace tw::views::graph
