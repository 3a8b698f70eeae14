// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/dimensions_dialog.h"
#include "app/workbench/export_dialog.h"
#include "app/workbench/main_window.h"
#include "app/workbench/notice_bar.h"
#include "app/workbench/settings_dialog.h"
#include "app/workbench/shortcuts_dialog.h"
#include "app/workbench/status_panel.h"
#include "views/code/code_view.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QStandardPaths>
#include <QStatusBar>
#include <QToolBar>

namespace tw::workbench {

void MainWindow::buildMenus()
{
    const auto menu = [this](const QString& name, const QString& title) {
        QMenu* added = menuBar()->addMenu(title);
        added->setObjectName(name);
        added->setToolTipsVisible(true);
        return added;
    };
    QMenu* file = menu(QStringLiteral("menuFile"), tr("&File"));
    file->addActions({actions_.open, actions_.openSample});
    recentMenu_ = file->addMenu(tr("Open &Recent"));
    recentMenu_->setObjectName(QStringLiteral("menuRecent"));
    recentMenu_->setToolTipsVisible(true);
    file->addAction(actions_.reload);
    file->addSeparator();
    file->addActions({actions_.save, actions_.saveAs});
    file->addSeparator();
    file->addAction(actions_.exportProject);
    file->addSeparator();
    file->addAction(actions_.quit);

    QMenu* edit = menu(QStringLiteral("menuEdit"), tr("&Edit"));
    edit->addActions({actions_.undo, actions_.redo});
    edit->addSeparator();
    edit->addAction(actions_.clearSelection);
    edit->addSeparator();
    edit->addAction(actions_.settings);

    QMenu* view = menu(QStringLiteral("menuView"), tr("&View"));
    for (const QString& name : viewNames())
        if (QDockWidget* dock = docks_.value(name))
            view->addAction(dock->toggleViewAction());
    view->addSeparator();
    view->addActions({actions_.nextPane, actions_.resetLayout});

    QMenu* deploy = menu(QStringLiteral("menuDeploy"), tr("&Deploy"));
    deploy->addActions({actions_.target, actions_.dimensions});
    deploy->addSeparator();
    deploy->addActions({actions_.assign, actions_.tradeOffs, actions_.clearPins});
    deploy->addSeparator();
    deploy->addAction(actions_.exportProject);
    deploy->addSeparator();
    deploy->addAction(actions_.cancelJobs);

    QMenu* help = menu(QStringLiteral("menuHelp"), tr("&Help"));
    help->addActions({actions_.shortcuts, actions_.about});
}

void MainWindow::buildToolBar()
{
    QToolBar* bar = addToolBar(tr("Main tool bar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setIconSize({20, 20});
    bar->addActions({actions_.open, actions_.save});
    bar->addSeparator();
    bar->addActions({actions_.undo, actions_.redo});
    bar->addSeparator();
    auto* label = new QLabel(tr("Target"), bar);
    label->setContentsMargins(6, 0, 4, 0);
    bar->addWidget(label);
    target_ = new QComboBox(bar);
    target_->setObjectName(QStringLiteral("targetChoice"));
    target_->setAccessibleName(tr("Target"));
    target_->setToolTip(tr("The system that the code is generated for"));
    target_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    target_->setMinimumContentsLength(12);
    label->setBuddy(target_);
    bar->addWidget(target_);
    bar->addActions({actions_.target, actions_.dimensions, actions_.assign, actions_.exportProject});
    connect(target_, &QComboBox::activated, this, [this](int index) { changeTarget(target_->itemData(index).toString()); });
}

void MainWindow::buildStatusBar()
{
    modelLine_ = new QLabel(tr("No model"), this);
    modelLine_->setObjectName(QStringLiteral("modelLine"));
    modelLine_->setContentsMargins(6, 0, 6, 0);
    statusBar()->addPermanentWidget(new StatusPanel(workbench_.jobs(), this));
    statusBar()->addPermanentWidget(modelLine_);
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    on(actions_.open, [this] { chooseFile(); });
    on(actions_.openSample, [this] { openSample(); });
    on(actions_.reload, [this] { workbench_.reload(); });
    on(actions_.save, [this] { save(workbench_.document().sessionFile()); });
    on(actions_.saveAs, [this] { saveAs(); });
    on(actions_.exportProject, [this] { showExport(); });
    on(actions_.quit, [this] { close(); });
    on(actions_.clearSelection, [this] { selection_.clear(); });
    on(actions_.settings, [this] { showSettings(); });
    on(actions_.target, [this] { showTargetDialog(); });
    on(actions_.dimensions, [this] { showDimensions(); });
    on(actions_.assign, [this] { showAssign(); });
    on(actions_.tradeOffs, [this] { showTradeOffs(); });
    on(actions_.clearPins, [this] { clearAllPins(); });
    on(actions_.cancelJobs, [this] { workbench_.jobs().cancelAll(); });
    on(actions_.nextPane, [this] { focusNextPane(); });
    on(actions_.resetLayout, [this] { resetLayout(); });
    on(actions_.shortcuts, [this] { showShortcuts(); });
    on(actions_.about, [this] { showAbout(); });
}

void MainWindow::showSettings()
{
    auto* dialog = new SettingsDialog(settings_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        settings_.theme = dialog->settings().theme;
        settings_.fontPoints = dialog->settings().fontPoints;
        saveSettings(settings_);
    });
    dialog->open();
}

void MainWindow::showShortcuts()
{
    auto* dialog = new ShortcutsDialog(editableActions(*this), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        settings_.shortcuts = dialog->changed();
        applyShortcuts(*this, settings_.shortcuts);
        saveSettings(settings_);
    });
    dialog->open();
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(this);
    box->setObjectName(QStringLiteral("aboutDialog"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Tilewright"));
    box->setIconPixmap(windowIcon().pixmap(64));
    box->setText(tr("<h3>Tilewright %1</h3>").arg(QLatin1String(TW_VERSION)));
    box->setInformativeText(tr("From an ONNX network to a C project for embedded systems.\n\n"
                               "The workbench is free software under the GNU General Public License, version 3 or later. "
                               "The engine is under the Apache License 2.0, the C code it writes under MIT-0: your project "
                               "carries no obligations.\n\nWith Qt %1.").arg(QLatin1String(qVersion())));
    box->open();
}

void MainWindow::showExport()
{
    const QString base = QFileInfo(workbench_.document().model()).completeBaseName();
    const QString folder = exportFolder_.isEmpty()
                               ? QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                                     .filePath(tr("%1-%2").arg(base, target_->currentText()))
                               : exportFolder_;
    auto* dialog = new ExportDialog(workbench_, folder, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::exported, this, [this](const QString& written) {
        exportFolder_ = written;
        code_->setExportFolder(written);
    });
    dialog->open();
}

void MainWindow::showDimensions()
{
    auto* dialog = new DimensionsDialog(*workbench_.imported(), workbench_.document().choices(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        notice_->dismiss();
        workbench_.document().change(dialog->chosen(), tr("Change dimensions and types"));
    });
    dialog->open();
}

}  // namespace tw::workbench
