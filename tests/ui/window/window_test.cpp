// SPDX-License-Identifier: GPL-3.0-or-later
// One walk through the real program with real events: open, select, pin, undo, export, quit. What it did is read from
// the session file it saves and the folder it exports, not from pixels.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPixmap>
#include <QProcess>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>

namespace tw::workbench {
namespace {

constexpr int kPatience = 60'000;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeJson(const QString& path, const QJsonObject& json)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly)) << path.toStdString();
    file.write(QJsonDocument(json).toJson());
}

/// The host with a second engine, so that there is something to choose.
void makeTarget(const QString& folder)
{
    const QDir host(QStringLiteral("targets/host"));
    QDir().mkpath(folder + QStringLiteral("/runtime"));
    for (const QString& file : QDir(host.filePath(QStringLiteral("runtime"))).entryList(QDir::Files))
        ASSERT_TRUE(QFile::copy(host.filePath(QStringLiteral("runtime/") + file), folder + QStringLiteral("/runtime/") + file));
    QJsonObject json = QJsonDocument::fromJson(contentOf(host.filePath(QStringLiteral("target.json")))).object();
    QJsonArray engines = json.value(QLatin1String("engines")).toArray();
    QJsonObject second = engines.first().toObject();
    second[QLatin1String("name")] = QStringLiteral("second");
    second[QLatin1String("role")] = 3;
    engines.append(second);
    json[QLatin1String("engines")] = engines;
    json[QLatin1String("name")] = QStringLiteral("twin");
    writeJson(folder + QStringLiteral("/target.json"), json);
}

struct WindowTest : testing::Test {
    QTemporaryDir folder;
    QProcess program;
    QString session = folder.filePath(QStringLiteral("walk.twproj"));
    QString window;                  // of the X server

    void SetUp() override
    {
        makeTarget(folder.filePath(QStringLiteral("twin")));
        writeJson(session, {{QStringLiteral("tilewright_session"), 1},
                            {QStringLiteral("model"), QFileInfo(QStringLiteral("resources/models/kws_dscnn_int8.onnx")).absoluteFilePath()},
                            {QStringLiteral("model_hash"), QStringLiteral("0")},
                            {QStringLiteral("target"), folder.filePath(QStringLiteral("twin"))},
                            {QStringLiteral("dims"), QJsonObject()},
                            {QStringLiteral("types"), QJsonObject()},
                            {QStringLiteral("view"), QJsonObject()}});
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* place : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.insert(QLatin1String(place), folder.path());
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::ForwardedChannels);
        program.start(QStringLiteral(TW_WORKBENCH_PROGRAM), {session, QStringLiteral("--size"), QStringLiteral("1560x960"), QStringLiteral("--theme"), QStringLiteral("light")});
        ASSERT_TRUE(program.waitForStarted());
        window = focusWindow(QStringLiteral("walk.twproj"));
        ASSERT_FALSE(window.isEmpty()) << "no window came up";
    }

    void TearDown() override
    {
        QDir().mkpath(QStringLiteral(TW_PICTURE_DIR));
        if (program.state() == QProcess::NotRunning)
            return;
        program.kill();
        program.waitForFinished();
    }

    static QString xdotool(const QStringList& arguments)
    {
        QProcess tool;
        tool.start(QStringLiteral("xdotool"), arguments);
        tool.waitForFinished(10'000);
        return QString::fromUtf8(tool.readAllStandardOutput()).trimmed();
    }

    /// There is no window manager to give a new window the keyboard.
    static QString focusWindow(const QString& title)
    {
        QString id;
        const bool found = QTest::qWaitFor([&] {
            id = xdotool({QStringLiteral("search"), QStringLiteral("--onlyvisible"), QStringLiteral("--name"), title}).section(QLatin1Char('\n'), -1);
            return !id.isEmpty();
        }, kPatience);
        if (found)
            xdotool({QStringLiteral("windowfocus"), QStringLiteral("--sync"), id});
        return id;
    }

    static void keys(const QStringList& names) { xdotool(QStringList{QStringLiteral("key"), QStringLiteral("--delay"), QStringLiteral("60")} + names); }
    static void type(const QString& text) { xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("8"), text}); }

    /// A rubber band over the upper half of the graph.
    static void selectWithTheMouse()
    {
        xdotool({"mousemove", "40", "150", "keydown", "shift", "mousedown", "1", "mousemove", "200", "200", "mousemove", "600", "380",
                 "mousemove", "900", "520", "mouseup", "1", "keyup", "shift"});
    }

    /// Acts, saves the session and looks at its pins, until there are some, or none. A busy machine may draw the graph
    /// or deploy the network later than a person would wait.
    bool untilPins(bool some, const std::function<void()>& act)
    {
        return QTest::qWaitFor([&] {
            act();
            QTest::qWait(300);
            keys({QStringLiteral("ctrl+s")});
            QTest::qWait(500);
            const auto pins = QJsonDocument::fromJson(contentOf(session)).object().value(QLatin1String("pins")).toObject();
            return pins.isEmpty() != some;
        }, kPatience);
    }

    static bool keepPicture(const QString& name)
    {
        QDir().mkpath(QStringLiteral(TW_PICTURE_DIR));
        return QGuiApplication::primaryScreen()->grabWindow(0).save(QDir(QStringLiteral(TW_PICTURE_DIR)).filePath(name));
    }
};

TEST_F(WindowTest, OpenSelectPinUndoExportQuit)
{
    const bool pinned = untilPins(true, [] {
        selectWithTheMouse();
        QTest::qWait(200);
        keys({QStringLiteral("2")});
    });
    EXPECT_TRUE(keepPicture(QStringLiteral("window_pinned.png")));
    ASSERT_TRUE(pinned) << "the selection was not pinned";
    ASSERT_TRUE(untilPins(false, [] { keys({QStringLiteral("ctrl+z")}); })) << "the pins were not taken back";

    const QString project = folder.filePath(QStringLiteral("project"));
    keys({QStringLiteral("ctrl+e")});
    ASSERT_FALSE(focusWindow(QStringLiteral("Export C Project")).isEmpty());
    keys({QStringLiteral("ctrl+a")});
    type(project);
    keys({QStringLiteral("Return")});
    EXPECT_TRUE(QTest::qWaitFor([&] { return QFile::exists(project + QStringLiteral("/deployment.json")); }, kPatience));
    EXPECT_TRUE(keepPicture(QStringLiteral("window_exported.png")));
    EXPECT_TRUE(contentOf(project + QStringLiteral("/network.c")).contains("tw_"));
    keys({QStringLiteral("Escape")});
    QTest::qWait(300);

    xdotool({QStringLiteral("windowfocus"), QStringLiteral("--sync"), window});
    keys({QStringLiteral("ctrl+q")});
    ASSERT_TRUE(program.waitForFinished(kPatience)) << "the program did not quit";
    EXPECT_EQ(program.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(program.exitCode(), 0);
}

}  // namespace
}  // namespace tw::workbench
