// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/tile_loop.h"

#include "core/base/text.h"

namespace tw::codegen {
namespace {

/// "cuts 0 by 8 (4 tiles), 3 by 16 (2 tiles)", for the comment of a loop.
std::string loopsText(const tiling::TilePlan& plan)
{
    if (plan.loops.empty())
        return "one tile";
    std::vector<std::string> parts;
    for (const auto& loop : plan.loops)
        parts.push_back(cat("axis ", loop.axis, " of ", loop.extent, " by ", loop.tile));
    return cat(plan.tiles(), " tiles: ", join(parts, ", "));
}

std::string sizeText(const tiling::Region& region)
{
    return cat("{", region.bytes, ", ", region.rows, ", ", region.planes, "}");
}

std::string moveText(const TiledNode::Move& move)
{
    return cat("{", move.step, ", ", move.before, ", ", move.pitch, "}");
}

template <class Items, class Text>
std::string listText(const Items& items, Text text)
{
    std::vector<std::string> texts;
    for (const auto& item : items)
        texts.push_back(text(item));
    return texts.empty() ? "{0}" : cat("{", join(texts, ", "), "}");
}

}  // namespace

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

Result<std::vector<TileLoopWriter::Operand>> TileLoopWriter::operandsOf(std::size_t node, const TiledNode& tiled) const
{
    const auto& source = in_.graph.nodes[node];
    std::vector<Operand> operands;
    // What is copied as a whole before the loop, or after it, is there for the loop.
    const auto homeOf = [&](const tiling::TileOperand& plan, int way, int copy, const std::string& home) {
        if (!plan.isStaged())
            return home;
        return calls_.bufferPointer(plan.buffers > 0 ? way : copy, "uint8_t");
    };
    for (std::size_t k = 0; k < source.inputs.size(); ++k) {
        const auto& plan = tiled.plan().inputs[k];
        if (!plan.present)
            continue;
        TW_TRY(auto shape, tiled.input(k));
        const int copy = in_.plan.copyOfInput[node][k];
        operands.push_back({commentText(in_.graph.tensor(source.inputs[k]).name),
                            homeOf(plan, in_.plan.wayOfInput[node][k], copy, calls_.inputHome(node, k, "uint8_t")),
                            plan.buffers > 0 ? copy : -1, &plan, std::move(shape)});
    }
    for (std::size_t k = 0; k < source.outputs.size(); ++k) {
        const auto& plan = tiled.plan().outputs[k];
        const int copy = in_.plan.copyOfOutput[node][k];
        if (plan.present)
            operands.push_back({commentText(in_.graph.tensor(source.outputs[k]).name),
                                homeOf(plan, in_.plan.wayOfOutput[node][k], copy, calls_.homePointer(source.outputs[k], "uint8_t")),
                                plan.buffers > 0 ? copy : -1, &plan, tiled.output(k)});
    }
    constexpr std::size_t kMostOperands = 16;   // TW_TILE_OPERANDS
    if (operands.size() > kMostOperands)
        return Error{.code = Code::UnsupportedOperator, .message = cat("a loop over tiles takes at most ", kMostOperands, " operands, this node has ", operands.size()),
                     .hint = "pin the node to an engine that uses its data where they lie", .place = {.node = source.name}};
    return operands;
}

Result<void> TileLoopWriter::writeArguments(const std::string& name, std::size_t node, const TiledNode& tiled)
{
    const auto& bound = in_.binding.nodes[node];
    if (bound.argsType.empty())
        return {};
    out_.line("static const ", bound.argsType, " tile_args_", name, "[] = {");
    for (int kind = 0; kind < tiled.kinds(); ++kind) {
        TW_TRY(const auto tile, tiled.tileOfKind(kind));
        std::vector<std::string> members;
        for (const auto& argument : tile.arguments) {
            TW_TRY(const auto text, argumentText(argument, in_.graph.nodes[node].name));
            members.push_back(cat(".", argument.name, " = ", text));
        }
        out_.line("    {", join(members, ", "), "},");
    }
    out_.line("};");
    return {};
}

void TileLoopWriter::writeOperands(const std::string& name, const std::vector<Operand>& operands)
{
    for (std::size_t k = 0; k < operands.size(); ++k) {
        out_.line("static const tw_tile_move moves_", name, "_", k, "[] = ", listText(operands[k].shape.moves, moveText), ";");
        out_.line("static const tw_tile_size sizes_", name, "_", k, "[] = ", listText(operands[k].shape.sizes, sizeText), ";");
    }
    out_.line("static const tw_tile_operand operands_", name, "[] = {");
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const auto& one = operands[k];
        const auto near = one.copy < 0 ? std::string("NULL") : calls_.bufferPointer(one.copy, "uint8_t");
        out_.line("    {(uint8_t *)", one.home, ", ", near, ", ", one.copy < 0 ? 0 : one.tiles->buffers, ", ", one.tiles->slotBytes, ", ",
                  one.shape.rowPitch, ", ", one.shape.planePitch, ", moves_", name, "_", k, ", sizes_", name, "_", k, "}, /* ",
                  one.comment, " */");
    }
    out_.line("};");
}

