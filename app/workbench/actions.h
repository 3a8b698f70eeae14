// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, made in one place: menus, tool bar and the shortcuts page share them.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QMap>

#include <vector>

class QMainWindow;
class QUndoStack;

namespace tw::workbench {

struct Actions {
    QAction* open = nullptr;
    QAction* openSample = nullptr;
    QAction* reload = nullptr;
    QAction* save = nullptr;
    QAction* saveAs = nullptr;
    QAction* exportProject = nullptr;
    QAction* quit = nullptr;
    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* clearSelection = nullptr;
    QAction* settings = nullptr;
    QAction* target = nullptr;
    QAction* dimensions = nullptr;
    QAction* assign = nullptr;
    QAction* tradeOffs = nullptr;
    QAction* clearPins = nullptr;
    QAction* cancelJobs = nullptr;
    QAction* nextPane = nullptr;
    QAction* resetLayout = nullptr;
    QAction* shortcuts = nullptr;
    QAction* about = nullptr;
};

Actions makeActions(QMainWindow& window, QUndoStack& undoStack);

/// Lets the named actions of the panes have their keys changed too. Once, when all panes are there.
void adoptPaneActions(const QMainWindow& window);
/// All actions that a key can be given to: the window's in menu order, then those of the panes.
std::vector<QAction*> editableActions(const QMainWindow& window);
/// Applies changed keys; actions not named get their default back.
void applyShortcuts(const QMainWindow& window, const QMap<QString, QKeySequence>& changed);
QKeySequence defaultShortcut(const QAction& action);

}  // namespace tw::workbench
