// SPDX-License-Identifier: GPL-3.0-or-later
// A small label over a view that shows an older state than the choices: being recomputed, or not computable.
#pragma once

#include <QLabel>
#include <QTimer>

namespace tw::views {

enum class Freshness { Fresh, Updating, Outdated };

class StaleMark : public QLabel {
    Q_OBJECT
public:
    /// Sits in the upper right corner of `view`.
    explicit StaleMark(QWidget* view);

    void setFreshness(Freshness freshness);
    Freshness freshness() const { return freshness_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyColours();
    void place();

    Freshness freshness_ = Freshness::Fresh;
    QTimer appear_;          // what is done within a moment does not flicker
};

}  // namespace tw::views
