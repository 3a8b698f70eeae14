// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tiling/tile_picture.h"

#include "views/shared/command_button.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::views {

namespace {

constexpr double kMargin = 10;
constexpr double kGap = 14;
constexpr double kBarHeight = 11;
constexpr double kLeastCard = 150;
constexpr double kMostAspect = 3.5;
constexpr double kLeastCell = 3;           // closer lines would be a grey area
constexpr int kOutputRole = 6;
constexpr int kInputRole = 5;

double lineHeight(const QFontMetricsF& metrics)
{
    return metrics.height() + 2;
}

const EngineColours& coloursOf(const session::TileTensor& tensor)
{
    return enginePalette(tensor.output ? kOutputRole : kInputRole, Theme::instance().dark());
}

/// Where two neighbouring parts meet; in the middle of what they share.
std::vector<double> cutsOf(const session::TileDim& dim)
{
    std::vector<double> cuts;
    for (std::size_t i = 1; i < dim.parts.size(); ++i)
        cuts.push_back((static_cast<double>(dim.parts[i - 1].end) + static_cast<double>(dim.parts[i].begin)) / 2);
    return cuts;
}

}  // namespace

TilePlane planeOf(const session::TileTensor& tensor, bool channelsLast)
{
    const int rank = static_cast<int>(tensor.dims.size());
    if (rank == 4 && !tensor.constant)
        return channelsLast ? TilePlane{1, 2} : TilePlane{2, 3};
    std::vector<int> order(static_cast<std::size_t>(rank));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int one, int other) { return tensor.dims[static_cast<std::size_t>(one)].extent > tensor.dims[static_cast<std::size_t>(other)].extent; });
    if (rank == 0)
        return {};
    const bool line = rank == 1 || tensor.dims[static_cast<std::size_t>(order[1])].extent < 2;
    return line ? TilePlane{-1, order[0]} : TilePlane{std::min(order[0], order[1]), std::max(order[0], order[1])};
}

QString tileShapeText(const session::TileTensor& tensor)
{
    QStringList sizes;
    for (const auto& dim : tensor.dims) {
        std::int64_t most = dim.parts.empty() ? dim.extent : 0;
        for (const auto& part : dim.parts)
            most = std::max(most, part.end - part.begin);
        sizes << QString::number(most);
    }
    return sizes.join(QStringLiteral("×"));
}

QString tileMovesText(const session::TileTensor& tensor)
{
    const auto& moves = tensor.moves;
    if (!moves.present)
        return {};
    const QString far = QString::fromStdString(moves.far);
    if (tensor.buffers == 0)
        return TilePicture::tr("used in %1").arg(far);
    const QString near = QString::fromStdString(moves.near);
    const QString way = tensor.output ? TilePicture::tr("%1 → %2").arg(near, far) : TilePicture::tr("%1 → %2").arg(far, near);
    const QString bytes = siText(moves.slotBytes, TilePicture::tr("B"));
    return tensor.buffers == 2 ? TilePicture::tr("%1, double %2").arg(way, bytes) : TilePicture::tr("%1, single %2").arg(way, bytes);
}

