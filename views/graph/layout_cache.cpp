// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/layout_cache.h"

#include "core/base/file.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tw::views::graph {
namespace {

namespace fs = std::filesystem;

// Part of every key: raise it when the helper's settings change.
constexpr std::string_view kRecipe = "dot 1";

}  // namespace

LayoutKey layoutKey(const layout::Problem& problem)
{
    LayoutKey hash = 14695981039346656037ull;     // FNV-1a
    const auto mix = [&hash](std::string_view bytes) {
        for (const char byte : bytes)
            hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ull;
    };
    mix(kRecipe);
    mix(layout::requestFrame(0, problem));
    return hash;
}

LayoutCache::LayoutCache(fs::path folder, std::int64_t byteLimit) : folder_(std::move(folder)), byteLimit_(byteLimit)
{
    if (folder_.empty())
        return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        folder_.clear();
    else
        shrink();
}

fs::path LayoutCache::fileOf(LayoutKey key) const
{
    std::ostringstream name;
    name << std::hex << key << ".layout";
    return folder_ / name.str();
}

std::optional<layout::Drawing> LayoutCache::readFile(const fs::path& path) const
{
    std::error_code error;
    if (!fs::exists(path, error))
        return std::nullopt;
    const auto bytes = readTextFile(path);
    if (!bytes || bytes->size() < layout::kFrameHeader)
        return std::nullopt;
    const std::string_view view = *bytes;
    const auto length = layout::bodyLength(view.substr(0, layout::kFrameHeader));
    if (!length || *length != view.size() - layout::kFrameHeader)
        return std::nullopt;
    auto response = layout::readResponse(view.substr(layout::kFrameHeader));
    if (!response || response->failed)
        return std::nullopt;
    return std::move(response->drawing);
}

std::shared_ptr<const layout::Drawing> LayoutCache::find(LayoutKey key, const layout::Problem& problem)
{
    const std::scoped_lock lock(mutex_);
    if (const auto found = drawings_.find(key); found != drawings_.end())
        return layout::fits(*found->second, problem) ? found->second : nullptr;
    if (folder_.empty())
        return nullptr;
    const fs::path path = fileOf(key);
    auto drawing = readFile(path);
    std::error_code error;
    if (!drawing || !layout::fits(*drawing, problem)) {
        fs::remove(path, error);
        return nullptr;
    }
    fs::last_write_time(path, fs::file_time_type::clock::now(), error);
    return drawings_[key] = std::make_shared<const layout::Drawing>(std::move(*drawing));
}

void LayoutCache::store(LayoutKey key, layout::Drawing drawing)
{
    const std::scoped_lock lock(mutex_);
    // A cache that cannot be written is only slower, so a failure is no news.
    if (!folder_.empty())
        static_cast<void>(writeFileAtomically(fileOf(key), layout::responseFrame(0, drawing)));
    drawings_[key] = std::make_shared<const layout::Drawing>(std::move(drawing));
}

bool LayoutCache::knows(LayoutKey key) const
{
    const std::scoped_lock lock(mutex_);
    return drawings_.contains(key);
}

void LayoutCache::giveUp(LayoutKey key)
{
    const std::scoped_lock lock(mutex_);
    hopeless_.insert(key);
}

bool LayoutCache::gaveUp(LayoutKey key) const
{
    const std::scoped_lock lock(mutex_);
    return hopeless_.contains(key);
}

// Removes the files that were not used for longest. Done once a run: a run adds little compared with the limit.
void LayoutCache::shrink()
{
    struct Entry {
        fs::file_time_type used;
        fs::path path;
        std::int64_t bytes;
    };
    std::vector<Entry> entries;
    std::int64_t total = 0;
    std::error_code error;
    for (const auto& file : fs::directory_iterator(folder_, error)) {
        const auto bytes = static_cast<std::int64_t>(file.file_size(error));
        if (error || file.path().extension() != ".layout")
            continue;
        entries.push_back({file.last_write_time(error), file.path(), bytes});
        total += bytes;
    }
    std::ranges::sort(entries, {}, &Entry::used);
    for (const auto& entry : entries) {
        if (total <= byteLimit_)
            break;
        fs::remove(entry.path, error);
        total -= entry.bytes;
    }
}

}  // namespace tw::views::graph
