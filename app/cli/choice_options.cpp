// SPDX-License-Identifier: Apache-2.0
#include "app/cli/choice_options.h"

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
}

Result<session::Choices> choicesOf(const ChoiceOptions& options)
{
    session::Choices choices{.target = options.target, .coloring = options.coloring, .objective = options.objective,
                             .order = options.order};
    TW_TRY(choices.dims, positiveNumbers(options.dims, "--dim"));
    TW_TRY(choices.types, assignments(options.types, "--type"));
    TW_TRY(choices.pins, assignments(options.pins, "--pin"));
    TW_TRY(choices.memoryBytes, positiveNumbers(options.memories, "--memory"));
    return choices;
}

}  // namespace tw::cli
