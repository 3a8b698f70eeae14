// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shortcuts_dialog.h"

#include "app/workbench/actions.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace tw::workbench {

namespace {

enum Column { TextColumn, KeysColumn };

QString plainText(const QAction& action)
{
    // Buttons of a pane may be labelled with a sign only; their tooltip is "words (keys)".
    if (action.statusTip().isEmpty())
        return action.toolTip().section(QStringLiteral(" ("), 0, 0);
    QString text = action.text().remove(QLatin1Char('&'));
    return text.remove(QStringLiteral(" …"));
}

}  // namespace

ShortcutsDialog::ShortcutsDialog(const std::vector<QAction*>& actions, QWidget* parent)
    : QDialog(parent), table_(new QTreeWidget(this)), edit_(new QKeySequenceEdit(this)), conflict_(new QLabel(this))
{
    setObjectName(QStringLiteral("shortcutsDialog"));
    setWindowTitle(tr("Keyboard Shortcuts"));
    table_->setObjectName(QStringLiteral("shortcutsTable"));
    table_->setHeaderLabels({tr("Action"), tr("Keys")});
    table_->setRootIsDecorated(false);
    table_->setAlternatingRowColors(true);
    table_->header()->setSectionResizeMode(TextColumn, QHeaderView::Stretch);
    table_->header()->setStretchLastSection(false);
    table_->header()->setSectionResizeMode(KeysColumn, QHeaderView::ResizeToContents);
    for (const QAction* action : actions) {
        const bool everywhere = action->shortcutContext() == Qt::WindowShortcut;
        entries_.push_back({action->objectName(), action->shortcut(), defaultShortcut(*action),
                            everywhere ? nullptr : action->parent()});
        auto* item = new QTreeWidgetItem(table_, {plainText(*action), action->shortcut().toString(QKeySequence::NativeText)});
        item->setToolTip(TextColumn, action->statusTip());
    }

    auto* search = new QLineEdit(this);
    search->setObjectName(QStringLiteral("shortcutsSearch"));
    search->setPlaceholderText(tr("Find an action or a key"));
    search->setClearButtonEnabled(true);
    edit_->setObjectName(QStringLiteral("shortcutsKeys"));
    edit_->setEnabled(false);
    auto* reset = new QPushButton(tr("Default"), this);
    reset->setObjectName(QStringLiteral("shortcutsDefault"));
    reset->setToolTip(tr("Give the selected action its own keys back"));
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Keys of the selected action"), this));
    row->addWidget(edit_, 1);
    row->addWidget(reset);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(search);
    layout->addWidget(table_, 1);
    layout->addLayout(row);
    layout->addWidget(conflict_);
    layout->addWidget(buttons);
    resize(520, 560);

    connect(search, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
    connect(table_, &QTreeWidget::currentItemChanged, this,
            [this](QTreeWidgetItem* item) { showKeysOf(table_->indexOfTopLevelItem(item)); });
    connect(edit_, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutsDialog::setKeys);
    connect(reset, &QPushButton::clicked, this, [this] {
        const int current = table_->indexOfTopLevelItem(table_->currentItem());
        if (current >= 0)
            edit_->setKeySequence(entries_[static_cast<std::size_t>(current)].standard);
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ShortcutsDialog::showKeysOf(int row)
{
    edit_->setEnabled(row >= 0);
    const QSignalBlocker blocker(edit_);
    edit_->setKeySequence(row >= 0 ? entries_[static_cast<std::size_t>(row)].keys : QKeySequence());
}

void ShortcutsDialog::setKeys(const QKeySequence& keys)
{
    const int row = table_->indexOfTopLevelItem(table_->currentItem());
    if (row < 0)
        return;
    entries_[static_cast<std::size_t>(row)].keys = keys;
    table_->topLevelItem(row)->setText(KeysColumn, keys.toString(QKeySequence::NativeText));
    showConflict();
}

bool ShortcutsDialog::collide(const Entry& left, const Entry& right)
{
    const bool sameReach = !left.scope || !right.scope || left.scope == right.scope;
    return sameReach && !left.keys.isEmpty() && left.keys == right.keys;
}

void ShortcutsDialog::showConflict()
{
    QString text;
    for (std::size_t i = 0; i < entries_.size() && text.isEmpty(); ++i)
        for (std::size_t j = i + 1; j < entries_.size(); ++j)
            if (collide(entries_[i], entries_[j]))
                text = tr("“%1” and “%2” have the same keys: neither will work.")
                           .arg(table_->topLevelItem(static_cast<int>(i))->text(TextColumn),
                                table_->topLevelItem(static_cast<int>(j))->text(TextColumn));
    conflict_->setText(text);
}

void ShortcutsDialog::filter(const QString& text)
{
    for (int row = 0; row < table_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = table_->topLevelItem(row);
        item->setHidden(!item->text(TextColumn).contains(text, Qt::CaseInsensitive) &&
                        !item->text(KeysColumn).contains(text, Qt::CaseInsensitive));
    }
}

QMap<QString, QKeySequence> ShortcutsDialog::changed() const
{
    QMap<QString, QKeySequence> result;
    for (const Entry& entry : entries_)
        if (entry.keys != entry.standard)
            result[entry.name] = entry.keys;
    return result;
}

}  // namespace tw::workbench
