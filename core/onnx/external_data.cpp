// SPDX-License-Identifier: Apache-2.0
// Tensor values in files beside the model. A model from the network must not be able to read other files of the user.
#include "core/base/text.h"
#include "core/onnx/tensor_proto.h"

#include <algorithm>
#include <charconv>

namespace tw::onnx {
namespace {

namespace fs = std::filesystem;

struct Location {
    std::string file;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> length;
};

Error refused(const std::string& file, std::string_view why)
{
    return {.code = Code::ExternalDataRefused, .message = cat("external data \"", file, "\" ", why),
            .hint = "keep the data file in the model's folder and name it relative to it"};
}

std::optional<std::uint64_t> parseCount(const std::string& text)
{
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Result<Location> locationOf(const ::onnx::TensorProto& proto)
{
    Location location;
    for (const auto& entry : proto.external_data())
        if (entry.key() == "location")
            location.file = entry.value();
    for (const auto& entry : proto.external_data()) {
        if (entry.key() != "offset" && entry.key() != "length")
            continue;
        const auto count = parseCount(entry.value());
        if (!count)
            return refused(location.file, cat("of tensor ", proto.name(), " has the ", entry.key(), " \"", entry.value(), "\""));
        if (entry.key() == "offset")
            location.offset = *count;
        else
            location.length = count;
    }
    return location;
}

Result<void> checkInside(const std::string& location, const fs::path& folder)
{
    const fs::path relative(location);
    if (location.empty() || location.find('\0') != std::string::npos)
        return refused(location, "names no file");
    if (relative.is_absolute())
        return refused(location, "is an absolute path");
    if (std::find(relative.begin(), relative.end(), "..") != relative.end())
        return refused(location, "leads out of the model's folder");
    std::error_code failure;
    const auto home = fs::weakly_canonical(folder, failure);
    const auto real = fs::weakly_canonical(folder / relative, failure);
    const auto [homeEnd, realAt] = std::mismatch(home.begin(), home.end(), real.begin(), real.end());
    if (failure || homeEnd != home.end())
        return refused(location, "is a link that leads out of the model's folder");
    if (fs::exists(real) && !fs::is_regular_file(real))
        return refused(location, "is not a regular file");
    return {};
}

}  // namespace

Result<Bytes> TensorSource::mapBeside(const std::string& location)
{
    if (const auto known = mapped_.find(location); known != mapped_.end())
        return known->second;
    const auto folder = folder_.empty() ? fs::path(".") : folder_;
    TW_TRY_VOID(checkInside(location, folder));
    TW_TRY(auto bytes, mapFile(folder / location));
    mapped_[location] = bytes;
    return bytes;
}

Result<std::optional<Bytes>> TensorSource::external(const ::onnx::TensorProto& proto, Diagnostics& diagnostics)
{
    TW_TRY(const auto location, locationOf(proto));
    const auto bytes = mapBeside(location.file);
    if (!bytes && bytes.error().code == Code::ExternalDataRefused)
        return bytes.error();
    if (!bytes) {
        diagnostics.push_back({Severity::Error, {.code = Code::ExternalDataMissing,
            .message = cat("the values of ", proto.name(), " are not there: ", bytes.error().message),
            .hint = cat("put ", location.file, " beside the model"), .place = bytes.error().place}});
        return std::optional<Bytes>();
    }
    const std::uint64_t size = bytes->size();
    const std::uint64_t length = location.length.value_or(size - std::min(size, location.offset));
    if (location.offset > size || length > size - location.offset)
        return refused(location.file, cat("has ", size, " bytes, but tensor ", proto.name(), " wants ", length,
                                          " from byte ", location.offset));
    return std::optional(bytes->slice(location.offset, length));
}

}  // namespace tw::onnx
