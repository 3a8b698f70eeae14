// SPDX-License-Identifier: GPL-3.0-or-later
// Theme and font size. Every change shows at once; Cancel takes it back.
#pragma once

#include "app/workbench/settings.h"

#include <QDialog>

class QComboBox;
class QSpinBox;

namespace tw::workbench {

class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);

    const Settings& settings() const { return now_; }

private:
    void apply();

    Settings before_;
    Settings now_;
    QComboBox* theme_;
    QSpinBox* fontPoints_;
};

}  // namespace tw::workbench
