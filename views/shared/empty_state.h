// SPDX-License-Identifier: GPL-3.0-or-later
// What a pane shows when it has nothing to show: one calm sentence that says what to do.
#pragma once

#include <QLabel>

namespace tw::views {

class EmptyState : public QLabel {
    Q_OBJECT
public:
    explicit EmptyState(const QString& text, QWidget* parent = nullptr);

private:
    void applyColour();
};

}  // namespace tw::views
