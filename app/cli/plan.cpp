// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/memory/place_exactly.h"
#include "core/memory/problem_file.h"

#include <chrono>
#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

struct PlanOptions {
    std::string file;
    std::string out;
    std::int64_t capacity = 0;
    double seconds = 10;
    bool json = false;
};

void print(const memory::Solution& solution, const PlanOptions& options, double milliseconds)
{
    const auto& placement = solution.placement;
    if (options.json) {
        printJson({{"solved", solution.fits}, {"peak", placement.peakBytes}, {"lower_bound", placement.lowerBound},
                   {"optimal", solution.optimal()}, {"time_ms", milliseconds}});
        return;
    }
    std::cout << (solution.fits ? "solved" : "not solved") << ": peak " << placement.peakBytes << " of " << options.capacity
              << " bytes, lower bound " << placement.lowerBound << ", "
              << (solution.optimal() ? "proven optimal" : "not proven optimal") << ", "
              << cat(static_cast<std::int64_t>(milliseconds)) << " ms\n";
}

Error doesNotFit(const memory::Solution& solution, const PlanOptions& options)
{
    const bool proven = solution.provenBytes > options.capacity;
    const auto& peak = solution.placement.peakBytes;
    return {.code = Code::MemoryOverflow,
            .message = proven ? cat("no placement fits into ", options.capacity, " bytes: at least ", solution.provenBytes,
                                    " are needed, and one that needs ", peak, " is known")
                              : cat("found no placement in ", options.capacity, " bytes within ", options.seconds,
                                    " s; the best one needs ", peak),
            .hint = proven ? "raise --capacity, or shorten lifetimes" : "give more time with --time-limit, or raise --capacity",
            .place = {.file = options.file}};
}

Result<void> plan(const PlanOptions& options, Progress& progress)
{
    using Clock = std::chrono::steady_clock;
    TW_TRY(const auto text, readTextFile(options.file));
    TW_TRY(auto file, memory::parseProblem(text, options.file));
    file.problem.capacityBytes = options.capacity;
    const auto begin = Clock::now();
    const auto solved = memory::placeExactly(file.problem, {.seconds = options.seconds}, progress);
    if (!solved)
        return solved.error().at({.file = options.file});
    const double milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    const auto& placement = solved.value().placement;
    const auto broken = memory::violations(file.problem.buffers, placement, placement.peakBytes);
    if (!broken.empty())
        return Error{.code = Code::Internal, .message = cat("the placement is wrong: ", broken.front())};
    print(solved.value(), options, milliseconds);
    if (!solved.value().fits)
        return doesNotFit(solved.value(), options);
    if (!options.out.empty())
        TW_TRY_VOID(writeFileAtomically(options.out, memory::placedText(file, placement)));
    return {};
}

}  // namespace

Subcommand addPlan(CLI::App& app)
{
    auto options = std::make_shared<PlanOptions>();
    auto* parser = app.add_subcommand("plan", "Places buffers with given lifetimes and sizes in one memory");
    parser->add_option("BUFFERS", options->file, "CSV file with the columns id, lower, upper, size and perhaps alignment; "
                                                 "a buffer with a value in the column offset stays there")->required();
    parser->add_option("--capacity", options->capacity, "bytes of the memory")->required()->check(CLI::NonNegativeNumber);
    parser->add_option("--out", options->out, "the same table with the offset of each buffer; written when all fit");
    parser->add_option("--time-limit", options->seconds, "seconds after which the best placement so far counts; 10 if not given")
        ->check(CLI::PositiveNumber);
    parser->add_flag("--json", options->json, "JSON on stdout");
    return {parser, [options](Progress& progress) { return plan(*options, progress); }};
}

}  // namespace tw::cli
