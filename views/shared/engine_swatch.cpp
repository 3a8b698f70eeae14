// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/engine_swatch.h"

#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainterPath>

namespace tw::views {

namespace {

class SwatchIconEngine : public QIconEngine {
public:
    SwatchIconEngine(int role, QString badge) : role_(role), badge_(std::move(badge)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.45);
        paintEngineSwatch(*painter, QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), role_, badge_);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, {{0, 0}, size}, mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new SwatchIconEngine(*this); }

private:
    int role_;
    QString badge_;
};

}  // namespace

void paintEngineSwatch(QPainter& painter, const QRectF& place, int role, const QString& badge)
{
    const bool dark = Theme::instance().dark();
    const EngineColours& colours = enginePalette(role, dark);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath box;
    box.addRoundedRect(place, 3, 3);
    painter.fillPath(box, colours.fill);
    painter.fillPath(box, engineHatch(role, dark));
    painter.setPen(QPen(colours.stroke, 0.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(box);
    QFont font = QGuiApplication::font();
    font.setPixelSize(static_cast<int>(place.height() * 0.72));
    font.setWeight(QFont::DemiBold);
    // A disc of plain fill keeps the letters readable over the hatch.
    const double width = QFontMetricsF(font).horizontalAdvance(badge) + 5;
    const QRectF disc(place.center().x() - width / 2, place.top() + 1, width, place.height() - 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.fill);
    painter.drawRoundedRect(disc, disc.height() / 2, disc.height() / 2);
    painter.setFont(font);
    painter.setPen(colours.text);
    painter.drawText(place, Qt::AlignCenter, badge);
    painter.restore();
}

QString engineBadge(const target::Target* target, const std::string& engine)
{
    if (!target)
        return QStringLiteral("–");
    const auto badges = engineBadges(*target);
    const auto found = badges.find(engine);
    return found == badges.end() ? QStringLiteral("–") : found->second;
}

QIcon engineIcon(const target::Target* target, const std::string& engine)
{
    return QIcon(new SwatchIconEngine(engineRole(target, engine), engineBadge(target, engine)));
}

}  // namespace tw::views
