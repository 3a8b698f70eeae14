// SPDX-License-Identifier: Apache-2.0
#include "core/latency/container_proto.h"

#include "core/base/sealed_bytes.h"
#include "core/base/text.h"
#include "core/latency/fault.h"
#include "core/onnx/wire.h"

#include <bit>
#include <functional>

namespace tw::latency {
namespace {

using onnx::WireField;
using onnx::WireType;

// ---- writing

void appendDoubleField(std::string& out, std::uint32_t number, double value)
{
    onnx::appendVarint(out, std::uint64_t{number} << 3 | static_cast<std::uint64_t>(WireType::Fixed64));
    appendLittleEndian(out, std::bit_cast<std::uint64_t>(value), 8);
}

void appendDoubles(std::string& out, std::uint32_t number, const std::vector<double>& values)
{
    std::string packed;
    for (const double value : values)
        appendLittleEndian(packed, std::bit_cast<std::uint64_t>(value), 8);
    if (!packed.empty())
        onnx::appendBytesField(out, number, packed);
}

std::uint64_t zigzag(std::int64_t value)
{
    return static_cast<std::uint64_t>(value) << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0);
}

std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1 ^ (value & 1 ? ~std::uint64_t{0} : 0));
}

void appendText(std::string& out, std::uint32_t number, const std::string& text)
{
    if (!text.empty())
        onnx::appendBytesField(out, number, text);
}

template <class Table>
auto rowOr(const Table& table, std::size_t block)
{
    return block < table.size() ? table[block] : typename Table::value_type{};
}

std::string rowProto(const ContainerParts& parts, std::size_t block)
{
    std::string row;
    appendDoubles(row, 1, parts.operations[block]);
    for (const auto& name : rowOr(parts.operationNames, block))
        onnx::appendBytesField(row, 2, name);
    appendDoubles(row, 3, rowOr(parts.standardErrors, block));
    appendText(row, 4, rowOr(parts.blockNames, block));
    appendDoubles(row, 5, rowOr(parts.probabilities, block));
    if (parts.whole)
        for (const auto whole : parts.whole->operations[block])
            onnx::appendVarintField(row, 6, zigzag(whole));
    return row;
}

std::string nodeProto(const NodeLatency& node)
{
    std::string out;
    appendText(out, 1, node.node);
    appendText(out, 2, node.op);
    appendDoubleField(out, 3, node.value);
    if (!node.counted)
        onnx::appendVarintField(out, 4, 1);
    appendText(out, 5, node.reason);
    if (node.compute)
        appendDoubleField(out, 6, *node.compute);
    if (node.movement)
        appendDoubleField(out, 7, *node.movement);
    if (node.standardError)
        appendDoubleField(out, 8, *node.standardError);
    if (node.whole)
        onnx::appendVarintField(out, 9, zigzag(*node.whole));
    onnx::appendVarintField(out, 10, static_cast<std::uint64_t>(node.macs));
    onnx::appendVarintField(out, 11, static_cast<std::uint64_t>(node.bytes));
    if (node.unstable)
        onnx::appendVarintField(out, 12, 1);
    return out;
}

// ---- reading

struct Message {
    std::string_view bytes;

    std::string_view payload(const WireField& field) const { return bytes.substr(field.payload, field.payloadSize()); }
    std::string text(const WireField& field) const { return std::string(payload(field)); }
};

Error broken(std::size_t offset)
{
    auto error = faultError(Fault::BadFile, "the latency container holds a malformed message");
    error.place.byteOffset = static_cast<std::int64_t>(offset);
    return error;
}

/// Calls `take` for every field; false from it means that the field has an impossible form.
Result<void> eachField(std::string_view bytes, const std::function<bool(const Message&, const WireField&)>& take)
{
    const Message message{bytes};
    onnx::WireReader reader(std::as_bytes(std::span(bytes)), 0, bytes.size());
    while (!reader.done()) {
        const auto field = reader.next();
        if (!field || !take(message, *field))
            return broken(reader.offset());
    }
    return {};
}

bool isBytes(const WireField& field)
{
    return field.type == WireType::Bytes;
}

double doubleAt(std::string_view bytes, std::size_t at)
{
    return std::bit_cast<double>(littleEndianAt(bytes, at, 8));
}

bool takeDouble(const Message& message, const WireField& field, double& value)
{
    if (field.type != WireType::Fixed64)
        return false;
    value = doubleAt(message.bytes, field.payload);
    return true;
}

bool takeDouble(const Message& message, const WireField& field, std::optional<double>& value)
{
    double read = 0;
    if (!takeDouble(message, field, read))
        return false;
    value = read;
    return true;
}

/// Packed or one by one.
bool takeDoubles(const Message& message, const WireField& field, std::vector<double>& values)
{
    if (field.type == WireType::Fixed64) {
        values.push_back(doubleAt(message.bytes, field.payload));
        return true;
    }
    if (!isBytes(field) || field.payloadSize() % 8 != 0)
        return false;
    for (std::size_t at = field.payload; at < field.end; at += 8)
        values.push_back(doubleAt(message.bytes, at));
    return true;
}

bool takeText(const Message& message, const WireField& field, std::string& text)
{
    if (!isBytes(field))
        return false;
    text = message.text(field);
    return true;
}

bool takeNumber(const WireField& field, std::int64_t& number)
{
    number = static_cast<std::int64_t>(field.varint);
    return field.type == WireType::Varint;
}

