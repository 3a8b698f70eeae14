// SPDX-License-Identifier: Apache-2.0
#include "core/target/encoding.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::target {
namespace {

constexpr std::int64_t kByteBits = 8;

std::int64_t roundUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/// A layout over one shape: its loops with their numbers of turns, and the bits that one turn takes.
class Walk {
public:
    Walk(const Encoding& encoding, std::int64_t elementBits, const ir::Shape& shape)
        : loops_(encoding.layout), sizes_(shape.sizes()), unit_(encoding.bits > 0 ? 1 : elementBits)
    {
        if (loops_.empty())
            for (int axis = 0; axis < shape.rank(); ++axis)
                loops_.push_back({.axis = axis});
        std::int64_t inner = unit_;
        turnBits_.resize(loops_.size());
        for (std::size_t level = loops_.size(); level-- > 0;) {
            auto& loop = loops_[level];
            if (loop.count == 0)
                loop.count = loop.overBits() ? encoding.bits : (sizes_[index(loop)] + loop.step - 1) / loop.step;
            turnBits_[level] = loop.alignBytes > 0 ? roundUp(inner, loop.alignBytes * kByteBits) : inner;
            inner = turnBits_[level] * loop.count;
        }
        totalBits_ = inner;
    }

    std::int64_t bytes() const { return roundUp(totalBits_, kByteBits) / kByteBits; }

    /// Calls use(first bit, element, bit of the value) for each position that holds a part of an element.
    template <class Use>
    void forEach(const Use& use) const
    {
        std::vector<std::int64_t> at(sizes_.size(), 0);
        visit(0, 0, 0, at, use);
    }

private:
    static std::size_t index(const LayoutLoop& loop) { return static_cast<std::size_t>(loop.axis); }

    template <class Use>
    void visit(std::size_t level, std::int64_t firstBit, int bit, std::vector<std::int64_t>& at, const Use& use) const
    {
        if (level == loops_.size()) {
            use(firstBit, elementAt(at), bit);
            return;
        }
        const auto& loop = loops_[level];
        if (loop.overBits()) {
            for (int turn = 0; turn < loop.count; ++turn)
                visit(level + 1, firstBit + turn * turnBits_[level], turn, at, use);
            return;
        }
        auto& position = at[index(loop)];
        const auto before = position;
        for (std::int64_t turn = 0; turn < loop.count && position < sizes_[index(loop)]; ++turn) {
            visit(level + 1, firstBit + turn * turnBits_[level], bit, at, use);
            position += loop.step;
        }
        position = before;
    }

    std::int64_t elementAt(const std::vector<std::int64_t>& at) const
    {
        std::int64_t element = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            element = element * sizes_[axis] + at[axis];
        return element;
    }

    std::vector<LayoutLoop> loops_;
    std::vector<std::int64_t> sizes_;
    std::vector<std::int64_t> turnBits_;   // per loop, alignment included
    std::int64_t unit_;                    // bits stored at one position
    std::int64_t totalBits_ = 0;
};

ir::DataType storedType(const Encoding& encoding, ir::DataType type)
{
    return encoding.type == ir::DataType::Undefined ? type : encoding.type;
}

std::int64_t bitsOf(ir::DataType type)
{
    return ir::byteCount(type, 1) * kByteBits;
}

/// The values with their offset, or why they do not fit.
Result<std::vector<std::int64_t>> storedValues(const Encoding& encoding, const ir::TensorData& data)
{
    auto values = ir::toIntegers(data);
    const auto type = storedType(encoding, data.type);
    const auto bits = encoding.bits > 0 ? encoding.bits : bitsOf(type);
    const bool isSigned = encoding.bits == 0 && ir::isSigned(type);
    const std::int64_t lowest = isSigned ? -(std::int64_t{1} << (bits - 1)) : 0;
    const std::int64_t highest = (std::int64_t{1} << (isSigned ? bits - 1 : bits)) - 1;
    for (auto& value : values) {
        value += encoding.offset;
        if (value < lowest || value > highest)
            return Error{.code = Code::BadConstant, .message = cat("the value ", value - encoding.offset,
                                                                   " is stored in ", bits, " bits, which hold ",
                                                                   lowest - encoding.offset, " to ", highest - encoding.offset)};
    }
    return values;
}

}  // namespace

int Encoding::rank() const
{
    int rank = 0;
    for (const auto& loop : layout)
        rank = std::max(rank, loop.axis + 1);
    return rank;
}

std::int64_t encodedBytes(const Encoding& encoding, ir::DataType type, const ir::Shape& shape)
{
    return Walk(encoding, bitsOf(storedType(encoding, type)), shape).bytes();
}

Result<ir::TensorData> encoded(const Encoding& encoding, const ir::TensorData& data)
{
    TW_TRY(const auto values, storedValues(encoding, data));
    const auto elementBytes = bitsOf(storedType(encoding, data.type)) / kByteBits;
    const Walk walk(encoding, elementBytes * kByteBits, data.shape);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(walk.bytes()));
    walk.forEach([&](std::int64_t firstBit, std::int64_t element, int bit) {
        const auto value = static_cast<std::uint64_t>(values[static_cast<std::size_t>(element)]);
        auto* to = bytes.data() + firstBit / kByteBits;
        if (encoding.bits > 0)
            *to = static_cast<std::uint8_t>(*to | ((value >> bit & 1) << firstBit % kByteBits));
        else
            for (std::int64_t i = 0; i < elementBytes; ++i)
                to[i] = static_cast<std::uint8_t>(value >> i * kByteBits);
    });
    return ir::makeTensor(ir::DataType::U8, ir::Shape{walk.bytes()}, bytes);
}

}  // namespace tw::target
