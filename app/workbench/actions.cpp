// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/actions.h"

#include "views/shared/icons.h"

#include <QMainWindow>
#include <QUndoStack>

namespace tw::workbench {

namespace {

constexpr const char* kDefaultKeys = "defaultShortcut";

struct Description {
    const char* name;
    QString text;
    QString tip;
    const char* iconName = nullptr;
    QKeySequence keys = {};
};

void describe(QAction& action, const Description& as)
{
    action.setObjectName(QLatin1String(as.name));
    if (!as.text.isEmpty())
        action.setText(as.text);
    if (as.iconName)
        action.setIcon(views::icon(QLatin1String(as.iconName)));
    action.setShortcut(as.keys);
    action.setProperty(kDefaultKeys, as.keys);
    const QString keys = as.keys.toString(QKeySequence::NativeText);
    action.setToolTip(keys.isEmpty() ? as.tip : QStringLiteral("%1 (%2)").arg(as.tip, keys));
    action.setStatusTip(as.tip);
}

QAction* make(QMainWindow& window, const Description& as)
{
    auto* action = new QAction(&window);
    describe(*action, as);
    window.addAction(action);
    return action;
}

QString tr(const char* text)
{
    return QMainWindow::tr(text);
}

void makeFileActions(QMainWindow& window, Actions& actions)
{
    actions.open = make(window, {"fileOpen", tr("&Open …"), tr("Open an ONNX model or a Tilewright session"), "open",
                                 QKeySequence::Open});
    actions.openSample = make(window, {"fileOpenSample", tr("Open S&ample"), tr("Open a small network that comes with the program"),
                                       "sample"});
    actions.reload = make(window, {"fileReload", tr("&Reload"), tr("Read the model from disk again"), "reload",
                                   QKeySequence::Refresh});
    actions.save = make(window, {"fileSave", tr("&Save Session"), tr("Save model path, target, choices and layout"), "save",
                                 QKeySequence::Save});
    actions.saveAs = make(window, {"fileSaveAs", tr("Save Session &As …"), tr("Save the session under another name"), nullptr,
                                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    actions.exportProject = make(window, {"fileExport", tr("&Export C Project …"), tr("Write the generated C project to a folder"),
                                          "export", QKeySequence(Qt::CTRL | Qt::Key_E)});
    actions.quit = make(window, {"fileQuit", tr("&Quit"), tr("Close the program"), "quit", QKeySequence(Qt::CTRL | Qt::Key_Q)});
}

void makeEditActions(QMainWindow& window, QUndoStack& undoStack, Actions& actions)
{
    actions.undo = undoStack.createUndoAction(&window, tr("&Undo"));
    describe(*actions.undo, {"editUndo", {}, tr("Take the last change back"), "undo", QKeySequence::Undo});
    actions.redo = undoStack.createRedoAction(&window, tr("&Redo"));
    describe(*actions.redo, {"editRedo", {}, tr("Make the change again"), "redo", QKeySequence::Redo});
    window.addActions({actions.undo, actions.redo});
    actions.clearSelection = make(window, {"editClearSelection", tr("&Clear Selection"), tr("Show the whole model in the Inspector"),
                                           nullptr, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)});
    actions.settings = make(window, {"editSettings", tr("Se&ttings …"), tr("Theme and font size"), "settings",
                                     QKeySequence(Qt::CTRL | Qt::Key_Comma)});
}

}  // namespace

Actions makeActions(QMainWindow& window, QUndoStack& undoStack)
{
    Actions actions;
    makeFileActions(window, actions);
    makeEditActions(window, undoStack, actions);
    actions.target = make(window, {"deployTarget", tr("Choose &Target …"), tr("What each target has, and what of this network it cannot run"),
                                   "target", QKeySequence(Qt::CTRL | Qt::Key_T)});
    actions.assign = make(window, {"deployAssign", tr("&Assign Engines …"),
                                   tr("Let the program choose the engine of every node, and see what that changes"), "assign",
                                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)});
    actions.tradeOffs = make(window, {"deployTradeOffs", tr("T&rade-offs …"),
                                      tr("List the assignments of engines that no other beats in cycles and memory, and pin one"), "engines"});
    actions.clearPins = make(window, {"deployClearPins", tr("Clear All &Pins"), tr("No node keeps an engine that was chosen by hand"), "pin"});
    actions.dimensions = make(window, {"deployDimensions", tr("&Dimensions and Types …"),
                                       tr("Give numbers to open dimensions and types to inputs"), "dimensions",
                                       QKeySequence(Qt::CTRL | Qt::Key_D)});
    actions.cancelJobs = make(window, {"deployCancel", tr("&Cancel Running Jobs"), tr("Stop what runs; what is on screen stays"),
                                       "close", QKeySequence(Qt::Key_Escape)});
    actions.nextPane = make(window, {"viewNextPane", tr("&Next Pane"), tr("Move the keyboard to the next pane"), nullptr,
                                     QKeySequence(Qt::Key_F6)});
    actions.resetLayout = make(window, {"viewResetLayout", tr("&Reset Layout"), tr("Put all panes where they were at first"),
                                        "layout"});
    actions.shortcuts = make(window, {"helpShortcuts", tr("&Keyboard Shortcuts …"), tr("All keys, and change them"), "keyboard",
                                      QKeySequence(Qt::CTRL | Qt::Key_Question)});
    actions.about = make(window, {"helpAbout", tr("&About Tilewright"), tr("Version and licence"), "about"});
    return actions;
}

void adoptPaneActions(const QMainWindow& window)
{
    for (QAction* action : window.findChildren<QAction*>())
        if (!action->objectName().isEmpty() && !action->shortcut().isEmpty() && !action->property(kDefaultKeys).isValid())
            action->setProperty(kDefaultKeys, action->shortcut());
}

std::vector<QAction*> editableActions(const QMainWindow& window)
{
    std::vector<QAction*> found;
    for (QAction* action : window.findChildren<QAction*>())
        if (action->property(kDefaultKeys).isValid())
            found.push_back(action);
    return found;
}

QKeySequence defaultShortcut(const QAction& action)
{
    return action.property(kDefaultKeys).value<QKeySequence>();
}

void applyShortcuts(const QMainWindow& window, const QMap<QString, QKeySequence>& changed)
{
    for (QAction* action : editableActions(window)) {
        const QKeySequence keys = changed.value(action->objectName(), defaultShortcut(*action));
        if (action->shortcut() != keys)
            action->setShortcut(keys);
        if (action->statusTip().isEmpty())       // of a pane, which words its own tooltips
            continue;
        const QString text = keys.toString(QKeySequence::NativeText);
        action->setToolTip(text.isEmpty() ? action->statusTip() : QStringLiteral("%1 (%2)").arg(action->statusTip(), text));
    }
}

}  // namespace tw::workbench
