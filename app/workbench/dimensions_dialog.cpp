// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/dimensions_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>

namespace tw::workbench {

namespace {

constexpr int kLargest = 1'000'000'000;
constexpr std::array kInputTypes = {"f32", "f16", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "bool"};

QLabel* sectionTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

}  // namespace

std::map<std::string, QString> openDimensions(const ir::Graph& graph)
{
    std::map<std::string, QString> found;
    for (const ir::TensorId id : graph.inputs) {
        const ir::Tensor& tensor = graph.tensor(id);
        if (tensor.constant)
            continue;
        for (const ir::Dim& dim : tensor.shape.dims()) {
            if (dim.known() || dim.symbol.empty())
                continue;
            QString& inputs = found[dim.symbol];
            const QString name = QString::fromStdString(tensor.name);
            if (!inputs.split(QStringLiteral(", ")).contains(name))
                inputs += inputs.isEmpty() ? name : QStringLiteral(", ") + name;
        }
    }
    return found;
}

DimensionsDialog::DimensionsDialog(const session::Snapshot& imported, const session::Choices& choices, QWidget* parent)
    : QDialog(parent), choices_(choices)
{
    setObjectName(QStringLiteral("dimensionsDialog"));
    setWindowTitle(tr("Dimensions and Types"));
    auto* content = new QWidget(this);
    auto* form = new QFormLayout(content);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addDimensions(*form, *imported.graph);
    addTypes(*form, *imported.graph);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setMinimumSize(420, 260);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->setObjectName(QStringLiteral("dimensionsButtons"));
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Deploy with these"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
}

void DimensionsDialog::addDimensions(QFormLayout& form, const ir::Graph& graph)
{
    form.addRow(sectionTitle(tr("Open dimensions"), this));
    const auto open = openDimensions(graph);
    if (open.empty())
        form.addRow(new QLabel(tr("All dimensions of this model have numbers."), this));
    for (const auto& [symbol, inputs] : open) {
        auto* spin = new QSpinBox(this);
        spin->setObjectName(QStringLiteral("dim:") + QString::fromStdString(symbol));
        spin->setRange(0, kLargest);
        spin->setGroupSeparatorShown(true);
        spin->setSpecialValueText(tr("open"));
        const auto before = choices_.dims.find(symbol);
        spin->setValue(before == choices_.dims.end() ? 0 : static_cast<int>(before->second));
        spin->setToolTip(tr("Dimension “%1” of %2").arg(QString::fromStdString(symbol), inputs));
        form.addRow(QString::fromStdString(symbol), spin);
        dims_[symbol] = spin;
    }
}

void DimensionsDialog::addTypes(QFormLayout& form, const ir::Graph& graph)
{
    form.addRow(sectionTitle(tr("Types of the inputs"), this));
    for (const ir::TensorId id : graph.inputs) {
        const ir::Tensor& tensor = graph.tensor(id);
        if (tensor.constant)
            continue;
        auto* combo = new QComboBox(this);
        combo->setObjectName(QStringLiteral("type:") + QString::fromStdString(tensor.name));
        combo->addItem(tr("as in the model (%1)").arg(QString::fromUtf8(ir::typeName(tensor.type).data())), QString());
        for (const char* type : kInputTypes)
            combo->addItem(QLatin1String(type), QLatin1String(type));
        const auto before = choices_.types.find(tensor.name);
        if (before != choices_.types.end())
            combo->setCurrentIndex(qMax(0, combo->findData(QString::fromStdString(before->second))));
        combo->setToolTip(tr("Integer networks may declare float inputs; say here what they really carry"));
        form.addRow(QString::fromStdString(tensor.name), combo);
        types_[tensor.name] = combo;
    }
}

session::Choices DimensionsDialog::chosen() const
{
    session::Choices result = choices_;
    result.dims.clear();
    result.types.clear();
    for (const auto& [symbol, spin] : dims_)
        if (spin->value() > 0)
            result.dims[symbol] = spin->value();
    for (const auto& [input, combo] : types_)
        if (!combo->currentData().toString().isEmpty())
            result.types[input] = combo->currentData().toString().toStdString();
    return result;
}

}  // namespace tw::workbench
