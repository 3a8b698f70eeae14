// SPDX-License-Identifier: Apache-2.0
#include "core/passes/assign_integer_types.h"

#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/passes/graph_edit.h"
#include "core/passes/integer_forms.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::passes {
namespace {

using ir::DataType;
using ir::TensorId;

/// "Wanted" tensors lead to an operator that only integers have, through operators that also work on integers.
/// "Retyped" ones were declared float (or nothing) and are integers now.
class Retyper {
public:
    Retyper(ir::Graph& graph, PassReport& report)
        : graph_(graph), report_(report), index_(graph), wanted_(graph.tensors.size()), retyped_(graph.tensors.size())
    {
    }

    void run(const std::map<std::string, DataType>& inputTypes)
    {
        markWanted();
        for (const auto id : graph_.inputs)
            retypeInput(id, inputTypes);
        for (position_ = 0; position_ < graph_.nodes.size(); ++position_) {
            ir::Node node = graph_.nodes[position_];
            retypeNode(node);   // may insert casts in front of it
            graph_.nodes[position_] = std::move(node);
        }
    }

private:
    bool wanted(TensorId id) const { return id.valid() && wanted_[static_cast<std::size_t>(id.value)]; }
    bool retyped(TensorId id) const { return id.valid() && retyped_[static_cast<std::size_t>(id.value)]; }
    bool isConstant(TensorId id) const { return id.valid() && graph_.tensor(id).constant.has_value(); }

    void markRetyped(TensorId id)
    {
        retyped_.resize(graph_.tensors.size());
        retyped_[static_cast<std::size_t>(id.value)] = true;
    }

    void markWanted()
    {
        for (auto node = graph_.nodes.rbegin(); node != graph_.nodes.rend(); ++node) {
            const auto* form = integerFormOf(*node);
            const bool through = std::any_of(node->outputs.begin(), node->outputs.end(), [&](auto id) { return wanted(id); });
            const bool starts = form && form->integerOnly;
            const bool passes = through && (node->op == "Cast" || (form && constantsAllow(*node, *form)));
            if (!starts && !passes)
                continue;
            for (std::size_t i = 0; i < node->inputs.size(); ++i)
                if (node->inputs[i].valid() && (!form || form->role(i) != OperandRole::Untouched))
                    wanted_[static_cast<std::size_t>(node->inputs[i].value)] = true;
        }
    }

    void retypeInput(TensorId id, const std::map<std::string, DataType>& inputTypes)
    {
        auto& tensor = graph_.tensor(id);
        const auto given = inputTypes.find(tensor.name);
        if (ir::isInteger(tensor.type) || tensor.type == DataType::Bool)
            return;
        if (given != inputTypes.end() ? !ir::isInteger(given->second) : !wanted(id))
            return;
        if (given == inputTypes.end())
            report_.diagnostics.push_back(
                {Severity::Warning,
                 {.code = Code::BadType,
                  .message = cat("input ", tensor.name, " of an integer network has no integer type: i8 is used"),
                  .hint = cat("choose with --type ", tensor.name, "=u8, or give test data")}});
        tensor.type = given == inputTypes.end() ? DataType::I8 : given->second;
        markRetyped(id);
        ++report_.changes;
    }

    /// Whole constants, and no fractional factor or bound.
    bool constantsAllow(const ir::Node& node, const IntegerForm& form) const
    {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const auto role = form.role(i);
            if (role == OperandRole::Untouched || !isConstant(node.inputs[i]))
                continue;
            const auto& data = *graph_.tensor(node.inputs[i]).constant;
            if (role == OperandRole::Bound ? !isWholeOrInfinite(data) : !isWhole(data))
                return false;
        }
        static constexpr std::array<const char*, 5> kNumbers{"alpha", "beta", "min", "max", "value"};
        return std::all_of(kNumbers.begin(), kNumbers.end(), [&node](const char* name) {
            if (!ir::hasAttribute(node, name))
                return true;
            const auto number = ir::floatAttribute(node, name);
            return number && (std::isinf(*number) || ir::intAttribute(node, name));
        });
    }

    void retypeNode(ir::Node& node)
    {
        const auto* form = integerFormOf(node);
        if (node.op == "Cast" && removeCast(node))
            return;
        if (form && worksOnIntegers(node, *form))
            makeInteger(node, *form);
        else
            keepFloat(node, form);
    }

