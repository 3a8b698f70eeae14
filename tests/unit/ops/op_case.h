// SPDX-License-Identifier: Apache-2.0
// One operator run on its own: name it, give it inputs and attributes, read what it infers and computes.
#pragma once

#include "core/ops/registry.h"

namespace tw::ops::test {

class OpCase {
public:
    explicit OpCase(std::string op, int opset = 24, std::string domain = "")
    {
        view_.node = {.id = {0}, .name = "node", .op = std::move(op), .domain = std::move(domain)};
        view_.opset = opset;
    }

    OpCase& attribute(const std::string& name, ir::Attribute value)
    {
        view_.node.attributes[name] = std::move(value);
        return *this;
    }
    OpCase& floats(const std::vector<std::int64_t>& shape, const std::vector<double>& values, DataType type = DataType::F32)
    {
        return input(ir::fromDoubles(type, Shape::of(shape), values));
    }
    OpCase& integers(DataType type, const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& values)
    {
        return input(ir::fromIntegers(type, Shape::of(shape), values));
    }
    OpCase& input(TensorData data)
    {
        view_.inputs.push_back({.present = true, .type = data.type, .shape = data.shape, .constant = data});
        return *this;
    }
    OpCase& unknown(DataType type, Shape shape)
    {
        view_.inputs.push_back({.present = true, .type = type, .shape = std::move(shape)});
        return *this;
    }
    OpCase& absent()
    {
        view_.inputs.push_back({});
        return *this;
    }
    OpCase& results(int count)
    {
        for (int i = 0; i < count; ++i)
            view_.node.outputs.push_back({i});
        return *this;
    }
    /// What the graph declares of an output before inference.
    OpCase& declared(DataType type, Shape shape)
    {
        view_.outputs.push_back({.present = true, .type = type, .shape = std::move(shape)});
        return *this;
    }

    const OpDef& def() const
    {
        const OpDef* found = findOp(view_.node.domain, view_.node.op, view_.opset);
        TW_CHECK(found);
        return *found;
    }
    Result<std::vector<Inferred>> infer() const { return inferNode(def(), view_); }
    /// The node with inferred outputs, as everything after inference sees it.
    Result<OpNode> complete() const
    {
        TW_TRY(const auto inferred, infer());
        OpNode node = view_;
        node.outputs.resize(std::max(node.outputs.size(), inferred.size()));
        for (std::size_t i = 0; i < inferred.size(); ++i)
            node.outputs[i] = {.present = true, .type = inferred[i].type, .shape = inferred[i].shape};
        return node;
    }
    Result<std::vector<TensorData>> run() const
    {
        TW_TRY(const auto node, complete());
        return evaluateNode(def(), node);
    }
    std::vector<double> doubles(std::size_t output = 0) const
    {
        const auto results = run();
        TW_CHECK(results.has_value());
        return ir::toDoubles(results.value().at(output));
    }
    std::vector<std::int64_t> whole(std::size_t output = 0) const
    {
        const auto results = run();
        TW_CHECK(results.has_value());
        return ir::toIntegers(results.value().at(output));
    }

private:
    OpNode view_;
};

}  // namespace tw::ops::test
