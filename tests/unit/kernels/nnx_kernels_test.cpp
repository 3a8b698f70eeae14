// SPDX-License-Identifier: Apache-2.0
// The kernels of the accelerators NE16 and N-EUREKA on their models, from the kernel table to the numbers: a random
// layer is matched with the rows, its constants are encoded as the row says, the kernel runs, and the result must be
// that of the reference. A failure prints the seed of its layer.
#include "core/target/constant_form.h"
#include "tests/support/flavour_target.h"
#include "tests/support/kernel_case.h"

#include <iostream>

extern "C" {
#include "ne16.h"
#include "neureka.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ir::DataType;
using ir::Shape;
using ops::OpNode;
using Ints = std::vector<std::int64_t>;

constexpr unsigned kLayers = 400;   // per engine and operator

class Draw {
public:
    explicit Draw(unsigned seed) : random_(seed) {}

    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }
    bool coin() { return between(0, 1) == 1; }
    template <class T>
    T oneOf(std::initializer_list<T> choices)
    {
        return *(choices.begin() + between(0, static_cast<std::int64_t>(choices.size()) - 1));
    }
    ir::TensorData tensor(DataType type, const Shape& shape, std::int64_t low, std::int64_t high)
    {
        Ints values(static_cast<std::size_t>(shape.elements().value()));
        for (auto& value : values)
            value = between(low, high);
        return ir::fromIntegers(type, shape, values);
    }
    ir::TensorData bytes(DataType type, const Shape& shape)
    {
        return type == U8 ? tensor(type, shape, 0, 255) : tensor(type, shape, -128, 127);
    }

private:
    std::mt19937 random_;
};

void addInput(ops::testing::Example& example, const ir::TensorData& data)
{
    example.values[example.inputs.size()] = data;
    example.inputs.push_back({data.type, data.shape});
}

/// Attributes and operands of a requantisation whose scaled sums stay within 32 bits, whatever the input, for sums of
/// `terms` products; about half of the results are not clipped.
void addRequant(ops::testing::Example& example, Draw& draw, std::int64_t channels, std::int64_t terms)
{
    const std::int64_t greatestSum = terms * 255 * 128;
    const auto most = std::min<std::int64_t>(draw.oneOf({255, 40000}), std::max<std::int64_t>(INT32_MAX / greatestSum, 1));
    int shift = 0;
    while (shift < 31 && (most * 6000 * static_cast<std::int64_t>(std::sqrt(terms)) >> shift) > 128)
        ++shift;
    example.domain = "tilewright";
    example.attributes["div"] = std::int64_t{1} << shift;
    example.attributes["n_levels"] = std::int64_t{256};
    example.attributes["signed"] = draw.between(0, 1);
    const std::int64_t lowest = draw.coin() ? -most : 0;
    addInput(example, draw.tensor(I32, draw.coin() ? Shape{channels} : Shape{1}, lowest, most));
    addInput(example, draw.tensor(I32, draw.coin() ? Shape{channels} : Shape{1}, -most * 20000, most * 20000));
}

struct Kind {
    bool requantised = false;
    bool isSignedInput = false;
    bool hasStride = false;
};

OpNode convLayer(Draw& draw, const Kind& kind)
{
    const auto mode = draw.oneOf({'1', '3', 'd'});
    const std::int64_t kernel = mode == '1' ? 1 : 3;
    const std::int64_t stride = kind.hasStride && draw.coin() ? 2 : 1;
    const auto inputs = draw.between(1, 70);
    const auto outputs = mode == 'd' ? std::max<std::int64_t>(inputs, 2) / stride * stride : draw.between(1, 35) * stride;
    const auto depth = mode == 'd' ? 1 : inputs;
    Ints pads(4, 0);
    for (auto& pad : pads)
        pad = kernel == 3 ? draw.between(0, 2) : 0;
    const bool oneAxis = mode == '1' && stride == 1 && draw.between(0, 9) == 0;
    const auto height = draw.between(std::max<std::int64_t>(kernel - pads[0] - pads[2], 1), 15);
    const auto width = draw.between(std::max<std::int64_t>(kernel - pads[1] - pads[3], 1), 15);
    const auto channels = mode == 'd' ? outputs : inputs;
    ops::testing::Example example{.op = kind.requantised ? "RequantizedConv" : "Conv", .inputs = {}};
    example.attributes = {{"layout", std::string("NHWC")}, {"group", mode == 'd' ? outputs : std::int64_t{1}}};
    if (oneAxis) {
        addInput(example, draw.bytes(kind.isSignedInput ? I8 : U8, Shape{draw.between(1, 2), width, channels}));
        addInput(example, draw.bytes(I8, Shape{outputs, depth, kernel}));
    } else {
        example.attributes["pads"] = pads;
        example.attributes["strides"] = Ints{stride, stride};
        addInput(example, draw.bytes(kind.isSignedInput ? I8 : U8, Shape{draw.between(1, 2), height, width, channels}));
        addInput(example, draw.bytes(I8, Shape{outputs, depth, kernel, kernel}));
    }
    if (!kind.requantised)
        return ops::testing::nodeOf(example);
    if (draw.coin())
        addInput(example, draw.tensor(I32, Shape{outputs}, -3000, 3000));
    else
        example.inputs.push_back({Undefined, Shape{outputs}});
    addRequant(example, draw, outputs, depth * kernel * kernel);
    return ops::testing::nodeOf(example);
}

