// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/code_view.h"

#include "views/code/code_editor.h"
#include "views/shared/empty_state.h"
#include "views/shared/icons.h"
#include "views/shared/number_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace tw::views {

namespace {

enum FileColumn { NameColumn, SizeColumn };
constexpr int kPathRole = Qt::UserRole;

bool isC(const QString& file)
{
    return file.endsWith(QLatin1String(".c")) || file.endsWith(QLatin1String(".h"));
}

QTreeWidgetItem* folderItem(QTreeWidget& list, std::map<QString, QTreeWidgetItem*>& folders, const QString& path)
{
    if (path.isEmpty())
        return list.invisibleRootItem();
    if (const auto known = folders.find(path); known != folders.end())
        return known->second;
    const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
    auto* item = new QTreeWidgetItem(folderItem(list, folders, slash < 0 ? QString() : path.left(slash)));
    item->setText(NameColumn, path.mid(slash + 1));
    item->setFlags(Qt::ItemIsEnabled);
    item->setExpanded(true);
    folders[path] = item;
    return item;
}

QTreeWidgetItem* addFile(QTreeWidget& list, std::map<QString, QTreeWidgetItem*>& folders, const QString& path, qint64 size)
{
    const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
    auto* item = new QTreeWidgetItem(folderItem(list, folders, slash < 0 ? QString() : path.left(slash)));
    item->setText(NameColumn, path.mid(slash + 1));
    item->setToolTip(NameColumn, path);
    item->setData(NameColumn, kPathRole, path);
    item->setText(SizeColumn, siText(size, CodeView::tr("B")));
    item->setToolTip(SizeColumn, fullText(size, CodeView::tr("B")));
    item->setTextAlignment(SizeColumn, Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QTreeWidget* makeFileList(QWidget* parent)
{
    auto* list = new QTreeWidget(parent);
    list->setObjectName(QStringLiteral("codeFiles"));
    list->setAccessibleName(CodeView::tr("Generated files"));
    list->setHeaderLabels({CodeView::tr("File"), CodeView::tr("Size")});
    list->setIndentation(14);
    list->setUniformRowHeights(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setTextElideMode(Qt::ElideMiddle);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    list->header()->setSectionResizeMode(SizeColumn, QHeaderView::ResizeToContents);
    return list;
}

}  // namespace

CodeView::CodeView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), pages_(new QStackedWidget(this)), empty_(new EmptyState({}, this)),
      files_(makeFileList(this)), editor_(new CodeEditor(this)), title_(new QLabel(this)), note_(new QLabel(this)),
      splitter_(new QSplitter(Qt::Horizontal, this)), update_(this, [this] { refresh(); })
{
    setObjectName(QStringLiteral("codeView"));
    editor_->setObjectName(QStringLiteral("codeText"));
    editor_->setAccessibleName(tr("Text of the file"));
    note_->setObjectName(QStringLiteral("codeNote"));
    note_->setMargin(6);
    note_->setWordWrap(true);

    auto* right = new QWidget(this);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(buildBar());
    column->addWidget(editor_, 1);
    column->addWidget(note_);
    column->addWidget(buildFindBar());

    splitter_->setObjectName(QStringLiteral("codeSplitter"));
    splitter_->addWidget(files_);
    splitter_->addWidget(right);
    splitter_->setStretchFactor(1, 1);
    splitter_->setSizes({250, 700});
    splitter_->setChildrenCollapsible(false);
    pages_->addWidget(splitter_);
    pages_->addWidget(empty_);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(pages_);
    stale_ = new StaleMark(editor_);
    connect(files_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (!item)
            return;
        showFile(item->data(NameColumn, kPathRole).toString());
        markLines();
    });
    connect(&selection_, &Selection::changed, &update_, &LazyUpdate::request);
    showEmpty();
}

QAction* CodeView::addTool(QToolBar& bar, const QString& name, const QString& iconName, const QString& text)
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setObjectName(name);
    bar.addAction(action);
    return action;
}

