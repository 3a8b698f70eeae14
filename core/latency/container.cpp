// SPDX-License-Identifier: Apache-2.0
#include "core/latency/container.h"

#include "core/base/text.h"
#include "core/latency/architecture_count.h"
#include "core/latency/exact_sum.h"
#include "core/latency/fault.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tw::latency {
namespace {

std::string cell(std::size_t block, std::size_t operation)
{
    return cat("block ", block, ", operation ", operation);
}

Result<void> checkValue(double value, const std::string& where, Negative negative)
{
    if (!std::isfinite(value))
        return faultError(Fault::BadValue, cat("the latency of ", where, " is no finite number"));
    if (value < 0 && negative == Negative::Refuse)
        return faultError(Fault::BadValue, cat("the latency of ", where, " is negative: ", numberText(value)));
    return {};
}

Result<void> checkTable(const ContainerParts& parts, Negative negative)
{
    for (std::size_t block = 0; block < parts.operations.size(); ++block) {
        const auto& row = parts.operations[block];
        if (row.empty())
            return faultError(Fault::EmptyRow, cat("block ", block, " has no operations"));
        for (std::size_t operation = 0; operation < row.size(); ++operation)
            TW_TRY_VOID(checkValue(row[operation], cell(block, operation), negative));
    }
    return {};
}

/// A side table is left out, or has a row for each block; a row is left out, or has an entry for each operation.
template <class Row>
Result<void> checkSideTable(const ContainerParts& parts, const std::vector<Row>& table, std::string_view what)
{
    if (table.empty())
        return {};
    if (table.size() != parts.operations.size())
        return faultError(Fault::NameMismatch, cat("there are ", parts.operations.size(), " blocks, but ", table.size(), " rows of ", what));
    for (std::size_t block = 0; block < table.size(); ++block)
        if (!table[block].empty() && table[block].size() != parts.operations[block].size())
            return faultError(Fault::NameMismatch, cat("block ", block, " has ", parts.operations[block].size(), " operations, but ",
                                                       table[block].size(), " ", what));
    return {};
}

Result<void> checkProbabilities(const Table& table)
{
    for (std::size_t block = 0; block < table.size(); ++block) {
        ExactSum sum;
        for (std::size_t operation = 0; operation < table[block].size(); ++operation) {
            const double p = table[block][operation];
            if (!std::isfinite(p) || p < 0)
                return faultError(Fault::BadProbability, cat("the probability of ", cell(block, operation), " is ", p));
            sum.add(p);
        }
        if (!table[block].empty() && std::abs(sum.value() - 1) > 1e-6)
            return faultError(Fault::BadProbability, cat("the probabilities of block ", block, " add up to ", sum.value(), ", not to 1"));
    }
    return {};
}

Result<void> checkNodes(const std::vector<NodeLatency>& nodes, Negative negative)
{
    for (const auto& node : nodes)
        TW_TRY_VOID(checkValue(node.value, cat("node ", node.node), negative));
    return {};
}

Result<void> checkWhole(const ContainerParts& parts)
{
    if (!parts.whole)
        return {};
    if (!std::isfinite(parts.whole->perUnit) || parts.whole->perUnit <= 0)
        return faultError(Fault::BadValue, cat(parts.whole->perUnit, " whole numbers make no unit"));
    if (parts.whole->operations.size() != parts.operations.size())
        return faultError(Fault::NameMismatch, cat("there are ", parts.operations.size(), " blocks, but ", parts.whole->operations.size(),
                                                   " rows of whole numbers"));
    for (std::size_t block = 0; block < parts.operations.size(); ++block)
        if (parts.whole->operations[block].size() != parts.operations[block].size())
            return faultError(Fault::NameMismatch, cat("block ", block, " has ", parts.operations[block].size(), " operations, but ",
                                                       parts.whole->operations[block].size(), " whole numbers"));
    return {};
}

bool sameBits(const std::vector<double>& one, const std::vector<double>& other)
{
    return std::ranges::equal(one, other, [](double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); });
}

void scale(Table& table, double factor)
{
    for (auto& row : table)
        for (auto& value : row)
            value *= factor;
}

}  // namespace

Result<LatencyContainer> LatencyContainer::create(ContainerParts parts, Negative negative)
{
    if (parts.type.empty())
        return faultError(Fault::EmptyType, "a latency container needs a latency type");
    TW_TRY_VOID(checkValue(parts.constant, "the constant part", negative));
    TW_TRY_VOID(checkTable(parts, negative));
    if (!parts.blockNames.empty() && parts.blockNames.size() != parts.operations.size())
        return faultError(Fault::NameMismatch,
                          cat("there are ", parts.operations.size(), " blocks, but ", parts.blockNames.size(), " block names"));
    TW_TRY_VOID(checkSideTable(parts, parts.operationNames, "operation names"));
    TW_TRY_VOID(checkSideTable(parts, parts.standardErrors, "standard errors"));
    TW_TRY_VOID(checkSideTable(parts, parts.probabilities, "probabilities"));
    TW_TRY_VOID(checkProbabilities(parts.probabilities));
    TW_TRY_VOID(checkWhole(parts));
    TW_TRY_VOID(checkNodes(parts.nodes, negative));
    return LatencyContainer(std::move(parts));
}

std::string LatencyContainer::blockName(std::size_t block) const
{
    if (block < parts_.blockNames.size() && !parts_.blockNames[block].empty())
        return parts_.blockNames[block];
    return cat("block ", block);
}

std::string LatencyContainer::operationName(std::size_t block, std::size_t operation) const
{
    if (block < parts_.operationNames.size() && operation < parts_.operationNames[block].size())
        return parts_.operationNames[block][operation];
    return cat("operation ", operation);
}

Result<LatencyContainer> LatencyContainer::scaled(double factor) const
{
    if (!std::isfinite(factor) || factor <= 0)
        return faultError(Fault::BadScale, cat("a container cannot be scaled by ", factor));
    auto parts = parts_;
    parts.constant *= factor;
    scale(parts.operations, factor);
    scale(parts.standardErrors, factor);
    parts.whole.reset();
    for (auto& node : parts.nodes) {
        node.value *= factor;
        node.whole.reset();
        for (auto* part : {&node.compute, &node.movement, &node.standardError})
            if (*part)
                **part *= factor;
    }
    return create(std::move(parts), Negative::Allow);
}

std::string LatencyContainer::toString() const
{
    const auto count = architectureCount(parts_.operations);
    std::string text = cat(parts_.type, parts_.unit.empty() ? "" : " in ", parts_.unit, ", constant ", numberText(parts_.constant), ", ",
                           blocks(), " blocks, ", count.text(), " architectures (", count.shortText(), ")\n");
    for (std::size_t block = 0; block < blocks(); ++block) {
        const auto& row = parts_.operations[block];
        ExactSum sum;
        for (const double value : row)
            sum.add(value);
        const auto [least, most] = std::ranges::minmax(row);
        text += cat(block, " ", blockName(block), " ", row.size(), " ", numberText(least), " ",
                    numberText(sum.value() / static_cast<double>(row.size())), " ", numberText(most), "\n");
    }
    return text;
}

bool LatencyContainer::operator==(const LatencyContainer& other) const
{
    return parts_.type == other.parts_.type && sameBits({parts_.constant}, {other.parts_.constant}) &&
           std::ranges::equal(parts_.operations, other.parts_.operations, sameBits);
}

Result<void> checkLatencyValue(double value)
{
    if (std::isfinite(value) && value > 0)
        return {};
    return faultError(Fault::NotPositive, cat("a latency is a finite number above 0, not ", value));
}

}  // namespace tw::latency
