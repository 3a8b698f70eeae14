// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/status_panel.h"

#include "views/shared/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace tw::workbench {

namespace {
constexpr int kSteps = 1000;
constexpr int kAppearMilliseconds = 150;
}

StatusPanel::StatusPanel(JobRunner& jobs, QWidget* parent)
    : QWidget(parent), jobs_(jobs), text_(new QLabel(this)), bar_(new QProgressBar(this)), cancel_(new QToolButton(this))
{
    setObjectName(QStringLiteral("statusPanel"));
    text_->setObjectName(QStringLiteral("jobText"));
    bar_->setObjectName(QStringLiteral("jobProgress"));
    bar_->setFixedWidth(160);
    bar_->setMaximumHeight(14);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress of the running job"));
    cancel_->setObjectName(QStringLiteral("jobCancel"));
    cancel_->setIcon(views::icon(QStringLiteral("close")));
    cancel_->setAutoRaise(true);
    cancel_->setText(tr("Cancel"));
    cancel_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    cancel_->setToolTip(tr("Stop all running jobs (Esc); what is on screen stays"));
    connect(cancel_, &QToolButton::clicked, &jobs_, &JobRunner::cancelAll);
    connect(&jobs_, &JobRunner::statusChanged, this, &StatusPanel::refresh);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(text_);
    row->addWidget(bar_);
    row->addWidget(cancel_);
    appear_.setSingleShot(true);
    appear_.setInterval(kAppearMilliseconds);
    connect(&appear_, &QTimer::timeout, this, &QWidget::show);
    hide();
    refresh();
}

void StatusPanel::refresh()
{
    const JobRunner::Status status = jobs_.status();
    if (status.running == 0) {
        appear_.stop();
        hide();
        return;
    }
    if (isHidden() && !appear_.isActive())
        appear_.start();
    QString text = status.what.isEmpty() ? status.title : tr("%1: %2").arg(status.title, status.what);
    if (status.running > 1)
        text = tr("%1 (and %2 more)").arg(text).arg(status.running - 1);
    text_->setText(text);
    // A range of nothing makes the bar swing: busy, but nobody knows how long.
    bar_->setRange(0, status.fraction < 0 ? 0 : kSteps);
    bar_->setValue(static_cast<int>(status.fraction * kSteps));
}

}  // namespace tw::workbench
