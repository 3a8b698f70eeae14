// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/notice_bar.h"

#include "views/shared/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace tw::workbench {

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent), text_(new QLabel(this)), action_(new QPushButton(this))
{
    setObjectName(QStringLiteral("noticeBar"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    auto* sign = new QLabel(this);
    sign->setPixmap(views::icon(QStringLiteral("note")).pixmap(16));
    text_->setObjectName(QStringLiteral("noticeText"));
    text_->setWordWrap(true);
    action_->setObjectName(QStringLiteral("noticeAction"));
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("noticeClose"));
    close->setIcon(views::icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss"));
    connect(close, &QToolButton::clicked, this, [this] {
        const auto onClosed = onClosed_;
        dismiss();
        if (onClosed)
            onClosed();
    });
    connect(action_, &QPushButton::clicked, this, [this] {
        const auto onAction = onAction_;
        dismiss();
        onAction();
    });

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 6, 4);
    row->addWidget(sign);
    row->addWidget(text_, 1);
    row->addWidget(action_);
    row->addWidget(close);
    hide();
}

void NoticeBar::show(const QString& text, const QString& action, std::function<void()> onAction,
                     std::function<void()> onClosed)
{
    text_->setText(text);
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
    onAction_ = std::move(onAction);
    onClosed_ = std::move(onClosed);
    QWidget::show();
}

void NoticeBar::dismiss()
{
    hide();
    onAction_ = {};
    onClosed_ = {};
}

QString NoticeBar::text() const
{
    return isHidden() ? QString() : text_->text();
}

}  // namespace tw::workbench