struct RowParts {
    std::vector<double> values, errors, probabilities;
    std::vector<std::string> names;
    std::string blockName;
    std::vector<std::int64_t> whole;
};

bool takeRowField(const Message& message, const WireField& field, RowParts& row)
{
    switch (field.number) {
    case 1: return takeDoubles(message, field, row.values);
    case 2: row.names.push_back(isBytes(field) ? message.text(field) : std::string()); return isBytes(field);
    case 3: return takeDoubles(message, field, row.errors);
    case 4: return takeText(message, field, row.blockName);
    case 5: return takeDoubles(message, field, row.probabilities);
    case 6: row.whole.push_back(unzigzag(field.varint)); return field.type == WireType::Varint;
    default: return true;
    }
}

bool takeNodeField(const Message& message, const WireField& field, NodeLatency& node)
{
    switch (field.number) {
    case 1: return takeText(message, field, node.node);
    case 2: return takeText(message, field, node.op);
    case 3: return takeDouble(message, field, node.value);
    case 4: node.counted = field.varint == 0; return field.type == WireType::Varint;
    case 5: return takeText(message, field, node.reason);
    case 6: return takeDouble(message, field, node.compute);
    case 7: return takeDouble(message, field, node.movement);
    case 8: return takeDouble(message, field, node.standardError);
    case 9: node.whole = unzigzag(field.varint); return field.type == WireType::Varint;
    case 10: return takeNumber(field, node.macs);
    case 11: return takeNumber(field, node.bytes);
    case 12: node.unstable = field.varint != 0; return field.type == WireType::Varint;
    default: return true;
    }
}

bool takeRow(std::string_view bytes, ContainerParts& parts, std::vector<std::vector<std::int64_t>>& whole)
{
    RowParts row;
    if (!eachField(bytes, [&row](const Message& message, const WireField& field) { return takeRowField(message, field, row); }))
        return false;
    parts.operations.push_back(std::move(row.values));
    parts.operationNames.push_back(std::move(row.names));
    parts.standardErrors.push_back(std::move(row.errors));
    parts.blockNames.push_back(std::move(row.blockName));
    parts.probabilities.push_back(std::move(row.probabilities));
    whole.push_back(std::move(row.whole));
    return true;
}

bool takeNode(std::string_view bytes, ContainerParts& parts)
{
    NodeLatency node;
    const auto done = eachField(bytes, [&node](const Message& message, const WireField& field) { return takeNodeField(message, field, node); });
    parts.nodes.push_back(std::move(node));
    return done.has_value();
}

bool takeMeta(std::string_view bytes, ContainerParts& parts)
{
    std::string key, value;
    const auto done = eachField(bytes, [&](const Message& message, const WireField& field) {
        return field.number == 1 ? takeText(message, field, key) : field.number != 2 || takeText(message, field, value);
    });
    parts.meta[key] = value;
    return done.has_value();
}

bool takeWhole(std::string_view bytes, ContainerParts& parts)
{
    parts.whole.emplace();
    const auto done = eachField(bytes, [&](const Message& message, const WireField& field) {
        if (field.number == 1) {
            parts.whole->constant = unzigzag(field.varint);
            return field.type == WireType::Varint;
        }
        return field.number != 2 || takeDouble(message, field, parts.whole->perUnit);
    });
    return done.has_value();
}

/// An absent table is empty, not a list of empty rows.
template <class Table>
void dropIfEmpty(Table& table)
{
    for (const auto& row : table)
        if (!row.empty())
            return;
    table.clear();
}

}  // namespace

std::string toProto(const ContainerParts& parts)
{
    std::string out;
    appendText(out, 1, parts.type);
    appendDoubleField(out, 2, parts.constant);
    for (std::size_t block = 0; block < parts.operations.size(); ++block)
        onnx::appendBytesField(out, 3, rowProto(parts, block));
    appendText(out, 4, parts.unit);
    for (const auto& [key, value] : parts.meta) {
        std::string entry;
        appendText(entry, 1, key);
        appendText(entry, 2, value);
        onnx::appendBytesField(out, 5, entry);
    }
    for (const auto& node : parts.nodes)
        onnx::appendBytesField(out, 6, nodeProto(node));
    if (parts.whole) {
        std::string whole;
        onnx::appendVarintField(whole, 1, zigzag(parts.whole->constant));
        appendDoubleField(whole, 2, parts.whole->perUnit);
        onnx::appendBytesField(out, 7, whole);
    }
    return out;
}

Result<ContainerParts> partsFromProto(std::string_view bytes)
{
    ContainerParts parts;
    std::vector<std::vector<std::int64_t>> whole;
    TW_TRY_VOID(eachField(bytes, [&](const Message& message, const WireField& field) {
        switch (field.number) {
        case 1: return takeText(message, field, parts.type);
        case 2: return takeDouble(message, field, parts.constant);
        case 3: return isBytes(field) && takeRow(message.payload(field), parts, whole);
        case 4: return takeText(message, field, parts.unit);
        case 5: return isBytes(field) && takeMeta(message.payload(field), parts);
        case 6: return isBytes(field) && takeNode(message.payload(field), parts);
        case 7: return isBytes(field) && takeWhole(message.payload(field), parts);
        default: return true;
        }
    }));
    dropIfEmpty(parts.operationNames);
    dropIfEmpty(parts.standardErrors);
    dropIfEmpty(parts.blockNames);
    dropIfEmpty(parts.probabilities);
    if (parts.whole)
        parts.whole->operations = std::move(whole);
    return parts;
}

}  // namespace tw::latency
