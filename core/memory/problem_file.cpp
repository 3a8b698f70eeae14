// SPDX-License-Identifier: Apache-2.0
#include "core/memory/problem_file.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace tw::memory {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 50;   // bytes: sums of a million of them do not overflow
constexpr const char* kOffset = "offset";

struct Line {
    std::size_t number = 0;
    std::vector<std::string> fields;
};

std::vector<std::string> fieldsOf(std::string_view line)
{
    std::vector<std::string> fields;
    for (const auto& field : split(line, ','))
        fields.emplace_back(trim(field));
    return fields;
}

std::vector<Line> linesOf(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    std::vector<Line> lines;
    std::size_t number = 0;
    for (const auto& line : split(text, '\n')) {
        ++number;
        if (!trim(line).empty())
            lines.push_back({number, fieldsOf(line)});
    }
    return lines;
}

class Reader {
public:
    Reader(std::vector<Line> lines, std::string file) : lines_(std::move(lines)), file_(std::move(file)) {}

    Result<ProblemFile> read()
    {
        if (lines_.empty())
            return Error{.code = Code::BadInput, .message = "is empty", .hint = kForm, .place = {.file = file_}};
        TW_TRY_VOID(heading(lines_.front()));
        for (std::size_t i = 1; i < lines_.size(); ++i)
            TW_TRY_VOID(row(lines_[i]));
        numberSteps();
        return std::move(result_);
    }

private:
    static constexpr const char* kForm = "write a heading \"id,lower,upper,size\" and then one buffer a line";

    Error fault(const Line& line, std::string what, std::string hint) const
    {
        return {.code = Code::BadInput, .message = cat("line ", line.number, ": ", what), .hint = std::move(hint), .place = {.file = file_}};
    }

    Result<void> heading(const Line& line)
    {
        result_.columns = line.fields;
        for (std::size_t c = 0; c < line.fields.size(); ++c)
            if (!column_.emplace(line.fields[c], c).second)
                return fault(line, cat("the column ", line.fields[c], " is there twice"), "remove one of them");
        for (const char* name : {"id", "lower", "upper", "size"})
            if (!column_.contains(name))
                return fault(line, cat("the heading has no column \"", name, "\""), kForm);
        return {};
    }

    Result<void> row(const Line& line)
    {
        if (line.fields.size() != result_.columns.size())
            return fault(line, cat("has ", line.fields.size(), " fields, but the heading has ", result_.columns.size()),
                         "give each buffer one value for each column; names cannot hold commas");
        if (!text(line, "gaps").empty())
            return fault(line, "buffers with gaps in their lifetime are not supported", "remove the column \"gaps\"");
        TW_TRY(const auto lower, number(line, "lower", INT64_MIN, INT64_MAX));
        TW_TRY(const auto upper, number(line, "upper", INT64_MIN, INT64_MAX));
        TW_TRY(const auto bytes, number(line, "size", 0, kLargest));
        if (lower >= upper)
            return fault(line, cat("the buffer is never alive: lower ", lower, " is not below upper ", upper),
                         "lifetimes are half-open: upper is the first moment after the last use");
        Buffer buffer{.name = text(line, "id"), .alive = {}, .bytes = bytes};
        if (!text(line, "alignment").empty()) {
            TW_TRY(buffer.alignment, number(line, "alignment", 1, kLargest));
        }
        std::optional<std::int64_t> offset;
        if (!text(line, kOffset).empty()) {
            TW_TRY(offset, number(line, kOffset, 0, kLargest));
        }
        if (!names_.insert(buffer.name).second)
            return fault(line, cat("there is already a buffer ", buffer.name), "give each buffer an id of its own");
        result_.problem.buffers.push_back(std::move(buffer));
        result_.problem.fixedOffsets.push_back(offset);
        result_.rows.push_back(line.fields);
        times_.emplace_back(lower, upper);
        return {};
    }

    /// Empty when there is no such column.
    std::string text(const Line& line, const char* column) const
    {
        const auto found = column_.find(column);
        return found == column_.end() ? std::string() : line.fields[found->second];
    }

    Result<std::int64_t> number(const Line& line, const char* column, std::int64_t least, std::int64_t most) const
    {
        const auto word = text(line, column);
        std::int64_t value = 0;
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (failure != std::errc() || end != word.data() + word.size())
            return fault(line, cat(column, " \"", word, "\" is no whole number"), cat("write ", column, " as a whole number"));
        if (value < least || value > most)
            return fault(line, cat(column, " ", value, " is outside ", least, " to ", most), "correct the number");
        return value;
    }

    /// Times may be any numbers, nanoseconds for example; only their order counts.
    void numberSteps()
    {
        std::set<std::int64_t> moments;
        for (const auto& [lower, upper] : times_)
            moments.insert({lower, upper});
        std::map<std::int64_t, int> step;
        for (const auto moment : moments)
            step.emplace(moment, static_cast<int>(step.size()));
        for (std::size_t i = 0; i < times_.size(); ++i)
            result_.problem.buffers[i].alive = {step[times_[i].first], step[times_[i].second]};
    }

    std::vector<Line> lines_;
    std::string file_;
    ProblemFile result_;
    std::map<std::string, std::size_t> column_;
    std::set<std::string> names_;
    std::vector<std::pair<std::int64_t, std::int64_t>> times_;
};

}  // namespace

Result<ProblemFile> parseProblem(std::string_view text, const std::string& file)
{
    return Reader(linesOf(text), file).read();
}

std::string placedText(const ProblemFile& file, const Placement& placement)
{
    auto columns = file.columns;
    auto column = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), kOffset) - columns.begin());
    if (column == columns.size())
        columns.emplace_back(kOffset);
    std::string text = join(columns, ",") + "\n";
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
        auto row = file.rows[i];
        row.resize(columns.size());
        row[column] = cat(placement.offsets[i]);
        text += join(row, ",") + "\n";
    }
    return text;
}

}  // namespace tw::memory
