// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/skim.h"

#include "core/base/text.h"
#include "core/onnx/wire.h"

#include <array>

namespace tw::onnx {
namespace {

constexpr std::size_t kLargePayload = 64;   // smaller ones cost less copied than described
constexpr int kMaxDepth = 96;               // protobuf itself stops at 100

enum class Message {
    None, Model, Graph, Node, Attribute, Tensor, SparseTensor, ValueInfo, Type, TensorType, WrappedType, MapType, Shape,
    Dimension, Opset, Entry, Function, Annotation, Training,
};

struct Child {
    Message parent;
    std::uint32_t number;
    Message kind;
};

// The part of onnx.proto that nests, up to IR version 12.
constexpr std::array kChildren{
    Child{Message::Model, 7, Message::Graph},          Child{Message::Model, 8, Message::Opset},
    Child{Message::Model, 14, Message::Entry},         Child{Message::Model, 20, Message::Training},
    Child{Message::Model, 25, Message::Function},
    Child{Message::Training, 1, Message::Graph},       Child{Message::Training, 2, Message::Graph},
    Child{Message::Graph, 1, Message::Node},           Child{Message::Graph, 5, Message::Tensor},
    Child{Message::Graph, 11, Message::ValueInfo},     Child{Message::Graph, 12, Message::ValueInfo},
    Child{Message::Graph, 13, Message::ValueInfo},     Child{Message::Graph, 14, Message::Annotation},
    Child{Message::Graph, 15, Message::SparseTensor},  Child{Message::Graph, 16, Message::Entry},
    Child{Message::Node, 5, Message::Attribute},       Child{Message::Node, 9, Message::Entry},
    Child{Message::Attribute, 5, Message::Tensor},     Child{Message::Attribute, 6, Message::Graph},
    Child{Message::Attribute, 10, Message::Tensor},    Child{Message::Attribute, 11, Message::Graph},
    Child{Message::Attribute, 14, Message::Type},      Child{Message::Attribute, 15, Message::Type},
    Child{Message::Attribute, 22, Message::SparseTensor}, Child{Message::Attribute, 23, Message::SparseTensor},
    Child{Message::Tensor, 13, Message::Entry},        Child{Message::Tensor, 16, Message::Entry},
    Child{Message::SparseTensor, 1, Message::Tensor},  Child{Message::SparseTensor, 2, Message::Tensor},
    Child{Message::ValueInfo, 2, Message::Type},       Child{Message::ValueInfo, 4, Message::Entry},
    Child{Message::Type, 1, Message::TensorType},      Child{Message::Type, 8, Message::TensorType},
    Child{Message::Type, 4, Message::WrappedType},     Child{Message::Type, 9, Message::WrappedType},
    Child{Message::Type, 5, Message::MapType},
    Child{Message::WrappedType, 1, Message::Type},     Child{Message::MapType, 2, Message::Type},
    Child{Message::TensorType, 2, Message::Shape},     Child{Message::Shape, 1, Message::Dimension},
    Child{Message::Annotation, 2, Message::Entry},
    Child{Message::Function, 7, Message::Node},        Child{Message::Function, 9, Message::Opset},
    Child{Message::Function, 11, Message::Attribute},  Child{Message::Function, 12, Message::ValueInfo},
    Child{Message::Function, 14, Message::Entry},
};

Message childOf(Message parent, const WireField& field)
{
    if (field.type != WireType::Bytes)
        return Message::None;
    for (const auto& child : kChildren)
        if (child.parent == parent && child.number == field.number)
            return child.kind;
    return Message::None;
}

struct TensorField {
    static constexpr std::uint32_t kSegment = 3, kFloats = 4, kRaw = 9, kDoubles = 10;
};

/// Packed floats and doubles lie in the file exactly as raw data would.
bool isPlainPayload(const WireField& field)
{
    return field.type == WireType::Bytes && (field.number == TensorField::kRaw || field.number == TensorField::kFloats ||
                                             field.number == TensorField::kDoubles);
}

class Skimmer {
public:
    explicit Skimmer(std::span<const std::byte> file) : file_(file) {}

    struct Range {
        std::size_t begin;
        std::size_t end;
    };

    Result<void> copy(Message kind, Range range, int depth, std::string& out) const
    {
        if (depth > kMaxDepth)
            return fault(Code::NotOnnx, cat("nests more than ", kMaxDepth, " levels deep"), range.begin);
        if (kind == Message::Tensor)
            return copyTensor(range, depth, out);
        WireReader reader(file_, range.begin, range.end);
        while (!reader.done()) {
            const auto field = reader.next();
            if (!field)
                return readFault(reader, range);
            TW_TRY_VOID(copyField(kind, *field, depth, out));
        }
        return {};
    }

private:
    Result<void> copyField(Message parent, const WireField& field, int depth, std::string& out) const
    {
        const auto kind = childOf(parent, field);
        if (kind == Message::None) {
            out.append(reinterpret_cast<const char*>(file_.data()) + field.begin, field.end - field.begin);
            return {};
        }
        std::string inner;
        TW_TRY_VOID(copy(kind, {field.payload, field.end}, depth + 1, inner));
        appendBytesField(out, field.number, inner);
        return {};
    }

    Result<void> copyTensor(Range range, int depth, std::string& out) const
    {
        int payloads = 0;
        for (WireReader reader(file_, range.begin, range.end); !reader.done();) {
            const auto field = reader.next();
            if (!field)
                return readFault(reader, range);
            payloads += isPlainPayload(*field);
        }
        for (WireReader reader(file_, range.begin, range.end); !reader.done();) {
            const auto field = *reader.next();
            if (field.number == TensorField::kSegment)
                continue;
            if (payloads == 1 && isPlainPayload(field) && field.payloadSize() >= kLargePayload) {
                std::string segment;
                appendVarintField(segment, 1, field.payload);
                appendVarintField(segment, 2, field.end);
                appendBytesField(out, TensorField::kSegment, segment);
                continue;
            }
            TW_TRY_VOID(copyField(Message::Tensor, field, depth, out));
        }
        return {};
    }

    Error readFault(const WireReader& reader, Range range) const
    {
        if (reader.fault() == WireFault::PastEnd && range.end == file_.size())
            return fault(Code::TruncatedFile, cat("the file ends after ", file_.size(), " bytes in the middle of a field"),
                         reader.offset());
        if (reader.fault() == WireFault::PastEnd)
            return fault(Code::NotOnnx, "a field is longer than the part of the model it belongs to", reader.offset());
        return fault(Code::NotOnnx, "what stands here is no field of the ONNX format", reader.offset());
    }

    static Error fault(Code code, std::string message, std::size_t offset)
    {
        return {.code = code, .message = std::move(message),
                .place = {.byteOffset = static_cast<std::int64_t>(offset)}};
    }

    std::span<const std::byte> file_;
};

}  // namespace

Result<std::string> skim(std::span<const std::byte> file, Root root)
{
    std::string slim;
    const auto kind = root == Root::Model ? Message::Model : Message::Tensor;
    TW_TRY_VOID(Skimmer(file).copy(kind, {0, file.size()}, 0, slim));
    return slim;
}

}  // namespace tw::onnx
