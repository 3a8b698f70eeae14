// SPDX-License-Identifier: Apache-2.0
// Keeps the table of modelled cycles against counted instructions true, or writes it anew.
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/target/load.h"
#include "tests/oracles/cycles_report.h"
#include "tests/support/corpus.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace tw::testing {
namespace {

const std::string kFolder = "deeploy/Models/MLPerf";
const std::vector<std::string> kNetworks{"AnomalyDetection", "ImageClassification", "KeywordSpotting", "VisualWakeWords"};

std::filesystem::path reportFile()
{
    return sourceDir() / "tests" / "oracles" / "cycles_against_instructions.md";
}

std::vector<std::string> emulatedTargets()
{
    std::vector<std::string> names;
    const auto places = target::installedPlaces();
    for (const auto& name : target::targetNames(places))
        if (std::filesystem::exists(places.targets / name / "platforms.json"))
            names.push_back(name);
    return names;
}

bool isSet(const char* variable)
{
    const char* value = std::getenv(variable);
    return value && *value;
}

/// Column of a table line, from 0.
double cell(const std::string& line, std::size_t column)
{
    const auto cells = split(line, '|');
    return column + 1 < cells.size() ? std::atof(std::string(trim(cells[column + 1])).c_str()) : 0;
}

/// The model is the same everywhere; what compilers of other versions make of the kernels differs a little.
void expectStored(const CycleRow& row)
{
    const auto stored = storedLine(reportFile(), row.target, row.network);
    ASSERT_FALSE(stored.empty()) << row.target << " " << row.network << " is not in the report; it would be\n" << row.line();
    EXPECT_EQ(cell(stored, 2), std::round(row.cycles)) << stored;
    EXPECT_NEAR(cell(stored, 3), static_cast<double>(row.instructions), 0.05 * static_cast<double>(row.instructions)) << stored;
    EXPECT_NEAR(cell(stored, 6), row.agreement.rankCorrelation.value_or(0), 0.05) << stored;
}

void check(const std::string& target, const std::string& network)
{
    const auto row = compareCycles(target, kFolder + "/" + network);
    if (!row)
        GTEST_SKIP() << target << " " << network << ": " << row.error().message;
    std::cout << row->line() << '\n';
    expectStored(*row);
}

void writeReport()
{
    std::vector<CycleRow> rows;
    std::vector<std::string> without;
    for (const auto& target : emulatedTargets())
        for (const auto& network : kNetworks) {
            auto row = compareCycles(target, kFolder + "/" + network);
            std::cout << (row ? row->line() : cat("| ", target, " | ", network, " | ", row.error().message)) << std::endl;
            if (row)
                rows.push_back(std::move(*row));
            else
                without.push_back(cat("- ", target, ", ", network, ": ", row.error().message));
        }
    ASSERT_TRUE(writeFileAtomically(reportFile(), reportText(rows, without)));
}

TEST(CyclesAgainstInstructions, AreAsTheReportSays)
{
    TW_NEED_FOLDER(corpusFolder() / kFolder);
    if (isSet("TILEWRIGHT_WRITE_REPORT"))
        return writeReport();
    if (!isSet("TILEWRIGHT_WHOLE_REPORT"))
        return check("cortex-m4", "AnomalyDetection");
    for (const auto& target : emulatedTargets())
        for (const auto& network : kNetworks)
            check(target, network);
}

}  // namespace
}  // namespace tw::testing
