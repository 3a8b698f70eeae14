// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/palette.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace tw::views {
namespace {

TEST(Selection, KeepsNodesSortedAndSignalsOnlyRealChanges)
{
    Selection selection;
    QSignalSpy changes(&selection, &Selection::changed);
    selection.setNodes({7, 3, 7}, 7);
    EXPECT_EQ(selection.nodes(), (std::vector<int>{3, 7}));
    EXPECT_EQ(selection.current(), 7);
    selection.setNodes({3, 7}, 7);
    EXPECT_EQ(changes.count(), 1);
    selection.setTensor({4});
    EXPECT_TRUE(selection.nodes().empty());
    EXPECT_EQ(selection.tensor().value, 4);
    EXPECT_EQ(changes.count(), 2);
}

TEST(Selection, ShowsTheHoldingNodeForNodesInsideASubgraph)
{
    Selection selection;
    selection.setInner(5, {.graph = std::make_shared<ir::Graph>(), .nodes = {2, 1}, .current = 2});
    EXPECT_EQ(selection.nodes(), (std::vector<int>{5}));
    EXPECT_EQ(selection.inner().nodes, (std::vector<int>{1, 2}));
    EXPECT_EQ(selection.inner().current, 2);
    selection.setNodes({5});
    EXPECT_EQ(selection.inner().graph, nullptr);
}

double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

TEST(EnginePalette, ReadsWellInBothThemes)
{
    for (const bool dark : {false, true}) {
        for (int role = 1; role <= kUnassignedRole; ++role) {
            const EngineColours& colours = enginePalette(role, dark);
            EXPECT_GE(contrast(colours.fill, colours.text), 4.5) << role << " dark " << dark;
            EXPECT_GE(contrast(colours.stroke, QColor(dark ? "#1E1E1E" : "#FFFFFF")), 5.0) << role << " dark " << dark;
        }
    }
    EXPECT_EQ(enginePalette(0, false).fill, enginePalette(kUnassignedRole, false).fill);
}

TEST(EnginePalette, GivesEachEngineItsOwnBadge)
{
    target::Target target;
    for (const char* name : {"npu_a", "npu_b", "cluster", "cpu_b", "dsp"})
        target.engines.push_back({.name = name, .memory = "L1"});
    const auto badges = engineBadges(target);
    EXPECT_EQ(badges.at("npu_a"), "NA");
    EXPECT_EQ(badges.at("npu_b"), "NB");
    EXPECT_EQ(badges.at("dsp"), "D");
    std::set<QString> different;
    for (const auto& [name, badge] : badges)
        different.insert(badge);
    EXPECT_EQ(different.size(), target.engines.size());
}

TEST(HeatColour, GetsDarkerOnLightAndBrighterOnDark)
{
    for (double value = 0.1; value <= 1.0; value += 0.1) {
        EXPECT_LT(luminance(heatColour(value, false)), luminance(heatColour(value - 0.1, false)));
        EXPECT_GT(luminance(heatColour(value, true)), luminance(heatColour(value - 0.1, true)));
    }
}

TEST(Theme, FollowsAnExplicitChoiceAndTheDesktop)
{
    Theme& theme = Theme::instance();
    QSignalSpy changes(&theme, &Theme::changed);
    const bool before = theme.dark();
    theme.setMode(before ? ThemeMode::Light : ThemeMode::Dark);
    EXPECT_EQ(theme.dark(), !before);
    EXPECT_EQ(changes.count(), 1);
    theme.setMode(ThemeMode::System);
    EXPECT_EQ(theme.dark(), before);
    EXPECT_EQ(changes.count(), 2);
}

}  // namespace
}  // namespace tw::views
