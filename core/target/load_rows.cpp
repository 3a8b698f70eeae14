// SPDX-License-Identifier: Apache-2.0
#include "core/target/load_rows.h"

#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/target/json_reader.h"

#include <algorithm>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

Result<std::vector<ir::DataType>> readTypes(const JsonReader& reader, const std::string& field, const Json& value)
{
    std::vector<Json> names;
    if (value.is_array())
        names.assign(value.begin(), value.end());
    else
        names.push_back(value);
    std::vector<ir::DataType> result;
    for (const auto& name : names) {
        const auto type = name.is_string() ? ir::typeFromName(name.get<std::string>()) : std::nullopt;
        if (!type)
            return reader.fault(field, cat(name.dump(), " is no element type"));
        result.push_back(*type);
    }
    return result;
}

bool isKnownOp(const std::string& op)
{
    const auto families = ops::allFamilies();
    return std::any_of(families.begin(), families.end(), [&](const auto* family) {
        return std::any_of(family->ops.begin(), family->ops.end(), [&](const auto& def) { return def.op == op; });
    });
}

bool isOperandOf(const std::string& operand, const std::string& op)
{
    for (const auto* family : ops::allFamilies())
        for (const auto& def : family->ops) {
            if (def.op != op)
                continue;
            const auto in = [&](const auto& names) { return std::find(names.begin(), names.end(), operand) != names.end(); };
            if (in(def.inputNames) || in(def.outputNames))
                return true;
        }
    return false;
}

Result<void> readOperandTypes(JsonReader& reader, KernelRow& row)
{
    const Json* types = reader.raw("types");
    if (!types || !types->is_object() || types->empty())
        return reader.fault("types", "must map operand names to element types");
    for (const auto& [operand, value] : types->items()) {
        if (!isOperandOf(operand, row.op))
            return reader.fault(cat("types.", operand), cat(row.op, " has no such operand"));
        TW_TRY(row.types[operand], readTypes(reader, cat("types.", operand), value));
    }
    return {};
}

Result<std::optional<Expression>> readFormula(JsonReader& reader, const std::string& field)
{
    const Json* value = reader.raw(field);
    if (!value)
        return std::optional<Expression>();
    if (!value->is_string())
        return reader.fault(field, "must be a formula in quotes");
    auto parsed = Expression::parse(value->get<std::string>());
    if (!parsed)
        return reader.fault(field, parsed.error().message);
    return std::optional(std::move(parsed).value());
}

Result<void> readPacking(JsonReader& reader, KernelRow& row)
{
    const Json* pack = reader.raw("pack");
    if (!pack)
        return {};
    if (!pack->is_object())
        return reader.fault("pack", "must map operand names to axis permutations");
    for (const auto& [operand, axes] : pack->items()) {
        const std::string field = cat("pack.", operand);
        if (!axes.is_array())
            return reader.fault(field, "must be an axis permutation");
        for (std::size_t axis = 0; axis < axes.size(); ++axis)
            if (std::count(axes.begin(), axes.end(), Json(axis)) != 1)
                return reader.fault(field, cat("must hold each axis from 0 to ", axes.size() - 1, " once"));
        row.pack[operand] = axes.get<std::vector<int>>();
    }
    return {};
}

Result<void> readInPlace(JsonReader& reader, KernelRow& row)
{
    const Json* inPlace = reader.raw("inplace");
    if (!inPlace)
        return {};
    if (!inPlace->is_object())
        return reader.fault("inplace", "must map an output to the input it may overwrite");
    for (const auto& [output, input] : inPlace->items()) {
        if (!input.is_string() || !isOperandOf(output, row.op) || !isOperandOf(input.get<std::string>(), row.op))
            return reader.fault(cat("inplace.", output), cat("must name operands of ", row.op));
        row.inPlace[output] = input.get<std::string>();
    }
    return {};
}

Result<void> expectFiles(const JsonReader& reader, const KernelRow& row, const fs::path& folder)
{
    if (!fs::exists(folder / row.source))
        return reader.fault("source", cat("there is no file ", row.source, " beside the table"));
    if (!fs::exists(folder.parent_path() / "include" / row.header))
        return reader.fault("header", cat("there is no file ", row.header, " in kernels/include"));
    return {};
}

Result<KernelRow> readRow(JsonReader reader, const fs::path& folder)
{
    KernelRow row;
    TW_TRY(row.op, reader.text("op"));
    if (!isKnownOp(row.op))
        return reader.fault("op", cat("there is no operator ", row.op));
    TW_TRY_VOID(readOperandTypes(reader, row));
    TW_TRY(row.when, readFormula(reader, "when"));
    TW_TRY(row.whenSentence, reader.text("why", ""));
    TW_TRY(row.layout, reader.text("layout", ""));
    TW_TRY(row.operands, reader.texts("operands", std::vector<std::string>{}));
    TW_TRY_VOID(readPacking(reader, row));
    TW_TRY_VOID(readInPlace(reader, row));
    TW_TRY(row.scratch, readFormula(reader, "scratch"));
    TW_TRY(row.cycles, readFormula(reader, "cycles"));
    TW_TRY(row.call, reader.text("call"));
    TW_TRY(row.header, reader.text("header"));
    TW_TRY(row.source, reader.text("source"));
    if (row.layout != "" && row.layout != "NHWC" && row.layout != "NCHW")
        return reader.fault("layout", "must be NHWC or NCHW");
    for (const auto& operand : row.operands)
        if (!isOperandOf(operand, row.op))
            return reader.fault("operands", cat(row.op, " has no operand ", operand));
    TW_TRY_VOID(expectFiles(reader, row, folder));
    TW_TRY_VOID(reader.expectNoOthers());
    return row;
}

Result<void> loadTable(const fs::path& file, const Engine& engine, const std::string& flavour, std::vector<KernelRow>& rows)
{
    TW_TRY(const auto json, parseJsonFile(file));
    JsonReader reader(json, file.string(), "");
    TW_TRY_VOID(reader.expectObject());
    TW_TRY(auto entries, reader.objects("rows"));
    TW_TRY_VOID(reader.expectNoOthers());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        TW_TRY(auto row, readRow(entries[i], file.parent_path()));
        row.engine = engine.name;
        row.flavour = flavour;
        row.place = cat("kernels/", flavour, "/", file.filename().string(), ", row ", i + 1);
        rows.push_back(std::move(row));
    }
    return {};
}

}  // namespace

Result<void> loadRows(const fs::path& folder, const Engine& engine, const std::string& flavour, std::vector<KernelRow>& rows)
{
    if (!fs::is_directory(folder))
        return Error{.code = Code::BadTarget, .message = cat("engine ", engine.name, " wants the kernels ", flavour,
                                                             ", but there is no folder ", folder.string())};
    std::vector<fs::path> tables;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".json")
            tables.push_back(entry.path());
    std::sort(tables.begin(), tables.end());
    for (const auto& table : tables)
        TW_TRY_VOID(loadTable(table, engine, flavour, rows));
    return {};
}

}  // namespace tw::target
