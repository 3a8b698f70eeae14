// SPDX-License-Identifier: Apache-2.0
// Image classifiers as torchvision defines them.
#include "core/base/text.h"
#include "tests/generator/architectures.h"
#include "tests/generator/shape_builder.h"

namespace tw::samples {
namespace {

using ir::TensorId;

const ir::Shape kImage{1, 3, 224, 224};

std::string numbered(const std::string& name, int use)
{
    return use == 0 ? name : cat(name, "_", use);
}

TensorId convNorm(ShapeBuilder& net, const std::string& scope, const std::string& suffix, TensorId x, const ConvSizes& shape)
{
    x = net.conv(scope + "conv" + suffix, x, shape);
    return net.batchNorm(scope + "bn" + suffix, x, shape.outChannels);
}

struct Residual {
    std::string scope;
    std::int64_t inChannels = 64;
    std::int64_t width = 64;
    std::int64_t stride = 1;
    bool bottleneck = false;
    std::int64_t outChannels() const { return bottleneck ? 4 * width : width; }
};

TensorId residualBlock(ShapeBuilder& net, TensorId x, const Residual& block)
{
    const std::string scope = block.scope + "/";
    int rectifiers = 0;
    const auto relu = [&](TensorId y) { return net.apply(scope + numbered("relu", rectifiers++), "Relu", {y}); };
    TensorId y;
    if (block.bottleneck) {
        y = relu(convNorm(net, scope, "1", x, {.inChannels = block.inChannels, .outChannels = block.width}));
        y = relu(convNorm(net, scope, "2", y, {.inChannels = block.width, .outChannels = block.width, .kernel = {3, 3},
                                               .stride = block.stride}));
        y = convNorm(net, scope, "3", y, {.inChannels = block.width, .outChannels = block.outChannels()});
    } else {
        y = relu(convNorm(net, scope, "1", x, {.inChannels = block.inChannels, .outChannels = block.width, .kernel = {3, 3},
                                               .stride = block.stride}));
        y = convNorm(net, scope, "2", y, {.inChannels = block.width, .outChannels = block.width, .kernel = {3, 3}});
    }
    if (block.stride != 1 || block.inChannels != block.outChannels()) {
        x = net.conv(scope + "downsample/downsample.0", x, {.inChannels = block.inChannels, .outChannels = block.outChannels(),
                                                            .stride = block.stride});
        x = net.batchNorm(scope + "downsample/downsample.1", x, block.outChannels());
    }
    return relu(net.apply(block.scope, "Add", {y, x}));
}

ir::Graph resnet(const std::string& name, const std::vector<int>& blocks, bool bottleneck)
{
    ShapeBuilder net(name, kImage);
    auto x = net.conv("conv1", net.input(), {.inChannels = 3, .outChannels = 64, .kernel = {7, 7}, .stride = 2});
    x = net.apply("relu", "Relu", {net.batchNorm("bn1", x, 64)});
    x = net.pool("maxpool", "MaxPool", x, {3, 3}, 2, 1);
    std::int64_t channels = 64;
    for (int stage = 0; stage < 4; ++stage)
        for (int i = 0; i < blocks[static_cast<std::size_t>(stage)]; ++i) {
            const Residual block{.scope = cat("layer", stage + 1, "/layer", stage + 1, ".", i), .inChannels = channels,
                                 .width = std::int64_t{64} << stage, .stride = i == 0 && stage > 0 ? 2 : 1,
                                 .bottleneck = bottleneck};
            x = residualBlock(net, x, block);
            channels = block.outChannels();
        }
    x = net.apply("avgpool", "GlobalAveragePool", {x});
    return net.finish(net.dense("fc", net.apply("", "Flatten", {x}), channels, 1000));
}

struct Inverted {
    std::string scope;
    std::int64_t inChannels = 32;
    std::int64_t outChannels = 16;
    std::int64_t expansion = 6;
    std::int64_t stride = 1;
};

TensorId convNormRelu6(ShapeBuilder& net, const std::string& scope, TensorId x, const ConvSizes& shape)
{
    x = net.batchNorm(scope + ".1", net.conv(scope + ".0", x, shape), shape.outChannels);
    return net.relu6(scope + ".2", x);
}

TensorId invertedBlock(ShapeBuilder& net, TensorId x, const Inverted& block)
{
    const std::string conv = block.scope + "/conv/conv";
    const auto hidden = block.inChannels * block.expansion;
    int part = 0;
    TensorId y = x;
    if (block.expansion != 1)
        y = convNormRelu6(net, cat(conv, ".", part++), y, {.inChannels = block.inChannels, .outChannels = hidden});
    y = convNormRelu6(net, cat(conv, ".", part++), y, {.inChannels = hidden, .outChannels = hidden, .kernel = {3, 3},
                                                       .stride = block.stride, .group = hidden});
    y = net.conv(cat(conv, ".", part), y, {.inChannels = hidden, .outChannels = block.outChannels});
    y = net.batchNorm(cat(conv, ".", part + 1), y, block.outChannels);
    return block.stride == 1 && block.inChannels == block.outChannels ? net.apply(block.scope, "Add", {x, y}) : y;
}

}  // namespace

ir::Graph resnet18()
{
    return resnet("resnet18", {2, 2, 2, 2}, false);
}

ir::Graph resnet50()
{
    return resnet("resnet50", {3, 4, 6, 3}, true);
}

ir::Graph mobilenetV2()
{
    struct Stage {
        std::int64_t expansion, channels, blocks, stride;
    };
    ShapeBuilder net("mobilenet_v2", kImage);
    auto x = convNormRelu6(net, "features/features.0/features.0", net.input(),
                           {.inChannels = 3, .outChannels = 32, .kernel = {3, 3}, .stride = 2});
    std::int64_t channels = 32;
    int index = 1;
    for (const auto& stage : std::vector<Stage>{{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1},
                                                {6, 160, 3, 2}, {6, 320, 1, 1}})
        for (std::int64_t i = 0; i < stage.blocks; ++i) {
            x = invertedBlock(net, x, {.scope = cat("features/features.", index++), .inChannels = channels,
                                       .outChannels = stage.channels, .expansion = stage.expansion,
                                       .stride = i == 0 ? stage.stride : 1});
            channels = stage.channels;
        }
    x = convNormRelu6(net, "features/features.18/features.18", x, {.inChannels = channels, .outChannels = 1280});
    x = net.apply("", "GlobalAveragePool", {x});   // a function call: no module, so no scope
    return net.finish(net.dense("classifier/classifier.1", net.apply("", "Flatten", {x}), 1280, 1000));
}

ir::Graph vgg16()
{
    ShapeBuilder net("vgg16", kImage);
    auto x = net.input();
    std::int64_t channels = 3;
    int index = 0;
    for (const auto& stage : std::vector<std::vector<std::int64_t>>{{64, 64}, {128, 128}, {256, 256, 256}, {512, 512, 512},
                                                                    {512, 512, 512}}) {
        for (const auto out : stage) {
            x = net.conv(cat("features/features.", index++), x, {.inChannels = channels, .outChannels = out, .kernel = {3, 3},
                                                                 .bias = true});
            x = net.apply(cat("features/features.", index++), "Relu", {x});
            channels = out;
        }
        x = net.pool(cat("features/features.", index++), "MaxPool", x, {2, 2}, 2, 0);
    }
    x = net.pool("avgpool", "AveragePool", x, {1, 1}, 1, 0);
    x = net.apply("", "Flatten", {x});
    x = net.apply("classifier/classifier.1", "Relu", {net.dense("classifier/classifier.0", x, 512 * 49, 4096)});
    x = net.apply("classifier/classifier.4", "Relu", {net.dense("classifier/classifier.3", x, 4096, 4096)});
    return net.finish(net.dense("classifier/classifier.6", x, 4096, 1000));
}

}  // namespace tw::samples
