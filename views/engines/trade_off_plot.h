// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles against memory: one dot for each assignment, joined as steps. A click chooses a dot.
#pragma once

#include "core/session/trade_offs.h"

#include <qcustomplot.h>

namespace tw::views {

class TradeOffPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit TradeOffPlot(QWidget* parent = nullptr);

    void setPoints(std::vector<session::TradeOff> points);
    /// -1: none.
    void setCurrent(int point);
    /// Where a dot is, in the widget.
    QPointF placeOf(int point) const;

signals:
    void chosen(int point);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void rebuild();
    int pointAt(const QPointF& place) const;

    std::vector<session::TradeOff> points_;
    int current_ = -1;
};

}  // namespace tw::views
