// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/memory_watch.h"

#include <set>

namespace tw::codegen {
namespace {

/// The buffers that node `i` may touch.
std::set<int> buffersOf(const ProjectInput& in, std::size_t i)
{
    const auto& node = in.graph.nodes[i];
    const auto& places = in.binding.nodes[i].places;
    std::set<int> buffers{in.plan.scratchOfNode[i]};
    const auto add = [&](const std::vector<ir::TensorId>& tensors, const std::vector<target::OperandPlace>& side,
                         const std::vector<int>& copies, const std::vector<int>& ways) {
        for (std::size_t k = 0; k < side.size(); ++k)
            if (!side[k].home.empty())
                buffers.insert({in.plan.ofTensor[static_cast<std::size_t>(tensors[k].value)], copies[k], ways[k]});
    };
    add(node.inputs, places.inputs, in.plan.copyOfInput[i], in.plan.wayOfInput[i]);
    add(node.outputs, places.outputs, in.plan.copyOfOutput[i], in.plan.wayOfOutput[i]);
    return buffers;
}

std::set<int> portBuffers(const ProjectInput& in)
{
    std::set<int> buffers;
    for (const auto* ports : {&in.graph.inputs, &in.graph.outputs})
        for (const auto id : *ports)
            buffers.insert(in.plan.ofTensor[static_cast<std::size_t>(id.value)]);
    return buffers;
}

void writeRegions(LineWriter& out, const ProjectInput& in, const MemoryNames& names, std::size_t step, const std::set<int>& buffers)
{
    for (const int index : buffers) {
        if (index < 0)
            continue;
        const auto& buffer = in.plan.buffers[static_cast<std::size_t>(index)];
        out.line("    {", step, ", arena_", names.of(buffer.memory), " + ", in.map.offsets[static_cast<std::size_t>(index)], ", ",
                 buffer.bytes, "},");
    }
}

}  // namespace

void writeMemoryWatch(LineWriter& out, const ProjectInput& in, const MemoryNames& names)
{
    out.line("#ifdef __SANITIZE_ADDRESS__");
    out.line("#include <sanitizer/asan_interface.h>");
    out.line("");
    out.line("/* What each step may touch; everything else in the arenas is closed meanwhile. */");
    out.line("static const struct { int32_t step; const uint8_t *begin; int32_t bytes; } regions[] = {");
    for (std::size_t i = 0; i < in.graph.nodes.size(); ++i)
        if (in.binding.nodes[i].row >= 0)
            writeRegions(out, in, names, i + 1, buffersOf(in, i));
    writeRegions(out, in, names, in.graph.nodes.size() + 1, portBuffers(in));
    out.line("    {0, NULL, 0},");
    out.line("};");
    out.line("");
    out.line("static void step(int32_t number)");
    out.line("{");
    for (const auto& use : in.map.memories)
        if (use.peakBytes > 0)
            out.line("    ASAN_POISON_MEMORY_REGION(arena_", names.of(use.memory), ", sizeof arena_", names.of(use.memory), ");");
    out.line("    for (int32_t i = 0; regions[i].step != 0; ++i)");
    out.line("        if (regions[i].step == number)");
    out.line("            ASAN_UNPOISON_MEMORY_REGION(regions[i].begin, (size_t)regions[i].bytes);");
    out.line("}");
    out.line("#define STEP(number) step(number)");
    out.line("#elif defined(TW_STEP_LABELS)");
    out.line("/* A symbol where each step begins, for who counts instructions; it costs none. */");
    out.line("#define STEP(number) __asm__ volatile(\".globl tw_step_\" #number \"\\ntw_step_\" #number \":\" ::: \"memory\")");
    out.line("#else");
    out.line("#define STEP(number) ((void)0)");
    out.line("#endif");
    out.line("");
}

}  // namespace tw::codegen