TilePicture::TilePicture(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("tilePicture"));
    setAccessibleName(tr("Tiles of the node's tensors"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TilePicture::setGrid(session::TileGrid grid)
{
    grid_ = std::move(grid);
    setTile(std::min(tile_, grid_.tiles() - 1));
    updateGeometry();
}

void TilePicture::setTile(std::int64_t tile)
{
    tile_ = std::clamp<std::int64_t>(tile, 0, grid_.tiles() - 1);
    index_ = grid_.indexOf(tile_);
    update();
}

std::size_t TilePicture::barsOf(const session::TileTensor& tensor) const
{
    const auto plane = planeOf(tensor, grid_.channelsLast);
    std::size_t bars = 0;
    for (std::size_t d = 0; d < tensor.dims.size(); ++d)
        bars += static_cast<int>(d) != plane.rows && static_cast<int>(d) != plane.columns && tensor.dims[d].extent > 1;
    return bars;
}

double TilePicture::weightOf(const session::TileTensor& tensor) const
{
    return planeOf(tensor, grid_.channelsLast).rows < 0 ? 0.75 : 1;
}

QSize TilePicture::minimumSizeHint() const
{
    return {static_cast<int>(static_cast<double>(cards()) * (kLeastCard + kGap) + 2 * kMargin), 180};
}

QRectF TilePicture::cardRect(std::size_t card, QSize size) const
{
    double all = 0;
    double before = 0;
    for (std::size_t i = 0; i < cards(); ++i) {
        before += i < card ? weightOf(tensorOf(i)) : 0;
        all += weightOf(tensorOf(i));
    }
    const double width = size.width() - 2 * kMargin - kGap * (static_cast<double>(cards()) - 1);
    return {kMargin + before / all * width + kGap * static_cast<double>(card), kMargin, weightOf(tensorOf(card)) / all * width, size.height() - 2 * kMargin};
}

QRectF TilePicture::planeRect(std::size_t card, QSize size) const
{
    const auto& tensor = tensorOf(card);
    const auto plane = planeOf(tensor, grid_.channelsLast);
    const double line = lineHeight(QFontMetricsF(font()));
    const QRectF all = cardRect(card, size);
    const double bars = static_cast<double>(barsOf(tensor)) * (kBarHeight + line);
    const QRectF room = all.adjusted(0, 2 * line + 4, 0, -(3 * line + bars + 6));
    const auto extent = [&](int dim) { return dim < 0 ? 1.0 : static_cast<double>(std::max<std::int64_t>(1, tensor.dims[static_cast<std::size_t>(dim)].extent)); };
    if (plane.rows < 0)
        return {room.left(), room.top(), room.width(), std::min(room.height(), 22.0)};
    const double aspect = std::clamp(extent(plane.columns) / extent(plane.rows), 1 / kMostAspect, kMostAspect);
    const double width = std::min(room.width(), room.height() * aspect);
    return {room.left(), room.top(), width, std::max(4.0, width / aspect)};
}

ops::Range TilePicture::partOf(const session::TileDim& dim) const
{
    return dim.loop < 0 ? ops::Range{0, dim.extent} : dim.parts[static_cast<std::size_t>(index_[static_cast<std::size_t>(dim.loop)])];
}

void TilePicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAll(painter, size());
}

void TilePicture::paintAll(QPainter& painter, QSize size) const
{
    painter.setFont(font());
    painter.fillRect(QRect({}, size), Theme::instance().colours().canvas);
    for (std::size_t card = 0; card < cards(); ++card)
        paintCard(painter, card, size);
}

void TilePicture::paintCard(QPainter& painter, std::size_t card, QSize size) const
{
    const CanvasColours& colours = Theme::instance().colours();
    const auto& tensor = tensorOf(card);
    const auto plane = planeOf(tensor, grid_.channelsLast);
    const QRectF all = cardRect(card, size);
    const double line = lineHeight(QFontMetricsF(font()));
    double y = all.top();
    const auto write = [&](const QString& text, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(all.left(), y, all.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(all.width())));
        y += line;
    };
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    write(tr("%1 %2").arg(tensor.output ? tr("Output") : tr("Input"), QString::fromStdString(tensor.role)), colours.text);
    painter.setFont(font());
    write(QString::fromStdString(tensor.name), colours.mutedText);
    const QRectF place = planeRect(card, size);
    paintPlane(painter, place, tensor, plane);
    y = place.bottom() + 4;
    for (std::size_t d = 0; d < tensor.dims.size(); ++d) {
        if (static_cast<int>(d) == plane.rows || static_cast<int>(d) == plane.columns || tensor.dims[d].extent < 2)
            continue;
        write(tr("%1: %2").arg(QString::fromStdString(tensor.dims[d].name)).arg(tensor.dims[d].extent), colours.mutedText);
        paintBar(painter, {all.left(), y, std::min(all.width(), std::max(place.width(), kLeastCard)), kBarHeight}, tensor.dims[d]);
        y += kBarHeight;
    }
    y += 2;
    QStringList shape;
    for (const auto& dim : tensor.dims)
        shape << QString::number(dim.extent);
    write(tr("%1, tile %2").arg(shape.join(QStringLiteral("×")), tileShapeText(tensor)), colours.text);
    write(tileMovesText(tensor), colours.mutedText);
    if (tensor.buffers > 0)
        write(tr("%1 moved").arg(siText(tensor.moves.movedBytes, tr("B"))), colours.mutedText);
}

