// SPDX-License-Identifier: Apache-2.0
#include "core/latency/compare.h"

#include "core/base/text.h"
#include "core/latency/fault.h"

#include <algorithm>

namespace tw::latency {
namespace {

bool sameShape(const Table& one, const Table& other)
{
    return std::ranges::equal(one, other, [](const auto& a, const auto& b) { return a.size() == b.size(); });
}

void compareNodes(const LatencyContainer& one, const LatencyContainer& other, ContainerComparison& result)
{
    std::map<std::string, const NodeLatency*> byName;
    for (const auto& node : other.parts().nodes)
        if (node.counted)
            byName.emplace(node.node, &node);
    for (const auto& node : one.parts().nodes) {
        const auto found = byName.find(node.node);
        if (!node.counted)
            continue;
        if (found == byName.end()) {
            result.onlyOne.push_back(node.node);
            continue;
        }
        result.values.push_back({node.node, node.op, node.value, found->second->value});
        byName.erase(found);
    }
    for (const auto& [name, node] : byName)
        result.onlyOther.push_back(name);
}

}  // namespace

Result<ContainerComparison> compareContainers(const LatencyContainer& one, const LatencyContainer& other)
{
    const auto& table = one.operationsLatencies();
    if (!sameShape(table, other.operationsLatencies()))
        return faultError(Fault::ShapeMismatch, cat("the containers have ", one.blocks(), " and ", other.blocks(),
                                                    " blocks, or blocks of different lengths: they are not of one search space"));
    ContainerComparison result;
    compareNodes(one, other, result);
    for (std::size_t block = 0; block < table.size(); ++block)
        for (std::size_t k = 0; k < table[block].size(); ++k)
            result.values.push_back({.name = cat(one.blockName(block), "/", one.operationName(block, k)), .one = table[block][k],
                                     .other = other.operationsLatencies()[block][k]});
    if (result.values.empty())
        result.values.push_back({.name = "total", .one = one.constantLatency(), .other = other.constantLatency()});
    std::vector<double> predicted, measured;
    for (const auto& value : result.values) {
        predicted.push_back(value.one);
        measured.push_back(value.other);
    }
    result.agreement = agreementOf(predicted, measured);
    return result;
}

}  // namespace tw::latency
