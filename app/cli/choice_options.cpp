// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"

#include "core/base/text.h"

#include <charconv>

namespace tw::cli {

void addChoices(CLI::App& parser, ChoiceOptions& options)
{
    parser.add_option("--target", options.target, "name, folder, or target.json")->capture_default_str();
    parser.add_option("--dim", options.dims, "NAME=N: value of a symbolic dimension");
    parser.add_option("--type", options.types, "NAME=TYPE: element type of an input of an integer network");
    parser.add_option("--pin", options.pins, "NODE=ENGINE: a node, a pattern with * and ?, or op:TYPE runs on this engine");
    parser.add_option("--coloring", options.coloring, "who chooses the engines of the other nodes")
        ->check(CLI::IsMember({"first", "optimal"}))
        ->capture_default_str();
    parser.add_option("--objective", options.objective, "what --coloring optimal minimises")
        ->check(CLI::IsMember({"cycles", "energy", "peak"}))
        ->capture_default_str();
    parser.add_option("--order", options.order, "execution order of the nodes")
        ->check(CLI::IsMember({"graph", "depth-first", "min-peak"}))
        ->capture_default_str();
    parser.add_option("--memory", options.memories, "LEVEL=BYTES: what the network may use of a memory");
    parser.add_option("--buffering", options.buffering, "buffers of each tile: two let copies go on while kernels run")
        ->check(CLI::IsMember({"single", "double", "auto"}))
        ->capture_default_str();
    parser.add_option("--tile", options.tiles, "NODE=AXIS:SIZE[,AXIS:SIZE]: tiles of a node of the lowered graph");
}

namespace {

/// "3:16" -> {3, 16}
std::optional<std::pair<int, std::int64_t>> axisAndSize(std::string_view text)
{
    const auto colon = text.find(':');
    int axis = -1;
    std::int64_t size = 0;
    const auto* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, axis);
    if (colon == std::string_view::npos || first.ec != std::errc() || first.ptr != text.data() + colon || axis < 0)
        return std::nullopt;
    const auto second = std::from_chars(text.data() + colon + 1, end, size);
    if (second.ec != std::errc() || second.ptr != end || size < 1)
        return std::nullopt;
    return std::pair{axis, size};
}

Result<std::map<std::string, std::map<int, std::int64_t>>> tileSizes(const std::vector<std::string>& texts)
{
    std::map<std::string, std::map<int, std::int64_t>> result;
    TW_TRY(const auto pairs, assignments(texts, "--tile"));
    for (const auto& [node, sizes] : pairs)
        for (const auto& one : split(sizes, ',')) {
            const auto size = axisAndSize(trim(one));
            if (!size)
                return Error{.code = Code::BadUsage, .message = cat("--tile ", node, "=", sizes, ": ", one, " is not of the form AXIS:SIZE"),
                             .hint = "axes count from 0, sizes from 1"};
            result[node].insert(*size);
        }
    return result;
}

}  // namespace

Result<session::Choices> choicesOf(const ChoiceOptions& options)
{
    session::Choices choices{.target = options.target, .coloring = options.coloring, .objective = options.objective,
                             .order = options.order};
    TW_TRY(choices.dims, positiveNumbers(options.dims, "--dim"));
    TW_TRY(choices.types, assignments(options.types, "--type"));
    TW_TRY(choices.pins, assignments(options.pins, "--pin"));
    TW_TRY(choices.memoryBytes, positiveNumbers(options.memories, "--memory"));
    choices.buffering = options.buffering;
    TW_TRY(choices.tiles, tileSizes(options.tiles));
    return choices;
}

}  // namespace tw::cli
