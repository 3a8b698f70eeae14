// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/document.h"

namespace tw::workbench {

class ChangeChoices : public QUndoCommand {
public:
    ChangeChoices(Document& document, session::Choices next, const QString& text)
        : QUndoCommand(text), document_(document), before_(document.choices()), after_(std::move(next))
    {
    }

    void undo() override { document_.apply(before_); }
    void redo() override { document_.apply(after_); }

private:
    Document& document_;
    session::Choices before_;
    session::Choices after_;
};

Document::Document(QObject* parent) : QObject(parent)
{
    undo_.setObjectName(QStringLiteral("undoStack"));
    connect(&undo_, &QUndoStack::cleanChanged, this, &Document::identityChanged);
}

void Document::reset(const QString& model, const session::Choices& choices, const QString& sessionFile)
{
    undo_.clear();
    undo_.setClean();
    model_ = model;
    sessionFile_ = sessionFile;
    choices_ = choices;
    emit identityChanged();
}

void Document::change(const session::Choices& next, const QString& text)
{
    if (next != choices_)
        undo_.push(new ChangeChoices(*this, next, text));
}

void Document::markSaved(const QString& sessionFile)
{
    sessionFile_ = sessionFile;
    undo_.setClean();
    emit identityChanged();
}

void Document::apply(const session::Choices& choices)
{
    choices_ = choices;
    emit choicesChanged();
}

}  // namespace tw::workbench
