// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory_map/memory_picture.h"

#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace tw::views {

namespace {

constexpr double kLeft = 78;             // for addresses
constexpr double kRight = 12;
constexpr double kTop = 16;
constexpr double kBottom = 46;           // for the constants and the steps
constexpr double kConstants = 16;
constexpr double kFarBeyond = 2.5;       // a capacity of so many peaks would leave the buffers a strip at the bottom
constexpr double kReadableWidth = 46;    // from here on a rectangle bears a name
constexpr int kTicks = 6;

QString translated(const char* text) { return QCoreApplication::translate("tw::views::MemoryPicture", text); }

using NodesByName = std::unordered_map<std::string, int>;

/// Per lowered node: the imported node that stands for it, or -1.
std::vector<int> importedOf(const session::DeploymentInfo& deployment)
{
    std::vector<int> imported(deployment.lowered->nodes.size(), -1);
    for (std::size_t i = 0; i < deployment.nodes.size(); ++i) {
        const int work = deployment.nodes[i].work;
        if (work >= 0 && imported[static_cast<std::size_t>(work)] < 0)
            imported[static_cast<std::size_t>(work)] = static_cast<int>(i);
    }
    return imported;
}

std::vector<QString> stepNames(const ir::Graph& lowered)
{
    std::vector<QString> names{translated("inputs are written")};
    for (const auto& node : lowered.nodes)
        names.push_back(QString::fromStdString(node.name));
    names.push_back(translated("outputs are read"));
    return names;
}

/// 1, 2 or 5 times a power of ten, so that some `count` of them span the range.
double niceStep(double range, int count)
{
    const double rough = std::max(range / count, 1e-9);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough)
            return factor * power;
    return 10 * power;
}

/// A node that lowering added has an engine too, though no imported node stands for it.
std::string engineOf(const session::DeploymentInfo& deployment, int lowered, int imported)
{
    if (imported >= 0)
        return deployment.nodes[static_cast<std::size_t>(imported)].engine;
    const auto at = static_cast<std::size_t>(lowered);
    const int row = at < deployment.rows.size() ? deployment.rows[at] : -1;
    return row < 0 ? std::string() : deployment.target->rows[static_cast<std::size_t>(row)].engine;
}

}  // namespace

qint64 roomOf(const session::MemoryUse& use) { return use.capacity - use.constants; }

double fragmentation(const session::MemoryUse& use)
{
    return use.peak > 0 ? static_cast<double>(use.peak - use.lowerBound) / static_cast<double>(use.peak) : 0;
}

MapData mapData(const session::Snapshot& snapshot, const session::MemoryUse& use)
{
    const auto& deployment = *snapshot.deployment;
    MapData data{.use = use, .buffers = {}, .steps = stepNames(*deployment.lowered)};
    const auto imported = importedOf(deployment);
    NodesByName writer;
    for (std::size_t i = 0; i < deployment.lowered->nodes.size(); ++i)
        for (const auto output : deployment.lowered->nodes[i].outputs)
            if (output.valid())
                writer[deployment.lowered->tensor(output).name] = static_cast<int>(i);
    NodesByName tensors;
    for (std::size_t i = 0; i < snapshot.graph->tensors.size(); ++i)
        tensors[snapshot.graph->tensors[i].name] = static_cast<int>(i);
    for (const auto& buffer : deployment.buffers) {
        if (buffer.memory != use.name)
            continue;
        MapBuffer one{.name = QString::fromStdString(buffer.tensor), .offset = buffer.offset, .bytes = buffer.bytes,
                      .first = buffer.first, .last = buffer.last};
        const auto found = writer.find(buffer.tensor);
        const int lowered = found != writer.end() ? found->second : buffer.first - 1;
        if (lowered >= 0 && lowered < static_cast<int>(imported.size())) {
            one.node = imported[static_cast<std::size_t>(lowered)];
            one.role = engineRole(deployment.target.get(), engineOf(deployment, lowered, one.node));
        }
        if (const auto tensor = tensors.find(buffer.tensor); tensor != tensors.end())
            one.tensor = {static_cast<std::int32_t>(tensor->second)};
        data.buffers.push_back(std::move(one));
    }
    return data;
}

MapWindow MemoryPicture::wholeOf(const MapData& data)
{
    const double peak = static_cast<double>(std::max<qint64>(data.use.peak, 1));
    const double room = static_cast<double>(roomOf(data.use));
    const double high = room > kFarBeyond * peak ? peak : std::max(peak, room);
    return {.stepBegin = 0, .stepEnd = static_cast<double>(std::max<std::size_t>(data.steps.size(), 1)), .addressBegin = 0,
            .addressEnd = high * 1.08};
}

QRectF MemoryPicture::plot() const { return area_.adjusted(kLeft, kTop, -kRight, -kBottom); }

double MemoryPicture::xOf(double step) const
{
    return plot().left() + (step - window_.stepBegin) / (window_.stepEnd - window_.stepBegin) * plot().width();
}

double MemoryPicture::yOf(double address) const
{
    return plot().bottom() - (address - window_.addressBegin) / (window_.addressEnd - window_.addressBegin) * plot().height();
}

double MemoryPicture::stepAt(double x) const
{
    return window_.stepBegin + (x - plot().left()) / plot().width() * (window_.stepEnd - window_.stepBegin);
}

double MemoryPicture::addressAt(double y) const
{
    return window_.addressBegin + (plot().bottom() - y) / plot().height() * (window_.addressEnd - window_.addressBegin);
}

