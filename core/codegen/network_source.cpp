// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/network_source.h"

#include "core/codegen/c_text.h"
#include "core/codegen/line_writer.h"
#include "core/codegen/memory_watch.h"
#include "core/codegen/node_call.h"
#include "core/codegen/tile_loop.h"

#include <algorithm>
#include <set>

namespace tw::codegen {
namespace {

constexpr std::int64_t kLeastAlignment = 64;

constexpr std::string_view kSystemIncludes = R"(
#include <math.h>
#include <stddef.h>

)";

constexpr std::string_view kMacros = R"(#if defined(__GNUC__)
#define NETWORK_ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#define NETWORK_ALIGNED(bytes)
#endif

#define CONSTANT(memory, type, offset) ((const type *)(const void *)((const uint8_t *)network_constants_##memory + (offset)))
#define DATA(memory, type, offset) ((type *)(void *)(arena_##memory + (offset)))

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

class NetworkWriter {
public:
    NetworkWriter(const ProjectInput& in, const Constants& constants, const MemoryNames& memories,
                  Project& project)
        : in_(in), memories_(memories), calls_(in, constants, memories), project_(project)
    {
    }

    Result<std::string> write()
    {
        writeIncludes();
        closeSection("includes");
        out_.block(kMacros);
        closeSection("definitions");
        writeArenas();
        closeSection("buffers");
        TW_TRY_VOID(writeArguments());
        closeSection("arguments");
        writePorts("input", in_.graph.inputs);
        writePorts("output", in_.graph.outputs);
        writeAccess();
        closeSection("ports");
        writeMemoryWatch(out_, in_, memories_);
        closeSection("watch");
        writeHooks();
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i) {
            if (isTiled(i)) {
                TW_TRY_VOID(writeTileLoop(i));
            } else if (hasTeam(i)) {
                writeTeamFunction(i);
            }
        }
        out_.line("void network_run(void)");
        out_.line("{");
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i)
            if (in_.binding.nodes[i].row >= 0)
                writeNode(i);
        out_.line("    STEP(", in_.graph.nodes.size() + 1, ");");
        out_.line("}");
        closeSection("inference");
        return out_.take();
    }

