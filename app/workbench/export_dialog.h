// SPDX-License-Identifier: GPL-3.0-or-later
// Where the C project goes, what will be written there, the same as a command line, and then, if wanted, building and
// running it with the log as it comes.
#pragma once

#include "app/workbench/workbench.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace tw::workbench {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    ExportDialog(Workbench& workbench, const QString& folder, QWidget* parent = nullptr);

    QString folder() const;
    /// "tilewright-cli deploy …": what the Export button does.
    QString commandLine() const;

signals:
    void exported(const QString& folder);

protected:
    void done(int result) override;

private:
    QWidget* buildPlaces();
    QWidget* buildPreview();
    QWidget* buildCommand();
    QLineEdit* addPath(class QFormLayout& form, const QString& name, const QString& label, const QString& tip, bool folder);
    void listFiles();
    void compareWithDisk();
    void showComparison(const std::map<std::string, QString>& states);
    void refresh();
    QString refusal() const;
    void start();
    void buildAndRun();
    void appendLog(const QString& text);
    void showResult(bool good, const QString& text);
    session::ExportOptions options() const;

    Workbench& workbench_;
    session::SnapshotPointer snapshot_;
    session::Choices choices_;
    QLineEdit* folder_ = nullptr;
    QLineEdit* inputs_ = nullptr;
    QLineEdit* expected_ = nullptr;
    QTreeWidget* files_ = nullptr;
    QLabel* total_ = nullptr;
    QLineEdit* command_ = nullptr;
    QCheckBox* build_ = nullptr;
    QPlainTextEdit* log_ = nullptr;
    QLabel* result_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* stop_ = nullptr;
};

}  // namespace tw::workbench
