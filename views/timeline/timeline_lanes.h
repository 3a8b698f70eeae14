// SPDX-License-Identifier: GPL-3.0-or-later
// The spans of a timeline by lane, and which rectangles a window of time needs: what is narrower than a pixel is joined.
#pragma once

#include "core/schedule/timeline.h"

#include <memory>
#include <vector>

namespace tw::views {

struct TimeRange {
    double begin = 0;
    double end = 1;
    double length() const { return end - begin; }
    bool operator==(const TimeRange&) const = default;
};

/// Something to be drawn, in pixels from the left of the window.
struct LaneBar {
    double left = 0;
    double right = 0;
    std::size_t span = 0;          // of the timeline; the first one of those joined
    bool joined = false;
};

class TimelineLanes {
public:
    void setTimeline(std::shared_ptr<const schedule::Timeline> timeline);
    const schedule::Timeline* timeline() const { return timeline_.get(); }
    std::size_t count() const { return ofLane_.size(); }

    /// Takes time by the number of bars, which is at most twice the number of pixels, and the logarithm of the spans.
    std::vector<LaneBar> bars(std::size_t lane, TimeRange range, double pixels) const;
    /// The span there, or the nearest within `slack` cycles; -1 when there is none.
    int spanAt(std::size_t lane, double cycle, double slack) const;
    /// The node that runs at this time; -1 when none does.
    int nodeAt(double cycle) const;
    /// Nodes that take time, those that take most first.
    const std::vector<int>& longest() const { return longest_; }
    /// Nodes that take time, in the order in which they run.
    const std::vector<int>& inOrder() const { return inOrder_; }

private:
    const schedule::Span& span(std::size_t lane, std::size_t index) const { return timeline_->spans[ofLane_[lane][index]]; }
    /// The first of the lane that ends after this.
    std::size_t firstEndingAfter(std::size_t lane, std::size_t from, double cycle) const;

    std::shared_ptr<const schedule::Timeline> timeline_;
    std::vector<std::vector<std::size_t>> ofLane_;
    std::vector<int> longest_;
    std::vector<int> inOrder_;
};

}  // namespace tw::views
