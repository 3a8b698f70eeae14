// SPDX-License-Identifier: Apache-2.0
// One group of a graph as boxes and edges, its drawing, and both as bytes: what the workbench and the layout helper
// say to each other. Lengths in pixels, y grows downwards, the drawing starts at (0, 0).
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tw::layout {

enum class BoxKind : std::uint8_t {
    Node,
    TopPort,      // where an edge enters the group: stands above all nodes
    BottomPort,   // where an edge leaves it: stands below all nodes
};

struct Box {
    double width = 0;
    double height = 0;
    BoxKind kind = BoxKind::Node;
};

struct Edge {
    int from = 0;             // indices into boxes; from == to is not allowed
    int to = 0;
    double fromOffset = 0;    // where it leaves and enters, measured from the middle of the box
    double toOffset = 0;
};

struct Problem {
    std::vector<Box> boxes;
    std::vector<Edge> edges;
};

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

struct Drawing {
    double width = 0;
    double height = 0;
    std::vector<Point> centres;               // one per box
    std::vector<std::vector<Point>> routes;   // one per edge: a piecewise cubic of 1 + 3n points
};

/// Whether indices are in range and sizes are sane numbers; everything that is sent or received is checked by it.
bool isValid(const Problem& problem);
/// Whether `drawing` has a place for each box and a route for each edge, all inside its bounds.
bool fits(const Drawing& drawing, const Problem& problem);

// A frame is the four letters "TWL1", the number of bytes that follow (32 bits, little endian), then those bytes.
inline constexpr std::size_t kFrameHeader = 8;
inline constexpr std::uint32_t kLargestFrame = 64u << 20;

std::string requestFrame(std::uint32_t id, const Problem& problem);
std::string responseFrame(std::uint32_t id, const Drawing& drawing);
/// The helper is alive but could not draw this one.
std::string failureFrame(std::uint32_t id, std::string_view why);

/// Bytes of the body after a header; fails with BadInput when the header is not ours or announces too much.
Result<std::uint32_t> bodyLength(std::string_view header);

struct Request {
    std::uint32_t id = 0;
    Problem problem;
};
Result<Request> readRequest(std::string_view body);

struct Response {
    std::uint32_t id = 0;
    bool failed = false;
    std::string why = {};
    Drawing drawing = {};
};
Result<Response> readResponse(std::string_view body);

}  // namespace tw::layout
