// SPDX-License-Identifier: GPL-3.0-or-later
// All actions with their keys: searchable, and each can be given other keys.
#pragma once

#include <QDialog>
#include <QKeySequence>
#include <QMap>

#include <vector>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QTreeWidget;

namespace tw::workbench {

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const std::vector<QAction*>& actions, QWidget* parent = nullptr);

    /// Only those that differ from the default.
    QMap<QString, QKeySequence> changed() const;

private:
    struct Entry {
        QString name;
        QKeySequence keys;
        QKeySequence standard;
        const QObject* scope = nullptr;      // the pane in which the keys work; null: everywhere
    };

    static bool collide(const Entry& left, const Entry& right);
    void showKeysOf(int row);
    void setKeys(const QKeySequence& keys);
    void filter(const QString& text);
    void showConflict();

    std::vector<Entry> entries_;
    QTreeWidget* table_;
    QKeySequenceEdit* edit_;
    QLabel* conflict_;
};

}  // namespace tw::workbench
