// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/welcome_page.h"

#include "views/shared/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tw::workbench {

namespace {

constexpr int kColumnWidth = 520;
constexpr int kLogoSize = 72;

QLabel* wrapped(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

QPushButton* actionButton(QAction& action, const QString& text, QWidget* parent)
{
    auto* button = new QPushButton(action.icon(), text, parent);
    button->setObjectName(action.objectName() + QStringLiteral("Button"));
    button->setToolTip(action.toolTip());
    button->setMinimumHeight(36);
    button->setEnabled(action.isEnabled());
    QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    QObject::connect(&action, &QAction::changed, button, [button, &action] { button->setEnabled(action.isEnabled()); });
    return button;
}

}  // namespace

WelcomePage::WelcomePage(const Actions& actions, QWidget* parent)
    : QWidget(parent), recent_(new QVBoxLayout), recentTitle_(new QLabel(tr("Recent"), this)), failure_(wrapped({}, this))
{
    setObjectName(QStringLiteral("welcomePage"));
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/icons/tilewright.svg")).pixmap(kLogoSize));
    auto* name = new QLabel(tr("Tilewright"), this);
    QFont large = name->font();
    large.setPointSizeF(large.pointSizeF() * 2.2);
    large.setBold(true);
    name->setFont(large);
    failure_->setObjectName(QStringLiteral("welcomeFailure"));
    failure_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    failure_->hide();
    QFont bold = recentTitle_->font();
    bold.setBold(true);
    recentTitle_->setFont(bold);
    recent_->setSpacing(0);

    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(2);
    column->addWidget(logo);
    column->addWidget(name);
    column->addWidget(wrapped(tr("Turn an ONNX network into a C project for an embedded system, and see on the way where "
                                 "every operator runs, where every byte lives, and which code it becomes."), this));
    column->addSpacing(8);
    column->addWidget(makeButtons(actions));
    column->addWidget(wrapped(tr("Or drop an .onnx or .twproj file anywhere on this window."), this));
    column->addWidget(failure_);
    column->addSpacing(16);
    column->addWidget(recentTitle_);
    column->addLayout(recent_);
    column->addStretch(3);

    auto* middle = new QWidget(this);
    middle->setLayout(column);
    middle->setMaximumWidth(kColumnWidth);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addWidget(middle, 8);
    row->addStretch(1);
    setRecentFiles({});
}

QWidget* WelcomePage::makeButtons(const Actions& actions)
{
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins({});
    QPushButton* open = actionButton(*actions.open, tr("Open model …"), buttons);
    open->setDefault(true);
    row->addWidget(open);
    row->addWidget(actionButton(*actions.openSample, tr("Open sample"), buttons));
    row->addStretch(1);
    return buttons;
}

void WelcomePage::setRecentFiles(const QStringList& files)
{
    constexpr int kShown = 5;
    while (QLayoutItem* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    recentTitle_->setVisible(!files.isEmpty());
    for (const QString& file : files.mid(0, kShown)) {
        const QFileInfo info(file);
        auto* link = new QPushButton(info.fileName(), this);
        link->setObjectName(QStringLiteral("recentFile"));
        link->setFlat(true);
        link->setCursor(Qt::PointingHandCursor);
        link->setToolTip(file);
        link->setStyleSheet(QStringLiteral("text-align: left; padding: 4px 2px;"));
        connect(link, &QPushButton::clicked, this, [this, file] { emit openRequested(file); });
        recent_->addWidget(link);
    }
}

void WelcomePage::setFailure(const QString& message)
{
    QPalette red = palette();
    red.setColor(QPalette::WindowText, views::Theme::instance().colours().error);
    failure_->setPalette(red);
    failure_->setText(message);
    failure_->setVisible(!message.isEmpty());
}

}  // namespace tw::workbench
