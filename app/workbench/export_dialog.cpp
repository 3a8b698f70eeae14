// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export_dialog.h"

#include "app/workbench/export_preview.h"
#include "views/shared/icons.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace tw::workbench {

namespace {

enum Column { FileColumn, SizeColumn, StateColumn };

QString shellQuoted(const QString& argument)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:=@%+,-]+$"));
    if (plain.match(argument).hasMatch())
        return argument;
    return QLatin1Char('\'') + QString(argument).replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

/// The options of `tilewright-cli deploy` for all that is not as it would be without them.
QStringList choiceOptions(const session::Choices& choices)
{
    const session::Choices usual;
    QStringList words;
    const auto assign = [&words](const char* option, const std::string& name, const QString& value) {
        words << QLatin1String(option) << QStringLiteral("%1=%2").arg(QString::fromStdString(name), value);
    };
    for (const auto& [symbol, value] : choices.dims)
        assign("--dim", symbol, QString::number(value));
    for (const auto& [input, type] : choices.types)
        assign("--type", input, QString::fromStdString(type));
    for (const auto& [node, engine] : choices.pins)
        assign("--pin", node, QString::fromStdString(engine));
    if (choices.coloring != usual.coloring)
        words << QStringLiteral("--coloring") << QString::fromStdString(choices.coloring);
    if (choices.objective != usual.objective && choices.coloring != usual.coloring)
        words << QStringLiteral("--objective") << QString::fromStdString(choices.objective);
    if (choices.order != usual.order)
        words << QStringLiteral("--order") << QString::fromStdString(choices.order);
    for (const auto& [memory, bytes] : choices.memoryBytes)
        assign("--memory", memory, QString::number(bytes));
    if (choices.buffering != usual.buffering)
        words << QStringLiteral("--buffering") << QString::fromStdString(choices.buffering);
    for (const auto& [node, sizes] : choices.tiles) {
        QStringList axes;
        for (const auto& [axis, size] : sizes)
            axes << QStringLiteral("%1:%2").arg(axis).arg(size);
        assign("--tile", node, axes.join(QLatin1Char(',')));
    }
    return words;
}

}  // namespace

ExportDialog::ExportDialog(Workbench& workbench, const QString& folder, QWidget* parent)
    : QDialog(parent), workbench_(workbench), snapshot_(workbench.snapshot()), choices_(workbench.document().choices())
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export C Project"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(buildPlaces());
    layout->addWidget(buildPreview(), 2);
    layout->addWidget(buildCommand());

    build_ = new QCheckBox(tr("Build it and run its check on this computer afterwards"), this);
    build_->setObjectName(QStringLiteral("exportBuild"));
    build_->setToolTip(tr("Configures with CMake, compiles, and compares the outputs with the expected ones"));
    layout->addWidget(build_);
    log_ = new QPlainTextEdit(this);
    log_->setObjectName(QStringLiteral("exportLog"));
    log_->setAccessibleName(tr("Log of building and running"));
    log_->setReadOnly(true);
    log_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    log_->hide();
    layout->addWidget(log_, 2);
    result_ = new QLabel(this);
    result_->setObjectName(QStringLiteral("exportResult"));
    result_->setWordWrap(true);
    result_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(result_);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    start_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    start_->setObjectName(QStringLiteral("exportStart"));
    start_->setDefault(true);
    stop_ = buttons->addButton(tr("Cancel the job"), QDialogButtonBox::ActionRole);
    stop_->setObjectName(QStringLiteral("exportStop"));
    layout->addWidget(buttons);
    connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
    connect(stop_, &QPushButton::clicked, &workbench_.jobs(), &JobRunner::cancelAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&workbench_.jobs(), &JobRunner::statusChanged, this, &ExportDialog::refresh);
    connect(&workbench_.jobs(), &JobRunner::ended, this, [this](JobRunner::Kind kind, bool cancelled) {
        if (cancelled && (kind == JobRunner::Kind::Export || kind == JobRunner::Kind::Build))
            showResult(false, tr("Cancelled."));
        refresh();
    });
    listFiles();
    folder_->setText(folder);
    resize(760, 640);
}

QLineEdit* ExportDialog::addPath(QFormLayout& form, const QString& name, const QString& label, const QString& tip, bool folder)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    edit->setToolTip(tip);
    edit->setClearButtonEnabled(true);
    QAction* browse = edit->addAction(views::icon(QStringLiteral("folder")), QLineEdit::TrailingPosition);
    browse->setObjectName(name + QStringLiteral("Browse"));
    browse->setToolTip(tr("Choose …"));
    connect(browse, &QAction::triggered, this, [this, edit, label, folder] {
        auto* dialog = new QFileDialog(this, label, edit->text());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
        if (!folder)
            dialog->setNameFilter(tr("NumPy archives (*.npz);;All files (*)"));
        connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        dialog->open();
    });
    connect(edit, &QLineEdit::textChanged, this, &ExportDialog::refresh);
    form.addRow(label, edit);
    return edit;
}

