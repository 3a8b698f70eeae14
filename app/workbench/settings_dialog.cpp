// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/settings_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QSpinBox>

namespace tw::workbench {

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), before_(settings), now_(settings), theme_(new QComboBox(this)), fontPoints_(new QSpinBox(this))
{
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    theme_->setObjectName(QStringLiteral("settingsTheme"));
    theme_->addItem(tr("As the desktop"), static_cast<int>(views::ThemeMode::System));
    theme_->addItem(tr("Light"), static_cast<int>(views::ThemeMode::Light));
    theme_->addItem(tr("Dark"), static_cast<int>(views::ThemeMode::Dark));
    theme_->setCurrentIndex(theme_->findData(static_cast<int>(settings.theme)));
    constexpr int kSmallest = 6;
    constexpr int kLargest = 24;
    fontPoints_->setObjectName(QStringLiteral("settingsFont"));
    fontPoints_->setRange(kSmallest - 1, kLargest);
    fontPoints_->setSpecialValueText(tr("as the desktop"));
    fontPoints_->setSuffix(tr(" pt"));
    fontPoints_->setValue(settings.fontPoints);
    connect(theme_, &QComboBox::currentIndexChanged, this, &SettingsDialog::apply);
    connect(fontPoints_, &QSpinBox::valueChanged, this, &SettingsDialog::apply);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::rejected, this, [this] { applyAppearance(before_); });
    auto* form = new QFormLayout(this);
    form->addRow(tr("Theme"), theme_);
    form->addRow(tr("Font size"), fontPoints_);
    form->addRow(buttons);
}

void SettingsDialog::apply()
{
    now_.theme = static_cast<views::ThemeMode>(theme_->currentData().toInt());
    now_.fontPoints = fontPoints_->value() == fontPoints_->minimum() ? 0 : fontPoints_->value();
    applyAppearance(now_);
}

}  // namespace tw::workbench