OpNode gemmLayer(Draw& draw, const Kind& kind)
{
    const bool matMul = draw.coin();
    const bool transposed = !matMul && draw.coin();
    const auto rows = draw.between(1, 80);
    const auto depth = draw.between(1, 100);
    const auto columns = draw.between(1, 70);
    ops::testing::Example example{.op = std::string(kind.requantised ? "Requantized" : "") + (matMul ? "MatMul" : "Gemm"),
                                  .inputs = {}};
    const Shape a = matMul && draw.coin() ? Shape{2, rows, depth} : Shape{rows, depth};
    addInput(example, draw.bytes(kind.isSignedInput ? I8 : U8, a));
    addInput(example, draw.bytes(I8, transposed ? Shape{columns, depth} : Shape{depth, columns}));
    if (transposed)
        example.attributes["transB"] = std::int64_t{1};
    if (!kind.requantised)
        return ops::testing::nodeOf(example);
    const bool doubled = !matMul && draw.coin();
    if (doubled) {
        example.attributes["alpha"] = 2.0f;
        example.attributes["beta"] = 3.0f;
    }
    if (!matMul && draw.coin())
        addInput(example, draw.tensor(I32, draw.coin() ? Shape{columns} : Shape{1, columns}, -3000, 3000));
    else if (!matMul)
        example.inputs.push_back({Undefined, Shape{columns}});
    addRequant(example, draw, columns, depth * (doubled ? 2 : 1));
    return ops::testing::nodeOf(example);
}

/// The kernel that the row names, with the node's arguments.
template <class Y>
void call(const std::string& name, const OpNode& node, const std::vector<const void*>& in, Y* y)
{
    void* out = y;
    if (name.find("conv") != std::string::npos) {
        const auto args = argumentStruct<tw_conv_args>(node);
        if (name == "tw_neureka_conv")
            return tw_neureka_conv(&args, in[0], in[1], static_cast<std::int32_t*>(out));
        if (name == "tw_ne16_conv")
            return tw_ne16_conv(&args, in[0], in[1], static_cast<std::int32_t*>(out));
        const auto kernel = name == "tw_neureka_conv_requant" ? tw_neureka_conv_requant
                            : name == "tw_ne16_conv_requant"  ? tw_ne16_conv_requant
                                                              : tw_ne16_conv_requant_scale8;
        return kernel(&args, in[0], in[1], in[2], in[3], out);
    }
    const auto args = argumentStruct<tw_gemm_args>(node, TW_MAX_DIMS);
    if (name == "tw_neureka_gemm")
        return tw_neureka_gemm(&args, in[0], in[1], static_cast<std::int32_t*>(out));
    if (name == "tw_ne16_gemm")
        return tw_ne16_gemm(&args, in[0], in[1], static_cast<std::int32_t*>(out));
    const auto kernel = name == "tw_neureka_gemm_requant" ? tw_neureka_gemm_requant
                        : name == "tw_ne16_gemm_requant"  ? tw_ne16_gemm_requant
                                                          : tw_ne16_gemm_requant_scale8;
    kernel(&args, in[0], in[1], in[2], in[3], out);
}

/// How many results stopped at an end of their type, and how many there were.
struct Clipped {
    std::size_t count = 0;
    std::size_t of = 0;
};

