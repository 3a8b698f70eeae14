// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for the open dimensions of the model, and other types for its inputs.
#pragma once

#include "core/session/session.h"

#include <QDialog>

#include <map>

class QComboBox;
class QSpinBox;

namespace tw::workbench {

/// Symbols of the inputs' dimensions, each with the inputs that have it ("x, mask").
std::map<std::string, QString> openDimensions(const ir::Graph& graph);

class DimensionsDialog : public QDialog {
    Q_OBJECT
public:
    DimensionsDialog(const session::Snapshot& imported, const session::Choices& choices, QWidget* parent = nullptr);

    /// `choices` with what the dialog holds; a dimension at 0 stays open.
    session::Choices chosen() const;

private:
    void addDimensions(class QFormLayout& form, const ir::Graph& graph);
    void addTypes(QFormLayout& form, const ir::Graph& graph);

    session::Choices choices_;
    std::map<std::string, QSpinBox*> dims_;
    std::map<std::string, QComboBox*> types_;
};

}  // namespace tw::workbench
