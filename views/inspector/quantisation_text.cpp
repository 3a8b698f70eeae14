// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/quantisation_text.h"

#include "views/inspector/rich_text.h"
#include "views/shared/number_text.h"

#include <algorithm>

namespace tw::views {

namespace {

/// The DequantizeLinear that reads the tensor, or the QuantizeLinear that makes it.
const ir::Node* quantiser(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor)
{
    const int producer = index.producer(tensor);
    if (producer >= 0 && graph.nodes[static_cast<std::size_t>(producer)].op == "QuantizeLinear")
        return &graph.nodes[static_cast<std::size_t>(producer)];
    for (const int reader : index.consumers(tensor)) {
        const ir::Node& node = graph.nodes[static_cast<std::size_t>(reader)];
        if (node.op == "DequantizeLinear" && node.inputs.front() == tensor)
            return &node;
    }
    return nullptr;
}

const ir::TensorData* constantInput(const ir::Graph& graph, const ir::Node& node, std::size_t input)
{
    if (input >= node.inputs.size() || !node.inputs[input].valid())
        return nullptr;
    const auto& constant = graph.tensor(node.inputs[input]).constant;
    return constant ? &*constant : nullptr;
}

}  // namespace

QString quantisationText(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor)
{
    const ir::Node* node = quantiser(graph, index, tensor);
    const ir::TensorData* scaleData = node ? constantInput(graph, *node, 1) : nullptr;
    if (!scaleData)
        return {};
    const std::vector<double> scales = ir::toDoubles(*scaleData);
    const ir::TensorData* zeroData = constantInput(graph, *node, 2);
    const std::vector<double> zeros = zeroData ? ir::toDoubles(*zeroData) : std::vector<double>{0};
    if (scales.empty() || zeros.empty())
        return {};
    if (scales.size() == 1)
        return Inspector::tr("real = %1 × (stored − %2)").arg(realText(scales.front()), realText(zeros.front()));
    const auto [least, most] = std::minmax_element(scales.begin(), scales.end());
    const auto axis = ir::intAttribute(*node, "axis", 1);
    return Inspector::tr("real = scale × (stored − zero point), %1 scales from %2 to %3 along axis %4")
        .arg(scales.size())
        .arg(realText(*least), realText(*most))
        .arg(axis ? *axis : 1);
}

}  // namespace tw::views