template <class Y>
void expectReference(const target::KernelRow& row, const target::MatchNode& match, Clipped& clipped)
{
    const auto expected = ops::evaluateNode(*match.def, match.view);
    ASSERT_TRUE(expected) << expected.error().text();
    std::vector<ir::TensorData> constants;
    std::vector<const void*> inputs;
    for (std::size_t i = 0; i < match.view.inputs.size(); ++i) {
        if (!match.view.has(i) || !target::isPassed(row, target::inputName(*match.def, i)))
            continue;
        const auto constant = target::constantFor(row, match, i);
        ASSERT_TRUE(constant) << constant.error().text();
        ASSERT_EQ(static_cast<std::int64_t>(constant->bytes.size()), target::operandBytes(row, match, i));
        constants.push_back(constant.value());
        inputs.push_back(constants.back().bytes.view.data());
    }
    const auto count = static_cast<std::size_t>(expected->at(0).elements());
    std::vector<Y> y(count + 1, 77);
    call(row.call, match.view, inputs, y.data());
    EXPECT_EQ(y.back(), 77) << row.call << " writes behind its output";
    std::vector<Y> reference(count);
    std::memcpy(reference.data(), expected->at(0).bytes.view.data(), count * sizeof(Y));
    const bool isSigned = ir::isSigned(match.view.outputs[0].type);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(+y[i], +reference[i]) << row.call << " (" << row.place << "), element " << i << " of " << count;
        clipped.count += isSigned ? y[i] == 127 || y[i] == 128 : y[i] == 0 || y[i] == 255;
    }
    clipped.of += count;
}

struct Run {
    const char* name;
    const char* flavour;
    const char* calls;   // how its kernels' names begin
    OpNode (*layer)(Draw&, const Kind&);
    bool requantised;
};

class NnxKernels : public ::testing::TestWithParam<Run> {};

TEST_P(NnxKernels, AgreeWithTheReference)
{
    const auto& run = GetParam();
    const bool isNe16 = std::string(run.flavour) == "ne16";
    const FlavourTarget accelerator(run.flavour);
    Clipped clipped;
    std::map<std::string, int> seen;   // place of the row, or the refusal
    for (unsigned seed = 0; seed < kLayers; ++seed) {
        SCOPED_TRACE(cat("seed ", seed));
        Draw draw(seed);
        const Kind kind{.requantised = run.requantised, .isSignedInput = !isNe16 && draw.coin(), .hasStride = isNe16};
        const auto node = run.layer(draw, kind);
        const auto* def = ops::findOp(node.node.domain, node.node.op, node.opset);
        const auto match = target::matchNodeOf(*def, node);
        ASSERT_TRUE(match) << match.error().text();
        const auto matches = target::matchRows(accelerator.get(), match.value());
        if (matches.rows.empty()) {
            ++seen[matches.refusals.at("npu")];
            continue;
        }
        const auto& row = accelerator.get().rows[static_cast<std::size_t>(matches.rows.front())];
        ++seen[row.place];
        if (run.requantised)
            expectReference<std::uint8_t>(row, match.value(), clipped);
        else
            expectReference<std::int32_t>(row, match.value(), clipped);
        if (HasFatalFailure())
            return;
    }
    EXPECT_LT(clipped.count, clipped.of * 2 / 3) << "too few results say anything";
    int accepted = 0;
    for (const auto& [place, count] : seen) {
        std::cout << count << " x " << place << '\n';
        accepted += place.starts_with("kernels/") ? count : 0;
    }
    for (const auto& row : accelerator.get().rows)
        if (row.call.starts_with(run.calls) && row.op.starts_with("Requantized") == run.requantised) {
            EXPECT_GT(seen[row.place], 0) << "no layer for " << row.place;
        }
    EXPECT_GT(accepted, static_cast<int>(kLayers) / 2);
}

INSTANTIATE_TEST_SUITE_P(Engines, NnxKernels,
                         ::testing::Values(Run{"NeurekaRequantizedConv", "neureka", "tw_neureka_conv", convLayer, true},
                                           Run{"NeurekaConv", "neureka", "tw_neureka_conv", convLayer, false},
                                           Run{"NeurekaRequantizedGemm", "neureka", "tw_neureka_gemm", gemmLayer, true},
                                           Run{"NeurekaGemm", "neureka", "tw_neureka_gemm", gemmLayer, false},
                                           Run{"Ne16RequantizedConv", "ne16", "tw_ne16_conv", convLayer, true},
                                           Run{"Ne16Conv", "ne16", "tw_ne16_conv", convLayer, false},
                                           Run{"Ne16RequantizedGemm", "ne16", "tw_ne16_gemm", gemmLayer, true},
                                           Run{"Ne16Gemm", "ne16", "tw_ne16_gemm", gemmLayer, false}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tw::testing