void TileLoopWriter::writeKernel(const std::string& name, std::size_t node)
{
    out_.line("static void run_tile_", name, "(void *context)");
    out_.line("{");
    out_.line("    const tw_tile *const tile = (const tw_tile *)context;");
    for (const auto& text : calls_.tileCallLines(node, "&tile_args_" + name + "[tile->kind]"))
        out_.line("    ", text);
    out_.line("}");
}

void TileLoopWriter::writeKinds(const std::string& name, const TiledNode& tiled)
{
    for (std::size_t a = 0; a < tiled.axes().size(); ++a)
        if (const auto& axis = tiled.axes()[a]; axis.count() > 1)
            out_.line("static const uint8_t kinds_", name, "_", a, "[] = ",
                      listText(axis.kindOf, [](int kind) { return cat(kind); }), ";");
}

void TileLoopWriter::writeLoop(const std::string& name, std::size_t node, const TiledNode& tiled, int cores)
{
    const auto& plan = tiled.plan();
    std::vector<std::string> kinds;
    for (std::size_t a = 0; a < tiled.axes().size(); ++a)
        kinds.push_back(tiled.axes()[a].count() > 1 ? cat("kinds_", name, "_", a) : "NULL");
    const auto inputs = std::count_if(plan.inputs.begin(), plan.inputs.end(), [](const auto& one) { return one.present; });
    const auto outputs = std::count_if(plan.outputs.begin(), plan.outputs.end(), [](const auto& one) { return one.present; });
    out_.line("static const tw_tile_loop loop_", name, " = {");
    out_.line("    .axes = ", plan.loops.size(), ",");
    out_.line("    .count = ", listText(plan.loops, [](const auto& loop) { return cat(loop.count()); }), ",");
    out_.line("    .kinds = ", kinds.empty() ? "{NULL}" : cat("{", join(kinds, ", "), "}"), ",");
    out_.line("    .kind_step = ", listText(tiled.kindSteps(), [](int step) { return cat(step); }), ",");
    out_.line("    .inputs = ", inputs, ",");
    out_.line("    .outputs = ", outputs, ",");
    out_.line("    .operands = operands_", name, ",");
    out_.line("    .cores = ", cores, ",");
    out_.line("    .kernel = run_tile_", name, ",");
    out_.line("    .number = ", node, ",");
    out_.line("};");
}

Result<std::string> TileLoopWriter::write(std::size_t node, int cores)
{
    TW_TRY(const auto tiled, TiledNode::make(in_, node));
    const auto loop = names_.make("loop_", in_.graph.nodes[node].name);
    const auto name = loop.substr(std::string_view("loop_").size());
    out_.line("/* ", commentText(in_.graph.nodes[node].name), ": ", commentText(in_.graph.nodes[node].op), ", ", loopsText(tiled->plan()), " */");
    TW_TRY_VOID(writeArguments(name, node, *tiled));
    TW_TRY(const auto operands, operandsOf(node, *tiled));
    writeOperands(name, operands);
    writeKernel(name, node);
    writeKinds(name, *tiled);
    writeLoop(name, node, *tiled, cores);
    out_.line("");
    return loop;
}

}  // namespace tw::codegen
