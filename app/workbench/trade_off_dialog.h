// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and plots the assignments of engines that no other beats in cycles and memory; one of them can be pinned.
#pragma once

#include "app/workbench/workbench.h"
#include "core/session/trade_offs.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace tw::views {
class TradeOffPlot;
}

namespace tw::workbench {

class TradeOffDialog : public QDialog {
    Q_OBJECT
public:
    explicit TradeOffDialog(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void done(int result) override;

private:
    QWidget* buildBusy();
    QWidget* buildResult();
    void compute();
    void showResult(const Result<std::vector<session::TradeOff>>& result);
    void fillTable();
    /// Of the list, -1: none.
    int current() const;
    void showCurrent();
    void pinCurrent();

    Workbench& workbench_;
    session::Choices choices_;                 // that the points were computed for
    std::vector<session::TradeOff> points_;
    QStackedWidget* pages_ = nullptr;
    QLabel* message_ = nullptr;
    QTableWidget* table_ = nullptr;
    views::TradeOffPlot* plot_ = nullptr;
    QPushButton* accept_ = nullptr;
};

}  // namespace tw::workbench
