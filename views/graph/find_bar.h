// SPDX-License-Identifier: GPL-3.0-or-later
// The search box of the graph with its hit count. Knows nothing of graphs: says what is sought, is told what was found.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace tw::views::graph {

class FindBar : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget* parent = nullptr);

    /// Shows the bar with the text selected, ready to type.
    void open();
    QString query() const;
    void setQuery(const QString& query);
    /// `current` counts from 0; -1 when there is none.
    void setHits(int current, int count);

signals:
    void queryChanged(const QString& query);
    void nextRequested();
    void previousRequested();
    void allRequested();          // select all hits
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QLineEdit* edit_;
    QLabel* hits_;
    QToolButton* previous_;
    QToolButton* next_;
    QToolButton* all_;
};

}  // namespace tw::views::graph
