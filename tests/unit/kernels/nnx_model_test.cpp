// SPDX-License-Identifier: Apache-2.0
// The model of N-EUREKA believes its registers and nothing else: whatever one of them says wrongly shows in the numbers.
#include "core/base/text.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

extern "C" {
#include "neureka_task.h"
}

namespace tw::testing {
namespace {

constexpr std::uint32_t kSide = 8;        // of image and result: two sub-tiles each way, the second of 2 pixels
constexpr std::uint32_t kInputs = 30;     // a block of 28 and one of 2
constexpr std::uint32_t kOutputs = 35;    // a block of 32 and one of 3
constexpr std::size_t kMargin = 1 << 16;  // in which wrong addresses may go astray

/// Bytes in the middle of a larger buffer, all different from their neighbours.
class Area {
public:
    explicit Area(unsigned seed) : bytes_(3 * kMargin)
    {
        for (auto& byte : bytes_) {
            seed = seed * 1664525u + 1013904223u;
            byte = static_cast<std::uint8_t>(seed >> 24);
        }
    }
    std::uintptr_t address() { return reinterpret_cast<std::uintptr_t>(bytes_.data() + kMargin); }
    std::vector<std::uint8_t>& bytes() { return bytes_; }

private:
    std::vector<std::uint8_t> bytes_;
};

struct Layer {
    Area input{1};
    Area weights{2};
    Area output{3};
    std::vector<std::int32_t> scale = std::vector<std::int32_t>(64, 3);
    std::vector<std::int32_t> bias = std::vector<std::int32_t>(64);

    Layer()
    {
        std::iota(scale.begin(), scale.end(), 1);
        std::iota(bias.begin(), bias.end(), 1000);
    }

    neureka_task_t task()
    {
        neureka_task_t task;
        neureka_task_init(&task);
        neureka_task_set_op_to_conv(&task, 3, 0);
        neureka_task_set_bits(&task, 8, 8, 8);
        neureka_task_set_norm_quant(&task, {9, quantFunctionRelu, 0}, {normMode32Bit, 1, 0});
        neureka_task_set_weight_offset(&task, weightOffsetModeLayerWise, -128);
        neureka_task_set_input_unsigned(&task);
        neureka_task_set_weight_source(&task, neurekaWeightSourceWmem);
        neureka_task_set_dims(&task, kSide, kInputs, kSide * kInputs, kInputs, kSide, kSide, kOutputs, kSide * kOutputs, kOutputs,
                              1, 1, 1, 1);
        neureka_task_set_addr_conv(&task, input.address(), kSide, kInputs, 1, 1, output.address(), weights.address());
        neureka_task_set_addr_norm_quant(&task, reinterpret_cast<std::uintptr_t>(scale.data()), 0,
                                         reinterpret_cast<std::uintptr_t>(bias.data()));
        return task;
    }
};

/// What is in and around the output when the registers were changed so.
std::vector<std::uint8_t> resultOf(const std::function<void(nnx_registers&)>& change)
{
    Layer layer;
    auto task = layer.task();
    change(task.data);
    const neureka_siracusa_conf_t conf{8};
    const auto* device = neureka_siracusa_get_dev();
    neureka_nnx_init(device, &conf);
    neureka_nnx_dispatch_wait(device);
    EXPECT_EQ(neureka_nnx_dispatch(device, &task), 0);
    neureka_nnx_resolve_wait(device, &task);
    neureka_nnx_term(device);
    return layer.output.bytes();
}

TEST(NeurekaModel, EveryRegisterMatters)
{
    const auto right = resultOf([](nnx_registers&) {});
    const std::map<std::string, std::function<void(nnx_registers&)>> changes{
        {"input address", [](auto& r) { r.input += 1; }},
        {"output address", [](auto& r) { r.output += 1; }},
        {"weight address", [](auto& r) { r.weights += 1; }},
        {"scale address", [](auto& r) { r.scale += 4; }},
        {"bias address", [](auto& r) { r.bias += 4 * 16; }},
        {"input pixel stride", [](auto& r) { r.input_stride.d0 += 1; }},
        {"input row stride", [](auto& r) { r.input_stride.d1 += 1; }},
        {"input channel stride", [](auto& r) { r.input_stride.d2 += 1; }},
        {"output pixel stride", [](auto& r) { r.output_stride.d0 += 1; }},
        {"output row stride", [](auto& r) { r.output_stride.d1 += 1; }},
        {"output channel stride", [](auto& r) { r.output_stride.d2 += 1; }},
        {"weight block stride", [](auto& r) { r.weights_stride.d0 += 1; }},
        {"weight channel stride", [](auto& r) { r.weights_stride.d1 += 1; }},
        {"number of input blocks", [](auto& r) { r.number.ki -= 1; }},
        {"number of output blocks", [](auto& r) { r.number.ko -= 1; }},
        {"number of rows", [](auto& r) { r.number.ho -= 1; }},
        {"number of columns", [](auto& r) { r.number.wo -= 1; }},
        {"last input channels", [](auto& r) { r.remainder.ki -= 1; }},
        {"last output channels", [](auto& r) { r.remainder.ko -= 1; }},
        {"last output rows", [](auto& r) { r.remainder.ho -= 1; }},
        {"last output columns", [](auto& r) { r.remainder.wo -= 1; }},
        {"last input rows", [](auto& r) { r.remainder.hi -= 1; }},
        {"last input columns", [](auto& r) { r.remainder.wi -= 1; }},
        {"padding above", [](auto& r) { r.padding ^= 1u << 28; }},
        {"padding on the left", [](auto& r) { r.padding ^= 1u << 16; }},
        {"padding value", [](auto& r) { r.padding |= 77; }},
        {"weight offset", [](auto& r) { r.weight_offset += 1; }},
        {"shift", [](auto& r) { r.config ^= 1u << NNX_SHIFT; }},
        {"filter", [](auto& r) { r.config ^= NNX_FILTER_DEPTHWISE << NNX_FILTER; }},
        {"weight bits", [](auto& r) { r.config ^= 1u << NNX_WEIGHT_BITS; }},
        {"rectifier", [](auto& r) { r.config ^= 1u << NNX_NO_RELU; }},
        {"bias flag", [](auto& r) { r.config ^= 1u << NNX_BIAS; }},
        {"normalisation", [](auto& r) { r.config ^= 1u << NNX_NORMALISE; }},
        {"rounding", [](auto& r) { r.config ^= 1u << NNX_ROUND; }},
        {"input sign", [](auto& r) { r.config ^= 1u << NNX_INPUT_SIGNED; }},
        {"output width", [](auto& r) { r.config ^= 1u << NNX_OUTPUT_32; }}};
    for (const auto& [name, change] : changes)
        EXPECT_NE(resultOf(change), right) << name;
}

TEST(NeurekaModel, ADeviceThatIsNotOpenTakesNoTask)
{
    Layer layer;
    auto task = layer.task();
    EXPECT_NE(neureka_nnx_dispatch(neureka_siracusa_get_dev(), &task), 0);
}

}  // namespace
}  // namespace tw::testing
