// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>

namespace tw::views {
namespace {

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

struct Shades {
    QColor window, base, alternate, button, text, disabled, highlight, link, mid;
};

const Shades kLight{.window = QColor("#F3F4F6"), .base = QColor("#FFFFFF"), .alternate = QColor("#F6F7F9"),
                    .button = QColor("#E9EBEE"), .text = QColor("#1A1A1A"), .disabled = QColor("#8C9097"),
                    .highlight = QColor("#1B4FA8"), .link = QColor("#1B4FA8"), .mid = QColor("#C3C7CE")};
const Shades kDark{.window = QColor("#26282C"), .base = QColor("#1E1E1E"), .alternate = QColor("#232528"),
                   .button = QColor("#34373D"), .text = QColor("#F0F0F0"), .disabled = QColor("#85898F"),
                   .highlight = QColor("#2C5FB8"), .link = QColor("#7FA6F5"), .mid = QColor("#45494F")};

QPalette paletteOf(const Shades& shades)
{
    QPalette palette(shades.button, shades.window);
    palette.setColor(QPalette::Window, shades.window);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternate);
    palette.setColor(QPalette::ToolTipBase, shades.base);
    palette.setColor(QPalette::Highlight, shades.highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, shades.link);
    palette.setColor(QPalette::LinkVisited, shades.link);
    palette.setColor(QPalette::Mid, shades.mid);
    palette.setColor(QPalette::PlaceholderText, shades.disabled);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, shades.text);
        palette.setColor(QPalette::Disabled, role, shades.disabled);
    }
    return palette;
}

const CanvasColours kLightCanvas{
    .canvas = QColor("#FAFBFC"), .surface = QColor("#FFFFFF"), .grid = QColor("#E3E6EA"), .line = QColor("#6F7782"),
    .text = QColor("#1A1A1A"), .mutedText = QColor("#5A616B"), .selection = QColor("#0B57D0"),
    .match = QColor("#B3261E"), .before = QColor("#7A4DB5"), .after = QColor("#00776B"), .error = QColor("#B3261E")};
const CanvasColours kDarkCanvas{
    .canvas = QColor("#1E1E1E"), .surface = QColor("#2A2C30"), .grid = QColor("#33363B"), .line = QColor("#8F969F"),
    .text = QColor("#F0F0F0"), .mutedText = QColor("#A9B0B8"), .selection = QColor("#8AB4F8"),
    .match = QColor("#FFB74D"), .before = QColor("#C9A7F2"), .after = QColor("#5FD3C4"), .error = QColor("#FF8A80")};

}  // namespace

Theme& Theme::instance()
{
    static QPointer<Theme> theme;    // dies with the application; a test may start another one
    if (!theme)
        theme = new Theme(qApp);
    return *theme;
}

Theme::Theme(QObject* parent) : QObject(parent), systemPalette_(QApplication::palette()), dark_(isDark(systemPalette_))
{
    qApp->installEventFilter(this);
}

void Theme::setMode(ThemeMode mode)
{
    if (mode == mode_)
        return;
    if (mode_ == ThemeMode::System)
        systemPalette_ = QApplication::palette();
    mode_ = mode;
    if (mode == ThemeMode::System)
        QApplication::setPalette(systemPalette_);
    else
        QApplication::setPalette(paletteOf(mode == ThemeMode::Dark ? kDark : kLight));
    refresh();
}

const CanvasColours& Theme::colours() const
{
    return dark_ ? kDarkCanvas : kLightCanvas;
}

bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange)
        refresh();
    return QObject::eventFilter(watched, event);
}

void Theme::refresh()
{
    const bool dark = isDark(QApplication::palette());
    if (dark == dark_)
        return;
    dark_ = dark;
    emit changed();
}

}  // namespace tw::views