QToolBar* CodeView::buildBar()
{
    auto* bar = new QToolBar(this);
    bar->setObjectName(QStringLiteral("codeBar"));
    bar->setIconSize({16, 16});
    title_->setObjectName(QStringLiteral("codeTitle"));
    title_->setContentsMargins(6, 0, 6, 0);
    title_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    bar->addWidget(title_);

    QAction* find = addTool(*bar, QStringLiteral("codeFind"), QStringLiteral("search"), tr("Find in File"));
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    find->setToolTip(tr("Find in this file (%1)").arg(find->shortcut().toString(QKeySequence::NativeText)));
    addAction(find);
    connect(find, &QAction::triggered, this, &CodeView::showFind);

    QAction* copy = addTool(*bar, QStringLiteral("codeCopy"), QStringLiteral("copy"), tr("Copy File"));
    copy->setToolTip(tr("Copy the whole text of this file"));
    connect(copy, &QAction::triggered, this, [this] {
        const auto& files = listed_->deployment->files;
        QApplication::clipboard()->setText(QString::fromStdString(files.at(file_.toStdString())));
    });

    openFolder_ = addTool(*bar, QStringLiteral("codeOpenFolder"), QStringLiteral("folder"), tr("Open Folder"));
    connect(openFolder_, &QAction::triggered, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(exportFolder_)); });
    setExportFolder({});
    return bar;
}

QWidget* CodeView::buildFindBar()
{
    findBar_ = new QWidget(this);
    findBar_->setObjectName(QStringLiteral("codeFindBar"));
    findText_ = new QLineEdit(findBar_);
    findText_->setObjectName(QStringLiteral("codeFindText"));
    findText_->setPlaceholderText(tr("Find in this file"));
    findText_->setClearButtonEnabled(true);
    findResult_ = new QLabel(findBar_);
    auto* row = new QHBoxLayout(findBar_);
    row->setContentsMargins(6, 4, 6, 4);
    row->addWidget(findText_, 1);
    row->addWidget(findResult_);
    const auto addButton = [&](const QString& name, const QString& iconName, const QString& tip, auto slot) {
        auto* button = new QToolButton(findBar_);
        button->setObjectName(name);
        button->setIcon(icon(iconName));
        button->setAutoRaise(true);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        connect(button, &QToolButton::clicked, this, slot);
        row->addWidget(button);
    };
    addButton(QStringLiteral("codeFindPrevious"), QStringLiteral("up"), tr("Previous hit"), [this] { findNext(false); });
    addButton(QStringLiteral("codeFindNext"), QStringLiteral("down"), tr("Next hit"), [this] { findNext(true); });
    addButton(QStringLiteral("codeFindClose"), QStringLiteral("close"), tr("Close the find bar"), [this] {
        findBar_->hide();
        editor_->setFocus();
    });
    connect(findText_, &QLineEdit::returnPressed, this, [this] { findNext(true); });
    auto* escape = new QAction(tr("Close the find bar"), findBar_);
    escape->setObjectName(QStringLiteral("codeFindEscape"));
    escape->setShortcut(Qt::Key_Escape);
    escape->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    findBar_->addAction(escape);
    connect(escape, &QAction::triggered, findBar_, &QWidget::hide);
    findBar_->hide();
    return findBar_;
}

void CodeView::setSnapshot(session::SnapshotPointer snapshot)
{
    snapshot_ = std::move(snapshot);
    update_.request();
}

void CodeView::setExportFolder(const QString& folder)
{
    exportFolder_ = folder;
    openFolder_->setEnabled(!folder.isEmpty());
    openFolder_->setToolTip(folder.isEmpty() ? tr("Export the project first, then its folder can be opened here")
                                             : tr("Open %1 in the file manager").arg(folder));
}

void CodeView::refresh()
{
    if (listed_ != snapshot_)
        listFiles();
    showEmpty();
    if (pages_->currentWidget() == splitter_)
        showSelection();
}