QWidget* ExportDialog::buildPlaces()
{
    auto* places = new QWidget(this);
    auto* form = new QFormLayout(places);
    form->setContentsMargins({});
    folder_ = addPath(*form, QStringLiteral("exportFolder"), tr("Folder"), tr("The project is written here as a whole"), true);
    connect(folder_, &QLineEdit::textChanged, this, &ExportDialog::compareWithDisk);
    inputs_ = addPath(*form, QStringLiteral("exportInputs"), tr("Test inputs"),
                      tr("An .npz with one array per input; empty: random values from a fixed seed"), false);
    inputs_->setPlaceholderText(tr("random values"));
    expected_ = addPath(*form, QStringLiteral("exportExpected"), tr("Expected outputs"),
                        tr("An .npz with one array per output; empty: Tilewright's own reference computes them"), false);
    expected_->setPlaceholderText(tr("computed by the reference"));
    return places;
}

QWidget* ExportDialog::buildPreview()
{
    auto* preview = new QWidget(this);
    files_ = new QTreeWidget(preview);
    files_->setObjectName(QStringLiteral("exportFiles"));
    files_->setAccessibleName(tr("Files that will be written"));
    files_->setHeaderLabels({tr("File"), tr("Size"), tr("Compared with the folder")});
    files_->setRootIsDecorated(false);
    files_->setUniformRowHeights(true);
    files_->setAlternatingRowColors(true);
    files_->header()->setStretchLastSection(false);
    files_->header()->setSectionResizeMode(FileColumn, QHeaderView::Stretch);
    files_->header()->setSectionResizeMode(SizeColumn, QHeaderView::ResizeToContents);
    files_->header()->setSectionResizeMode(StateColumn, QHeaderView::ResizeToContents);
    total_ = new QLabel(preview);
    total_->setObjectName(QStringLiteral("exportTotal"));
    auto* column = new QVBoxLayout(preview);
    column->setContentsMargins({});
    column->addWidget(total_);
    column->addWidget(files_, 1);
    return preview;
}

QWidget* ExportDialog::buildCommand()
{
    auto* row = new QWidget(this);
    auto* form = new QFormLayout(row);
    form->setContentsMargins({});
    command_ = new QLineEdit(row);
    command_->setObjectName(QStringLiteral("exportCommand"));
    command_->setReadOnly(true);
    command_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command_->setToolTip(tr("The same export as a command line"));
    QAction* copy = command_->addAction(views::icon(QStringLiteral("copy")), QLineEdit::TrailingPosition);
    copy->setObjectName(QStringLiteral("exportCommandCopy"));
    copy->setToolTip(tr("Copy the command line"));
    connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(command_->text()); });
    form->addRow(tr("As a command"), command_);
    return row;
}

void ExportDialog::listFiles()
{
    qint64 bytes = 0;
    for (const auto& [path, content] : snapshot_->deployment->files) {
        const auto size = static_cast<qint64>(content.size());
        bytes += size;
        auto* item = new QTreeWidgetItem(files_, {QString::fromStdString(path), views::siText(size, tr("B")), QString()});
        item->setToolTip(SizeColumn, views::fullText(size, tr("B")));
        item->setTextAlignment(SizeColumn, Qt::AlignRight | Qt::AlignVCenter);
    }
    total_->setText(tr("%1, together %2")
                        .arg(views::counted(static_cast<qint64>(snapshot_->deployment->files.size()), tr("1 file"), tr("%1 files")),
                             views::siText(bytes, tr("B"))));
    total_->setToolTip(views::fullText(bytes, tr("B")));
}

void ExportDialog::compareWithDisk()
{
    workbench_.jobs().start<std::map<std::string, QString>>(
        JobRunner::Kind::Preview, tr("Comparing with the folder"),
        [snapshot = snapshot_, folder = options().folder](Progress& progress) {
            return compareWithFolder(snapshot->deployment->files, folder, progress);
        },
        [this](const Result<std::map<std::string, QString>>& states) {
            if (states)
                showComparison(*states);
            refresh();
        });
}

void ExportDialog::showComparison(const std::map<std::string, QString>& states)
{
    const QString removed = removedState();
    for (int row = files_->topLevelItemCount(); row-- > 0;)
        if (files_->topLevelItem(row)->text(StateColumn) == removed)
            delete files_->takeTopLevelItem(row);
    std::map<std::string, QString> rest = states;
    for (int row = 0; row < files_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = files_->topLevelItem(row);
        const auto state = rest.extract(item->text(FileColumn).toStdString());
        item->setText(StateColumn, state.empty() ? QString() : state.mapped());
    }
    for (const auto& [path, state] : rest)
        new QTreeWidgetItem(files_, {QString::fromStdString(path), QString(), state});
}

