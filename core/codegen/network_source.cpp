// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/network_source.h"

#include "core/codegen/c_text.h"
#include "core/codegen/line_writer.h"

#include <algorithm>
#include <set>

namespace tw::codegen {
namespace {

constexpr std::string_view kPreamble = R"(
#include <math.h>
#include <stddef.h>

#if defined(__GNUC__)
#define NETWORK_ALIGNED __attribute__((aligned(64)))
#else
#define NETWORK_ALIGNED
#endif

#define CONSTANT(type, offset) ((const type *)(const void *)((const uint8_t *)network_weights + (offset)))
#define DATA(type, offset) ((type *)(void *)(network_arena + (offset)))
)";

std::string_view portType(ir::DataType type)
{
    switch (type) {
    case ir::DataType::F32: return "NETWORK_F32";
    case ir::DataType::F64: return "NETWORK_F64";
    case ir::DataType::F16: return "NETWORK_F16";
    case ir::DataType::BF16: return "NETWORK_BF16";
    case ir::DataType::Bool: return "NETWORK_BOOL";
    case ir::DataType::I8: return "NETWORK_I8";
    case ir::DataType::U8: return "NETWORK_U8";
    case ir::DataType::I16: return "NETWORK_I16";
    case ir::DataType::U16: return "NETWORK_U16";
    case ir::DataType::I32: return "NETWORK_I32";
    case ir::DataType::U32: return "NETWORK_U32";
    case ir::DataType::I64: return "NETWORK_I64";
    case ir::DataType::U64: return "NETWORK_U64";
    default: return "";
    }
}

Result<std::string> argumentText(const ops::Argument& argument, const std::string& node)
{
    const auto integer = [&](std::int64_t value) -> Result<std::string> {
        if (value < INT32_MIN || value > INT32_MAX)
            return Error{.code = Code::UnsupportedOperator,
                         .message = cat(argument.name, " = ", value, " does not fit the kernel's 32 bits"),
                         .place = {.node = node}};
        return value == INT32_MIN ? std::string("INT32_MIN") : cat(value);
    };
    if (const auto* single = std::get_if<std::int64_t>(&argument.value))
        return integer(*single);
    if (const auto* real = std::get_if<double>(&argument.value))
        return floatLiteral(*real);
    std::vector<std::string> texts;
    for (const auto value : std::get<std::vector<std::int64_t>>(argument.value)) {
        TW_TRY(auto text, integer(value));
        texts.push_back(std::move(text));
    }
    return texts.empty() ? std::string("{0}") : cat("{", join(texts, ", "), "}");
}

class NetworkWriter {
public:
    NetworkWriter(const ProjectInput& in, const ConstantBlock& constants, std::map<ir::NodeId, std::vector<Mark>>& marks)
        : in_(in), constants_(constants), marks_(marks)
    {
    }

    Result<std::string> write()
    {
        writeHead();
        TW_TRY_VOID(writeArguments());
        writePorts("input", in_.graph.inputs);
        writePorts("output", in_.graph.outputs);
        writeAccess();
        out_.line("void network_run(void)");
        out_.line("{");
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i)
            writeCall(i);
        out_.line("}");
        return out_.take();
    }

private:
    const target::KernelRow& row(std::size_t node) const
    {
        return in_.target.rows[static_cast<std::size_t>(in_.binding.nodes[node].row)];
    }

    void mark(std::size_t node, int firstLine)
    {
        marks_[in_.graph.nodes[node].id].push_back({"network.c", firstLine, out_.nextLine() - 1});
    }

