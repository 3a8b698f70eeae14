// SPDX-License-Identifier: Apache-2.0
// Random networks in the text form of graphs: up to a dozen nodes of many families, odd sizes, branches that meet again.
#pragma once

#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

#include <random>

namespace tw::testing {

class RandomGraph {
public:
    explicit RandomGraph(unsigned seed) : random_(seed), integer_(roll(0, 2) == 0)
    {
        input_ = cat("x: ", type(), "[1,", roll(1, 9), ",", roll(3, 19), ",", roll(3, 19), "]");
        tensors_.push_back("x");
        build();
    }

    ir::Graph graph() const { return graph_; }
    std::string text() const { return textOf(body_); }

private:
    using Sizes = std::vector<std::int64_t>;

    std::int64_t roll(std::int64_t low, std::int64_t high) { return std::uniform_int_distribution<std::int64_t>(low, high)(random_); }
    std::string type() const { return integer_ ? "i8" : "f32"; }

    int nextSeed() { return ++seeds_; }

    static constexpr int kMostNodes = 12;
    static constexpr std::int64_t kMostElements = 8000;

    void build()
    {
        read();
        const auto wanted = roll(3, kMostNodes);
        for (int attempt = 0; attempt < 60 && nodes_ < wanted; ++attempt)
            tryStep();
    }

    void tryStep()
    {
        const auto last = static_cast<std::int64_t>(tensors_.size()) - 1;
        from_ = tensors_[static_cast<std::size_t>(roll(std::max<std::int64_t>(0, last - 2), last))];
        const auto sizes = sizesOf(from_);
        const int before = nodes_;
        const std::string name = cat("t", ++number_);
        const std::string step = integer_ ? integerStep(name, sizes) : floatStep(name, sizes);
        nodes_ = before;
        if (step.empty())
            return;
        const auto kept = body_;
        body_ += cat("\n    ", step);
        tensors_.push_back(name);
        if (read()) {
            nodes_ = static_cast<int>(graph_.nodes.size());
            return;
        }
        body_ = kept;
        tensors_.pop_back();
        EXPECT_TRUE(read()) << text();
    }

    /// What nobody reads is a result.
    std::string textOf(const std::string& body) const
    {
        std::vector<std::string> results;
        for (const auto& tensor : tensors_)
            if (tensor != "x" && body.find(cat(tensor, ",")) == std::string::npos && body.find(cat(tensor, ")")) == std::string::npos)
                results.push_back(tensor);
        return cat("graph g(", input_, ") -> ", results.empty() ? std::string("x") : join(results, ", "), "\n", body);
    }

    /// Whether all shapes are known and small.
    bool read()
    {
        auto parsed = ir::parseGraph(textOf(body_));
        if (!parsed)
            return false;
        Diagnostics diagnostics;
        ops::inferGraph(*parsed, diagnostics);
        for (const auto& tensor : parsed->tensors) {
            const auto elements = tensor.shape.elements();
            if (!elements || *elements < 1 || *elements > kMostElements)
                return false;
        }
        if (std::ranges::any_of(diagnostics, [](const auto& one) { return one.severity == Severity::Error; }))
            return false;
        graph_ = std::move(*parsed);
        return true;
    }

    Sizes sizesOf(const std::string& name) const
    {
        for (const auto& tensor : graph_.tensors)
            if (tensor.name == name)
                return tensor.shape.sizes();
        return {};
    }

    std::string constant(const std::string& shape, const std::string& range = "") { return cat("const ", type(), "[", shape, "] seed ", nextSeed(), range); }

    /// Another tensor of the same shape; else the same.
    std::string partner(const Sizes& sizes)
    {
        std::string found = from_;
        for (const auto& tensor : tensors_)
            if (tensor != from_ && sizesOf(tensor) == sizes && roll(0, 1) == 0)
                found = tensor;
        return found;
    }

