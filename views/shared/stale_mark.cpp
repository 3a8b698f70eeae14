// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/stale_mark.h"

#include "views/shared/theme.h"

#include <QEvent>

namespace tw::views {

namespace {
constexpr int kAppearMilliseconds = 120;
constexpr int kGap = 8;
}

StaleMark::StaleMark(QWidget* view) : QLabel(view)
{
    setObjectName(QStringLiteral("staleMark"));
    setMargin(4);
    setAutoFillBackground(true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    appear_.setSingleShot(true);
    appear_.setInterval(kAppearMilliseconds);
    connect(&appear_, &QTimer::timeout, this, [this] {
        show();
        raise();
    });
    connect(&Theme::instance(), &Theme::changed, this, &StaleMark::applyColours);
    view->installEventFilter(this);
    applyColours();
    hide();
}

void StaleMark::setFreshness(Freshness freshness)
{
    if (freshness == freshness_)
        return;
    freshness_ = freshness;
    if (freshness == Freshness::Fresh) {
        appear_.stop();
        hide();
        return;
    }
    setText(freshness == Freshness::Updating ? tr("updating …") : tr("out of date"));
    setAccessibleName(freshness == Freshness::Updating ? tr("This view is being brought up to date")
                                                       : tr("This view shows the state before the last change"));
    adjustSize();
    place();
    if (isHidden())
        appear_.start();
}

void StaleMark::applyColours()
{
    const auto& colours = Theme::instance().colours();
    QPalette calm = palette();
    calm.setColor(QPalette::Window, colours.grid);
    calm.setColor(QPalette::WindowText, colours.text);
    setPalette(calm);
}

void StaleMark::place()
{
    move(parentWidget()->width() - width() - kGap, kGap);
}

bool StaleMark::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QLabel::eventFilter(watched, event);
}

}  // namespace tw::views