/// The cells whose tiles have all run.
void TilePicture::paintDone(QPainter& painter, const QRectF& place, const session::TileTensor& tensor, TilePlane plane) const
{
    if (!tensor.output || !grid_.plan)
        return;
    const auto dimOf = [&](int d) { return d < 0 ? session::TileDim{.extent = 1} : tensor.dims[static_cast<std::size_t>(d)]; };
    const auto rows = dimOf(plane.rows);
    const auto columns = dimOf(plane.columns);
    const auto count = [](const session::TileDim& dim) { return std::max<std::size_t>(1, dim.parts.size()); };
    if (count(rows) * count(columns) > 10'000)
        return;
    QColor done = coloursOf(tensor).fill;
    done.setAlphaF(0.38F);
    for (std::size_t r = 0; r < count(rows); ++r)
        for (std::size_t c = 0; c < count(columns); ++c) {
            std::int64_t last = 0;
            for (std::size_t l = 0; l < grid_.plan->loops.size(); ++l) {
                const auto loop = static_cast<int>(l);
                const auto at = loop == rows.loop ? static_cast<std::int64_t>(r) : loop == columns.loop ? static_cast<std::int64_t>(c) : grid_.plan->loops[l].count() - 1;
                last = last * grid_.plan->loops[l].count() + at;
            }
            if (last >= tile_)
                continue;
            const auto part = [](const session::TileDim& dim, std::size_t i) { return dim.parts.empty() ? ops::Range{0, dim.extent} : dim.parts[i]; };
            const auto x = part(columns, c);
            const auto y = part(rows, r);
            const double dx = place.width() / static_cast<double>(columns.extent);
            const double dy = place.height() / static_cast<double>(rows.extent);
            painter.fillRect(QRectF(place.left() + dx * double(x.begin), place.top() + dy * double(y.begin), dx * double(x.end - x.begin), dy * double(y.end - y.begin)), done);
        }
}

void TilePicture::paintHalo(QPainter& painter, const QRectF& tile, const session::TileDim& dim, double begin, double scale, Qt::Orientation along) const
{
    if (dim.loop < 0)
        return;
    const auto i = static_cast<std::size_t>(index_[static_cast<std::size_t>(dim.loop)]);
    const auto& own = dim.parts[i];
    QColor ink = Theme::instance().colours().text;
    ink.setAlphaF(0.55F);
    const auto hatch = [&](std::int64_t from, std::int64_t to) {
        if (to <= from)
            return;
        const double low = begin + static_cast<double>(from) * scale;
        const double length = static_cast<double>(to - from) * scale;
        painter.fillRect(along == Qt::Horizontal ? QRectF(low, tile.top(), length, tile.height()) : QRectF(tile.left(), low, tile.width(), length), QBrush(ink, Qt::BDiagPattern));
    };
    if (i > 0)
        hatch(own.begin, std::min(own.end, dim.parts[i - 1].end));
    if (i + 1 < dim.parts.size())
        hatch(std::max(own.begin, dim.parts[i + 1].begin), own.end);
}

void TilePicture::paintPlane(QPainter& painter, const QRectF& place, const session::TileTensor& tensor, TilePlane plane) const
{
    const CanvasColours& colours = Theme::instance().colours();
    painter.fillRect(place, colours.surface);
    paintDone(painter, place, tensor, plane);
    const session::TileDim one{.extent = 1};
    const auto& rows = plane.rows < 0 ? one : tensor.dims[static_cast<std::size_t>(plane.rows)];
    const auto& columns = plane.columns < 0 ? one : tensor.dims[static_cast<std::size_t>(plane.columns)];
    const double dx = place.width() / static_cast<double>(std::max<std::int64_t>(1, columns.extent));
    const double dy = place.height() / static_cast<double>(std::max<std::int64_t>(1, rows.extent));
    const auto x = partOf(columns);
    const auto y = partOf(rows);
    const QRectF tile(place.left() + dx * double(x.begin), place.top() + dy * double(y.begin), dx * double(x.end - x.begin), dy * double(y.end - y.begin));
    painter.fillRect(tile, coloursOf(tensor).fill);
    paintHalo(painter, tile, columns, place.left(), dx, Qt::Horizontal);
    paintHalo(painter, tile, rows, place.top(), dy, Qt::Vertical);
    painter.setPen(QPen(colours.line, 0.8));
    const auto columnCuts = cutsOf(columns);
    for (const double cut : columnCuts)
        if (place.width() / static_cast<double>(columnCuts.size() + 1) >= kLeastCell)
            painter.drawLine(QPointF(place.left() + dx * cut, place.top()), QPointF(place.left() + dx * cut, place.bottom()));
    const auto rowCuts = cutsOf(rows);
    for (const double cut : rowCuts)
        if (place.height() / static_cast<double>(rowCuts.size() + 1) >= kLeastCell)
            painter.drawLine(QPointF(place.left(), place.top() + dy * cut), QPointF(place.right(), place.top() + dy * cut));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.line, 1));
    painter.drawRect(place);
    painter.setPen(QPen(colours.selection, 2));
    painter.drawRect(tile);
}

