// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text that ends in an ellipsis where the room ends, and is whole in its tool tip unless it has another.
#pragma once

#include <QLabel>

namespace tw::views {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace tw::views
