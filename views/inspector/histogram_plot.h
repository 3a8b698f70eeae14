// SPDX-License-Identifier: GPL-3.0-or-later
// How often values occur in a tensor. Follows the theme by hand, because QCustomPlot does not.
#pragma once

#include "core/session/session.h"

#include <qcustomplot.h>

namespace tw::views {

class HistogramPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit HistogramPlot(QWidget* parent = nullptr);

    void setStatistics(const session::TensorStatistics& statistics);
    void setLogarithmic(bool logarithmic);

private:
    void applyTheme();
    void scaleCounts();
    void showBinUnder(QMouseEvent* event);

    QCPBars* bars_;
    session::TensorStatistics statistics_;
};

}  // namespace tw::views
