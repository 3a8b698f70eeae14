// SPDX-License-Identifier: Apache-2.0
// The seam to the disk: whole-file reads, mapped files, files and folders written aside and renamed.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tw {

/// Bytes that stay alive as long as `keepAlive` does: a slice of a mapped file, or an owned buffer.
struct Bytes {
    std::span<const std::byte> view;
    std::shared_ptr<const void> keepAlive;

    std::size_t size() const { return view.size(); }
    /// offset + length must lie inside; the slice shares ownership.
    Bytes slice(std::size_t offset, std::size_t length) const;

    static Bytes own(std::vector<std::byte> data);
    static Bytes copyOf(std::string_view text);
};

Result<std::string> readTextFile(const std::filesystem::path& path);

/// Maps the file read-only; an empty file gives empty bytes. Reading costs page faults, not a copy.
Result<Bytes> mapFile(const std::filesystem::path& path);

/// Writes `path` by way of a temporary file beside it and a rename: readers see the old or the new content.
Result<void> writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// Replaces the folder `path` with exactly `files` (relative path -> content): everything is written to a
/// sibling first, then renamed. A failure leaves the old folder as it was.
Result<void> writeFolderAtomically(const std::filesystem::path& path, const std::map<std::string, std::string>& files);

/// A fresh private folder that is removed with the object.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> create(std::string_view prefix);
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

}  // namespace tw