session::ExportOptions ExportDialog::options() const
{
    return {.folder = folder_->text().trimmed().toStdString(),
            .inputs = inputs_->text().trimmed().toStdString(),
            .expected = expected_->text().trimmed().toStdString()};
}

QString ExportDialog::folder() const
{
    return folder_->text().trimmed();
}

QString ExportDialog::commandLine() const
{
    QStringList words = {QStringLiteral("tilewright-cli"), QStringLiteral("deploy"), workbench_.document().model(),
                         QStringLiteral("--target"), QString::fromStdString(choices_.target)};
    words << QStringLiteral("--out") << (folder().isEmpty() ? QStringLiteral("FOLDER") : folder());
    if (!inputs_->text().trimmed().isEmpty())
        words << QStringLiteral("--inputs") << inputs_->text().trimmed();
    if (!expected_->text().trimmed().isEmpty())
        words << QStringLiteral("--expected") << expected_->text().trimmed();
    words << choiceOptions(choices_);
    QStringList quoted;
    for (const QString& word : words)
        quoted << shellQuoted(word);
    return quoted.join(QLatin1Char(' '));
}

QString ExportDialog::refusal() const
{
    if (folder().isEmpty())
        return tr("Choose a folder.");
    if (!mayReplaceFolder(options().folder))
        return tr("This folder holds something else than an exported project. Everything in it would be replaced, so "
                  "please choose another or a new one.");
    return {};
}

void ExportDialog::refresh()
{
    if (!start_)
        return;
    const bool busy = workbench_.jobs().running(JobRunner::Kind::Export) || workbench_.jobs().running(JobRunner::Kind::Build);
    const QString reason = refusal();
    command_->setText(commandLine());
    command_->setCursorPosition(0);
    start_->setEnabled(!busy && reason.isEmpty());
    start_->setToolTip(reason);
    stop_->setVisible(busy);
    if (!busy && !reason.isEmpty() && !folder().isEmpty())
        showResult(false, reason);
    else if (start_->isEnabled() && result_->property("refusal").toBool())
        showResult(true, {});
    result_->setProperty("refusal", !reason.isEmpty());
}

void ExportDialog::start()
{
    log_->clear();
    log_->setVisible(build_->isChecked());
    showResult(true, tr("Exporting …"));
    workbench_.jobs().start<void>(
        JobRunner::Kind::Export, tr("Exporting the C project"),
        [run = workbench_.engine().exportProject, snapshot = snapshot_, choices = choices_, to = options()](Progress& progress) {
            return run(snapshot, choices, to, progress);
        },
        [this](const Result<void>& written) {
            if (!written)
                return showResult(false, QString::fromStdString(written.error().text()));
            emit exported(folder());
            showResult(true, tr("Written to %1.").arg(folder()));
            compareWithDisk();
            if (build_->isChecked())
                buildAndRun();
        });
    refresh();
}

void ExportDialog::buildAndRun()
{
    // The worker may still write when the dialog is gone; the job runner outlives its workers, so it takes the text.
    const auto onLog = [dialog = QPointer(this), jobs = &workbench_.jobs()](std::string_view text) {
        const QString piece = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        const auto show = [dialog, piece] {
            if (dialog)
                dialog->appendLog(piece);
        };
        QMetaObject::invokeMethod(jobs, show, Qt::QueuedConnection);
    };
    showResult(true, tr("Building …"));
    workbench_.jobs().start<void>(
        JobRunner::Kind::Build, tr("Building and running the project"),
        [run = workbench_.engine().buildAndRun, to = options().folder, onLog](Progress& progress) {
            return run(to, onLog, progress);
        },
        [this](const Result<void>& ran) {
            showResult(ran.has_value(), ran ? tr("Built and run: the outputs are as expected.")
                                            : QString::fromStdString(ran.error().text()));
        });
}

void ExportDialog::appendLog(const QString& text)
{
    log_->moveCursor(QTextCursor::End);
    log_->insertPlainText(text);
    log_->verticalScrollBar()->setValue(log_->verticalScrollBar()->maximum());
}

void ExportDialog::showResult(bool good, const QString& text)
{
    QPalette colours = palette();
    if (!good)
        colours.setColor(QPalette::WindowText, views::Theme::instance().colours().error);
    result_->setPalette(colours);
    result_->setText(text);
}

void ExportDialog::done(int result)
{
    for (const auto kind : {JobRunner::Kind::Preview, JobRunner::Kind::Export, JobRunner::Kind::Build})
        workbench_.jobs().cancel(kind);
    QDialog::done(result);
}

}  // namespace tw::workbench
