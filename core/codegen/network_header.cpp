// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/c_text.h"
#include "core/codegen/line_writer.h"
#include "core/codegen/network_source.h"
#include "core/codegen/project_files.h"

namespace tw::codegen {
namespace {

constexpr std::string_view kTypes = R"(
/* Element types of the ports; f16 and bf16 are stored as uint16_t, bool as uint8_t 0 or 1. */
typedef enum {
    NETWORK_F32, NETWORK_F64, NETWORK_F16, NETWORK_BF16, NETWORK_BOOL,
    NETWORK_I8, NETWORK_U8, NETWORK_I16, NETWORK_U16, NETWORK_I32, NETWORK_U32, NETWORK_I64, NETWORK_U64
} network_type;

typedef struct {
    const char *name;        /* as in the model */
    network_type type;
    int32_t elements;
    int32_t bytes;
} network_port;
)";

void describePorts(LineWriter& out, const ProjectInput& in, const std::vector<ir::TensorId>& ports, std::string_view kind)
{
    Identifiers names;
    if (ports.empty())
        return;
    out.line("enum {");
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const auto& tensor = in.graph.tensor(ports[i]);
        out.line("    ", names.make(cat("NETWORK_", kind, "_"), tensor.name), " = ", i, ",   /* ", commentText(tensor.name),
                 ": ", ir::typeName(tensor.type), " ", commentText(cat(tensor.shape)), " */");
    }
    out.line("};");
}

}  // namespace

std::string networkHeader(const ProjectInput& in, const MemoryNames& memories)
{
    LineWriter out;
    out.line("/* SPDX-License-Identifier: MIT-0 */");
    out.line("/* Network ", commentText(in.networkName), " for the target ", commentText(in.target.name),
             ", written by Tilewright ", in.toolVersion, ".");
    out.line(" *");
    for (const auto& line : memoryLines(in))
        out.line(" * ", line);
    out.line(" * Nothing is allocated at run time.");
    out.line(" *");
    out.line(" * Call network_init once; it returns 0 when every engine is ready. Then write every input, call network_run, read");
    out.line(" * the outputs, as often as you like. Inputs share memory with intermediate results: write them again before the");
    out.line(" * next run. network_shutdown gives the engines back. */");
    out.line("#ifndef NETWORK_H");
    out.line("#define NETWORK_H");
    out.line("");
    out.line("#include <stdint.h>");
    out.line("");
    out.line("#define NETWORK_INPUTS ", in.graph.inputs.size());
    out.line("#define NETWORK_OUTPUTS ", in.graph.outputs.size());
    for (const auto& use : in.map.memories) {
        out.line("#define NETWORK_", memories.of(use.memory), "_ACTIVATION_BYTES ", use.peakBytes);
        out.line("#define NETWORK_", memories.of(use.memory), "_CONSTANT_BYTES ", use.constantBytes);
    }
    out.block(kTypes);
    out.line("");
    describePorts(out, in, in.graph.inputs, "INPUT");
    describePorts(out, in, in.graph.outputs, "OUTPUT");
    out.line("");
    out.line("extern const network_port network_input_ports[];");
    out.line("extern const network_port network_output_ports[];");
    out.line("");
    out.line("int network_init(void);");
    out.line("void *network_input(int32_t index);");
    out.line("const void *network_output(int32_t index);");
    out.line("void network_run(void);");
    out.line("void network_shutdown(void);");
    out.line("");
    out.line("#endif");
    return out.take();
}

std::string weightsHeader(const Constants& constants, const MemoryNames& memories)
{
    LineWriter out;
    out.line("/* SPDX-License-Identifier: MIT-0 */");
    out.line("/* Constants as little-endian words, one block per memory; offsets are in network.c. */");
    out.line("#ifndef WEIGHTS_H");
    out.line("#define WEIGHTS_H");
    out.line("");
    out.line("#include <stdint.h>");
    out.line("");
    for (const auto& [memory, block] : constants)
        out.line("extern const uint64_t network_constants_", memories.of(memory), "[];   /* ", block.bytes.size(), " bytes */");
    out.line("");
    out.line("#endif");
    return out.take();
}

std::string weightsSource(const Constants& constants, const MemoryNames& memories)
{
    std::string text = "/* SPDX-License-Identifier: MIT-0 */\n"
                       "#include \"tw_runtime.h\"\n"
                       "#include \"weights.h\"\n\n"
                       "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n"
                       "#error \"the words below are little-endian\"\n"
                       "#endif\n\n"
                       "#if defined(__GNUC__)\n"
                       "#define NETWORK_ALIGNED __attribute__((aligned(64)))\n"
                       "#else\n"
                       "#define NETWORK_ALIGNED\n"
                       "#endif\n";
    for (const auto& [memory, block] : constants) {
        const auto& name = memories.of(memory);
        const auto macro = "TW_CONSTANTS_" + name;
        text += cat("\n", sectionMacro(macro), macro, " NETWORK_ALIGNED const uint64_t network_constants_", name, "[] = {\n");
        text += hexWords(block.bytes);
        text += "};\n";
    }
    return text;
}

}  // namespace tw::codegen
