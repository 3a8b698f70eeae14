// SPDX-License-Identifier: GPL-3.0-or-later
// Finished Graphviz drawings by the structure of their group: equal blocks of a network are laid out once, and a model
// that was seen before opens with its final picture. In memory, and in a folder of small files of bounded size.
// Safe to use from several threads.
#pragma once

#include "core/base/layout_protocol.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace tw::views::graph {

using LayoutKey = std::uint64_t;

/// Hash of everything that the drawing depends on.
LayoutKey layoutKey(const layout::Problem& problem);

class LayoutCache {
public:
    /// An empty folder keeps drawings in memory only.
    explicit LayoutCache(std::filesystem::path folder = {}, std::int64_t byteLimit = 64 << 20);

    /// Only a drawing that fits the problem; a file that does not is removed.
    std::shared_ptr<const layout::Drawing> find(LayoutKey key, const layout::Problem& problem);
    void store(LayoutKey key, layout::Drawing drawing);

    /// Whether find() has something in memory.
    bool knows(LayoutKey key) const;

    /// The helper could not draw this one: do not ask again in this run.
    void giveUp(LayoutKey key);
    bool gaveUp(LayoutKey key) const;

private:
    std::filesystem::path fileOf(LayoutKey key) const;
    std::optional<layout::Drawing> readFile(const std::filesystem::path& path) const;
    void shrink();

    std::filesystem::path folder_;
    std::int64_t byteLimit_;
    mutable std::mutex mutex_;
    std::map<LayoutKey, std::shared_ptr<const layout::Drawing>> drawings_;
    std::set<LayoutKey> hopeless_;
};

}  // namespace tw::views::graph
