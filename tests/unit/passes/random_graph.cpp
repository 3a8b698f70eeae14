// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/passes/random_graph.h"

#include "core/base/text.h"
#include "core/ir/random_tensor.h"
#include "core/ops/registry.h"

#include <random>

namespace tw::passes {
namespace {

using ir::TensorId;
using Ints = std::vector<std::int64_t>;

class Builder {
public:
    Builder(std::uint64_t seed, bool integers) : random_(seed), integers_(integers)
    {
        graph_.name = cat(integers ? "integers_" : "floats_", seed);
        graph_.opsets[""] = 13;
        for (int i = 0; i < 2; ++i) {
            const auto input = graph_.addTensor(
                {.name = cat("x", i), .type = ir::DataType::F32, .shape = {1, pick({1, 2, 4}), 5, 5}});
            graph_.inputs.push_back(input);
            images_.push_back(input);
        }
    }

    ir::Graph build()
    {
        for (int step = 0; step < 10; ++step)
            grow();
        if (chance(2))
            classify(anyImage());
        graph_.outputs.push_back(images_.back());
        if (chance(3))
            graph_.outputs.push_back(images_[images_.size() - 2]);
        return std::move(graph_);
    }

private:
    std::int64_t pick(std::initializer_list<std::int64_t> values)
    {
        return *(values.begin() + static_cast<std::ptrdiff_t>(random_() % values.size()));
    }
    bool chance(unsigned oneIn) { return random_() % oneIn == 0; }
    TensorId anyImage() { return images_[images_.size() - 1 - random_() % std::min<std::size_t>(images_.size(), 3)]; }
    std::int64_t size(TensorId id, int axis) const { return graph_.tensor(id).shape[axis].value; }

    TensorId constant(const Ints& sizes, double low, double high)
    {
        const auto drawn = integers_ ? ir::DataType::I32 : ir::DataType::F32;
        const auto values = ir::randomTensor(drawn, ir::Shape::of(sizes), random_(), ir::ValueRange{low, high});
        return graph_.addConstant(cat("c", graph_.tensors.size()),
                                  ir::fromDoubles(ir::DataType::F32, values.shape, ir::toDoubles(values)));
    }

    TensorId shapeConstant(const Ints& values)
    {
        return graph_.addConstant(cat("s", graph_.tensors.size()),
                                  ir::fromIntegers(ir::DataType::I64, {static_cast<std::int64_t>(values.size())}, values));
    }

    TensorId add(std::string op, std::vector<TensorId> inputs, std::map<std::string, ir::Attribute> attributes = {})
    {
        const auto output = graph_.addTensor({.name = cat("t", graph_.tensors.size())});
        graph_.addNode({.id = {}, .name = {}, .op = std::move(op), .inputs = std::move(inputs), .outputs = {output},
                        .attributes = std::move(attributes)});
        Diagnostics diagnostics;
        ops::inferGraph(graph_, diagnostics);
        TW_CHECK(diagnostics.empty() && graph_.tensor(output).shape.isStatic());
        return output;
    }

    TensorId requantised(TensorId x, std::int64_t channels)
    {
        if (!integers_)
            return x;
        const bool uniform = chance(2);
        const Ints sizes = uniform ? Ints{1} : graph_.tensor(x).shape.rank() == 2 ? Ints{channels} : Ints{channels, 1, 1};
        const std::int64_t isSigned = pick({0, 1, 1});
        return add("RequantShift", {x, constant(sizes, 1, 40), constant(sizes, -900, 900)},
                   {{"div", std::int64_t{pick({64, 256})}}, {"n_levels", std::int64_t{256}}, {"signed", isSigned}});
    }

