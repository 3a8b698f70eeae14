// SPDX-License-Identifier: Apache-2.0
#include "core/target/read_operators.h"

#include "core/base/text.h"
#include "core/ops/private_operator.h"
#include "core/target/row_fields.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace tw::target {
namespace {

constexpr std::string_view kAsInput = "as input ";
constexpr int kMaxAxes = 8;

bool isIdentifier(const std::string& name)
{
    const auto good = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) && std::all_of(name.begin(), name.end(), good);
}

void expectIdentifier(JsonReader& reader, const std::string& field, const std::string& name, std::set<std::string>& seen)
{
    if (!name.empty() && !isIdentifier(name))
        reader.fault(field, cat("\"", name, "\" is no name for C"), "use letters, digits and '_', a letter first");
    else if (!name.empty() && !seen.insert(name).second)
        reader.fault(field, cat("another one is called ", name), "choose different names");
}

/// "as input 1" -> 1; -1 when the text is something else, or there is no such input (a fault).
int inputMeant(JsonReader& reader, const std::string& field, const std::string& text, std::size_t inputs)
{
    if (!text.starts_with(kAsInput))
        return -1;
    const auto number = text.substr(kAsInput.size());
    for (std::size_t i = 0; i < inputs; ++i)
        if (number == std::to_string(i))
            return static_cast<int>(i);
    reader.fault(field, cat("there is no input ", number), cat("inputs are counted from 0 to ", inputs - 1));
    return 0;
}

void readShape(JsonReader& reader, std::size_t inputs, ops::PrivateOutput& output)
{
    const Json* shape = reader.raw("shape");
    const char* hint = "write \"as input 0\", or a list of formulas such as [\"N\", \"C / 2\"]";
    if (shape && shape->is_string()) {
        output.shapeOfInput = inputMeant(reader, "shape", shape->get<std::string>(), inputs);
        if (output.shapeOfInput < 0)
            reader.fault("shape", cat("is ", shape->dump(), ", which is not known"), hint);
        return;
    }
    if (!shape || !shape->is_array() || shape->size() > kMaxAxes)
        return reader.fault("shape", shape ? "must be a list of at most 8 formulas" : "is missing", hint);
    for (std::size_t axis = 0; axis < shape->size(); ++axis) {
        const auto& entry = (*shape)[axis];
        const auto text = entry.is_string() ? entry.get<std::string>() : entry.dump();
        auto formula = Expression::parse(text);
        if (formula)
            output.dims.push_back(std::move(formula).value());
        else
            reader.fault(cat("shape[", axis, "]"), formula.error().message, hint);
    }
}

void readType(JsonReader& reader, std::size_t inputs, ops::PrivateOutput& output)
{
    const auto text = reader.text("type");
    output.typeOfInput = inputMeant(reader, "type", text, inputs);
    if (output.typeOfInput >= 0 || text.empty())
        return;
    if (const auto type = ir::typeFromName(text))
        output.type = *type;
    else
        reader.fault("type", cat("is ", text, ", which is no element type"), "write \"as input 0\", or f32, i8, u8 ...");
}

std::vector<ops::PrivateOutput> readOutputs(JsonReader& reader, std::size_t inputs, std::set<std::string>& names)
{
    std::vector<ops::PrivateOutput> outputs;
    for (auto& object : reader.objects("outputs")) {
        ops::PrivateOutput output;
        output.name = object.text("name");
        expectIdentifier(object, "name", output.name, names);
        readShape(object, inputs, output);
        readType(object, inputs, output);
        object.expectNoOthers();
        outputs.push_back(std::move(output));
    }
    if (outputs.empty())
        reader.fault("outputs", "at least one is needed", "add {\"name\": \"Y\", \"shape\": \"as input 0\", \"type\": \"as input 0\"}");
    return outputs;
}

std::vector<ops::PrivateArgument> readArguments(JsonReader& reader)
{
    std::vector<ops::PrivateArgument> arguments;
    std::set<std::string> names;
    for (auto& object : reader.objects("arguments")) {
        const auto name = object.text("name");
        expectIdentifier(object, "name", name, names);
        auto value = readFormula(object, "value");
        if (!object.raw("value"))
            object.fault("value", "is missing", "write a formula over extents and attributes, such as \"N * C\"");
        object.expectNoOthers();
        if (value)
            arguments.push_back({name, std::move(*value)});
    }
    return arguments;
}

/// LeakyScale -> tw_leaky_scale_args
std::string argsTypeOf(const std::string& op)
{
    std::string name = "tw_";
    for (std::size_t i = 0; i < op.size(); ++i) {
        const auto c = static_cast<unsigned char>(op[i]);
        if (std::isupper(c) && i > 0)
            name += '_';
        name += static_cast<char>(std::tolower(c));
    }
    return name + "_args";
}

void expectNew(JsonReader& reader, const ops::PrivateOperator& described, const ops::OperatorSet& earlier)
{
    if (described.domain.empty() || described.domain == "ai.onnx")
        reader.fault("domain", "must be a domain of its own", "standard operators cannot be declared anew");
    if (Vocabulary().hasOp(described.op))   // kernel rows name operators without their domain
        reader.fault("op", cat(described.op, " is the name of a built-in operator"), "choose another name");
    if (earlier.find(described.domain, described.op))
        reader.fault("op", cat("is declared twice in the domain ", described.domain), "declare it once");
}

ops::PrivateOperator readOperator(JsonReader& reader)
{
    ops::PrivateOperator described;
    described.domain = reader.text("domain");
    described.op = reader.text("op");
    described.documentation = reader.text("description", "");
    described.inputs = reader.texts("inputs");
    std::set<std::string> names;
    for (std::size_t i = 0; i < described.inputs.size(); ++i)
        expectIdentifier(reader, cat("inputs[", i, "]"), described.inputs[i], names);
    described.outputs = readOutputs(reader, described.inputs.size(), names);
    described.arguments = readArguments(reader);
    if (!described.arguments.empty())
        described.argsType = argsTypeOf(described.op);
    described.argsType = reader.text("struct", described.argsType);
    described.macs = readFormula(reader, "macs");
    described.operations = readFormula(reader, "operations");
    return described;
}

}  // namespace

std::shared_ptr<const ops::OperatorSet> readOperators(JsonReader& target)
{
    auto objects = target.objects("operators");
    if (objects.empty())
        return nullptr;
    auto set = std::make_shared<ops::OperatorSet>();
    for (auto& object : objects) {
        auto described = readOperator(object);
        expectNew(object, described, *set);
        object.expectNoOthers();
        ops::addPrivateOperator(std::move(described), *set);
    }
    return set;
}

}  // namespace tw::target
