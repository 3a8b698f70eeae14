// SPDX-License-Identifier: Apache-2.0
// Holds a C kernel against the reference evaluation of its operator: same argument values as generated code passes,
// teams of one to three cores, and nothing written outside the output.
#pragma once

#include "tests/support/team_of_turns.h"
#include "tests/unit/ops/access_property.h"

#include <cmath>
#include <cstring>

namespace tw::testing {

/// The argument struct as generated code fills it: int32 and float fields in order, vectors padded to their length.
/// `vectorLength` is the least length of an int32_t[] field (0 when there is none); longer ones come filled.
template <class Args>
Args argumentStruct(const ops::OpNode& node, std::size_t vectorLength = 0)
{
    const auto* def = ops::findOp(node.node.domain, node.node.op, node.opset);
    const auto arguments = ops::argumentsOf(*def, node);
    if (!arguments) {
        ADD_FAILURE() << arguments.error().text();
        return {};
    }
    std::vector<std::uint32_t> words;
    const auto push = [&words](auto value) {
        words.emplace_back();
        std::memcpy(&words.back(), &value, sizeof value);
    };
    for (const auto& argument : arguments.value()) {
        if (const auto* integer = std::get_if<std::int64_t>(&argument.value))
            push(static_cast<std::int32_t>(*integer));
        else if (const auto* real = std::get_if<double>(&argument.value))
            push(static_cast<float>(*real));
        else {
            const auto& values = std::get<std::vector<std::int64_t>>(argument.value);
            for (std::size_t i = 0; i < std::max(vectorLength, values.size()); ++i)
                push(i < values.size() ? static_cast<std::int32_t>(values[i]) : 0);
        }
    }
    Args result{};
    EXPECT_EQ(words.size() * sizeof words[0], sizeof result) << def->argsType;
    std::memcpy(&result, words.data(), std::min(words.size() * sizeof words[0], sizeof result));
    return result;
}

/// The raw elements of input `index`, or nullptr when it is absent.
template <class T>
const T* inputData(const ops::OpNode& node, std::size_t index)
{
    return node.constant(index) ? reinterpret_cast<const T*>(node.constant(index)->bytes.view.data()) : nullptr;
}

/// Integers must be equal. Float kernels may round on the way, and two NaN are alike.
template <class T>
bool agrees(T actual, T expected, double absolute)
{
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(expected) || std::isinf(expected))
            return std::isnan(expected) ? std::isnan(actual) : actual == expected;
        return std::fabs(actual - expected) <= T(absolute) + T(1e-5) * std::fabs(expected);
    } else {
        return actual == expected;
    }
}

/// `call(y)` runs the kernel for the calling core. T is the element type of output 0. `absolute` is what a float may
/// be off near zero, where long sums cancel. Any number of cores must give the very same bits.
template <class T, class Call>
void expectMatchesReference(const ops::OpNode& node, const Call& call, double absolute = 1e-6)
{
    const auto* def = ops::findOp(node.node.domain, node.node.op, node.opset);
    const auto expected = ops::evaluateNode(*def, node);
    ASSERT_TRUE(expected) << expected.error().text();
    const auto count = static_cast<std::size_t>(expected->at(0).elements());
    std::vector<T> reference(count);
    ASSERT_EQ(count * sizeof(T), expected->at(0).bytes.size());
    std::memcpy(reference.data(), expected->at(0).bytes.view.data(), count * sizeof(T));
    std::vector<T> byOneCore;
    for (int cores = 1; cores <= 3; ++cores) {
        constexpr T kGuard = 77;
        std::vector<T> y(count + 1, kGuard);
        for (int core = 0; core < cores; ++core) {
            tw_take_turn(core, cores);
            call(y.data());
        }
        tw_take_turn(0, 1);
        EXPECT_EQ(y.back(), kGuard) << def->op << " writes behind its output";
        y.pop_back();
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_TRUE(agrees(y[i], reference[i], absolute)) << def->op << " with " << cores << " cores, element " << i
                                                              << ": " << +y[i] << " instead of " << +reference[i];
        if (cores == 1)
            byOneCore = y;
        EXPECT_TRUE(std::memcmp(y.data(), byOneCore.data(), count * sizeof(T)) == 0) << "depends on the number of cores";
    }
}

}  // namespace tw::testing
