// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/plot_export.h"

#include "core/base/text.h"
#include "views/shared/icons.h"
#include "views/shared/theme.h"

#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolButton>

namespace tw::views {

namespace {

constexpr int kPngScale = 2;

Error notWritable(const QString& path)
{
    return {.code = Code::FileNotWritable, .message = cat("cannot write ", path.toStdString())};
}

Result<void> writePng(const QString& path, QSize size, const std::function<void(QPainter&)>& paint)
{
    QImage image(size * kPngScale, QImage::Format_ARGB32_Premultiplied);
    image.fill(Theme::instance().colours().canvas);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kPngScale, kPngScale);
    paint(painter);
    painter.end();
    if (!image.save(path, "PNG"))
        return notWritable(path);
    return {};
}

Result<void> writeSvg(const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return notWritable(path);
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setTitle(title);
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    if (!file.flush())
        return notWritable(path);
    return {};
}

Result<void> writeAs(const QString& ending, const QString& path, const PlotExport& plot)
{
    return ending == QLatin1String("csv") ? writeCsv(path, plot.csv()) : writePicture(path, plot.size(), plot.name, plot.paint);
}

void ask(const QString& ending, const PlotExport& plot, const std::function<void(const QString&)>& done, QWidget* parent)
{
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Export"), plot.name + QLatin1Char('.') + ending,
                                   QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending));
    dialog->setObjectName(QStringLiteral("exportPlotDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [=](const QString& path) {
        const auto written = writeAs(ending, path, plot);
        done(written ? QFileDialog::tr("Saved %1").arg(path) : QString::fromStdString(written.error().text()));
    });
    dialog->open();
}

}  // namespace

Result<void> writePicture(const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint)
{
    if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive))
        return writePng(path, size, paint);
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return writeSvg(path, size, title, paint);
    return Error{.code = Code::UnsupportedFormat, .message = "a picture can be saved as .svg or .png"};
}

QString csvLine(const QStringList& fields)
{
    QStringList quoted;
    for (const QString& field : fields) {
        const bool plain = !field.contains(QLatin1Char(',')) && !field.contains(QLatin1Char('"')) && !field.contains(QLatin1Char('\n'));
        quoted << (plain ? field : QLatin1Char('"') + QString(field).replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"'));
    }
    return quoted.join(QLatin1Char(',')) + QLatin1Char('\n');
}

Result<void> writeCsv(const QString& path, const QString& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.flush())
        return notWritable(path);
    return {};
}

QToolButton* exportButton(const QString& objectName, PlotExport plot, std::function<void(const QString& message)> done, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setIcon(icon(QStringLiteral("export")));
    button->setText(QToolButton::tr("Export"));
    button->setToolTip(QToolButton::tr("Save this view as a picture or a table"));
    button->setAccessibleName(button->toolTip());
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    for (const auto& [ending, text] : {std::pair{"svg", QToolButton::tr("Picture as &SVG …")}, {"png", QToolButton::tr("Picture as &PNG …")},
                                       {"csv", QToolButton::tr("Table as &CSV …")}}) {
        QAction* action = menu->addAction(text);
        action->setObjectName(objectName + QLatin1String(ending));
        QObject::connect(action, &QAction::triggered, button, [ending = QString::fromLatin1(ending), plot, done, parent] { ask(ending, plot, done, parent); });
    }
    button->setMenu(menu);
    return button;
}

}  // namespace tw::views
