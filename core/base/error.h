// SPDX-License-Identifier: Apache-2.0
// What went wrong, where, and what the user can do: the one error type of all rooms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tw {

enum class Code {
    // files
    FileNotFound, FileUnreadable, FileNotWritable, NotOnnx, TruncatedFile, UnsupportedFormat, ExternalDataMissing,
    ExternalDataRefused,
    // models
    BadGraph, BadAttribute, BadShape, BadType, RankTooSmall, UnknownOperator, UnknownShape, UnsupportedOperator,
    UnsupportedVersion, BadConstant,
    // targets, binding, memory
    BadTarget, UnknownTarget, BadExpression, NoKernel, MemoryOverflow, TileTooLarge,
    // running
    BadInput, Mismatch, ToolFailed, Cancelled, BadUsage,
    // a broken promise of our own; never the user's fault
    Internal,
};

/// Stable spelling for JSON and scripts, for example "memory-overflow".
std::string_view codeName(Code code);

/// Empty fields are unknown. byteOffset is -1 when there is none.
struct Place {
    std::string file = {};
    std::string node = {};
    std::string attribute = {};
    std::int64_t byteOffset = -1;
};

struct Error {
    Code code = Code::Internal;
    std::string message;   // one sentence, no full stop, no newline
    std::string hint = {}; // what the user can do; may be empty
    Place place = {};

    /// "file.onnx, node conv1, attribute pads: message (hint)".
    std::string text() const;

    /// Fills the fields of `place` that are still empty.
    Error at(Place where) const;
};

}  // namespace tw
