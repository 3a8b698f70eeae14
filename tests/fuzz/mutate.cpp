// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate.h"

#include <nlohmann/json.hpp>

#include <array>
#include <limits>

namespace tw::fuzz {
namespace {

using Json = nlohmann::ordered_json;

std::size_t below(std::size_t count, Random& random)
{
    return count == 0 ? 0 : static_cast<std::size_t>(random() % count);
}

/// Bytes that readers have rules about: signs, ends of ranges, lengths.
constexpr std::array<unsigned char, 8> kBytes{0x00, 0x01, 0x7f, 0x80, 0xff, 0xfe, '"', '0'};

void changeBytes(std::string& text, Random& random)
{
    const auto at = below(text.size() + 1, random);
    const auto length = std::min(1 + below(8, random), text.size() - at);
    switch (random() % 6) {
    case 0: text.erase(at, length); return;
    case 1: text.insert(at, text.substr(below(text.size() + 1, random), 1 + below(16, random))); return;
    case 2: text.insert(at, 1, static_cast<char>(random() & 0xff)); return;
    case 3: text.resize(at); return;
    case 4: text.replace(at, length, length, static_cast<char>(kBytes[below(kBytes.size(), random)])); return;
    default:
        if (at < text.size())
            text[at] = static_cast<char>(text[at] ^ (1 << (random() % 8)));
    }
}

void collect(Json& json, std::vector<Json*>& all)
{
    all.push_back(&json);
    if (json.is_structured())
        for (auto& child : json)
            collect(child, all);
}

Json oddValue(Random& random)
{
    static const std::vector<Json> values{nullptr, true, 0, -1, 1, 2, 3, 255, 65536, 1 << 30, std::numeric_limits<std::int64_t>::max(),
                                          std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::uint64_t>::max(), 0.5, -1e-300,
                                          1e300, "", "x", "../x", "a\nb", "1+", "((((", Json::array(), Json::object()};
    return values[below(values.size(), random)];
}

void changeJson(Json& root, Random& random)
{
    std::vector<Json*> all;
    collect(root, all);
    auto& chosen = *all[below(all.size(), random)];
    const auto kind = random() % 4;
    if (kind == 0) {
        chosen = Json(*all[below(all.size(), random)]);   // by way of a copy: one may lie in the other
    } else if (kind == 1 && chosen.is_structured() && !chosen.empty()) {
        chosen.erase(std::next(chosen.begin(), static_cast<std::ptrdiff_t>(below(chosen.size(), random))));
    } else if (kind == 2 && chosen.is_array() && !chosen.empty()) {
        chosen.push_back(Json(chosen[below(chosen.size(), random)]));
    } else {
        chosen = oddValue(random);
    }
}

}  // namespace

std::string mutatedBytes(std::string text, Random& random)
{
    for (auto changes = 1 + below(4, random); changes > 0; --changes)
        changeBytes(text, random);
    return text;
}

std::string mutatedJson(const std::string& text, Random& random)
{
    auto json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || random() % 8 == 0)
        return mutatedBytes(text, random);
    for (auto changes = 1 + below(2, random); changes > 0; --changes)
        changeJson(json, random);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string mutated(const std::string& seed, Form form, Random& random)
{
    switch (form) {
    case Form::Json: return mutatedJson(seed, random);
    case Form::Onnx: return mutatedModel(seed, random);
    case Form::Bytes: break;
    }
    return mutatedBytes(seed, random);
}

}  // namespace tw::fuzz
