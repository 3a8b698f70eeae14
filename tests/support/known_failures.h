// SPDX-License-Identifier: Apache-2.0
// A list of what fails yet, with the reason: a listed case that passes and an unlisted one that fails are both
// surprises. Lines: "label case-name: reason"; empty lines and lines with # are skipped.
#pragma once

#include "core/base/file.h"
#include "core/base/text.h"

#include <map>
#include <string>

namespace tw::testing {

class KnownFailures {
public:
    /// `file` relative to the source tree.
    KnownFailures(const std::string& file, const std::string& label)
    {
        const auto text = readTextFile(std::filesystem::path(TW_SOURCE_DIR) / file);
        for (const auto& line : split(text ? text.value() : "", '\n')) {
            const auto colon = line.find(": ");
            if (line.starts_with(label + " ") && colon != std::string::npos)
                reasons_[line.substr(label.size() + 1, colon - label.size() - 1)] = line.substr(colon + 2);
        }
    }

    /// `fault` is empty for a case that passed.
    void record(const std::string& name, const std::string& fault)
    {
        const bool known = reasons_.contains(name);
        passed_ += fault.empty();
        if (fault.empty() && known)
            surprises_ += cat(name, " passes now: take it off the list\n");
        if (!fault.empty() && !known)
            surprises_ += cat(name, ": ", fault, "\n");
    }

    int passed() const { return passed_; }
    std::size_t listed() const { return reasons_.size(); }
    const std::string& surprises() const { return surprises_; }

private:
    std::map<std::string, std::string> reasons_;
    std::string surprises_;
    int passed_ = 0;
};

}  // namespace tw::testing
