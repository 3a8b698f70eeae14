// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/target_dialog.h"

#include "app/workbench/target_page.h"
#include "views/shared/icons.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

namespace tw::workbench {

namespace {

constexpr int kNameRole = Qt::UserRole;

QString shownName(const QString& nameOrPath)
{
    return nameOrPath.contains(QLatin1Char('/')) ? QFileInfo(nameOrPath).fileName() : nameOrPath;
}

}  // namespace

TargetDialog::TargetDialog(Workbench& workbench, QWidget* parent) : QDialog(parent), workbench_(workbench)
{
    setObjectName(QStringLiteral("targetDialog"));
    setWindowTitle(tr("Choose Target"));
    list_ = new QListWidget(this);
    list_->setObjectName(QStringLiteral("targetList"));
    list_->setAccessibleName(tr("Targets"));
    list_->setIconSize({16, 16});
    list_->setSpacing(2);
    list_->setMinimumWidth(220);
    details_ = new QTextBrowser(this);
    details_->setObjectName(QStringLiteral("targetDetails"));
    details_->setAccessibleName(tr("What the target has"));
    details_->setOpenLinks(false);
    details_->document()->setDocumentMargin(10);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(list_);
    splitter->addWidget(details_);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    choose_ = buttons->addButton(tr("Choose"), QDialogButtonBox::AcceptRole);
    choose_->setObjectName(QStringLiteral("targetChoose"));
    choose_->setDefault(true);
    auto* folder = buttons->addButton(tr("From Folder …"), QDialogButtonBox::ActionRole);
    folder->setObjectName(QStringLiteral("targetFromFolder"));
    folder->setToolTip(tr("A folder with a target.json of your own"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(splitter, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(folder, &QPushButton::clicked, this, &TargetDialog::chooseFolder);
    connect(list_, &QListWidget::currentItemChanged, this, &TargetDialog::showCurrent);
    connect(list_, &QListWidget::itemActivated, this, [this] {
        if (choose_->isEnabled())
            accept();
    });

    const QString current = QString::fromStdString(workbench_.document().choices().target);
    addTarget(current);
    for (const std::string& name : workbench_.targets())
        addTarget(QString::fromStdString(name));
    list_->setCurrentItem(itemOf(current));
    resize(820, 560);
    surveyNext();
}

QListWidgetItem* TargetDialog::itemOf(const QString& nameOrPath) const
{
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->data(kNameRole).toString() == nameOrPath)
            return list_->item(row);
    return nullptr;
}

void TargetDialog::addTarget(const QString& nameOrPath)
{
    if (itemOf(nameOrPath))
        return;
    auto* item = new QListWidgetItem(shownName(nameOrPath) + QLatin1Char('\n') + tr("looking …"), list_);
    item->setData(kNameRole, nameOrPath);
    item->setToolTip(nameOrPath);
    item->setIcon(views::icon(QStringLiteral("target")));
    waiting_ << nameOrPath;
}

void TargetDialog::surveyNext()
{
    if (waiting_.isEmpty() || workbench_.jobs().running(JobRunner::Kind::Survey))
        return;
    const QString next = waiting_.takeFirst();
    workbench_.jobs().start<session::TargetSurvey>(
        JobRunner::Kind::Survey, tr("Looking at %1").arg(shownName(next)),
        [survey = workbench_.engine().surveyTarget, model = workbench_.imported(), choices = workbench_.document().choices(),
         name = next.toStdString()](Progress& progress) { return survey(model, choices, name, progress); },
        [this, next](const Result<session::TargetSurvey>& survey) { take(next, survey); });
}

void TargetDialog::take(const QString& nameOrPath, const Result<session::TargetSurvey>& survey)
{
    surveys_.insert_or_assign(nameOrPath, survey);
    QListWidgetItem* item = itemOf(nameOrPath);
    QString verdict = tr("cannot be used");
    bool good = false;
    if (survey) {
        verdict = verdictText(*survey);
        good = survey->gaps.empty() && !survey->fault;
    }
    item->setText(verdict.isEmpty() ? shownName(nameOrPath) : shownName(nameOrPath) + QLatin1Char('\n') + verdict);
    item->setIcon(views::icon(good ? QStringLiteral("target") : survey ? QStringLiteral("warning") : QStringLiteral("error")));
    if (item == list_->currentItem())
        showCurrent();
    surveyNext();
}

void TargetDialog::showCurrent()
{
    const auto found = surveys_.find(chosen());
    choose_->setEnabled(found != surveys_.end() && found->second.has_value());
    if (found == surveys_.end())
        return details_->setPlainText(tr("Looking at what this target has …"));
    if (!found->second)
        return details_->setPlainText(QString::fromStdString(found->second.error().text()));
    details_->setHtml(targetPage(*found->second));
}

void TargetDialog::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder of a Target"));
    dialog->setObjectName(QStringLiteral("targetFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        addTarget(path);
        list_->setCurrentItem(itemOf(path));
        surveyNext();
    });
    dialog->open();
}

QString TargetDialog::chosen() const
{
    const QListWidgetItem* item = list_->currentItem();
    return item ? item->data(kNameRole).toString() : QString();
}

void TargetDialog::done(int result)
{
    waiting_.clear();
    workbench_.jobs().cancel(JobRunner::Kind::Survey);
    QDialog::done(result);
}

}  // namespace tw::workbench
