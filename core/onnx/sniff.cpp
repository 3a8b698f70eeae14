// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/sniff.h"

#include "core/base/text.h"
#include "core/onnx/wire.h"

#include <algorithm>
#include <array>

namespace tw::onnx {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::size_t offset;
    std::string_view bytes;
    std::string_view what;
    std::string_view hint;
};

constexpr std::array kMagics{
    Magic{0, "version https://git-lfs.github.com/spec/"sv, "a Git LFS pointer, not the model itself", "run git lfs pull"},
    Magic{0, "PK\x03\x04"sv, "a zip archive", "unpack it first; a PyTorch checkpoint must be exported to ONNX"},
    Magic{0, "\x1f\x8b"sv, "gzip-compressed data", "unpack it first"},
    Magic{0, "BZh"sv, "bzip2-compressed data", "unpack it first"},
    Magic{0, "\xfd"
             "7zXZ\0"sv, "xz-compressed data", "unpack it first"},
    Magic{0, "\x28\xb5\x2f\xfd"sv, "zstd-compressed data", "unpack it first"},
    Magic{0, "\x89HDF\r\n"sv, "an HDF5 file, perhaps a Keras model", "export the model to ONNX"},
    Magic{4, "TFL3"sv, "a TensorFlow Lite model", "export the model to ONNX"},
    Magic{4, "ORTM"sv, "a model in ONNX Runtime's own format", "use the .onnx file it was made from"},
    Magic{0, "\x93NUMPY"sv, "a NumPy array", "open a .onnx file"},
    Magic{0, "\x89PNG"sv, "a PNG picture", "open a .onnx file"},
    Magic{0, "%PDF-"sv, "a PDF document", "open a .onnx file"},
    Magic{0, "\x7f" "ELF"sv, "a program or library", "open a .onnx file"},
    Magic{0, "\x80\x02}"sv, "a Python pickle", "export the model to ONNX"},
};

std::string_view textOf(std::span<const std::byte> file, std::size_t offset, std::size_t length)
{
    const auto begin = std::min(offset, file.size());
    return {reinterpret_cast<const char*>(file.data()) + begin, std::min(length, file.size() - begin)};
}

Error notOnnx(std::string_view what, std::string_view hint)
{
    return {.code = Code::NotOnnx, .message = cat("this is ", what), .hint = std::string(hint)};
}

bool looksLikeText(std::span<const std::byte> file)
{
    constexpr std::size_t kProbe = 4096;
    const auto head = textOf(file, 0, kProbe);
    return std::none_of(head.begin(), head.end(), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return (code < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f') || code == 0x7f;
    });
}

/// A model states its IR version, and has no field but those of ModelProto before the fault.
bool beginsLikeAModel(std::span<const std::byte> file)
{
    constexpr std::uint32_t kIrVersion = 1;
    constexpr std::uint32_t kLastField = 26;
    constexpr std::uint64_t kPlausibleVersion = 100;
    WireReader reader(file, 0, file.size());
    int good = 0;
    while (!reader.done() && good < 2) {
        const auto field = reader.next();
        if (!field)
            break;
        if (field->number > kLastField || (field->number == kIrVersion &&
                                           (field->type != WireType::Varint || field->varint > kPlausibleVersion)))
            return false;
        ++good;
    }
    return good > 0;
}

}  // namespace

Result<void> checkNotForeign(std::span<const std::byte> file)
{
    if (file.empty())
        return Error{.code = Code::NotOnnx, .message = "the file is empty", .hint = "fetch or export the model again"};
    for (const auto& magic : kMagics)
        if (textOf(file, magic.offset, magic.bytes.size()) == magic.bytes)
            return notOnnx(magic.what, magic.hint);
    constexpr std::size_t kHtmlProbe = 256;
    const auto head = toLower(trim(textOf(file, 0, kHtmlProbe)));
    if (head.starts_with("<!doctype html") || head.starts_with("<html"))
        return notOnnx("a web page, not a model", "the download was probably refused; fetch the file itself");
    return {};
}

Error explainBroken(std::span<const std::byte> file, const Error& fault)
{
    if (looksLikeText(file))
        return Error{notOnnx("a text file, not an ONNX model", "open a .onnx file")}.at(fault.place);
    if (fault.code == Code::TruncatedFile && beginsLikeAModel(file)) {
        Error truncated = fault;
        truncated.hint = "fetch the file again";
        return truncated;
    }
    if (beginsLikeAModel(file)) {
        Error damaged = fault;
        damaged.message = cat("the model is damaged: ", fault.message);
        damaged.hint = "export or fetch it again";
        return damaged;
    }
    return Error{.code = Code::NotOnnx, .message = "this is not an ONNX model", .hint = "open a .onnx file"}.at(fault.place);
}

}  // namespace tw::onnx
