// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/time_calculator.h"

#include "core/base/text.h"
#include "core/latency/calculators/deployed_calculators.h"
#include "core/latency/calculators/origins.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>

namespace tw::latency {
namespace {

constexpr double kNanosecondsPerMs = 1e6;

struct HostOptions {
    TimingPlan plan;
    std::string statistic;
};

Result<int> coreOf(const CalculatorOptions& options)
{
    const auto text = optionOf(options, "pin_core", "auto");
    if (text == "auto")
        return -1;
    if (text == "none")
        return -2;
    TW_TRY(const auto core, numberOf(options, "pin_core", 0, 0, 4095));
    return static_cast<int>(core);
}

Result<HostOptions> hostOptions(const CalculatorOptions& options)
{
    auto known = deployOptions();
    known.insert(known.end(), {"cache", "statistic", "min_sample_us", "max_seconds_per_op", "pin_core"});
    TW_TRY_VOID(checkOptions(options, known));
    if (options.runs < 1 || options.warmup < 0)
        return faultError(Fault::BadOption, "there must be a run to measure, and no less than 0 before it");
    HostOptions result{.plan = {.warmup = options.warmup, .runs = options.runs}, .statistic = optionOf(options, "statistic", "median")};
    const auto cache = optionOf(options, "cache", "warm");
    if (cache != "warm" && cache != "cold")
        return faultError(Fault::BadOption, cat("option cache is \"", cache, "\""), "give warm or cold");
    if (result.statistic != "median" && result.statistic != "min" && result.statistic != "mean")
        return faultError(Fault::BadOption, cat("option statistic is \"", result.statistic, "\""), "give median, min or mean");
    result.plan.cold = cache == "cold";
    TW_TRY(result.plan.minimumSampleMicroseconds, numberOf(options, "min_sample_us", 200, 0, 1e7));
    TW_TRY(result.plan.secondsPerNode, numberOf(options, "max_seconds_per_op", 5, 1e-3, 3600));
    TW_TRY(result.plan.core, coreOf(options));
    return result;
}

double valueOf(const SampleStatistics& statistics, const std::string& statistic)
{
    return statistic == "min" ? statistics.minimum : statistic == "mean" ? statistics.mean : statistics.median;
}

struct Settled {
    NodeSamples samples;
    std::vector<SampleStatistics> nodes;
    SampleStatistics whole;
    int runs = 0;
};

bool allStable(const Settled& settled)
{
    return !settled.whole.unstable &&
           std::none_of(settled.nodes.begin(), settled.nodes.end(), [](const auto& one) { return one.unstable; });
}

/// Measures with twice as many samples each time until all values settle or the time is over.
Result<Settled> settle(const TimedNetwork& network, TimingPlan plan, Progress& progress)
{
    using Clock = std::chrono::steady_clock;
    static_assert(Clock::is_steady);
    const auto budget = std::chrono::duration<double>(plan.secondsPerNode * static_cast<double>(network.nodes.size() + 1));
    const auto begin = Clock::now();
    while (true) {
        Settled settled{.samples = {}, .nodes = {}, .whole = {}, .runs = plan.runs};
        const auto roundBegin = Clock::now();
        TW_TRY(settled.samples, network.sample(plan, progress));
        if (settled.samples.nodes.size() != network.nodes.size())
            return Error{.code = Code::Internal, .message = "there are not as many lists of samples as nodes"};
        for (const auto& samples : settled.samples.nodes)
            settled.nodes.push_back(statisticsOf(samples));
        settled.whole = statisticsOf(settled.samples.whole);
        const auto now = Clock::now();
        if (allStable(settled) || (now - begin) + 2 * (now - roundBegin) > budget)
            return settled;
        plan.runs *= 2;
    }
}

std::string intervalText(const SampleStatistics& one)
{
    if (!one.interval)
        return "none below six samples";
    return cat(one.interval->first / kNanosecondsPerMs, " to ", one.interval->second / kNanosecondsPerMs, " (",
               std::round(1e4 * one.coverage) / 100, " %)");
}

void bookNode(Ledger& ledger, std::size_t node, const SampleStatistics& one, double value)
{
    auto& entry = ledger.entry(node);
    entry.value += value;
    const double before = entry.standardError.value_or(0);
    entry.standardError = std::hypot(before, one.standardError / kNanosecondsPerMs);
    entry.unstable |= one.unstable;
}

/// How far the sum of the nodes is off from the network as a whole.
void describeAdditivity(Calculation& result, double sum, double whole)
{
    result.how["sum_of_nodes"] = numberText(sum);
    result.how["whole_network"] = numberText(whole);
    result.how["additivity_error"] = numberText((whole - sum) / whole);
}

void warnOf(Calculation& result)
{
    const auto unstable = std::count_if(result.nodes.begin(), result.nodes.end(), [](const auto& node) { return node.unstable; });
    const auto warn = [&](std::string message, std::string hint) {
        result.diagnostics.push_back({Severity::Warning, {.code = Code::BadInput, .message = std::move(message), .hint = std::move(hint)}});
    };
    if (unstable > 0)
        warn(cat(unstable, " of the values did not settle"), "close other programs, or allow more samples or time");
    const auto governor = result.how.find("governor");
    if (governor != result.how.end() && governor->second != "performance")
        warn(cat("the processor's frequency governor is ", governor->second), "choose performance for times that repeat");
}

}  // namespace

std::string HostTimeCalculator::measures() const
{
    return "Time of the portable C kernels on this machine, each by itself and the network as a whole.";
}

std::string HostTimeCalculator::unavailable() const
{
    return backend_.prepareOnHost ? "" : "this program brings no deployer";
}

Result<Calculation> HostTimeCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options,
                                                  Progress& progress) const
{
    if (!unavailable().empty())
        return faultError(Fault::Unavailable, cat(name(), ": ", unavailable()));
    TW_TRY(const auto chosen, hostOptions(options));
    TW_TRY(const auto samples, baseSamplesOf(input.graph, options));
    TW_TRY(const auto request, deployRequest(input, options));
    TW_TRY(auto ledger, Ledger::open(input.graph, options));
    TW_TRY(const auto network, backend_.prepareOnHost(request, progress));
    TW_TRY(const auto settled, settle(network, chosen.plan, progress));
    std::vector<std::vector<std::string>> origins;
    for (const auto& node : network.nodes)
        origins.push_back(node.origins);
    const OriginMap map(input.graph, origins);
    const double scale = kNanosecondsPerMs * static_cast<double>(samples);
    double sum = 0;
    bool ignoresSome = false;
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        const double value = valueOf(settled.nodes[i], chosen.statistic) / scale;
        sum += value;
        const auto node = map.nodeOf(i);
        ignoresSome |= node && ledger.ignored(*node);
        if (node && !ledger.ignored(*node))
            bookNode(ledger, *node, settled.nodes[i], value);
    }
    map.explainRest(input.graph, ledger);
    auto result = std::move(ledger).close(1);
    result.wholeTotal.reset();
    const double whole = valueOf(settled.whole, chosen.statistic) / scale;
    if (!ignoresSome)
        result.total = whole;   // else what is left is the sum of the nodes that count
    result.how = network.how;
    for (const auto& [key, value] : settled.samples.how)
        result.how[key] = value;
    result.how["samples"] = cat(settled.runs);
    result.how["warmup"] = cat(options.warmup);
    result.how["statistic"] = chosen.statistic;
    result.how["base_samples"] = cat(samples);
    result.how["confidence_interval_ms"] = intervalText(settled.whole);
    result.how["unstable"] = settled.whole.unstable ? "true" : "false";
    describeAdditivity(result, sum, whole);
    warnOf(result);
    return result;
}

std::string CudaTimeCalculator::measures() const
{
    return "Time on an NVIDIA device.";
}

std::string CudaTimeCalculator::unavailable() const
{
    std::error_code error;
    const char* path = std::getenv("CUDA_PATH");
    const bool toolkit = std::filesystem::exists("/usr/local/cuda/bin/nvcc", error) || (path && *path);
    const bool device = std::filesystem::exists("/dev/nvidia0", error);
    if (!device)
        return toolkit ? "not built: there is no NVIDIA device" : "not built: there is neither a CUDA toolkit nor an NVIDIA device";
    return cat("not built: this program has no CUDA kernels; ", toolkit ? "" : "the CUDA toolkit is missing too; ",
               "time.exec with an adapter of resources/adapters measures ONNX Runtime and PyTorch on the device");
}

Result<Calculation> CudaTimeCalculator::calculate(const CalculationInput&, const CalculatorOptions&, Progress&) const
{
    return faultError(Fault::Unavailable, cat(name(), ": ", unavailable()));
}

}  // namespace tw::latency
