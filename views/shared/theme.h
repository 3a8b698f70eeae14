// SPDX-License-Identifier: GPL-3.0-or-later
// Light or dark: follows the desktop's palette unless the user chose one. Colours of canvases that QPalette lacks.
// One object per application, owned by the application object; GUI thread only.
#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>

namespace tw::views {

enum class ThemeMode { System, Light, Dark };

struct CanvasColours {
    QColor canvas;       // behind a graph, a memory map, a plot
    QColor surface;      // cards and boxes on it
    QColor grid;         // faint lines
    QColor line;         // edges, axes
    QColor text;
    QColor mutedText;
    QColor selection;    // outline of what is selected
    QColor match;        // outline of what a search found
    QColor before;       // producers of the selection
    QColor after;        // consumers of the selection
    QColor error;
};

class Theme : public QObject {
    Q_OBJECT
public:
    static Theme& instance();

    bool dark() const { return dark_; }
    ThemeMode mode() const { return mode_; }
    /// Light and Dark put a palette of our own on the application; System restores the desktop's.
    void setMode(ThemeMode mode);
    const CanvasColours& colours() const;

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit Theme(QObject* parent);
    void refresh();

    QPalette systemPalette_;
    ThemeMode mode_ = ThemeMode::System;
    bool dark_ = false;
};

}  // namespace tw::views
