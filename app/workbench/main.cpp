// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/command_line.h"
#include "app/workbench/grab.h"
#include "app/workbench/main_window.h"
#include "app/workbench/resources.h"
#include "app/workbench/terminate.h"

#include <QApplication>

#include <cstdio>

namespace {

using namespace tw::workbench;

enum ExitCode { Done = 0, Failed = 1, WrongUsage = 2 };

constexpr QSize kFirstSize(1440, 900);

int say(FILE* stream, const QString& text, ExitCode code)
{
    std::fputs(text.toLocal8Bit().constData(), stream);
    std::fputs("\n", stream);
    return code;
}

void applyLook(const CommandLine& line)
{
    Settings look = line.grab.isEmpty() ? loadSettings() : Settings{};
    if (!line.theme.isEmpty())
        look.theme = line.theme == QLatin1String("dark") ? tw::views::ThemeMode::Dark : tw::views::ThemeMode::Light;
    applyAppearance(look);
}

int runGrab(QApplication& application, MainWindow& window, const CommandLine& line)
{
    Grab grab(window, line);
    QString failure;
    QObject::connect(&grab, &Grab::finished, &application, [&](const QString& message) {
        failure = message;
        QApplication::exit(message.isEmpty() ? Done : Failed);
    });
    grab.start();
    const int code = QApplication::exec();
    return failure.isEmpty() ? code : say(stderr, QStringLiteral("tilewright: ") + failure, Failed);
}

}  // namespace

int main(int argc, char** argv)
{
    if (!choosePlatform(argc, argv))
        return say(stderr, QStringLiteral("tilewright: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set); "
                                          "--grab FILE.png writes a picture without one, and tilewright-cli needs none"), Failed);
    QApplication application(argc, argv);
    describeApplication();

    const auto line = parseCommandLine(QApplication::arguments());
    if (!line)
        return say(stderr, QStringLiteral("tilewright: ") + QString::fromStdString(line.error().text()), WrongUsage);
    if (!line->message.isEmpty())
        return say(stdout, line->message.trimmed(), Done);
    // A picture must not depend on what this user did before, nor leave traces.
    if (!line->grab.isEmpty())
        useThrowAwaySettings();
    applyLook(*line);

    MainWindow window(productionEngine());
    if (!window.hasRestoredGeometry() || line->size.isValid())
        window.resize(line->size.isValid() ? line->size : kFirstSize);
    window.show();
    if (!line->model.isEmpty())
        window.open(line->model, line->target);
    if (!line->grab.isEmpty())
        return runGrab(application, window, *line);
    if (!line->view.isEmpty())
        window.showView(line->view);
    if (!line->select.isEmpty())
        window.selectWhenOpen(line->select);
    window.offerRecovery();
    onTermination(window, [&window] { window.leaveAtOnce(); });
    return QApplication::exec();
}
