// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy: a magic number, a Python dictionary as text, the values.
#include "core/base/text.h"
#include "core/onnx/tensor_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>

namespace tw::onnx {
namespace {

using ir::DataType;

constexpr std::string_view kMagic = "\x93NUMPY";

struct Row {
    std::string_view code;   // kind and bytes, without the byte order
    DataType type;
};
constexpr std::array kRows{
    Row{"f2", DataType::F16}, Row{"f4", DataType::F32}, Row{"f8", DataType::F64}, Row{"i1", DataType::I8},
    Row{"i2", DataType::I16}, Row{"i4", DataType::I32}, Row{"i8", DataType::I64}, Row{"u1", DataType::U8},
    Row{"u2", DataType::U16}, Row{"u4", DataType::U32}, Row{"u8", DataType::U64}, Row{"b1", DataType::Bool},
    Row{"c8", DataType::C64}, Row{"c16", DataType::C128},
};

struct Header {
    DataType type = DataType::Undefined;
    bool bigEndian = false;
    bool fortranOrder = false;
    std::vector<std::int64_t> sizes;
};

Error badNpy(std::string_view what)
{
    return {.code = Code::UnsupportedFormat, .message = cat("the NumPy array ", what)};
}

/// The text after `'key':` up to the end of the dictionary.
std::optional<std::string_view> valueOf(std::string_view header, std::string_view key)
{
    const auto at = header.find(cat("'", key, "'"));
    const auto colon = at == std::string_view::npos ? at : header.find(':', at);
    if (colon == std::string_view::npos)
        return std::nullopt;
    return trim(header.substr(colon + 1));
}

Result<std::vector<std::int64_t>> parseSizes(std::string_view text)
{
    const auto close = text.find(')');
    if (!text.starts_with('(') || close == std::string_view::npos)
        return badNpy("has no shape");
    std::vector<std::int64_t> sizes;
    for (const auto& part : split(text.substr(1, close - 1), ',')) {
        const auto digits = trim(part);
        if (digits.empty())
            continue;
        std::int64_t size = 0;
        const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
        if (failure != std::errc() || end != digits.data() + digits.size() || size < 0)
            return badNpy(cat("has the size \"", digits, "\""));
        sizes.push_back(size);
    }
    return sizes;
}

Result<Header> parseHeader(std::string_view text)
{
    const auto descr = valueOf(text, "descr");
    const auto order = valueOf(text, "fortran_order");
    const auto shape = valueOf(text, "shape");
    if (!descr || !order || !shape)
        return badNpy("has no proper header");
    if (!descr->starts_with('\''))
        return badNpy("is made of records, not of numbers");
    const auto code = descr->substr(1, descr->find('\'', 1) - 1);
    Header header{.bigEndian = code.starts_with('>'), .fortranOrder = order->starts_with("True")};
    for (const auto& row : kRows)
        if (!code.empty() && code.substr(1) == row.code)
            header.type = row.type;
    if (header.type == DataType::Undefined)
        return badNpy(cat("has the element type ", code, ", which is not a number"));
    TW_TRY(header.sizes, parseSizes(*shape));
    return header;
}

/// Offset of the values; the header text lies before it.
Result<std::size_t> splitHeader(std::span<const std::byte> file, std::string_view& text)
{
    const std::string_view all(reinterpret_cast<const char*>(file.data()), file.size());
    constexpr std::size_t kVersion = 6, kLength = 8;
    if (!all.starts_with(kMagic) || all.size() < kLength + 4)
        return Error{.code = Code::UnsupportedFormat, .message = "this is not a NumPy array (.npy)"};
    const std::size_t width = all[kVersion] == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i)
        length |= static_cast<std::size_t>(static_cast<unsigned char>(all[kLength + i])) << (8 * i);
    if (length > all.size() - kLength - width)
        return badNpy("breaks off in its header");
    text = all.substr(kLength + width, length);
    return kLength + width + length;
}

/// Complex values are two numbers, each turned on its own.
void swapBytes(std::vector<std::byte>& values, DataType type)
{
    const bool complex = type == DataType::C64 || type == DataType::C128;
    const auto width = static_cast<std::ptrdiff_t>(ir::bitWidth(type) / (complex ? 16 : 8));
    for (auto at = values.begin(); at != values.end(); at += width)
        std::reverse(at, at + width);
}

/// Column-major to row-major.
std::vector<std::byte> turned(const std::vector<std::byte>& values, const std::vector<std::int64_t>& sizes, std::size_t width)
{
    std::vector<std::byte> result(values.size());
    std::vector<std::size_t> strides;
    std::size_t stride = 1;
    for (const auto size : sizes) {
        strides.push_back(stride);
        stride *= static_cast<std::size_t>(size);
    }
    std::vector<std::int64_t> index(sizes.size(), 0);
    for (std::size_t to = 0; to + width <= result.size(); to += width) {
        std::size_t from = 0;
        for (std::size_t axis = 0; axis < sizes.size(); ++axis)
            from += static_cast<std::size_t>(index[axis]) * strides[axis];
        std::memcpy(result.data() + to, values.data() + from * width, width);
        for (std::size_t axis = sizes.size(); axis-- > 0;) {
            if (++index[axis] < sizes[axis])
                break;
            index[axis] = 0;
        }
    }
    return result;
}

}  // namespace

Result<ir::TensorData> readNpy(const Bytes& file)
{
    std::string_view text;
    TW_TRY(const auto begin, splitHeader(file.view, text));
    TW_TRY(const auto header, parseHeader(text));
    auto shape = ir::Shape::of(header.sizes);
    const auto elements = shape.elements();
    const auto width = static_cast<std::size_t>(ir::bitWidth(header.type) / 8);
    const auto there = (file.size() - begin) / width;
    if (!elements || there != static_cast<std::uint64_t>(*elements) || (file.size() - begin) % width != 0)
        return badNpy(cat("of shape ", shape, " holds ", there, " values"));
    if (!header.bigEndian && !header.fortranOrder)
        return ir::TensorData{.type = header.type, .shape = std::move(shape), .bytes = file.slice(begin, file.size() - begin)};
    std::vector<std::byte> values(file.view.begin() + static_cast<std::ptrdiff_t>(begin), file.view.end());
    if (header.bigEndian)
        swapBytes(values, header.type);
    if (header.fortranOrder)
        values = turned(values, header.sizes, width);
    return ir::TensorData{.type = header.type, .shape = std::move(shape), .bytes = Bytes::own(std::move(values))};
}

Result<std::string> writeNpy(const ir::TensorData& data)
{
    constexpr std::size_t kAlignment = 64;
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& candidate) { return candidate.type == data.type; });
    if (row == kRows.end())
        return Error{.code = Code::BadType, .message = cat("NumPy has no element type ", ir::typeName(data.type))};
    const auto sizes = data.shape.sizes();
    const char order = ir::bitWidth(data.type) == 8 ? '|' : '<';
    std::string header = cat("{'descr': '", order, row->code, "', 'fortran_order': False, 'shape': (", join(sizes, ", "),
                             sizes.size() == 1 ? ",), }" : "), }");
    const std::size_t start = kMagic.size() + 4;
    const std::size_t padded = (start + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
    header.resize(padded - start - 1, ' ');
    header += '\n';
    std::string out = cat(kMagic, '\x01', '\0');
    out += static_cast<char>(header.size() & 0xff);
    out += static_cast<char>(header.size() >> 8);
    out += header;
    out.append(reinterpret_cast<const char*>(data.bytes.view.data()), data.bytes.size());
    return out;
}

}  // namespace tw::onnx
