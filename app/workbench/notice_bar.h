// SPDX-License-Identifier: GPL-3.0-or-later
// A strip above the panes with one sentence and at most one thing to do about it. Never stops anybody's work.
#pragma once

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace tw::workbench {

class NoticeBar : public QWidget {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// `onClosed` runs when the notice is dismissed instead of acted upon.
    void show(const QString& text, const QString& action, std::function<void()> onAction,
              std::function<void()> onClosed = {});
    void dismiss();
    QString text() const;

private:
    QLabel* text_;
    QPushButton* action_;
    std::function<void()> onAction_;
    std::function<void()> onClosed_;
};

}  // namespace tw::workbench