void CodeView::listFiles()
{
    listed_ = snapshot_;
    const QString before = file_;
    const QSignalBlocker blocker(files_);
    items_.clear();
    files_->clear();
    file_.clear();
    if (!listed_ || !listed_->deployment || listed_->deployment->files.empty())
        return;
    std::map<QString, QTreeWidgetItem*> folders;
    // The project's own files stand above the folders of what they use.
    for (const bool inFolder : {false, true})
        for (const auto& [path, content] : listed_->deployment->files)
            if ((path.find('/') != std::string::npos) == inFolder) {
                const QString name = QString::fromStdString(path);
                items_[name] = addFile(*files_, folders, name, static_cast<qint64>(content.size()));
            }
    const QString main = QStringLiteral("network.c");
    const QString chosen = items_.contains(before) ? before : items_.contains(main) ? main : items_.begin()->first;
    files_->setCurrentItem(items_.at(chosen));
    showFile(chosen);
}

void CodeView::showFile(const QString& file)
{
    const auto& files = listed_->deployment->files;
    const auto found = files.find(file.toStdString());
    if (found == files.end())
        return;
    file_ = file;
    title_->setText(file);
    editor_->setCode(listed_, found->second, isC(file));
    const std::size_t hidden = found->second.size() - std::min(found->second.size(), CodeEditor::kShownBytes);
    note_->setVisible(hidden > 0);
    note_->setText(tr("The last %1 of this file are not shown; the exported file has them.")
                       .arg(siText(static_cast<qint64>(hidden), tr("B"))));
}

std::vector<session::CodeMark> CodeView::selectedMarks() const
{
    std::vector<session::CodeMark> marks;
    const auto& nodes = listed_->graph->nodes;
    for (const int node : selection_.nodes()) {
        if (static_cast<std::size_t>(node) >= nodes.size())
            continue;
        const auto found = listed_->deployment->marks.find(nodes[static_cast<std::size_t>(node)].name);
        if (found != listed_->deployment->marks.end())
            marks.insert(marks.end(), found->second.begin(), found->second.end());
    }
    return marks;
}

void CodeView::markLines()
{
    auto marks = selectedMarks();
    std::erase_if(marks, [this](const session::CodeMark& mark) { return mark.file != file_.toStdString(); });
    editor_->setMarks(std::move(marks));
}

void CodeView::showSelection()
{
    const auto marks = selectedMarks();
    const bool elsewhere = std::none_of(marks.begin(), marks.end(), [this](const session::CodeMark& mark) {
        return mark.file == file_.toStdString();
    });
    if (!marks.empty() && elsewhere) {
        const auto item = items_.find(QString::fromStdString(marks.front().file));
        if (item != items_.end())
            files_->setCurrentItem(item->second);
    }
    markLines();
}

void CodeView::showEmpty()
{
    const bool deployed = snapshot_ && snapshot_->deployment;
    const bool filled = deployed && !snapshot_->deployment->files.empty();
    if (!snapshot_)
        empty_->setText(tr("Open a model: the C code generated for it appears here."));
    else if (!deployed)
        empty_->setText(tr("The code appears here when the deployment has finished.\nIf it failed, the Problems pane says why."));
    else
        empty_->setText(tr("There is no code, because some operator has no kernel on this target.\n"
                           "The Problems pane names it; another target may have one."));
    pages_->setCurrentWidget(filled ? static_cast<QWidget*>(splitter_) : empty_);
}

void CodeView::showFind()
{
    findBar_->show();
    findText_->setFocus();
    findText_->selectAll();
}

void CodeView::findNext(bool forward)
{
    findResult_->setText(editor_->find(findText_->text(), forward) ? QString() : tr("Not found"));
}

bool CodeView::settled() const
{
    return !editor_->loading();
}

QVariantMap CodeView::saveState() const
{
    return {{QStringLiteral("splitter"), QString::fromLatin1(splitter_->saveState().toBase64())},
            {QStringLiteral("file"), file_}};
}

void CodeView::restoreState(const QVariantMap& state)
{
    splitter_->restoreState(QByteArray::fromBase64(state.value(QStringLiteral("splitter")).toString().toLatin1()));
    file_ = state.value(QStringLiteral("file")).toString();
}

}  // namespace tw::views