    TensorId convolved(TensorId x)
    {
        const auto channels = size(x, 1);
        const bool depthwise = chance(3);
        const auto kernel = std::min(pick({1, 3}), std::min(size(x, 2), size(x, 3)) + 2);
        const auto made = depthwise ? channels * pick({1, 2}) : pick({1, 2, 4});
        std::vector<TensorId> inputs{x, constant({made, depthwise ? 1 : channels, kernel, kernel}, integers_ ? -9 : -1, integers_ ? 9 : 1)};
        if (chance(2))
            inputs.push_back(constant({made}, integers_ ? -50 : -1, integers_ ? 50 : 1));
        const auto convolution = add("Conv", inputs, {{"group", depthwise ? channels : std::int64_t{1}}, {"pads", Ints(4, kernel / 2)},
                                                      {"strides", Ints(2, pick({1, 1, 2}))}});
        if (integers_ || chance(2))
            return requantised(convolution, made);
        return add("BatchNormalization", {convolution, constant({made}, -1, 1), constant({made}, -1, 1), constant({made}, -1, 1),
                                          constant({made}, 0.5, 2)});
    }

    TensorId turned(TensorId x)
    {
        const auto order = chance(2) ? Ints{0, 2, 3, 1} : Ints{0, 3, 1, 2};
        const auto inside = add("Transpose", {x}, {{"perm", order}});
        const auto changed = chance(2) ? add("Relu", {inside}) : inside;
        return chance(3) ? changed : add("Transpose", {changed}, {{"perm", order == Ints{0, 2, 3, 1} ? Ints{0, 3, 1, 2} : Ints{0, 2, 3, 1}}});
    }

    TensorId combined(TensorId x)
    {
        for (const auto other : images_) {
            if (graph_.tensor(other).shape != graph_.tensor(x).shape || (other == x && chance(2)))
                continue;
            if (chance(2))
                return add("Concat", {x, other}, {{"axis", std::int64_t{pick({1, -3, 3})}}});
            return requantised(add("Add", {x, other}), size(x, 1));
        }
        const auto channels = size(x, 1);
        return requantised(add(chance(2) ? "Add" : "Mul", {constant({channels, 1, 1}, -9, 9), x}), channels);
    }

    void grow()
    {
        const auto x = anyImage();
        const bool poolable = size(x, 2) >= 2 && size(x, 3) >= 2;
        switch (random_() % 9) {
        case 0: images_.push_back(add("Relu", {x})); break;
        case 1: images_.push_back(turned(x)); break;
        case 2:
            if (poolable)
                images_.push_back(add("MaxPool", {x}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints(2, pick({1, 2}))}}));
            break;
        case 3:   // the mean of integers is rounded, that of integers declared as floats is not
            images_.push_back(add(integers_ ? "ReduceMax" : "ReduceMean", {x}, {{"axes", Ints{pick({2, -1})}}, {"keepdims", std::int64_t{1}}}));
            break;
        case 4: images_.push_back(add("Identity", {x})); break;
        case 5:
        case 6: images_.push_back(combined(x)); break;
        default: images_.push_back(convolved(x)); break;
        }
    }

    void classify(TensorId x)
    {
        const auto length = graph_.tensor(x).shape.elements().value();
        const auto flat = chance(2) ? add("Flatten", {x}) : add("Reshape", {x, shapeConstant({1, -1})});
        const auto weights = constant({length, 3}, integers_ ? -9 : -1, integers_ ? 9 : 1);
        const auto row = constant({3}, integers_ ? -50 : -1, integers_ ? 50 : 1);
        const auto sum = chance(2) ? add("Gemm", {flat, weights, row}) : add("Add", {row, add("MatMul", {flat, weights})});
        images_.push_back(requantised(sum, 3));
    }

    std::mt19937_64 random_;
    bool integers_;
    ir::Graph graph_;
    std::vector<TensorId> images_;
};

}  // namespace

ir::Graph randomFloatGraph(std::uint64_t seed)
{
    return Builder(seed, false).build();
}

ir::Graph randomIntegerGraph(std::uint64_t seed)
{
    return Builder(seed, true).build();
}

}  // namespace tw::passes
