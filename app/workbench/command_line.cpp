// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/command_line.h"

#include "app/workbench/main_window.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <string_view>

namespace tw::workbench {

namespace {

Error badUsage(const QString& message)
{
    return {.code = Code::BadUsage, .message = message.toStdString(), .hint = "see tilewright --help"};
}

Result<QSize> parseSize(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return badUsage(QStringLiteral("the size %1 is not like 1440x900").arg(text));
    return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

void addOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QStringLiteral("Turns an ONNX network into a C project for an embedded system."));
    parser.addPositionalArgument(QStringLiteral("MODEL"), QStringLiteral("An .onnx model or a .twproj session."),
                                 QStringLiteral("[MODEL]"));
    parser.addOptions({
        {QStringLiteral("target"), QStringLiteral("Deploy for this target."), QStringLiteral("NAME")},
        {QStringLiteral("view"), QStringLiteral("Show this pane: %1.").arg(MainWindow::viewNames().join(QStringLiteral(", "))),
         QStringLiteral("NAME")},
        {QStringLiteral("select"), QStringLiteral("Select the node or tensor of this name."), QStringLiteral("NODE")},
        {QStringLiteral("grab"), QStringLiteral("Write a picture of the window to this file and leave."), QStringLiteral("FILE.png")},
        {QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("THEME")},
        {QStringLiteral("size"), QStringLiteral("Size of the window."), QStringLiteral("WxH")},
        {{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this text.")},
        {{QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version.")},
    });
}

}  // namespace

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments))
        return badUsage(parser.errorText());
    CommandLine line;
    if (parser.isSet(QStringLiteral("help")))
        line.message = parser.helpText();
    else if (parser.isSet(QStringLiteral("version")))
        line.message = QStringLiteral("tilewright " TW_VERSION "\n");
    if (parser.positionalArguments().size() > 1)
        return badUsage(QStringLiteral("only one model can be opened"));
    line.model = parser.positionalArguments().value(0);
    line.target = parser.value(QStringLiteral("target"));
    line.view = parser.value(QStringLiteral("view"));
    line.select = parser.value(QStringLiteral("select"));
    line.grab = parser.value(QStringLiteral("grab"));
    line.theme = parser.value(QStringLiteral("theme"));
    if (!line.view.isEmpty() && !MainWindow::viewNames().contains(line.view))
        return badUsage(QStringLiteral("there is no view %1").arg(line.view));
    if (!line.theme.isEmpty() && line.theme != QLatin1String("light") && line.theme != QLatin1String("dark"))
        return badUsage(QStringLiteral("the theme is light or dark"));
    if (parser.isSet(QStringLiteral("size"))) {
        TW_TRY(line.size, parseSize(parser.value(QStringLiteral("size"))));
    }
    return line;
}

bool choosePlatform(int argc, char** argv)
{
    constexpr std::array kNeedNoScreen{"--grab", "--help", "-h", "--version", "-v"};
    bool screenless = false;
    bool chosen = qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        screenless = screenless || argument.starts_with("--grab=") || std::ranges::find(kNeedNoScreen, argument) != kNeedNoScreen.end();
        chosen = chosen || argument == "-platform";
    }
    if (chosen || qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY"))
        return true;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return screenless;
}

}  // namespace tw::workbench
