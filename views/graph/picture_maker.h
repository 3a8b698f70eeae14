// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph to a picture without holding up the window: the view graph and the linear layout are made on a worker
// thread, Graphviz refines group by group in the helper process, and every improvement arrives as a new picture.
#pragma once

#include "views/graph/arrangement.h"
#include "views/graph/graph_search.h"
#include "views/graph/layout_client.h"

#include <QThreadPool>

#include <optional>

namespace tw::views::graph {

struct Picture {
    std::shared_ptr<const ViewGraph> view;
    std::shared_ptr<const SearchIndex> search;
    std::vector<bool> open;
    std::shared_ptr<const Arrangement> arrangement;
};

class PictureMaker : public QObject {
    Q_OBJECT
public:
    enum Reason { Fresh, Opened, Refined };

    explicit PictureMaker(QObject* parent = nullptr);
    ~PictureMaker() override;

    /// `model` is the whole network, whose functions calls in `graph` may open. Drops what was being made.
    void show(ir::GraphPointer graph, ir::GraphPointer model);
    /// Another choice of open groups for the same graph.
    void reopen(std::vector<bool> open);
    void clear();
    /// Which part is looked at: of very large pictures only that is refined. Without one, all is.
    void setLookedAt(const Rect& part);

    const Picture& picture() const { return picture_; }
    bool refining() const { return client_.busy() || refineTimer_.isActive() || (running_ && picture_.view); }

signals:
    /// picture() is new; `reason` is a Reason.
    void made(int reason);
    void failed(const QString& why);
    void refiningChanged();

private:
    struct Task;
    void start(std::shared_ptr<Task> task);
    Result<void> work(Task& task);      // on the worker thread; touches only the task and the cache
    void finish(const std::shared_ptr<Task>& task);
    void cancel();
    void askForDrawings();

    Picture picture_;
    std::optional<Rect> lookedAt_;
    LayoutCache cache_;
    LayoutClient client_;
    QThreadPool pool_;
    QTimer refineTimer_;
    std::shared_ptr<Task> running_;
};

}  // namespace tw::views::graph
