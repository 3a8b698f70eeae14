// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pictures of the graph pane for people to look at, and checks what a picture must show at least.
#include "tests/ui/graph_fixture.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/graph_view.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"

#include "core/session/session.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <set>

namespace tw::views::graph {
namespace {

void settle(GraphView& view)
{
    ASSERT_TRUE(QTest::qWaitFor([&] { return !view.busy(); }, 20000));
    QTest::qWait(500);        // nodes travel to their last places
}

int coloursIn(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    return static_cast<int>(colours.size());
}

struct Scene {
    const char* name;
    ir::GraphPointer (*graph)();
};

class Pictures : public testing::TestWithParam<ThemeMode> {};

TEST_P(Pictures, AreWrittenForEveryKindOfNetwork)
{
    Theme::instance().setMode(GetParam());
    const QString suffix = GetParam() == ThemeMode::Dark ? QStringLiteral("_dark.png") : QStringLiteral("_light.png");
    QDir().mkpath(QStringLiteral(TW_PICTURE_DIR));
    const Scene scenes[] = {{"small", [] { return residualNetwork(2, 2); }},
                            {"branching", [] { return branching(); }},
                            {"scoped", [] { return residualNetwork(24, 6); }},
                            {"large", [] { return residualNetwork(400, 10); }},
                            {"chain", [] { return chain(10000); }}};
    for (const auto& scene : scenes) {
        GraphView view;
        view.resize(1280, 800);
        view.show();
        view.setSnapshot(snapshotOf(scene.graph()));
        settle(view);
        const QImage image = view.grab().toImage();
        EXPECT_GT(coloursIn(image), 10) << scene.name;
        EXPECT_TRUE(image.save(QStringLiteral(TW_PICTURE_DIR "/graph_%1").arg(QLatin1String(scene.name)) + suffix));
        view.canvas()->fit();
        EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_%1_fit").arg(QLatin1String(scene.name)) + suffix));
    }
    Theme::instance().setMode(ThemeMode::System);
}

TEST_P(Pictures, ShowEnginesSelectionAndHits)
{
    Theme::instance().setMode(GetParam());
    const QString suffix = GetParam() == ThemeMode::Dark ? QStringLiteral("_dark.png") : QStringLiteral("_light.png");
    QDir().mkpath(QStringLiteral(TW_PICTURE_DIR));
    Selection selection;
    GraphView view;
    view.resize(1280, 800);
    view.setSelection(&selection);
    view.show();
    view.setSnapshot(deployedOn(snapshotOf(residualNetwork(24, 6))));
    settle(view);
    selection.setNodes({3});
    view.openFind();
    view.findChild<QLineEdit*>("graphFindEdit")->setText("op:relu");
    EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_engines") + suffix));
    view.canvas()->zoomBy(0.35 / view.canvas()->scale());
    EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_engines_far") + suffix));
    view.setColourBy(ColourBy::Bits);
    view.setAllOpen(false);
    settle(view);
    view.canvas()->fit();
    EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_closed") + suffix));
    Theme::instance().setMode(ThemeMode::System);
}

/// CPU time until the first picture and of pan frames, for models of the corpus; read by people, not asserted.
TEST(Corpus, IsDrawn)
{
    QDir().mkpath(QStringLiteral(TW_PICTURE_DIR));
    if (!qEnvironmentVariableIsSet("CORPUS_DIR"))
        GTEST_SKIP() << "CORPUS_DIR is not set";
    for (const char* name : {"gtcrn", "light_densenet121", "silero_vad_v6_spox", "badnames"}) {
        const auto path = qEnvironmentVariable("CORPUS_DIR").toStdString() + "/models/" + name + ".onnx";
        Progress progress;
        const auto opened = session::openModel(path, progress);
        ASSERT_TRUE(opened) << opened.error().text();
        GraphView view;
        view.resize(1280, 800);
        view.show();
        QSignalSpy ready(&view, &GraphView::graphReady);
        const std::clock_t begin = std::clock();
        view.setSnapshot(*opened);
        ASSERT_TRUE(QTest::qWaitFor([&] { return ready.count() > 0; }, 60000));
        view.grab();
        const double firstMs = 1000.0 * double(std::clock() - begin) / CLOCKS_PER_SEC;
        settle(view);
        EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_%1.png").arg(QLatin1String(name))));
        view.canvas()->fit();
        EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_%1_fit.png").arg(QLatin1String(name))));
        view.setAllOpen(true);
        settle(view);
        view.canvas()->fit();
        EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_%1_open_fit.png").arg(QLatin1String(name))));
        view.canvas()->showStart();
        EXPECT_TRUE(view.grab().save(QStringLiteral(TW_PICTURE_DIR "/graph_%1_open.png").arg(QLatin1String(name))));
        const std::clock_t panBegin = std::clock();
        for (int frame = 0; frame < 20; ++frame) {
            view.canvas()->centerOn(view.canvas()->contentRect().topLeft() + QPointF(200, 300 * frame));
            view.canvas()->viewport()->grab();
        }
        const double panMs = 50.0 * double(std::clock() - panBegin) / CLOCKS_PER_SEC;
        std::printf("%s: %zu nodes, first picture %.0f ms CPU, pan frame %.1f ms CPU\n", name, view.picture().view->nodes.size(), firstMs, panMs);
    }
}

INSTANTIATE_TEST_SUITE_P(BothThemes, Pictures, testing::Values(ThemeMode::Light, ThemeMode::Dark));

}  // namespace
}  // namespace tw::views::graph
