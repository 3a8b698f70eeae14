// SPDX-License-Identifier: Apache-2.0
// Groups of the shapes that networks have, and a checker of drawings that shares nothing with the layouts.
#pragma once

#include "core/base/layout_protocol.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

namespace tw::layout {

inline Problem boxes(int count)
{
    Problem problem;
    for (int i = 0; i < count; ++i)
        problem.boxes.push_back({.width = 204, .height = i % 3 ? 58.0 : 72.0});
    return problem;
}

inline Problem chainProblem(int count)
{
    Problem problem = boxes(count);
    for (int i = 1; i < count; ++i)
        problem.edges.push_back({.from = i - 1, .to = i});
    return problem;
}

/// A chain in which every fifth node also reads the one four before.
inline Problem residualProblem(int count)
{
    Problem problem = chainProblem(count);
    for (int i = 4; i < count; i += 5)
        problem.edges.push_back({.from = i - 4, .to = i});
    return problem;
}

/// Every node reads all nodes of the last `reach`.
inline Problem denseProblem(int count, int reach)
{
    Problem problem = boxes(count);
    for (int i = 0; i < count; ++i)
        for (int j = std::max(0, i - reach); j < i; ++j)
            problem.edges.push_back({.from = j, .to = i});
    return problem;
}

inline Problem randomProblem(int count, unsigned seed)
{
    std::mt19937 random(seed);
    Problem problem = boxes(count);
    for (int i = 1; i < count; ++i)
        for (int n = static_cast<int>(random() % 3); n >= 0; --n)
            problem.edges.push_back({.from = static_cast<int>(random() % static_cast<unsigned>(i)), .to = i});
    problem.boxes.push_back({.width = 1, .height = 1, .kind = BoxKind::TopPort});
    problem.edges.push_back({.from = count, .to = count / 2});
    problem.boxes.push_back({.width = 1, .height = 1, .kind = BoxKind::BottomPort});
    problem.edges.push_back({.from = count / 3, .to = count + 1});
    return problem;
}

/// Backward edges on purpose.
inline Problem cyclicProblem(int count)
{
    Problem problem = chainProblem(count);
    problem.edges.push_back({.from = count - 1, .to = 0});
    problem.edges.push_back({.from = count / 2, .to = count / 4});
    return problem;
}

inline void expectNoOverlap(const Problem& problem, const Drawing& drawing)
{
    constexpr double kTouch = 0.01;
    ASSERT_EQ(drawing.centres.size(), problem.boxes.size());
    for (std::size_t a = 0; a < problem.boxes.size(); ++a) {
        for (std::size_t b = a + 1; b < problem.boxes.size(); ++b) {
            const double apartX = std::abs(drawing.centres[a].x - drawing.centres[b].x) - (problem.boxes[a].width + problem.boxes[b].width) / 2;
            const double apartY = std::abs(drawing.centres[a].y - drawing.centres[b].y) - (problem.boxes[a].height + problem.boxes[b].height) / 2;
            ASSERT_TRUE(apartX > -kTouch || apartY > -kTouch) << "boxes " << a << " and " << b << " overlap";
        }
    }
}

/// Routes start and end on the borders of their boxes.
inline void expectRoutesMeetBoxes(const Problem& problem, const Drawing& drawing, double tolerance)
{
    ASSERT_EQ(drawing.routes.size(), problem.edges.size());
    const auto touches = [&](int index, const Point& point) {
        const auto& box = problem.boxes[static_cast<std::size_t>(index)];
        const auto& centre = drawing.centres[static_cast<std::size_t>(index)];
        return std::abs(point.x - centre.x) <= box.width / 2 + tolerance && std::abs(point.y - centre.y) <= box.height / 2 + tolerance;
    };
    for (std::size_t e = 0; e < problem.edges.size(); ++e) {
        ASSERT_FALSE(drawing.routes[e].empty());
        EXPECT_TRUE(touches(problem.edges[e].from, drawing.routes[e].front())) << "edge " << e;
        EXPECT_TRUE(touches(problem.edges[e].to, drawing.routes[e].back())) << "edge " << e;
    }
}

}  // namespace tw::layout
