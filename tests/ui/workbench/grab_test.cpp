// SPDX-License-Identifier: GPL-3.0-or-later
// The real program, end to end: a model on the command line, a picture of the window, an exit code.
#include "app/workbench/command_line.h"

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace tw::workbench {
namespace {

struct Ended {
    int exitCode = -1;
    QString errors;
};

Ended runIn(const QProcessEnvironment& environment, const QStringList& arguments)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TW_WORKBENCH_PROGRAM), arguments);
    const bool ended = process.waitForFinished(120'000);
    return {ended ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardError())};
}

Ended runProgram(const QStringList& arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    return runIn(environment, arguments);
}

QString sampleModel()
{
    const QDir models(QStringLiteral("resources/models"));
    const QStringList found = models.entryList({QStringLiteral("*.onnx")}, QDir::Files, QDir::Size | QDir::Reversed);
    return found.isEmpty() ? QString() : models.absoluteFilePath(found.front());
}

/// How many different colours a coarse grid of pixels has: an empty window has very few.
int colourCount(const QImage& picture)
{
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 3)
        for (int x = 0; x < picture.width(); x += 3)
            colours.insert(picture.pixel(x, y));
    return static_cast<int>(colours.size());
}

TEST(Grab, WritesAPictureOfTheWholeWindowInTheAskedSizeAndTheme)
{
    ASSERT_FALSE(sampleModel().isEmpty()) << "no sample under resources/models";
    const QTemporaryDir folder;
    const auto grab = [&](const QString& theme) {
        const QString file = folder.filePath(theme + QStringLiteral(".png"));
        const Ended run = runProgram({sampleModel(), QStringLiteral("--grab"), file, QStringLiteral("--size"),
                                    QStringLiteral("1100x700"), QStringLiteral("--theme"), theme});
        EXPECT_EQ(run.exitCode, 0) << run.errors.toStdString();
        return QImage(file);
    };
    const QImage light = grab(QStringLiteral("light"));
    const QImage dark = grab(QStringLiteral("dark"));
    EXPECT_EQ(light.size(), QSize(1100, 700));
    EXPECT_GT(colourCount(light), 20);
    EXPECT_GT(light.pixelColor(5, 5).lightness(), 150);
    EXPECT_LT(dark.pixelColor(5, 5).lightness(), 100);
}

TEST(Grab, FailsWithASentenceForAModelThatIsNotThere)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("none.png"));
    const Ended run = runProgram({QStringLiteral("/no/such/model.onnx"), QStringLiteral("--grab"), file});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_TRUE(run.errors.contains(QLatin1String("/no/such/model.onnx"))) << run.errors.toStdString();
    EXPECT_FALSE(QFileInfo::exists(file));
}

TEST(Grab, FailsWithASentenceForANodeThatIsNotThere)
{
    ASSERT_FALSE(sampleModel().isEmpty()) << "no sample under resources/models";
    const QTemporaryDir folder;
    const Ended run = runProgram({sampleModel(), QStringLiteral("--select"), QStringLiteral("no such node"),
                                QStringLiteral("--grab"), folder.filePath(QStringLiteral("x.png"))});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_TRUE(run.errors.contains(QLatin1String("no such node"))) << run.errors.toStdString();
}

TEST(CommandLine, RefusesWhatItDoesNotKnow)
{
    EXPECT_EQ(runProgram({QStringLiteral("--nonsense")}).exitCode, 2);
    EXPECT_EQ(runProgram({QStringLiteral("--view"), QStringLiteral("kitchen")}).exitCode, 2);
    EXPECT_EQ(runProgram({QStringLiteral("a.onnx"), QStringLiteral("b.onnx")}).exitCode, 2);
    EXPECT_EQ(runProgram({QStringLiteral("--size"), QStringLiteral("wide")}).exitCode, 2);
    EXPECT_EQ(runProgram({QStringLiteral("--help")}).exitCode, 0);
}

TEST(CommandLine, SaysThatThereIsNoScreenUnlessNoneIsNeeded)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QLatin1String(name));
    const Ended window = runIn(environment, {});
    EXPECT_EQ(window.exitCode, 1);
    EXPECT_TRUE(window.errors.contains(QLatin1String("no display"))) << window.errors.toStdString();
    EXPECT_EQ(runIn(environment, {QStringLiteral("--help")}).exitCode, 0);
}

TEST(CommandLine, ReadsEveryOption)
{
    const auto line = parseCommandLine({"tilewright", "m.onnx", "--target", "host", "--view", "code", "--select", "conv1",
                                        "--grab", "a.png", "--theme", "dark", "--size", "800x600"});
    ASSERT_TRUE(line);
    EXPECT_EQ(line->model, QStringLiteral("m.onnx"));
    EXPECT_EQ(line->target, QStringLiteral("host"));
    EXPECT_EQ(line->view, QStringLiteral("code"));
    EXPECT_EQ(line->select, QStringLiteral("conv1"));
    EXPECT_EQ(line->grab, QStringLiteral("a.png"));
    EXPECT_EQ(line->size, QSize(800, 600));
}

}  // namespace
}  // namespace tw::workbench
