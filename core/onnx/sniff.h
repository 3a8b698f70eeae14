// SPDX-License-Identifier: Apache-2.0
// Tells what a file is that should have been ONNX.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <span>

namespace tw::onnx {

/// Fails for content that is recognisably something else: an empty file, a web page, a Git LFS pointer, an archive.
Result<void> checkNotForeign(std::span<const std::byte> file);

/// A better sentence for bytes that skim() refused with `fault`: text and arbitrary binaries are told apart from a
/// damaged model.
Error explainBroken(std::span<const std::byte> file, const Error& fault);

}  // namespace tw::onnx