QRectF MemoryPicture::rectangle(const MapBuffer& buffer) const
{
    return QRectF(QPointF(xOf(buffer.first), yOf(static_cast<double>(buffer.offset + buffer.bytes))),
                  QPointF(xOf(buffer.last), yOf(static_cast<double>(buffer.offset))));
}

int MemoryPicture::bufferAt(QPointF place) const
{
    if (!plot().contains(place))
        return -1;
    for (std::size_t i = 0; i < data_.buffers.size(); ++i)
        if (rectangle(data_.buffers[i]).contains(place))
            return static_cast<int>(i);
    return -1;
}

void MemoryPicture::paint(QPainter& painter) const
{
    painter.fillRect(area_, Theme::instance().colours().canvas);
    paintAxes(painter);
    paintConstants(painter);
    painter.save();
    painter.setClipRect(plot());
    paintBuffers(painter);
    painter.restore();
}

void MemoryPicture::paintAxes(QPainter& painter) const
{
    const auto& colours = Theme::instance().colours();
    const auto frame = plot();
    const double bytes = niceStep(window_.addressEnd - window_.addressBegin, kTicks);
    for (double a = std::ceil(window_.addressBegin / bytes) * bytes; a <= window_.addressEnd; a += bytes) {
        painter.setPen(colours.grid);
        painter.drawLine(QPointF(frame.left(), yOf(a)), QPointF(frame.right(), yOf(a)));
        painter.setPen(colours.mutedText);
        painter.drawText(QRectF(area_.left(), yOf(a) - 10, kLeft - 8, 20), Qt::AlignRight | Qt::AlignVCenter,
                         siText(static_cast<qint64>(a), QStringLiteral("B")));
    }
    const double steps = std::max(1.0, niceStep(window_.stepEnd - window_.stepBegin, static_cast<int>(frame.width() / 70) + 1));
    for (double s = std::ceil(window_.stepBegin / steps) * steps; s < window_.stepEnd; s += steps) {
        painter.setPen(colours.grid);
        painter.drawLine(QPointF(xOf(s), frame.top()), QPointF(xOf(s), frame.bottom()));
        painter.setPen(colours.mutedText);
        painter.drawText(QRectF(xOf(s) - 35, area_.bottom() - 24, 70, 18), Qt::AlignCenter, QString::number(static_cast<int>(s)));
    }
    painter.drawText(QRectF(area_.left(), area_.bottom() - 24, kLeft - 8, 18), Qt::AlignRight | Qt::AlignVCenter, translated("step"));
}

/// They stay all the time, so a band below the axis says it; its height means nothing.
void MemoryPicture::paintConstants(QPainter& painter) const
{
    const auto& colours = Theme::instance().colours();
    const QRectF band(plot().left(), plot().bottom() + 3, plot().width(), kConstants);
    if (data_.use.constants == 0)
        return;
    painter.fillRect(band, colours.surface);
    painter.fillRect(band, QBrush(colours.grid, Qt::BDiagPattern));
    painter.setPen(colours.mutedText);
    painter.drawText(band, Qt::AlignCenter,
                     translated("constants %1, always there").arg(siText(data_.use.constants, QStringLiteral("B"))));
}

void MemoryPicture::paintBuffers(QPainter& painter) const
{
    const auto& colours = Theme::instance().colours();
    const bool dark = Theme::instance().dark();
    const auto frame = plot();
    for (const auto& buffer : data_.buffers) {
        const auto place = rectangle(buffer);
        if (!place.intersects(frame))
            continue;
        const auto& engine = enginePalette(buffer.role > 0 ? buffer.role : kUnassignedRole, dark);
        painter.fillRect(place, buffer.role > 0 ? engine.fill : colours.surface);
        if (place.height() > 6 && place.width() > 6 && buffer.role > 0)
            painter.fillRect(place, engineHatch(buffer.role, dark));
        if (place.height() < 3 || place.width() < 3)
            continue;
        painter.setPen(buffer.role > 0 ? engine.stroke : colours.mutedText);
        painter.drawRect(place);
        const QFontMetricsF metrics(painter.font());
        const auto visible = place.intersected(frame).adjusted(4, 0, -4, 0);
        if (visible.width() < kReadableWidth || visible.height() < metrics.height())
            continue;
        painter.setPen(buffer.role > 0 ? engine.text : colours.text);
        painter.drawText(visible, Qt::AlignCenter, metrics.elidedText(buffer.name, Qt::ElideMiddle, visible.width()));
    }
}

std::optional<double> MemoryPicture::lineAt(qint64 address) const
{
    const double y = yOf(static_cast<double>(address));
    return y >= plot().top() - 1 && y <= plot().bottom() + 1 ? std::optional(y) : std::nullopt;
}

void MemoryPicture::paintLine(QPainter& painter, const MapLine& line) const
{
    const auto y = lineAt(line.address);
    if (!y)
        return;
    painter.setPen(QPen(line.colour, 1.5, line.style));
    painter.drawLine(QPointF(plot().left(), *y), QPointF(plot().right(), *y));
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(line.text) + 8;
    const QRectF label(line.textLeft ? plot().left() + 2 : plot().right() - width - 2, *y - metrics.height() - 1, width, metrics.height());
    auto ground = Theme::instance().colours().canvas;
    ground.setAlphaF(0.85F);
    painter.fillRect(label, ground);
    painter.drawText(label, Qt::AlignCenter, line.text);
}

}  // namespace tw::views