private:
    const target::KernelRow& row(std::size_t node) const
    {
        return in_.target.rows[static_cast<std::size_t>(in_.binding.nodes[node].row)];
    }

    const target::Engine& engine(std::size_t node) const { return *in_.target.engine(row(node).engine); }

    bool hasTeam(std::size_t node) const { return in_.binding.nodes[node].row >= 0 && engine(node).cores > 1; }

    bool isTiled(std::size_t node) const { return in_.binding.nodes[node].tiles != nullptr; }

    void mark(std::size_t node, int firstLine)
    {
        project_.marks[in_.graph.nodes[node].id].push_back({"network.c", firstLine, out_.nextLine() - 1});
    }

    /// Everything since the section before.
    void closeSection(const char* name)
    {
        project_.sections[name] = {"network.c", sectionBegin_, out_.nextLine() - 1};
        sectionBegin_ = out_.nextLine();
    }

    void writeIncludes()
    {
        out_.line("/* SPDX-License-Identifier: MIT-0 */");
        out_.line("#include \"network.h\"");
        out_.line("");
        std::set<std::string> headers;
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i)
            if (in_.binding.nodes[i].row >= 0)
                headers.insert(row(i).header);
        headers.insert({"weights.h", "tw_runtime.h"});
        if (std::any_of(in_.binding.nodes.begin(), in_.binding.nodes.end(), [](const auto& bound) { return bound.tiles != nullptr; }))
            headers.insert("tw_tiles.h");
        for (const auto& header : headers)
            out_.line("#include \"", header, "\"");
        out_.block(kSystemIncludes);
    }

    void writeArenas()
    {
        for (const auto& use : in_.map.memories)
            if (use.peakBytes > 0 || std::any_of(in_.plan.buffers.begin(), in_.plan.buffers.end(),
                                                 [&](const auto& buffer) { return buffer.memory == use.memory; }))
                writeArena(use);
        out_.line("");
    }

    /// Also for buffers of no bytes: they have an address.
    void writeArena(const memory::MemoryUse& use)
    {
        const auto& name = memories_.of(use.memory);
        const auto macro = "TW_MEMORY_" + name;
        out_.block(sectionMacro(macro));
        out_.line("static ", macro, " NETWORK_ALIGNED(", std::max(kLeastAlignment, in_.target.memory(use.memory)->alignment),
                  ") uint8_t arena_", name, "[", std::max<std::int64_t>(use.peakBytes, 1), "];");
    }

    Result<void> writeArguments()
    {
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i) {
            const auto& bound = in_.binding.nodes[i];
            argumentNames_.emplace_back();
            if (bound.row < 0 || bound.argsType.empty() || isTiled(i))
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
            const auto pointer = constant.valid() ? calls_.outputConstant(constant) : calls_.homePointer(ports[i], "uint8_t");
            out_.line("    case ", i, ": return ", pointer, ";");
        }
        out_.line("    default: return NULL;");
        out_.line("    }");
        out_.line("}");
        out_.line("");
    }

    /// network_init and network_shutdown.
    void writeHooks()
    {
        std::vector<const target::Engine*> engines;
        bool copies = false;
        for (std::size_t i = 0; i < in_.graph.nodes.size(); ++i) {
            if (in_.binding.nodes[i].row < 0)
                continue;
            if (std::find(engines.begin(), engines.end(), &engine(i)) == engines.end())
                engines.push_back(&engine(i));
            copies = copies || isTiled(i) || !calls_.copiesIn(i).empty() || !calls_.copiesOut(i).empty();
        }
        out_.line("int network_init(void)");
        out_.line("{");
        out_.line("    int failed = ", copies ? "tw_dma_open() != 0;" : "0;");
        const int firstEngine = out_.nextLine();
        for (const auto* one : engines)
            out_.line("    failed |= tw_engine_open(", stringLiteral(one->name), ", ", one->cores, ") != 0;");
        project_.sections["engines"] = {"network.c", firstEngine, out_.nextLine() - 1};
        out_.line("    return failed;");
        out_.line("}");
        out_.line("");
        closeSection("initialization");
        out_.line("void network_shutdown(void)");
        out_.line("{");
        for (auto one = engines.rbegin(); one != engines.rend(); ++one)
            out_.line("    tw_engine_close(", stringLiteral((*one)->name), ");");
        if (copies)
            out_.line("    tw_dma_close();");
        out_.line("}");
        out_.line("");
        closeSection("shutdown");
    }

    std::string title(std::size_t i) const
    {
        const auto& node = in_.graph.nodes[i];
        return cat("/* ", commentText(node.name), ": ", commentText(node.op), " on ", commentText(engine(i).name), " */");
    }

    Result<void> writeTileLoop(std::size_t i)
    {
        const int first = out_.nextLine();
        tileLoops_.resize(in_.graph.nodes.size());
        TW_TRY(tileLoops_[i], TileLoopWriter(in_, calls_, names_, out_).write(i, engine(i).cores));
        mark(i, first);
        return {};
    }

    /// What every core of the engine runs.
    void writeTeamFunction(std::size_t i)
    {
        const int first = out_.nextLine();
        teamNames_.resize(in_.graph.nodes.size());
        teamNames_[i] = names_.make("team_", in_.graph.nodes[i].name);
        out_.line(title(i));
        out_.line("static void ", teamNames_[i], "(void *context)");
        out_.line("{");
        out_.line("    (void)context;");
        for (const auto& text : calls_.callLines(i, argumentNames_[i]))
            out_.line("    ", text);
        out_.line("}");
        mark(i, first);
        out_.line("");
    }

    std::vector<std::string> linesOf(std::size_t i) const
    {
        if (isTiled(i))
            return {cat("tw_tiles_run(&", tileLoops_[i], ");")};
        if (hasTeam(i))
            return {cat("tw_team_run(", engine(i).cores, ", ", teamNames_[i], ", NULL);")};
        return calls_.callLines(i, argumentNames_[i]);
    }

    void writeNode(std::size_t i)
    {
        const int first = out_.nextLine();
        out_.line("    ", title(i));
        out_.line("    STEP(", i + 1, ");");
        const auto lines = linesOf(i);
        const auto in = calls_.copiesIn(i);
        const auto out = calls_.copiesOut(i);
        if (in.empty() && out.empty() && lines.size() == 1) {
            out_.line("    ", lines.front());
        } else {
            out_.line("    {");
            writeCopies("in", in);
            for (const auto& text : lines)
                out_.line("        ", text);
            writeCopies("out", out);
            out_.line("    }");
        }
        mark(i, first);
    }

    /// Of a round, as many are started before the first is waited for as any DMA takes at once.
    void writeCopies(const std::string& direction, const NodeCalls::Rounds& rounds)
    {
        constexpr std::size_t kAtOnce = 8;
        std::string name = direction;
        for (const auto& copies : rounds) {
            for (std::size_t begin = 0; begin < copies.size(); begin += kAtOnce) {
                const auto end = std::min(copies.size(), begin + kAtOnce);
                for (std::size_t k = begin; k < end; ++k)
                    out_.line("        const tw_transfer ", name, k, " = tw_dma_start(", copies[k].to, ", ", copies[k].from, ", ",
                              copies[k].bytes, ");");
                for (std::size_t k = begin; k < end; ++k)
                    out_.line("        tw_dma_wait(", name, k, ");");
            }
            name += "_on_";
        }
    }

    const ProjectInput& in_;
    const MemoryNames& memories_;
    NodeCalls calls_;
    Project& project_;
    int sectionBegin_ = 1;
    LineWriter out_;
    Identifiers names_;
    std::vector<std::string> argumentNames_;   // per node; empty: no struct
    std::vector<std::string> tileLoops_;       // per node; empty: it does not run in tiles
    std::vector<std::string> teamNames_;       // per node; empty: its engine has one core
};

}  // namespace

Result<std::string> networkSource(const ProjectInput& in, const Constants& constants, const MemoryNames& memories,
                                  Project& project)
{
    for (const auto* ports : {&in.graph.inputs, &in.graph.outputs})
        for (const auto id : *ports)
            if (const auto& tensor = in.graph.tensor(id); portType(tensor.type).empty())
                return Error{.code = Code::UnsupportedOperator,
                             .message = cat(tensor.name, " is of type ", ir::typeName(tensor.type), ", which C99 does not have")};
    return NetworkWriter(in, constants, memories, project).write();
}

}  // namespace tw::codegen
