// SPDX-License-Identifier: Apache-2.0
#include "core/latency/fault.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <array>
#include <utility>

namespace tw::latency {
namespace {

constexpr std::array<std::pair<Fault, std::string_view>, 51> kNames{{
    {Fault::EmptyType, "empty-type"},
    {Fault::BadValue, "bad-value"},
    {Fault::EmptyRow, "empty-row"},
    {Fault::NameMismatch, "name-mismatch"},
    {Fault::BadProbability, "bad-probability"},
    {Fault::BadScale, "bad-scale"},
    {Fault::BadFile, "bad-latency-file"},
    {Fault::BadChecksum, "bad-checksum"},
    {Fault::BadCount, "bad-count"},
    {Fault::BadRange, "bad-range"},
    {Fault::ArchLengthMismatch, "arch-length-mismatch"},
    {Fault::ArchIndexOutOfRange, "arch-index-out-of-range"},
    {Fault::EmptyChoice, "empty-choice"},
    {Fault::DuplicateChoice, "duplicate-choice"},
    {Fault::NoCurrentArchitecture, "no-current-architecture"},
    {Fault::ArchRequired, "arch-required"},
    {Fault::LatencyNotInitialised, "latency-not-initialised"},
    {Fault::NoBestArchitecture, "no-best-architecture"},
    {Fault::ShapeMismatch, "shape-mismatch"},
    {Fault::Unachievable, "unachievable"},
    {Fault::EmptyRangeOfLatencies, "empty-range-of-latencies"},
    {Fault::TooLarge, "too-large"},
    {Fault::UnknownCalculator, "unknown-calculator"},
    {Fault::Unavailable, "unavailable"},
    {Fault::ShapeUnknown, "shape-unknown"},
    {Fault::BadOption, "bad-option"},
    {Fault::TargetRequired, "target-required"},
    {Fault::BadIgnoreRule, "bad-ignore-rule"},
    {Fault::CellFailed, "cell-failed"},
    {Fault::NotPositive, "not-positive"},
    {Fault::BlockNameEmpty, "block-name-empty"},
    {Fault::BlockNameRepeated, "block-name-repeated"},
    {Fault::OperationNameEmpty, "operation-name-empty"},
    {Fault::OperationNameRepeated, "operation-name-repeated"},
    {Fault::OperationNamesLength, "operation-names-length"},
    {Fault::NoCandidates, "no-candidates"},
    {Fault::BadDefaultIndex, "bad-default-index"},
    {Fault::InterfaceCount, "interface-count"},
    {Fault::InterfaceType, "interface-type"},
    {Fault::InterfaceShape, "interface-shape"},
    {Fault::CapturesActivation, "captures-activation"},
    {Fault::NestedBlock, "nested-block"},
    {Fault::BlockInSubgraph, "block-in-subgraph"},
    {Fault::CandidateInvalid, "candidate-invalid"},
    {Fault::RandomCandidate, "random-candidate"},
    {Fault::BadProbabilities, "bad-probabilities"},
    {Fault::BadLatencies, "bad-latencies"},
    {Fault::SpaceTooLarge, "space-too-large"},
    {Fault::BadPath, "bad-path"},
    {Fault::BadSpaceFile, "bad-space-file"},
    {Fault::TooManyProducts, "too-many-products"},
}};

Code codeOf(Fault fault)
{
    switch (fault) {
    case Fault::BadFile:
    case Fault::BadChecksum: return Code::FileUnreadable;
    case Fault::Unavailable:
    case Fault::CellFailed: return Code::ToolFailed;
    case Fault::UnknownCalculator:
    case Fault::BadOption:
    case Fault::TargetRequired:
    case Fault::BadIgnoreRule: return Code::BadUsage;
    case Fault::ShapeUnknown: return Code::UnknownShape;
    default: return Code::BadInput;
    }
}

}  // namespace

std::string faultName(Fault fault)
{
    for (const auto& [known, name] : kNames)
        if (known == fault)
            return std::string(name);
    TW_CHECK(false);
}

Error faultError(Fault fault, std::string message, std::string hint)
{
    return {.code = codeOf(fault), .message = cat(message, " [", faultName(fault), "]"), .hint = std::move(hint)};
}

std::optional<Fault> faultOf(const Error& error)
{
    const auto open = error.message.rfind('[');
    if (open == std::string::npos || !error.message.ends_with(']'))
        return {};
    const auto word = std::string_view(error.message).substr(open + 1, error.message.size() - open - 2);
    for (const auto& [known, name] : kNames)
        if (name == word)
            return known;
    return {};
}

}  // namespace tw::latency
