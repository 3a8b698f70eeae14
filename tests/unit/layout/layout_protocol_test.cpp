// SPDX-License-Identifier: Apache-2.0
#include "core/base/layout_protocol.h"

#include "tests/unit/layout/layout_fixture.h"

namespace tw::layout {
namespace {

std::string_view body(const std::string& frame)
{
    return std::string_view(frame).substr(kFrameHeader);
}

TEST(LayoutProtocol, CarriesARequestThroughBytes)
{
    Problem problem = residualProblem(12);
    problem.boxes[3].kind = BoxKind::TopPort;
    problem.edges[2].toOffset = -30.5;
    const std::string frame = requestFrame(77, problem);
    EXPECT_EQ(bodyLength(frame.substr(0, kFrameHeader)).value(), frame.size() - kFrameHeader);
    const auto read = readRequest(body(frame));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->id, 77u);
    ASSERT_EQ(read->problem.boxes.size(), 12u);
    EXPECT_EQ(read->problem.boxes[3].kind, BoxKind::TopPort);
    EXPECT_EQ(read->problem.boxes[3].height, 72);
    ASSERT_EQ(read->problem.edges.size(), problem.edges.size());
    EXPECT_EQ(read->problem.edges[2].toOffset, -30.5);
}

TEST(LayoutProtocol, CarriesADrawingAndAFailure)
{
    const Drawing drawing{.width = 10, .height = 20, .centres = {{1, 2}, {3, 4}}, .routes = {{{1, 2}, {1, 3}, {3, 3}, {3, 4}}}};
    const auto read = readResponse(body(responseFrame(5, drawing)));
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->failed);
    EXPECT_EQ(read->drawing.routes, drawing.routes);
    const auto failed = readResponse(body(failureFrame(6, "no room")));
    ASSERT_TRUE(failed);
    EXPECT_TRUE(failed->failed);
    EXPECT_EQ(failed->why, "no room");
}

TEST(LayoutProtocol, RefusesEveryTruncation)
{
    const std::string request = requestFrame(1, residualProblem(6));
    for (std::size_t size = 0; size < request.size() - kFrameHeader; ++size)
        EXPECT_FALSE(readRequest(body(request).substr(0, size))) << size;
    EXPECT_FALSE(readRequest(std::string(body(request)) + "x"));
}

TEST(LayoutProtocol, RefusesForeignHeadersAndHugeLengths)
{
    EXPECT_FALSE(bodyLength("HTTP/1.1"));
    EXPECT_FALSE(bodyLength(std::string("TWL1\xff\xff\xff\xff", 8)));
    EXPECT_FALSE(bodyLength("TWL1"));
}

TEST(LayoutProtocol, RefusesEdgesToNowhereAndSizesThatAreNoNumbers)
{
    Problem outside = chainProblem(3);
    outside.edges[0].to = 3;
    EXPECT_FALSE(readRequest(body(requestFrame(1, outside))));
    Problem loop = chainProblem(3);
    loop.edges[0].to = loop.edges[0].from;
    EXPECT_FALSE(readRequest(body(requestFrame(1, loop))));
    Problem endless = chainProblem(3);
    endless.boxes[1].width = NAN;
    EXPECT_FALSE(readRequest(body(requestFrame(1, endless))));
}

TEST(LayoutProtocol, SurvivesRandomBytes)
{
    const unsigned seed = 4711;
    std::mt19937 random(seed);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 200, '\0');
        for (char& byte : bytes)
            byte = static_cast<char>(random());
        EXPECT_FALSE(readRequest(bytes).has_value() && bytes.size() < 13) << "seed " << seed;
        static_cast<void>(readResponse(bytes));
    }
}

TEST(LayoutProtocol, ADrawingMustHaveAPlaceForEachBox)
{
    const Problem problem = chainProblem(2);
    const Drawing good{.width = 204, .height = 200, .centres = {{102, 36}, {102, 160}}, .routes = {{{102, 72}, {102, 80}, {102, 90}, {102, 131}}}};
    EXPECT_TRUE(fits(good, problem));
    Drawing missing = good;
    missing.centres.pop_back();
    EXPECT_FALSE(fits(missing, problem));
    Drawing astray = good;
    astray.centres[1].x = 5000;
    EXPECT_FALSE(fits(astray, problem));
    Drawing broken = good;
    broken.routes[0].pop_back();
    EXPECT_FALSE(fits(broken, problem));
}

}  // namespace
}  // namespace tw::layout
