// SPDX-License-Identifier: Apache-2.0
#include "core/target/origins.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::target {
namespace {

const std::vector<std::string> kConfidences{"", "published", "measured", "derived", "assumed"};
constexpr const char* kConfidenceHint = "write one of published, measured, derived, assumed";

std::string found(const std::map<std::string, std::string>& texts, const std::string& field)
{
    const auto entry = texts.find(field);
    return entry == texts.end() ? "" : entry->second;
}

}  // namespace

Origins::Origins(JsonReader& reader) : reader_(reader)
{
    read("source", sources_);
    read("confidence", confidences_);
    for (const auto& [field, word] : confidences_)
        if (std::find(kConfidences.begin(), kConfidences.end(), word) == kConfidences.end())
            reader_.fault(cat("confidence.", field), cat("is ", word, ", which is not known"), kConfidenceHint);
}

void Origins::read(const std::string& field, std::map<std::string, std::string>& into)
{
    const Json* texts = reader_.raw(field);
    if (!texts)
        return;
    if (!texts->is_object())
        return reader_.fault(field, "must map field names to texts", cat("write it as \"", field, "\": {\"bytes\": \"...\"}"));
    for (const auto& [name, text] : texts->items())
        if (text.is_string())
            into[name] = text.get<std::string>();
        else
            reader_.fault(cat(field, ".", name), "must be a string", "put it in double quotes");
}

Figure Origins::figure(const std::string& field)
{
    return {.value = reader_.figure(field), .source = source(field), .confidence = confidence(field)};
}

std::string Origins::source(const std::string& field) const
{
    return found(sources_, field);
}

std::string Origins::confidence(const std::string& field) const
{
    return found(confidences_, field);
}

void Origins::expectNoOthers()
{
    for (const auto* texts : {&sources_, &confidences_})
        for (const auto& [field, text] : *texts)
            if (!reader_.wasAsked(field))
                reader_.fault(cat(texts == &sources_ ? "source." : "confidence.", field), "is about no field of this object",
                              "use the name of the number that it is about");
}

std::string readConfidence(JsonReader& reader)
{
    return reader.choice("confidence", kConfidences);
}

}  // namespace tw::target
