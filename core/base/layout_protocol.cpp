// SPDX-License-Identifier: Apache-2.0
#include "core/base/layout_protocol.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tw::layout {
namespace {

constexpr std::string_view kMagic = "TWL1";
constexpr double kLargestLength = 1e7;
constexpr double kSlack = 64;     // a curve's control points may lie a little outside the drawing

class Writer {
public:
    void u8(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
    void u32(std::uint32_t value)
    {
        for (int shift = 0; shift < 32; shift += 8)
            u8(static_cast<std::uint8_t>(value >> shift));
    }
    void count(std::size_t value) { u32(static_cast<std::uint32_t>(value)); }
    void number(double value)
    {
        const auto narrow = static_cast<float>(value);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &narrow, sizeof bits);
        u32(bits);
    }
    void point(const Point& point)
    {
        number(point.x);
        number(point.y);
    }
    void text(std::string_view text)
    {
        count(text.size());
        bytes_ += text;
    }
    std::string frame() const
    {
        Writer header;
        header.bytes_ = kMagic;
        header.count(bytes_.size());
        return header.bytes_ + bytes_;
    }

private:
    std::string bytes_;
};

/// Reads past the end give zeros and mark the reader as broken, so that callers check once.
class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    std::uint8_t u8()
    {
        if (at_ >= bytes_.size()) {
            broken_ = true;
            return 0;
        }
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }
    std::uint32_t u32()
    {
        std::uint32_t value = 0;
        for (int shift = 0; shift < 32; shift += 8)
            value |= std::uint32_t{u8()} << shift;
        return value;
    }
    int index() { return static_cast<int>(std::min(u32(), 0x7fffffffu)); }
    double number()
    {
        const std::uint32_t bits = u32();
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
    Point point()
    {
        const double x = number();
        return {.x = x, .y = number()};
    }
    /// A count of things of at least `smallest` bytes each: never more than the rest of the bytes can hold.
    std::size_t count(std::size_t smallest)
    {
        const std::size_t wanted = u32();
        if (wanted > (bytes_.size() - at_) / smallest) {
            broken_ = true;
            return 0;
        }
        return wanted;
    }
    std::string text()
    {
        const std::size_t size = count(1);
        const std::string result(bytes_.substr(at_, size));
        at_ += size;
        return result;
    }
    bool finished() const { return !broken_ && at_ == bytes_.size(); }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool broken_ = false;
};

bool isLength(double value)
{
    return std::isfinite(value) && value >= 0 && value <= kLargestLength;
}

Error malformed(std::string_view what)
{
    return Error{.code = Code::BadInput, .message = "malformed layout " + std::string(what)};
}

}  // namespace

bool isValid(const Problem& problem)
{
    const auto boxes = static_cast<std::int64_t>(problem.boxes.size());
    const auto goodBox = [](const Box& box) {
        return isLength(box.width) && isLength(box.height) && box.kind <= BoxKind::BottomPort;
    };
    const auto goodEdge = [boxes](const Edge& edge) {
        return edge.from >= 0 && edge.from < boxes && edge.to >= 0 && edge.to < boxes && edge.from != edge.to
               && isLength(std::abs(edge.fromOffset)) && isLength(std::abs(edge.toOffset));
    };
    return std::ranges::all_of(problem.boxes, goodBox) && std::ranges::all_of(problem.edges, goodEdge);
}

bool fits(const Drawing& drawing, const Problem& problem)
{
    if (drawing.centres.size() != problem.boxes.size() || drawing.routes.size() != problem.edges.size())
        return false;
    if (!isLength(drawing.width) || !isLength(drawing.height))
        return false;
    const auto inside = [&](const Point& point) {
        return point.x >= -kSlack && point.x <= drawing.width + kSlack && point.y >= -kSlack
               && point.y <= drawing.height + kSlack;
    };
    const auto goodRoute = [&](const std::vector<Point>& route) {
        return route.size() >= 4 && route.size() % 3 == 1 && std::ranges::all_of(route, inside);
    };
    return std::ranges::all_of(drawing.centres, inside) && std::ranges::all_of(drawing.routes, goodRoute);
}

std::string requestFrame(std::uint32_t id, const Problem& problem)
{
    Writer out;
    out.u32(id);
    out.count(problem.boxes.size());
    for (const Box& box : problem.boxes) {
        out.number(box.width);
        out.number(box.height);
        out.u8(static_cast<std::uint8_t>(box.kind));
    }
    out.count(problem.edges.size());
    for (const Edge& edge : problem.edges) {
        out.u32(static_cast<std::uint32_t>(edge.from));
        out.u32(static_cast<std::uint32_t>(edge.to));
        out.number(edge.fromOffset);
        out.number(edge.toOffset);
    }
    return out.frame();
}

std::string responseFrame(std::uint32_t id, const Drawing& drawing)
{
    Writer out;
    out.u32(id);
    out.u8(1);
    out.number(drawing.width);
    out.number(drawing.height);
    out.count(drawing.centres.size());
    for (const Point& point : drawing.centres)
        out.point(point);
    out.count(drawing.routes.size());
    for (const auto& route : drawing.routes) {
        out.count(route.size());
        for (const Point& point : route)
            out.point(point);
    }
    return out.frame();
}

std::string failureFrame(std::uint32_t id, std::string_view why)
{
    Writer out;
    out.u32(id);
    out.u8(0);
    out.text(why);
    return out.frame();
}

Result<std::uint32_t> bodyLength(std::string_view header)
{
    if (header.size() != kFrameHeader || !header.starts_with(kMagic))
        return malformed("frame");
    const std::uint32_t length = Reader(header.substr(kMagic.size())).u32();
    if (length > kLargestFrame)
        return malformed("frame length");
    return length;
}

Result<Request> readRequest(std::string_view body)
{
    Reader in(body);
    Request request{.id = in.u32(), .problem = {}};
    request.problem.boxes.resize(in.count(9));
    for (Box& box : request.problem.boxes) {
        box.width = in.number();
        box.height = in.number();
        box.kind = static_cast<BoxKind>(in.u8());
    }
    request.problem.edges.resize(in.count(16));
    for (Edge& edge : request.problem.edges) {
        edge.from = in.index();
        edge.to = in.index();
        edge.fromOffset = in.number();
        edge.toOffset = in.number();
    }
    if (!in.finished() || !isValid(request.problem))
        return malformed("request");
    return request;
}

Result<Response> readResponse(std::string_view body)
{
    Reader in(body);
    Response response{.id = in.u32()};
    response.failed = in.u8() == 0;
    if (response.failed) {
        response.why = in.text();
    } else {
        response.drawing.width = in.number();
        response.drawing.height = in.number();
        response.drawing.centres.resize(in.count(8));
        for (Point& point : response.drawing.centres)
            point = in.point();
        response.drawing.routes.resize(in.count(4));
        for (auto& route : response.drawing.routes) {
            route.resize(in.count(8));
            for (Point& point : route)
                point = in.point();
        }
    }
    if (!in.finished())
        return malformed("response");
    return response;
}

}  // namespace tw::layout
