// SPDX-License-Identifier: Apache-2.0
// The kinds of mistakes that only this room knows. An Error carries its kind as the last word of the message, in
// brackets ("... [arch-length-mismatch]"): people can search for it and scripts can rely on it.
#pragma once

#include "core/base/error.h"

#include <optional>

namespace tw::latency {

enum class Fault {
    // containers and statistics
    EmptyType, BadValue, EmptyRow, NameMismatch, BadProbability, BadScale, BadFile, BadChecksum, BadCount, BadRange,
    ArchLengthMismatch, ArchIndexOutOfRange, EmptyChoice, DuplicateChoice, NoCurrentArchitecture, ArchRequired,
    LatencyNotInitialised, NoBestArchitecture, ShapeMismatch, Unachievable, EmptyRangeOfLatencies, TooLarge,
    // calculators
    UnknownCalculator, Unavailable, ShapeUnknown, BadOption, TargetRequired, BadIgnoreRule, CellFailed, NotPositive,
    // search spaces, one for each rule of validation
    BlockNameEmpty, BlockNameRepeated, OperationNameEmpty, OperationNameRepeated, OperationNamesLength, NoCandidates,
    BadDefaultIndex, InterfaceCount, InterfaceType, InterfaceShape, CapturesActivation, NestedBlock, BlockInSubgraph,
    CandidateInvalid, RandomCandidate, BadProbabilities, BadLatencies, SpaceTooLarge, BadPath, BadSpaceFile, TooManyProducts,
};

/// "arch-length-mismatch".
std::string faultName(Fault fault);

/// Its code is that of the nearest kind of all rooms: BadInput, BadUsage, FileUnreadable, ToolFailed or UnknownShape.
Error faultError(Fault fault, std::string message, std::string hint = {});

/// nullopt for an error of another room.
std::optional<Fault> faultOf(const Error& error);

}  // namespace tw::latency