    std::string convolution(const std::string& name, const Sizes& sizes, const std::string& range)
    {
        const bool deep = roll(0, 2) == 0;
        const auto channels = deep ? sizes[1] : roll(1, 11);
        const auto height = roll(1, 3);
        const auto width = roll(1, 3);
        const std::string weights = cat("w_", name, " = ", constant(cat(channels, ",", deep ? 1 : sizes[1], ",", height, ",", width), range));
        return cat(weights, "\n    ", name, " = Conv(", from_, ", w_", name, ") {kernel_shape=[", height, ",", width, "], group=", deep ? sizes[1] : 1,
                   ", strides=[", roll(1, 2), ",", roll(1, 2), "], pads=[", roll(0, height - 1), ",", roll(0, width - 1), ",", roll(0, height - 1),
                   ",", roll(0, width - 1), "]}");
    }

    std::string pool(const std::string& op, const std::string& name)
    {
        const auto size = roll(2, 3);
        return cat(name, " = ", op, "(", from_, ") {kernel_shape=[", size, ",", size, "], strides=[", roll(1, 2), ",", roll(1, 2), "], pads=[", roll(0, 1),
                   ",0,", roll(0, 1), ",", roll(0, 1), "]}");
    }

    std::string product(const std::string& name, const Sizes& sizes, const std::string& range)
    {
        const auto columns = roll(1, 13);
        return cat("w_", name, " = ", constant(cat(sizes.back(), ",", columns), range), "\n    ", name, " = MatMul(", from_, ", w_", name, ")");
    }

    std::string flattened(const std::string& name, const Sizes& sizes)
    {
        return sizes.size() == 4 ? cat(name, " = Flatten(", from_, ")") : "";
    }

    std::string transposed(const std::string& name, const Sizes& sizes)
    {
        Sizes axes(sizes.size());
        std::iota(axes.begin(), axes.end(), 0);
        std::shuffle(axes.begin(), axes.end(), random_);
        return cat(name, " = Transpose(", from_, ") {perm=[", join(axes, ","), "]}");
    }

    std::string cut(const std::string& name, const Sizes& sizes)
    {
        const auto axis = roll(0, static_cast<std::int64_t>(sizes.size()) - 1);
        const auto extent = sizes[static_cast<std::size_t>(axis)];
        const auto begin = roll(0, extent - 1);
        return cat(name, " = Slice(", from_, ", i64[1]{", begin, "}, i64[1]{", roll(begin + 1, extent), "}, i64[1]{", axis, "}, i64[1]{", roll(1, 2), "})");
    }

    std::string joined(const std::string& name, const Sizes& sizes)
    {
        return cat(name, " = Concat(", from_, ", ", partner(sizes), ") {axis=", roll(0, static_cast<std::int64_t>(sizes.size()) - 1), "}");
    }

    std::string padded(const std::string& name, const Sizes& sizes)
    {
        Sizes pads(2 * sizes.size());
        for (auto& pad : pads)
            pad = roll(0, 2);
        return cat(name, " = Pad(", from_, ", i64[", pads.size(), "]{", join(pads, ", "), "})");
    }

    std::string reduced(const std::string& name, const Sizes& sizes)
    {
        const char* const ops[] = {"ReduceMean", "ReduceMax", "ReduceMin"};
        return cat(name, " = ", ops[roll(0, 2)], "(", from_, ") {axes=[", roll(0, static_cast<std::int64_t>(sizes.size()) - 1), "], keepdims=", roll(0, 1), "}");
    }

    std::string elementwise(const std::string& name)
    {
        const char* const ops[] = {"Relu", "Sigmoid", "Tanh", "HardSwish", "LeakyRelu", "Neg", "Abs", "Exp", "Softplus", "Elu", "Erf", "Sqrt"};
        const std::string op = ops[roll(0, 11)];
        return op == "Sqrt" ? cat("a_", name, " = Abs(", from_, ")\n    ", name, " = Sqrt(a_", name, ")") : cat(name, " = ", op, "(", from_, ")");
    }

