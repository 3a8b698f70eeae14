// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace tw::views::graph {
namespace {

QToolButton* button(const QString& text, const QString& name, const QString& help, QWidget* parent)
{
    auto* result = new QToolButton(parent);
    result->setText(text);
    result->setObjectName(name);
    result->setToolTip(help);
    result->setAccessibleName(help);
    result->setAutoRaise(true);
    result->setMinimumSize(24, 24);
    return result;
}

}  // namespace

FindBar::FindBar(QWidget* parent)
    : QWidget(parent), edit_(new QLineEdit(this)), hits_(new QLabel(this)),
      previous_(button(QStringLiteral("↑"), QStringLiteral("graphFindPrevious"), tr("Previous hit (Shift+F3)"), this)),
      next_(button(QStringLiteral("↓"), QStringLiteral("graphFindNext"), tr("Next hit (F3)"), this)),
      all_(button(tr("Select all"), QStringLiteral("graphFindAll"), tr("Select all hits (Alt+Enter)"), this))
{
    setObjectName(QStringLiteral("graphFindBar"));
    edit_->setObjectName(QStringLiteral("graphFindEdit"));
    edit_->setAccessibleName(tr("Find in graph"));
    edit_->setPlaceholderText(tr("Name, operator, tensor, shape 1x32x*, op:conv, attr:axis=1, engine:npu, is:pinned, cycles>10k, #12"));
    edit_->setClearButtonEnabled(true);
    hits_->setObjectName(QStringLiteral("graphFindHits"));
    hits_->setMinimumWidth(90);
    auto* close = button(QStringLiteral("✕"), QStringLiteral("graphFindClose"), tr("Close (Escape)"), this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(edit_, 1);
    row->addWidget(hits_);
    row->addWidget(previous_);
    row->addWidget(next_);
    row->addWidget(all_);
    row->addWidget(close);
    connect(edit_, &QLineEdit::textChanged, this, &FindBar::queryChanged);
    connect(previous_, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(next_, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(all_, &QToolButton::clicked, this, &FindBar::allRequested);
    connect(close, &QToolButton::clicked, this, &FindBar::closed);
    setHits(-1, 0);
}

void FindBar::open()
{
    show();
    edit_->setFocus(Qt::ShortcutFocusReason);
    edit_->selectAll();
}

QString FindBar::query() const
{
    return edit_->text();
}

void FindBar::setQuery(const QString& query)
{
    edit_->setText(query);
}

void FindBar::setHits(int current, int count)
{
    previous_->setEnabled(count > 0);
    next_->setEnabled(count > 0);
    all_->setEnabled(count > 0);
    if (query().trimmed().isEmpty())
        hits_->clear();
    else if (count == 0)
        hits_->setText(tr("no hits"));
    else if (current < 0)
        hits_->setText(count == 1 ? tr("1 hit") : tr("%1 hits").arg(count));
    else
        hits_->setText(tr("%1 of %2").arg(current + 1).arg(count));
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && (event->modifiers() & Qt::AltModifier))
        emit allRequested();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->modifiers() & Qt::ShiftModifier ? emit previousRequested() : emit nextRequested();
    else
        QWidget::keyPressEvent(event);
}

}  // namespace tw::views::graph
