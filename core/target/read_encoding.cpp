// SPDX-License-Identifier: Apache-2.0
#include "core/target/read_encoding.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>

namespace tw::target {
namespace {

using Json = nlohmann::json;

constexpr int kMostBits = 8;
constexpr int kMostAxes = 8;

Error fault(std::string message)
{
    return {.code = Code::BadTarget, .message = std::move(message)};
}

/// Refuses fields that are not in `known`.
Result<void> expectFields(const Json& object, const std::string& place, const std::vector<std::string>& known)
{
    if (!object.is_object())
        return fault(cat(place, "must be an object"));
    for (const auto& [name, value] : object.items())
        if (std::find(known.begin(), known.end(), name) == known.end())
            return fault(cat(place, name, " is not a known field; known here: ", join(known, ", ")));
    return {};
}

Result<std::int64_t> wholeNumber(const Json& object, const std::string& place, const std::string& field,
                                 std::int64_t fallback, std::int64_t lowest)
{
    const auto found = object.find(field);
    if (found == object.end())
        return fallback;
    if (!found->is_number_integer() || found->get<std::int64_t>() < lowest)
        return fault(cat(place, field, " must be a whole number of at least ", lowest));
    return found->get<std::int64_t>();
}

Result<LayoutLoop> readLoop(const Json& json, const std::string& place)
{
    TW_TRY_VOID(expectFields(json, place, {"axis", "bit", "step", "count", "align"}));
    if (json.contains("axis") == json.contains("bit"))
        return fault(cat(place, "goes over an axis or over the bits: give \"axis\" or \"bit\""));
    LayoutLoop loop{.axis = -1};
    if (json.contains("bit") && (json["bit"] != Json(true) || json.contains("step") || json.contains("count")))
        return fault(cat(place, "is written {\"bit\": true}, and may be aligned"));
    if (json.contains("axis")) {
        TW_TRY(const auto axis, wholeNumber(json, place, "axis", 0, 0));
        if (axis >= kMostAxes)
            return fault(cat(place, "axis must be below ", kMostAxes));
        loop.axis = static_cast<int>(axis);
    }
    TW_TRY(loop.step, wholeNumber(json, place, "step", 1, 1));
    TW_TRY(loop.count, wholeNumber(json, place, "count", 0, 1));
    TW_TRY(loop.alignBytes, wholeNumber(json, place, "align", 0, 1));
    return loop;
}

/// Every index of an axis must be met exactly once: each loop over it steps over all that the next one covers, and
/// only the first may be open-ended.
Result<void> checkAxis(const std::vector<LayoutLoop>& layout, int axis)
{
    std::int64_t covered = 0;   // by the loops seen, innermost first; 0: none yet
    bool open = false;
    for (auto loop = layout.rbegin(); loop != layout.rend(); ++loop) {
        if (loop->axis != axis)
            continue;
        if (open)
            return fault(cat("layout: only the first loop over axis ", axis, " may do without a count"));
        if (loop->step != std::max<std::int64_t>(covered, 1))
            return fault(cat("layout: a loop over axis ", axis, " has the step ", loop->step, ", the loops inside it cover ",
                             std::max<std::int64_t>(covered, 1)));
        covered = loop->step * loop->count;
        open = loop->count == 0;
    }
    if (!open)
        return fault(cat("layout: axis ", axis, covered == 0 ? " is not met" : " needs a first loop without a count"));
    return {};
}

Result<void> checkLayout(const Encoding& encoding)
{
    for (int axis = 0; axis < encoding.rank(); ++axis)
        TW_TRY_VOID(checkAxis(encoding.layout, axis));
    const auto bitLoops = std::count_if(encoding.layout.begin(), encoding.layout.end(),
                                        [](const LayoutLoop& loop) { return loop.overBits(); });
    if (bitLoops != (encoding.bits > 0 ? 1 : 0))
        return fault("layout: has one loop over the bits when \"bits\" is given, else none");
    return {};
}

Result<Values> readValues(const Json& json)
{
    const std::map<std::string, Values> kinds{
        {"own", Values::Own}, {"channel_scale", Values::ChannelScale}, {"channel_bias", Values::ChannelBias}};
    const auto found = json.find("values");
    if (found == json.end())
        return Values::Own;
    const auto kind = found->is_string() ? kinds.find(found->get<std::string>()) : kinds.end();
    if (kind == kinds.end())
        return fault("values must be \"own\", \"channel_scale\" or \"channel_bias\"");
    return kind->second;
}

Result<ir::DataType> readType(const Json& json)
{
    const auto found = json.find("type");
    if (found == json.end())
        return ir::DataType::Undefined;
    const auto type = found->is_string() ? ir::typeFromName(found->get<std::string>()) : std::nullopt;
    if (!type || !ir::isInteger(*type) || ir::byteCount(*type, 1) > 4)
        return fault("type must be an integer type of at most 32 bits");
    return *type;
}

}  // namespace

Result<Encoding> readEncoding(const Json& json)
{
    TW_TRY_VOID(expectFields(json, "", {"values", "type", "offset", "bits", "layout"}));
    Encoding encoding{.text = json.dump()};
    TW_TRY(encoding.values, readValues(json));
    TW_TRY(encoding.type, readType(json));
    TW_TRY(encoding.offset, wholeNumber(json, "", "offset", 0, INT32_MIN));
    TW_TRY(const auto bits, wholeNumber(json, "", "bits", 0, 1));
    if (bits > kMostBits)
        return fault(cat("bits must be at most ", kMostBits));
    encoding.bits = static_cast<int>(bits);
    if (const auto layout = json.find("layout"); layout != json.end()) {
        if (!layout->is_array() || layout->empty())
            return fault("layout must be a list of loops");
        for (std::size_t i = 0; i < layout->size(); ++i) {
            TW_TRY(const auto loop, readLoop((*layout)[i], cat("layout[", i, "].")));
            encoding.layout.push_back(loop);
        }
    }
    TW_TRY_VOID(checkLayout(encoding));
    return encoding;
}

}  // namespace tw::target