void TilePicture::paintBar(QPainter& painter, const QRectF& place, const session::TileDim& dim) const
{
    const CanvasColours& colours = Theme::instance().colours();
    painter.fillRect(place, colours.surface);
    const double scale = place.width() / static_cast<double>(dim.extent);
    const auto part = partOf(dim);
    const QRectF tile(place.left() + scale * double(part.begin), place.top(), scale * double(part.end - part.begin), place.height());
    QColor fill = colours.selection;
    fill.setAlphaF(dim.loop < 0 ? 0.18F : 0.45F);
    painter.fillRect(tile, fill);
    paintHalo(painter, tile, dim, place.left(), scale, Qt::Horizontal);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.line, 0.8));
    const auto cuts = cutsOf(dim);
    for (const double cut : cuts)
        if (place.width() / static_cast<double>(cuts.size() + 1) >= kLeastCell)
            painter.drawLine(QPointF(place.left() + scale * cut, place.top()), QPointF(place.left() + scale * cut, place.bottom()));
    painter.drawRect(place);
}

void TilePicture::mousePressEvent(QMouseEvent* event)
{
    if (!grid_.plan || grid_.outputs.empty())
        return;
    const QRectF place = planeRect(0, size());
    if (!place.contains(event->position()))
        return;
    const auto& tensor = grid_.outputs.front();
    const auto plane = planeOf(tensor, grid_.channelsLast);
    auto index = index_;
    const auto pick = [&](int d, double share) {
        if (d < 0 || tensor.dims[static_cast<std::size_t>(d)].loop < 0)
            return;
        const auto& dim = tensor.dims[static_cast<std::size_t>(d)];
        const auto at = static_cast<std::int64_t>(share * static_cast<double>(dim.extent));
        const auto found = std::ranges::find_if(dim.parts, [&](const auto& part) { return at < part.end; });
        index[static_cast<std::size_t>(dim.loop)] = std::min<std::int64_t>(found - dim.parts.begin(), static_cast<std::int64_t>(dim.parts.size()) - 1);
    };
    pick(plane.columns, (event->position().x() - place.left()) / place.width());
    pick(plane.rows, (event->position().y() - place.top()) / place.height());
    std::int64_t tile = 0;
    for (std::size_t l = 0; l < index.size(); ++l)
        tile = tile * grid_.plan->loops[l].count() + index[l];
    emit tileClicked(tile);
}

QString TilePicture::textAt(const QPointF& place) const
{
    for (std::size_t card = 0; card < cards(); ++card) {
        if (!cardRect(card, size()).contains(place))
            continue;
        const auto& tensor = tensorOf(card);
        QStringList lines{QString::fromStdString(tensor.name)};
        for (const auto& dim : tensor.dims) {
            const auto part = partOf(dim);
            lines << tr("%1: %2 to %3 of %4").arg(QString::fromStdString(dim.name)).arg(part.begin).arg(part.end - 1).arg(dim.extent);
        }
        if (tensor.moves.present && tensor.buffers > 0)
            lines << tr("%1 buffers of %2, %3 moved in all").arg(tensor.buffers).arg(fullText(tensor.moves.slotBytes, tr("B")), fullText(tensor.moves.movedBytes, tr("B")));
        return lines.join(QLatin1Char('\n'));
    }
    return {};
}

bool TilePicture::event(QEvent* event)
{
    return showToolTip(this, event, [this](QPoint at) { return textAt(at); }) || QWidget::event(event);
}

}  // namespace tw::views
