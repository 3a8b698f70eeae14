// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_lanes.h"

#include <algorithm>

namespace tw::views {

void TimelineLanes::setTimeline(std::shared_ptr<const schedule::Timeline> timeline)
{
    timeline_ = std::move(timeline);
    ofLane_.clear();
    longest_.clear();
    inOrder_.clear();
    if (!timeline_)
        return;
    ofLane_.resize(timeline_->lanes.size());
    for (std::size_t i = 0; i < timeline_->spans.size(); ++i)
        ofLane_[static_cast<std::size_t>(timeline_->spans[i].lane)].push_back(i);
    for (std::size_t i = 0; i < timeline_->nodes.size(); ++i)
        if (timeline_->nodes[i].end > timeline_->nodes[i].begin)
            inOrder_.push_back(static_cast<int>(i));
    longest_ = inOrder_;
    const auto cycles = [this](int node) { return timeline_->nodes[static_cast<std::size_t>(node)].end - timeline_->nodes[static_cast<std::size_t>(node)].begin; };
    std::ranges::stable_sort(longest_, [&](int one, int other) { return cycles(one) > cycles(other); });
}

std::size_t TimelineLanes::firstEndingAfter(std::size_t lane, std::size_t from, double cycle) const
{
    const auto& spans = ofLane_[lane];
    const auto found = std::partition_point(spans.begin() + static_cast<std::ptrdiff_t>(from), spans.end(),
                                            [&](std::size_t index) { return timeline_->spans[index].end <= cycle; });
    return static_cast<std::size_t>(found - spans.begin());
}

std::vector<LaneBar> TimelineLanes::bars(std::size_t lane, TimeRange range, double pixels) const
{
    std::vector<LaneBar> bars;
    const double scale = pixels / range.length();
    const double pixel = range.length() / pixels;
    for (std::size_t i = firstEndingAfter(lane, 0, range.begin); i < ofLane_[lane].size() && span(lane, i).begin < range.end;) {
        const auto& one = span(lane, i);
        LaneBar bar{.left = (one.begin - range.begin) * scale, .right = (one.end - range.begin) * scale, .span = ofLane_[lane][i]};
        if (bar.right - bar.left >= 1) {
            bars.push_back(bar);
            ++i;
            continue;
        }
        // Everything of this pixel is one bar, and neighbours without a gap grow together.
        const auto next = std::max(firstEndingAfter(lane, i, one.begin + pixel), i + 1);
        bar.joined = next > i + 1;
        bar.right = std::max(bar.left + 1, (span(lane, next - 1).end - range.begin) * scale);
        i = next;
        const bool touches = !bars.empty() && bars.back().joined && bar.left - bars.back().right < 1 &&
                             timeline_->spans[bars.back().span].node == timeline_->spans[bar.span].node;
        if (touches) {
            bars.back().right = bar.right;
            continue;
        }
        bars.push_back(bar);
    }
    return bars;
}

int TimelineLanes::spanAt(std::size_t lane, double cycle, double slack) const
{
    if (lane >= ofLane_.size())
        return -1;
    const auto first = firstEndingAfter(lane, 0, cycle - slack);
    int best = -1;
    double least = slack;
    for (std::size_t i = first; i < ofLane_[lane].size() && span(lane, i).begin <= cycle + slack; ++i) {
        const double distance = std::max({0.0, span(lane, i).begin - cycle, cycle - span(lane, i).end});
        if (distance > least || (best >= 0 && distance == least))
            continue;
        least = distance;
        best = static_cast<int>(ofLane_[lane][i]);
        if (distance == 0)
            break;
    }
    return best;
}

int TimelineLanes::nodeAt(double cycle) const
{
    const auto found = std::partition_point(inOrder_.begin(), inOrder_.end(),
                                            [&](int node) { return timeline_->nodes[static_cast<std::size_t>(node)].end <= cycle; });
    return found != inOrder_.end() && timeline_->nodes[static_cast<std::size_t>(*found)].begin <= cycle ? *found : -1;
}

}  // namespace tw::views
