// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/tensor_file.h"

#include "core/base/text.h"
#include "core/onnx/skim.h"
#include "core/onnx/tensor_proto.h"
#include "core/onnx/zip.h"

#include <limits>

namespace tw::onnx {
namespace {

constexpr std::string_view kArraySuffix = ".npy";

Result<std::vector<NamedTensor>> parseNpz(const Bytes& file)
{
    TW_TRY(const auto members, readZip(file));
    std::vector<NamedTensor> tensors;
    for (const auto& member : members) {
        if (!member.name.ends_with(kArraySuffix))
            continue;
        auto data = readNpy(member.content);
        if (!data)
            return Error{.code = data.error().code, .message = cat(member.name, ": ", data.error().message)};
        tensors.push_back({member.name.substr(0, member.name.size() - kArraySuffix.size()), *std::move(data)});
    }
    return tensors;
}

Result<NamedTensor> parseTensorPb(const Bytes& file)
{
    const Error wrong{.code = Code::UnsupportedFormat, .message = "this is not an ONNX tensor (.pb)"};
    const auto slim = skim(file.view, Root::Tensor);
    if (!slim)
        return wrong.at(slim.error().place);
    ::onnx::TensorProto proto;
    if (slim->size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
        !proto.ParseFromArray(slim->data(), static_cast<int>(slim->size())))
        return wrong;
    if (proto.data_location() == ::onnx::TensorProto::EXTERNAL)
        return Error{.code = Code::ExternalDataRefused, .message = "a tensor file must hold its own values"};
    Diagnostics diagnostics;
    TW_TRY(auto data, TensorSource(file, {}).read(proto, diagnostics));
    if (!data)
        return Error{.code = Code::BadType, .message = cat("the tensor has the ", elementTypeText(proto.data_type()),
                                                           ", which is not known")};
    return NamedTensor{proto.name(), *std::move(data)};
}

/// Reads and parses, and names the file in errors.
template <class Parsed>
Result<Parsed> parseFile(const std::filesystem::path& path, Result<Parsed> (*parse)(const Bytes&))
{
    TW_TRY(const auto file, mapFile(path));
    auto parsed = parse(file);
    if (!parsed)
        return parsed.error().at({.file = path.string()});
    return parsed;
}

}  // namespace

Result<std::vector<NamedTensor>> readNpz(const std::filesystem::path& path)
{
    return parseFile(path, parseNpz);
}

Result<std::string> npzBytes(const std::vector<NamedTensor>& tensors)
{
    std::vector<std::pair<std::string, std::string>> members;
    for (const auto& tensor : tensors) {
        TW_TRY(auto content, writeNpy(tensor.data));
        members.emplace_back(cat(tensor.name, kArraySuffix), std::move(content));
    }
    return writeZip(members);
}

Result<void> writeNpz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors)
{
    TW_TRY(const auto bytes, npzBytes(tensors));
    return writeFileAtomically(path, bytes);
}

Result<NamedTensor> readTensorPb(const std::filesystem::path& path)
{
    return parseFile(path, parseTensorPb);
}

std::string tensorPbBytes(const NamedTensor& tensor)
{
    return toProto(tensor.name, tensor.data).SerializeAsString();
}

Result<std::vector<NamedTensor>> readTestData(const std::filesystem::path& folder, std::string_view prefix)
{
    std::vector<NamedTensor> tensors;
    for (int i = 0;; ++i) {
        const auto path = folder / cat(prefix, "_", i, ".pb");
        if (!std::filesystem::exists(path))
            return tensors;
        TW_TRY(auto tensor, readTensorPb(path));
        tensors.push_back(std::move(tensor));
    }
}

Result<std::vector<NamedTensor>> readTensors(const std::filesystem::path& path)
{
    const auto extension = toLower(path.extension().string());
    if (extension == ".npz")
        return readNpz(path);
    if (extension == ".pb") {
        TW_TRY(auto tensor, readTensorPb(path));
        return std::vector{std::move(tensor)};
    }
    if (extension == ".npy") {
        TW_TRY(auto data, parseFile(path, readNpy));
        return std::vector{NamedTensor{"", std::move(data)}};
    }
    return Error{.code = Code::UnsupportedFormat, .message = cat("tensors are read from .npz, .npy and .pb, not from ",
                 extension.empty() ? "a file without extension" : extension), .place = {.file = path.string()}};
}

}  // namespace tw::onnx
