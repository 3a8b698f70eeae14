// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is known of the selection: the model, a node, several nodes, or a tensor with its values.
#pragma once

#include "views/inspector/values_model.h"
#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"

#include "core/session/session.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QTextBrowser;
class QUrl;

namespace tw::views {

class HistogramPlot;

class InspectorView : public QWidget {
    Q_OBJECT
public:
    InspectorView(Selection& selection, QWidget* parent = nullptr);

    void setSnapshot(session::SnapshotPointer snapshot);
    /// The answer to statisticsRequested. Ignored when another tensor is shown by now.
    void setStatistics(ir::TensorId tensor, const Result<session::TensorStatistics>& statistics);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    QString plainText() const;

signals:
    /// The values of this constant are on screen and nobody has counted them yet.
    void statisticsRequested(tw::ir::TensorId tensor);
    void selectionJumped();
    /// An empty engine: let the program choose again.
    void assignRequested(const std::vector<int>& nodes, const QString& engine);
    void saveRequested(tw::ir::TensorId tensor);

private:
    QWidget* buildValues();
    void refresh();
    void showPage(const QString& html);
    void showValues(ir::TensorId tensor);
    void follow(const QUrl& link);
    QString page() const;

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    std::unique_ptr<ir::GraphIndex> index_;     // of snapshot_->graph
    ir::TensorId valuesOf_;                     // whose values are shown; invalid: none
    QStackedWidget* pages_;
    QLabel* empty_;
    QTextBrowser* text_;
    QTabWidget* values_;
    QLabel* statistics_ = nullptr;
    HistogramPlot* histogram_ = nullptr;
    ValuesModel model_;
    StaleMark* stale_ = nullptr;
    LazyUpdate update_;
};

}  // namespace tw::views