    void writeHead()
    {
        out_.line("/* SPDX-License-Identifier: MIT-0 */");
        out_.line("#include \"network.h\"");
        out_.line("");
        std::set<std::string> headers;
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i)
            if (in_.binding.nodes[i].row >= 0)
                headers.insert(row(i).header);
        headers.insert("weights.h");
        for (const auto& header : headers)
            out_.line("#include \"", header, "\"");
        out_.block(kPreamble);
        out_.line("");
        out_.line("static NETWORK_ALIGNED uint8_t network_arena[", std::max<std::int64_t>(in_.placement.peakBytes, 1), "];");
        out_.line("");
    }

    Result<void> writeArguments()
    {
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i) {
            const auto& bound = in_.binding.nodes[i];
            argumentNames_.emplace_back();
            if (bound.row < 0 || bound.argsType.empty())
                continue;
            const auto& node = in_.graph.nodes[i];
            const int first = out_.nextLine();
            argumentNames_.back() = names_.make("args_", node.name);
            out_.line("static const ", bound.argsType, " ", argumentNames_.back(), " = {");
            for (const auto& argument : bound.arguments) {
                TW_TRY(const auto text, argumentText(argument, node.name));
                out_.line("    .", argument.name, " = ", text, ",");
            }
            out_.line("};");
            mark(i, first);
        }
        return {};
    }

    std::int64_t offsetOf(ir::TensorId tensor) const
    {
        const int buffer = in_.plan.ofTensor[static_cast<std::size_t>(tensor.value)];
        TW_CHECK(buffer >= 0);
        return in_.placement.offsets[static_cast<std::size_t>(buffer)];
    }

    std::string dataPointer(ir::TensorId tensor) const
    {
        return cat("DATA(", ir::cTypeName(in_.graph.tensor(tensor).type), ", ", offsetOf(tensor), ")");
    }

    std::string inputPointer(std::size_t node, std::size_t input) const
    {
        const auto id = in_.graph.nodes[node].inputs[input];
        if (!id.valid())
            return "NULL";
        if (!in_.plan.constantOf[static_cast<std::size_t>(id.value)].valid())
            return dataPointer(id);
        const auto offset = constants_.offsets.at(constantUse(in_, node, input));
        return cat("CONSTANT(", ir::cTypeName(in_.graph.tensor(id).type), ", ", offset, ")");
    }

    void writePorts(std::string_view kind, const std::vector<ir::TensorId>& ports)
    {
        out_.line("const network_port network_", kind, "_ports[] = {");
        for (const auto id : ports) {
            const auto& tensor = in_.graph.tensor(id);
            const auto elements = tensor.shape.elements().value();
            out_.line("    {", stringLiteral(tensor.name), ", ", portType(tensor.type), ", ", elements, ", ",
                      ir::byteCount(tensor.type, elements), "},");
        }
        if (ports.empty())
            out_.line("    {NULL, NETWORK_F32, 0, 0},");
        out_.line("};");
        out_.line("");
    }

    void writeAccess()
    {
        writeAccessor("void *network_input(int32_t index)", in_.graph.inputs);
        writeAccessor("const void *network_output(int32_t index)", in_.graph.outputs);
    }

    void writeAccessor(std::string_view signature, const std::vector<ir::TensorId>& ports)
    {
        out_.line(signature);
        out_.line("{");
        out_.line("    switch (index) {");
        for (std::size_t i = 0; i < ports.size(); ++i) {
            const auto constant = in_.plan.constantOf[static_cast<std::size_t>(ports[i].value)];
            const auto pointer = constant.valid() ? cat("CONSTANT(uint8_t, ", constants_.offsets.at({constant, {}}), ")")
                                                  : cat("DATA(uint8_t, ", offsetOf(ports[i]), ")");
            out_.line("    case ", i, ": return ", pointer, ";");
        }
        out_.line("    default: return NULL;");
        out_.line("    }");
        out_.line("}");
        out_.line("");
    }

    /// Everything after the argument struct: inputs, outputs, scratch.
    std::vector<std::string> operandTexts(std::size_t i) const
    {
        const auto& bound = in_.binding.nodes[i];
        const auto& node = in_.graph.nodes[i];
        std::vector<std::string> texts;
        std::vector<std::string> inputs;
        for (std::size_t k = 0; k < node.inputs.size(); ++k)
            if (bound.passed[k])
                inputs.push_back(inputPointer(i, k));
        if (bound.variadic)
            texts.push_back("inputs");
        else
            texts = padded(inputs, i);
        for (const auto id : node.outputs)
            texts.push_back(id.valid() ? dataPointer(id) : "NULL");
        texts.insert(texts.end(), missingOutputs(i), "NULL");
        if (const int scratch = in_.plan.scratchOfNode[i]; scratch >= 0)
            texts.push_back(cat("DATA(uint8_t, ", in_.placement.offsets[static_cast<std::size_t>(scratch)], ")"));
        return texts;
    }

    /// Optional inputs that the node leaves out at its end still have a parameter in a kernel whose row names them.
    std::vector<std::string> padded(std::vector<std::string> inputs, std::size_t i) const
    {
        const auto* def = ops::findOp(in_.graph, in_.graph.nodes[i]);
        for (std::size_t k = in_.graph.nodes[i].inputs.size(); k < def->inputNames.size(); ++k)
            if (const std::string name(def->inputNames[k]); target::isPassed(row(i), name) && row(i).types.contains(name))
                inputs.emplace_back("NULL");
        return inputs;
    }

    /// The same for results: how many the kernel could give beyond those of the node.
    std::size_t missingOutputs(std::size_t i) const
    {
        const auto& names = ops::findOp(in_.graph, in_.graph.nodes[i])->outputNames;
        const auto left = std::min(in_.graph.nodes[i].outputs.size(), names.size());
        return static_cast<std::size_t>(std::count_if(names.begin() + static_cast<std::ptrdiff_t>(left), names.end(), [&](std::string_view name) {
            return row(i).types.contains(std::string(name));
        }));
    }

    void writeCall(std::size_t i)
    {
        const auto& bound = in_.binding.nodes[i];
        if (bound.row < 0)
            return;
        const auto& node = in_.graph.nodes[i];
        const int first = out_.nextLine();
        out_.line("    /* ", commentText(node.name), ": ", commentText(node.op), " */");
        auto texts = operandTexts(i);
        if (!bound.argsType.empty())
            texts.insert(texts.begin(), cat("&", argumentNames_[i]));
        const std::string call = cat(row(i).call, "(", join(texts, ", "), ");");
        if (!bound.variadic) {
            out_.line("    ", call);
        } else {
            out_.line("    {");
            out_.line("        const void *const inputs[] = {", join(variadicInputs(i), ", "), "};");
            out_.line("        ", call);
            out_.line("    }");
        }
        mark(i, first);
    }

    std::vector<std::string> variadicInputs(std::size_t i) const
    {
        std::vector<std::string> texts;
        for (std::size_t k = 0; k < in_.graph.nodes[i].inputs.size(); ++k)
            texts.push_back(inputPointer(i, k));
        return texts;
    }

    const ProjectInput& in_;
    const ConstantBlock& constants_;
    std::map<ir::NodeId, std::vector<Mark>>& marks_;
    LineWriter out_;
    Identifiers names_;
    std::vector<std::string> argumentNames_;   // per node; empty: no struct
};

}  // namespace

Result<std::string> networkSource(const ProjectInput& in, const ConstantBlock& constants,
                                  std::map<ir::NodeId, std::vector<Mark>>& marks)
{
    for (const auto* ports : {&in.graph.inputs, &in.graph.outputs})
        for (const auto id : *ports)
            if (const auto& tensor = in.graph.tensor(id); portType(tensor.type).empty())
                return Error{.code = Code::UnsupportedOperator,
                             .message = cat(tensor.name, " is of type ", ir::typeName(tensor.type), ", which C99 does not have")};
    return NetworkWriter(in, constants, marks).write();
}

}  // namespace tw::codegen
