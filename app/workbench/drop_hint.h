// SPDX-License-Identifier: GPL-3.0-or-later
// A veil over the window while a file that we can open is dragged over it.
#pragma once

#include <QWidget>

namespace tw::workbench {

class DropHint : public QWidget {
    Q_OBJECT
public:
    explicit DropHint(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace tw::workbench
