// SPDX-License-Identifier: Apache-2.0
// "source" and "confidence" of the numbers of one JSON object: {"bytes": "vendor data sheet"}, {"bytes": "published"}.
#pragma once

#include "core/target/json_reader.h"
#include "core/target/target.h"

namespace tw::target {

class Origins {
public:
    explicit Origins(JsonReader& reader);

    /// The figure `field` of the same object with what is said about it.
    Figure figure(const std::string& field);
    std::string source(const std::string& field) const;
    std::string confidence(const std::string& field) const;

    /// Notes entries that are about no field of the object. Call it when all fields have been asked for.
    void expectNoOthers();

private:
    void read(const std::string& field, std::map<std::string, std::string>& into);

    JsonReader& reader_;
    std::map<std::string, std::string> sources_;
    std::map<std::string, std::string> confidences_;
};

/// For objects of one number: "source" and "confidence" as plain strings.
std::string readConfidence(JsonReader& reader);

}  // namespace tw::target