    /// A cast to float between integer operators only served the float file.
    bool removeCast(ir::Node& node)
    {
        const auto target = ir::intAttribute(node, "to", 0);
        if (!retyped(node.inputs.at(0)) || !wanted(node.outputs.at(0)) || !target ||
            !ir::isFloat(static_cast<DataType>(target.value())))
            return false;
        graph_.tensor(node.outputs[0]).type = graph_.tensor(node.inputs[0]).type;
        markRetyped(node.outputs[0]);
        node.op = "Identity";
        node.attributes.clear();
        ++report_.changes;
        return true;
    }

    bool worksOnIntegers(const ir::Node& node, const IntegerForm& form) const
    {
        bool anyData = false;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (!node.inputs[i].valid() || form.role(i) == OperandRole::Untouched || isConstant(node.inputs[i]))
                continue;
            anyData = true;
            if (!ir::isInteger(graph_.tensor(node.inputs[i]).type))
                return false;
        }
        const bool wantsIt = anyData || std::any_of(node.outputs.begin(), node.outputs.end(), [&](auto id) { return wanted(id); });
        return wantsIt && constantsAllow(node, form);
    }

    void makeInteger(ir::Node& node, const IntegerForm& form)
    {
        const bool ours = form.integerOnly || std::any_of(node.inputs.begin(), node.inputs.end(), [&](auto id) {
                              return retyped(id) || (isConstant(id) && ir::isFloat(graph_.tensor(id).type));
                          });
        if (!ours)
            return;   // the model's own integers keep the model's own rules
        if (form.roles.find('S') != std::string_view::npos)
            unifyTypes(node, form);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (isConstant(node.inputs[i]) && form.role(i) != OperandRole::Untouched)
                node.inputs[i] = retypedConstant(node.inputs[i], constantType(node, form, i));
        if (form.widens)
            node.attributes["widen"] = std::int64_t{1};
        if (node.op == "Div") {
            node.op = "IntegerDiv";
            node.domain.clear();
        }
        inferTypes(node);
        ++report_.changes;
    }

    DataType constantType(const ir::Node& node, const IntegerForm& form, std::size_t operand) const
    {
        const auto& data = *graph_.tensor(node.inputs[operand]).constant;
        const auto typeOf = [&](std::size_t other) { return graph_.tensor(node.inputs[other]).type; };
        switch (form.role(operand)) {
        case OperandRole::Wide:
            return firstFitting(data, {DataType::I32, DataType::I64});
        case OperandRole::Weight:
            return firstFitting(data, {DataType::I8, DataType::I16, DataType::I32, DataType::I64});
        case OperandRole::Same:
        case OperandRole::Bound: return typeOf(form.role(0) == OperandRole::Untouched ? 1 : 0);
        case OperandRole::Like: {
            const auto other = typeOf(operand == 0 ? 1 : 0);
            if (ir::isInteger(other) && firstFitting(data, {other}) == other)
                return other;
            break;
        }
        default: break;
        }
        return firstFitting(data, {DataType::I8, DataType::U8, DataType::I16, DataType::U16, DataType::I32, DataType::I64});
    }

    TensorId retypedConstant(TensorId id, DataType type)
    {
        const ir::Tensor& tensor = graph_.tensor(id);
        if (tensor.type == type || type == DataType::Undefined)
            return id;
        const auto known = constants_.find({id, type});
        if (known != constants_.end())
            return known->second;
        auto data = asType(*tensor.constant, type);
        TensorId result = id;
        if (index_.consumers(id).size() == 1 && !index_.isGraphOutput(id)) {
            auto& changed = graph_.tensor(id);
            changed.type = type;
            changed.constant = std::move(data);
        } else
            result = addFreshConstant(graph_, cat(tensor.name, "_", ir::typeName(type)), std::move(data));
        constants_[{id, type}] = result;
        return result;
    }

    /// Gives operands that must agree the smallest type that holds all of them.
    void unifyTypes(ir::Node& node, const IntegerForm& form)
    {
        std::int64_t low = 0;
        std::int64_t high = 0;
        std::vector<DataType> types;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (form.role(i) != OperandRole::Same || !node.inputs[i].valid())
                continue;
            const auto& tensor = graph_.tensor(node.inputs[i]);
            types.push_back(ir::isInteger(tensor.type) ? tensor.type
                                                       : firstFitting(*tensor.constant, {DataType::I8, DataType::U8, DataType::I16,
                                                                                         DataType::U16, DataType::I32,
                                                                                         DataType::I64}));
            low = std::min(low, ir::lowest(types.back()));
            high = std::max(high, ir::highest(types.back()));
        }
        DataType common = DataType::I64;
        for (const auto type : {DataType::I32, DataType::U16, DataType::I16, DataType::U8, DataType::I8})
            if (ir::lowest(type) <= low && ir::highest(type) >= high)
                common = type;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (form.role(i) == OperandRole::Same && node.inputs[i].valid())
                node.inputs[i] = isConstant(node.inputs[i]) ? retypedConstant(node.inputs[i], common)
                                                            : castTo(node.inputs[i], common, node);
    }

    TensorId castTo(TensorId id, DataType type, const ir::Node& reader)
    {
        if (graph_.tensor(id).type == type)
            return id;
        if (const auto known = casts_.find({id, type}); known != casts_.end())
            return known->second;
        const TensorId result = addTensorLike(graph_, id, cat(graph_.tensor(id).name, "_", ir::typeName(type)));
        graph_.tensor(result).type = type;
        insertNode(graph_, position_++,
                   {.id = {}, .name = cat("Cast_", graph_.tensor(result).name), .op = "Cast", .inputs = {id}, .outputs = {result},
                    .attributes = {{"to", static_cast<std::int64_t>(type)}}, .metadata = {{"origin", originOf(reader)}}});
        casts_[{id, type}] = result;
        return result;
    }

    void keepFloat(ir::Node& node, const IntegerForm* form)
    {
        if (form && form->integerOnly) {
            report_.diagnostics.push_back(
                {Severity::Error, {.code = Code::BadType,
                                   .message = cat(node.op, " works on integers, but reads a float tensor or constants that are not whole"),
                                   .hint = "choose integer types for the inputs with --type NAME=i8",
                                   .place = {.node = node.name}}});
            return;
        }
        static constexpr std::array<std::string_view, 3> kAnyType{"Cast", "Shape", "Size"};
        if (std::find(kAnyType.begin(), kAnyType.end(), node.op) != kAnyType.end())
            return;
        for (auto& input : node.inputs)
            if (retyped(input)) {
                input = castTo(input, DataType::F32, node);
                ++report_.changes;
            }
    }

    void inferTypes(const ir::Node& node)
    {
        const auto* def = ops::findOp(graph_, node);
        if (!def)
            return;
        const auto inferred = ops::inferNode(*def, ops::viewOf(graph_, node));
        if (!inferred) {
            report_.diagnostics.push_back({Severity::Error, inferred.error()});
            return;
        }
        for (std::size_t i = 0; i < node.outputs.size() && i < inferred->size(); ++i) {
            if (!node.outputs[i].valid() || (*inferred)[i].type == DataType::Undefined)
                continue;
            graph_.tensor(node.outputs[i]).type = (*inferred)[i].type;
            if (ir::isInteger((*inferred)[i].type))
                markRetyped(node.outputs[i]);
        }
    }

    ir::Graph& graph_;
    PassReport& report_;
    ir::GraphIndex index_;   // of the graph as it came: casts do not change who reads a constant
    std::size_t position_ = 0;   // of the node at hand
    std::vector<bool> wanted_;
    std::vector<bool> retyped_;
    std::map<std::pair<TensorId, DataType>, TensorId> constants_;
    std::map<std::pair<TensorId, DataType>, TensorId> casts_;
};

}  // namespace

bool hasIntegerOperators(const ir::Graph& graph)
{
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const ir::Node& node) {
        const auto* form = integerFormOf(node);
        return form && form->integerOnly;
    });
}

ir::Graph assignIntegerTypes(ir::Graph graph, const std::map<std::string, ir::DataType>& inputTypes, PassReport& report)
{
    const bool chosen = std::any_of(graph.inputs.begin(), graph.inputs.end(), [&](TensorId id) {
        const auto given = inputTypes.find(graph.tensor(id).name);
        return given != inputTypes.end() && ir::isInteger(given->second) && ir::isFloat(graph.tensor(id).type);
    });
    if (chosen || hasIntegerOperators(graph))
        Retyper(graph, report).run(inputTypes);
    return graph;
}

}  // namespace tw::passes
