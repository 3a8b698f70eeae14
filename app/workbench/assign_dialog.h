// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the program assign engines, and shows what that would change before it is accepted.
#pragma once

#include "app/workbench/workbench.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QRadioButton;
class QStackedWidget;
class QTableWidget;
class QTreeWidget;

namespace tw::workbench {

class AssignDialog : public QDialog {
    Q_OBJECT
public:
    explicit AssignDialog(Workbench& workbench, QWidget* parent = nullptr);

    /// The document's choices with what the dialog asks for.
    session::Choices chosen() const;

protected:
    void done(int result) override;

private:
    QWidget* buildChoices();
    QWidget* buildResult();
    void compute();
    void showResult(const Result<Deployed>& result);
    void showDifference(const session::Comparison& difference);
    void showNodes(const session::Comparison& difference);
    void acceptResult();

    Workbench& workbench_;
    Deployed result_;
    QRadioButton* optimal_ = nullptr;
    QComboBox* objective_ = nullptr;
    QComboBox* order_ = nullptr;
    QCheckBox* keepPins_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QLabel* message_ = nullptr;
    QTableWidget* amounts_ = nullptr;
    QLabel* note_ = nullptr;
    QLabel* changedCount_ = nullptr;
    QTreeWidget* changed_ = nullptr;
    QPushButton* accept_ = nullptr;
};

}  // namespace tw::workbench
