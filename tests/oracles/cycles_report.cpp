// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/cycles_report.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/deploy/test_data.h"
#include "core/session/latency_calculators.h"
#include "core/target/load.h"
#include "tests/support/corpus.h"

#include <cmath>

namespace tw::testing {
namespace {

std::string rounded(double value, double steps)
{
    return numberText(std::round(value * steps) / steps);
}

Result<latency::Calculation> calculate(const std::string& name, const latency::CalculationInput& input,
                                       const latency::CalculatorOptions& options)
{
    Progress progress;
    TW_TRY(const auto calculator, session::calculatorSet().find(name));
    TW_TRY(auto result, calculator->calculate(input, options, progress));
    if (!result.uncounted.empty())
        return Error{.code = Code::UnsupportedOperator, .message = cat("no figure for ", result.uncounted.front().op)};
    return result;
}

void findWorst(CycleRow& row, const std::vector<std::string>& names, const std::vector<double>& cycles,
               const std::vector<double>& instructions)
{
    double most = -1;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double ratio = row.agreement.scale * cycles[i] / instructions[i];
        const double distance = std::abs(std::log(ratio));
        if (distance <= most)
            continue;
        most = distance;
        row.worst = cat(names[i], " (", rounded(ratio, 100), ")");
    }
}

}  // namespace

std::string CycleRow::line() const
{
    return cat("| ", target, " | ", network, " | ", std::llround(cycles), " | ", instructions, " | ",
               rounded(agreement.totalRatio, 1000), " | ", agreement.pairs, " | ",
               agreement.rankCorrelation ? rounded(*agreement.rankCorrelation, 1000) : "-", " | ",
               rounded(100 * agreement.medianRelativeError, 10), " % | ", replaceAll(worst, "|", "/"), " |");
}

Result<CycleRow> compareCycles(const std::string& targetName, const std::string& networkFolder)
{
    Progress progress;
    const auto folder = corpusFolder() / networkFolder;
    TW_TRY(const auto imported, onnx::importOnnx(folder / "network.onnx", progress));
    TW_TRY(const auto arrays, onnx::readNpz(folder / "inputs.npz"));
    TW_TRY(const auto ports, deploy::matchPorts(imported.graph, imported.graph.inputs, arrays));
    TW_TRY(auto target, target::loadTarget(targetName, target::installedPlaces()));
    latency::CalculatorOptions options;
    options.target = std::make_shared<const target::Target>(std::move(target));
    latency::CalculationInput input{.graph = imported.graph};
    for (const auto& port : ports)
        input.inputs.push_back(port.data);
    TW_TRY(const auto modelled, calculate("cycles.model", input, options));
    TW_TRY(const auto counted, calculate("time.emulator", input, options));
    CycleRow row{.target = targetName, .network = folder.filename().string(), .cycles = modelled.total,
                 .instructions = counted.wholeTotal.value_or(0)};
    std::vector<std::string> names;
    std::vector<double> cycles, instructions;
    for (std::size_t i = 0; i < modelled.nodes.size(); ++i) {
        if (modelled.nodes[i].value <= 0 || counted.nodes[i].value <= 0)
            continue;
        names.push_back(modelled.nodes[i].node);
        cycles.push_back(modelled.nodes[i].value);
        instructions.push_back(counted.nodes[i].value);
    }
    row.agreement = latency::agreementOf(cycles, instructions);
    findWorst(row, names, cycles, instructions);
    return row;
}

std::string reportText(const std::vector<CycleRow>& rows, const std::vector<std::string>& without)
{
    std::string text =
        "# Modelled cycles against counted instructions\n\n"
        "Cycles are those of the target's cost model (`cycles.model`), which describe the vendor's optimised kernels and\n"
        "accelerators; instructions are those of our portable C kernels in QEMU (`time.emulator`), where accelerators are\n"
        "stood in for by C models. So the ratio is no error: what the table asks is whether both find the same nodes\n"
        "expensive. `rank` is Spearman's correlation over the nodes; `error` is the median over the nodes of\n"
        "|scale * cycles / instructions - 1| with the scale that fits best; `worst` is the node that fits least, with\n"
        "scale * cycles / instructions.\n\n"
        "Written by `TILEWRIGHT_WRITE_REPORT=1 tests_oracles --gtest_filter='CyclesAgainstInstructions*'`; the same test\n"
        "without the variable checks a part of it, with `TILEWRIGHT_WHOLE_REPORT=1` all of it.\n\n"
        "| target | network | cycles | instructions | cycles / instructions | nodes | rank | error | worst |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n";
    for (const auto& row : rows)
        text += row.line() + "\n";
    if (!without.empty())
        text += cat("\nWithout a row:\n\n", join(without, "\n"), "\n");
    return text;
}

std::string storedLine(const std::filesystem::path& report, const std::string& target, const std::string& network)
{
    const auto text = readTextFile(report);
    if (text)
        for (const auto& line : split(*text, '\n'))
            if (line.starts_with(cat("| ", target, " | ", network, " |")))
                return line;
    return {};
}

}  // namespace tw::testing
