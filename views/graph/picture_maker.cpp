// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture_maker.h"

#include "views/graph/grouping.h"

#include <QStandardPaths>

#include <exception>

namespace tw::views::graph {
namespace {

constexpr int kOpenAtFirst = 400;      // boxes; more than that start closed
constexpr int kRefinedAtOnce = 10000;  // boxes; of more, groups are refined when they are scrolled into view
constexpr int kRefineDelayMs = 120;    // improvements that arrive together are shown together

bool overlaps(const Rect& a, const Rect& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

std::filesystem::path cacheFolder()
{
    const QString place = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    return place.isEmpty() ? std::filesystem::path() : std::filesystem::path((place + QStringLiteral("/layout")).toStdString());
}

}  // namespace

struct PictureMaker::Task {
    Reason reason = Fresh;
    ir::GraphPointer graph;
    ir::GraphPointer model;
    Picture picture;           // in: what is known already; out: complete
    std::string failure;
    Progress progress;
};

PictureMaker::PictureMaker(QObject* parent) : QObject(parent), cache_(cacheFolder())
{
    pool_.setMaxThreadCount(1);
    refineTimer_.setSingleShot(true);
    refineTimer_.setInterval(kRefineDelayMs);
    connect(&client_, &LayoutClient::drawn, this, [this](LayoutKey key, const layout::Drawing& drawing) {
        cache_.store(key, drawing);
        if (!refineTimer_.isActive())
            refineTimer_.start();
    });
    connect(&client_, &LayoutClient::failed, this, [this](LayoutKey key) { cache_.giveUp(key); });
    connect(&client_, &LayoutClient::slow, this, &PictureMaker::refiningChanged);
    connect(&client_, &LayoutClient::idle, this, &PictureMaker::refiningChanged);
    connect(&refineTimer_, &QTimer::timeout, this, [this] {
        if (running_) {
            refineTimer_.start();
            return;
        }
        auto task = std::make_shared<Task>();
        task->reason = Refined;
        task->picture = picture_;
        start(std::move(task));
    });
}

PictureMaker::~PictureMaker()
{
    cancel();
    pool_.waitForDone();
}

void PictureMaker::cancel()
{
    if (running_)
        running_->progress.cancel();
    running_.reset();
    client_.forgetWaiting();
    refineTimer_.stop();
}

void PictureMaker::clear()
{
    cancel();
    picture_ = {};
}

void PictureMaker::show(ir::GraphPointer graph, ir::GraphPointer model)
{
    clear();
    auto task = std::make_shared<Task>();
    task->graph = std::move(graph);
    task->model = std::move(model);
    start(std::move(task));
}

void PictureMaker::reopen(std::vector<bool> open)
{
    if (!picture_.view)
        return;
    cancel();
    auto task = std::make_shared<Task>();
    task->reason = Opened;
    task->picture = picture_;
    task->picture.open = std::move(open);
    start(std::move(task));
}

void PictureMaker::start(std::shared_ptr<Task> task)
{
    running_ = task;
    pool_.start([this, task] {
        try {
            const auto done = work(*task);
            task->failure = done ? std::string() : done.error().message;
        } catch (const std::exception& broken) {     // a broken invariant must not end the program
            task->failure = broken.what();
        }
        QMetaObject::invokeMethod(this, [this, task] { finish(task); }, Qt::QueuedConnection);
    });
}

Result<void> PictureMaker::work(Task& task)
{
    Picture& picture = task.picture;
    if (!picture.view) {
        const ViewGraphOptions options{.functions = task.model ? &task.model->functions : nullptr};
        TW_TRY(auto view, buildViewGraph(task.graph, options, task.progress));
        picture.open = initiallyOpen(view, kOpenAtFirst);
        picture.search = std::make_shared<const SearchIndex>(view);
        picture.view = std::make_shared<const ViewGraph>(std::move(view));
    }
    TW_TRY(auto arrangement, arrange(*picture.view, picture.open, cache_, task.progress));
    picture.arrangement = std::make_shared<const Arrangement>(std::move(arrangement));
    return {};
}

void PictureMaker::finish(const std::shared_ptr<Task>& task)
{
    if (task != running_)
        return;
    running_.reset();
    if (!task->failure.empty()) {
        emit failed(QString::fromStdString(task->failure));
        return;
    }
    picture_ = task->picture;
    emit made(task->reason);
    askForDrawings();
    emit refiningChanged();
}

void PictureMaker::setLookedAt(const Rect& part)
{
    lookedAt_ = part;
    if (picture_.arrangement && !running_)
        askForDrawings();
}

void PictureMaker::askForDrawings()
{
    const bool all = visibleBoxes(*picture_.view, picture_.open) <= kRefinedAtOnce || !lookedAt_;
    for (const auto& wanted : picture_.arrangement->wanted) {
        const bool near = all || overlaps(wanted.place, *lookedAt_);
        if (near && !cache_.gaveUp(wanted.key) && !cache_.knows(wanted.key))
            client_.request(wanted.key, wanted.problem);
    }
}

}  // namespace tw::views::graph
