// SPDX-License-Identifier: Apache-2.0
#include "core/target/load_rows.h"

#include "core/base/text.h"
#include "core/target/read_encoding.h"

#include <algorithm>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

/// Conditions with their sentences, of a table or of a row.
std::vector<Need> readNeeds(JsonReader& reader)
{
    std::vector<Need> needs;
    for (auto& entry : reader.objects("needs")) {
        auto condition = readFormula(entry, "when");
        auto sentence = entry.text("why");
        if (!entry.raw("when"))
            entry.fault("when", "is missing", "give the condition as a formula in quotes");
        entry.expectNoOthers();
        if (condition)
            needs.push_back({std::move(*condition), std::move(sentence)});
    }
    return needs;
}

class RowReader {
public:
    /// `needs`: those of the whole table.
    RowReader(JsonReader& reader, const std::vector<Need>& needs, const KernelFolder& kernels, const Vocabulary& vocabulary)
        : reader_(reader), kernels_(kernels), vocabulary_(vocabulary)
    {
        row_.needs = needs;
    }

    KernelRow read()
    {
        row_.op = reader_.text("op");
        if (!row_.op.empty() && !vocabulary_.hasOp(row_.op))
            reader_.fault("op", cat("there is no operator ", row_.op), "check the spelling, or declare it in \"operators\"");
        row_.types = readTypes(reader_, {row_.op}, vocabulary_);
        if (!reader_.raw("types"))
            reader_.fault("types", "is missing", "say which element types the kernel takes: {\"X\": \"i8\", \"Y\": \"i8\"}");
        const auto own = readNeeds(reader_);
        row_.needs.insert(row_.needs.end(), own.begin(), own.end());
        row_.when = readFormula(reader_, "when");
        row_.whenSentence = reader_.text("why", "");
        row_.layout = reader_.choice("layout", {"", "NHWC", "NCHW"});
        row_.operands = reader_.texts("operands", std::vector<std::string>{});
        for (const auto& operand : row_.operands)
            expectOperand("operands", operand);
        readPacking();
        readWeights();
        readInPlace();
        readReads();
        row_.scratch = readFormula(reader_, "scratch");
        row_.cycles = readFormula(reader_, "cycles");
        row_.call = reader_.text("call");
        row_.header = reader_.text("header");
        row_.source = reader_.text("source");
        row_.flavour = kernels_.flavour;
        row_.folder = kernels_.folder;
        expectFiles();
        reader_.expectNoOthers();
        return std::move(row_);
    }

private:
    bool expectOperand(const std::string& field, const std::string& operand)
    {
        if (vocabulary_.hasOperand(row_.op, operand))
            return true;
        reader_.fault(field, cat(row_.op, " has no operand ", operand), "use the operand names of the operator");
        return false;
    }

    /// The members of an object whose keys are operands; anything else is a fault with `form` as its hint.
    std::vector<std::pair<std::string, Json>> perOperand(const std::string& field, const std::string& form)
    {
        std::vector<std::pair<std::string, Json>> result;
        const Json* value = reader_.raw(field);
        if (value && !value->is_object())
            reader_.fault(field, "must be an object with operand names", form);
        else if (value)
            for (const auto& [operand, entry] : value->items())
                if (expectOperand(cat(field, ".", operand), operand))
                    result.emplace_back(operand, entry);
        return result;
    }

    void readPacking()
    {
        for (const auto& [operand, axes] : perOperand("pack", "write it as {\"W\": [0, 2, 3, 1]}")) {
            bool good = axes.is_array();
            for (std::size_t axis = 0; good && axis < axes.size(); ++axis)
                good = std::count(axes.begin(), axes.end(), Json(axis)) == 1;
            if (good)
                row_.pack[operand] = axes.get<std::vector<int>>();
            else
                reader_.fault(cat("pack.", operand), "must be an axis permutation",
                              "list each axis from 0 to the rank minus one once, as in [0, 2, 3, 1]");
        }
    }

    void readWeights()
    {
        const char* form = "write it as {\"W\": {\"offset\": 128, \"bits\": 8, \"layout\": [{\"axis\": 0}, {\"bit\": true}]}}";
        for (const auto& [operand, json] : perOperand("weights", form)) {
            auto encoding = readEncoding(json);
            if (encoding)
                row_.weights[operand] = std::move(encoding).value();
            else
                reader_.fault(cat("weights.", operand), encoding.error().message, form);
        }
    }

    void readInPlace()
    {
        for (const auto& [output, input] : perOperand("inplace", "write it as {\"Y\": \"X\"}"))
            if (!input.is_string())
                reader_.fault(cat("inplace.", output), "must name an input", "write it as {\"Y\": \"X\"}");
            else if (expectOperand(cat("inplace.", output), input.get<std::string>()))
                row_.inPlace[output] = input.get<std::string>();
    }

    void readReads()
    {
        const char* form = "write it as {\"W\": [\"WeightMemory\"]}";
        for (const auto& [operand, memories] : perOperand("reads", form)) {
            const bool good = memories.is_array() && std::all_of(memories.begin(), memories.end(),
                                                                 [](const Json& name) { return name.is_string(); });
            if (good)
                row_.reads[operand] = memories.get<std::vector<std::string>>();
            else
                reader_.fault(cat("reads.", operand), "must be a list of memories", form);
        }
    }

    void expectFiles()
    {
        for (const auto* field : {"source", "header"})
            if (fs::path(field == std::string("source") ? row_.source : row_.header).has_parent_path())
                reader_.fault(field, "must be a file name without folders", "put the file beside its like");
        if (!row_.source.empty() && !fs::is_regular_file(kernels_.folder / row_.source))
            reader_.fault("source", cat("there is no file ", row_.source, " beside the table"), "put the C file there");
        const auto holds = [&](const fs::path& folder) { return fs::is_regular_file(folder / row_.header); };
        if (!row_.header.empty() && std::none_of(kernels_.includeFolders.begin(), kernels_.includeFolders.end(), holds))
            reader_.fault("header", cat("there is no file ", row_.header, " in kernels/include"), "put the header there");
    }

    JsonReader& reader_;
    const KernelFolder& kernels_;
    const Vocabulary& vocabulary_;
    KernelRow row_;
};

void loadTable(const fs::path& file, const KernelFolder& kernels, const Vocabulary& vocabulary, Faults& faults,
               std::vector<KernelRow>& rows)
{
    const auto json = parseJsonFile(file);
    if (!json)
        return faults.push_back(json.error());
    JsonReader reader(*json, file.string(), "", faults);
    auto entries = reader.objects("rows");
    const auto needs = readNeeds(reader);
    reader.expectNoOthers();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        rows.push_back(RowReader(entries[i], needs, kernels, vocabulary).read());
        rows.back().place = cat("kernels/", kernels.flavour, "/", file.filename().string(), ", row ", i + 1);
    }
}

}  // namespace

std::vector<KernelRow> loadRows(const KernelFolder& kernels, const Vocabulary& vocabulary, Faults& faults)
{
    std::vector<fs::path> tables;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(kernels.folder, ignored))
        if (entry.path().extension() == ".json")
            tables.push_back(entry.path());
    std::sort(tables.begin(), tables.end());
    std::vector<KernelRow> rows;
    for (const auto& table : tables)
        loadTable(table, kernels, vocabulary, faults, rows);
    return rows;
}

}  // namespace tw::target