    std::string binary(const std::string& name, const Sizes& sizes)
    {
        const char* const ops[] = {"Add", "Sub", "Mul", "Max", "Min"};
        const std::string op = ops[roll(0, 4)];
        if (roll(0, 1) == 0)
            return cat(name, " = ", op, "(", from_, ", ", partner(sizes), ")");
        Sizes other = sizes;
        for (auto& size : other)
            size = roll(0, 1) == 0 ? 1 : size;
        return cat("c_", name, " = ", constant(join(other, ",")), "\n    ", name, " = ", op, "(", from_, ", c_", name, ")");
    }

    std::string normalised(const std::string& name, const Sizes& sizes)
    {
        if (sizes.size() == 4 && roll(0, 1) == 0) {
            const auto c = sizes[1];
            return cat("s_", name, " = ", constant(cat(c)), "\n    b_", name, " = ", constant(cat(c)), "\n    m_", name, " = ", constant(cat(c)), "\n    v_", name,
                       " = const f32[", c, "] fill 0.7\n    ", name, " = BatchNormalization(", from_, ", s_", name, ", b_", name, ", m_", name, ", v_", name, ")");
        }
        if (roll(0, 1) == 0)
            return cat(name, " = Softmax(", from_, ") {axis=", roll(0, static_cast<std::int64_t>(sizes.size()) - 1), "}");
        return cat("s_", name, " = ", constant(cat(sizes.back())), "\n    ", name, " = LayerNormalization(", from_, ", s_", name, ")");
    }

    std::string floatStep(const std::string& name, const Sizes& sizes)
    {
        const bool image = sizes.size() == 4;
        switch (roll(0, 12)) {
        case 0:
        case 1: return image ? convolution(name, sizes, "") : product(name, sizes, "");
        case 2: return image ? pool("MaxPool", name) : "";
        case 3: return image ? pool("AveragePool", name) : "";
        case 4: return elementwise(name);
        case 5: return binary(name, sizes);
        case 6: return normalised(name, sizes);
        case 7: return joined(name, sizes);
        case 8: return transposed(name, sizes);
        case 9: return cut(name, sizes);
        case 10: return padded(name, sizes);
        case 11: return reduced(name, sizes);
        default: return roll(0, 3) == 0 ? flattened(name, sizes) : product(name, sizes, "");
        }
    }

    std::string requantised(const std::string& name, const std::string& sum, std::int64_t channels, std::size_t rank)
    {
        const std::string shape = rank == 4 ? cat(channels, ",1,1") : cat(channels);
        return cat(sum, "\n    mul_", name, " = const i32[", shape, "] seed ", nextSeed(), " range 1 40\n    add_", name, " = const i32[", shape, "] seed ", nextSeed(),
                   " range -900 900\n    ", name, " = RequantShift(q_", name, ", mul_", name, ", add_", name, ") {div=1024, n_levels=256, signed=1}");
    }

    std::string integerStep(const std::string& name, const Sizes& sizes)
    {
        const bool image = sizes.size() == 4;
        switch (roll(0, 8)) {
        case 0:
        case 1:
        case 2: {
            const std::string sum = image ? convolution(cat("q_", name), sizes, " range -8 7") : product(cat("q_", name), sizes, " range -8 7");
            const auto begin = sum.find('[') + 1;
            const auto end = sum.find(image ? ',' : ']', begin);
            const auto first = image ? sum.substr(begin, end - begin) : sum.substr(sum.find(',') + 1, end - sum.find(',') - 1);
            return requantised(name, sum, std::stoll(first), sizes.size());
        }
        case 3: return image ? pool("MaxPool", name) : "";
        case 4: return joined(name, sizes);
        case 5: return transposed(name, sizes);
        case 6: return cut(name, sizes);
        case 7: return padded(name, sizes);
        default: return flattened(name, sizes);
        }
    }

    std::mt19937 random_;
    bool integer_;
    std::string input_;
    std::string body_;
    std::string from_;
    std::vector<std::string> tensors_;
    ir::Graph graph_;
    int nodes_ = 0;
    int number_ = 0;
    int seeds_ = 0;
};

}  // namespace tw::testing
