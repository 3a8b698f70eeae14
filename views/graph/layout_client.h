// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the layout helper for drawings, one group after the other, without ever waiting. A helper that crashes, hangs or
// talks nonsense costs the one drawing it was making: it is ended and a new one takes the next request.
#pragma once

#include "core/base/layout_protocol.h"
#include "views/graph/layout_cache.h"

#include <QProcess>
#include <QTimer>

#include <deque>
#include <memory>

namespace tw::views::graph {

struct LayoutLimits {
    int softMs = 2000;         // then slow() is signalled
    int hardMs = 10000;        // then the helper is killed
};

class LayoutClient : public QObject {
    Q_OBJECT
public:
    /// An empty program means the helper next to this executable.
    explicit LayoutClient(QString program = {}, LayoutLimits limits = {}, QObject* parent = nullptr);
    ~LayoutClient() override;

    void request(LayoutKey key, layout::Problem problem);
    /// Forgets what waits; the drawing in progress still arrives.
    void forgetWaiting() { waiting_.clear(); }
    bool busy() const { return current_ != nullptr || !waiting_.empty(); }

signals:
    void drawn(tw::views::graph::LayoutKey key, const tw::layout::Drawing& drawing);
    void failed(tw::views::graph::LayoutKey key, const QString& why);
    void slow();
    void idle();

private:
    struct Job {
        LayoutKey key = 0;
        layout::Problem problem;
        std::uint32_t id = 0;
    };

    void sendNext();
    void startHelper();
    void readAnswer();
    void finish(const layout::Response& response);
    void giveUp(const QString& why);
    void dropHelper();

    QString program_;
    LayoutLimits limits_;
    std::unique_ptr<QProcess> helper_;
    QByteArray received_;
    QTimer softTimer_;
    QTimer hardTimer_;
    std::deque<Job> waiting_;
    std::unique_ptr<Job> current_;
    std::uint32_t nextId_ = 1;
    int failuresInARow_ = 0;
};

}  // namespace tw::views::graph
