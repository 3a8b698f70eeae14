// SPDX-License-Identifier: Apache-2.0
// The reference networks of MLPerf Tiny as their training code defines them: padding "same", convolutions with bias.
#include "core/base/text.h"
#include "tests/generator/architectures.h"
#include "tests/generator/shape_builder.h"

#include <functional>
#include <map>

namespace tw::samples {
namespace {

using ir::TensorId;
using Ints = std::vector<std::int64_t>;

/// Layers of Keras: padding "same" puts the odd row and column at the end.
class KerasLayers {
public:
    KerasLayers(ShapeBuilder& net, BatchNorm norm) : net_(net), norm_(norm) {}

    TensorId conv(const std::string& scope, TensorId x, const ConvSizes& shape)
    {
        ir::Shape weights{shape.outChannels, shape.inChannels / shape.group};
        for (const auto size : shape.kernel)
            weights.append({.value = size});
        const auto w = net_.parameter(scope + ".weight", weights);
        const auto b = net_.parameter(scope + ".bias", ir::Shape{shape.outChannels});
        return net_.node(scope, {.op = "Conv", .inputs = {x, w, b},
                                 .attributes = {{"auto_pad", std::string("SAME_UPPER")}, {"group", shape.group},
                                                {"kernel_shape", shape.kernel},
                                                {"strides", Ints(shape.kernel.size(), shape.stride)}}});
    }

    TensorId norm(const std::string& scope, TensorId x, std::int64_t channels)
    {
        return norm_ == BatchNorm::Folded ? x : net_.batchNorm(scope + "_bn", x, channels);
    }

    TensorId convNormRelu(const std::string& scope, TensorId x, const ConvSizes& shape)
    {
        return net_.apply(scope + "_relu", "Relu", {norm(scope, conv(scope, x, shape), shape.outChannels)});
    }

    /// Depthwise 3 x 3, then 1 x 1.
    TensorId separable(int index, TensorId x, std::int64_t in, std::int64_t out, std::int64_t stride)
    {
        x = convNormRelu(cat("dw", index), x, {.inChannels = in, .outChannels = in, .kernel = {3, 3}, .stride = stride, .group = in});
        return convNormRelu(cat("pw", index), x, {.inChannels = in, .outChannels = out});
    }

    TensorId classifier(TensorId x, const Ints& window, std::int64_t channels, std::int64_t classes)
    {
        x = net_.pool("pool", "AveragePool", x, window, window[0], 0);
        x = net_.dense("fc", net_.apply("flatten", "Flatten", {x}), channels, classes);
        return net_.apply("softmax", "Softmax", {x}, {{"axis", std::int64_t{1}}});
    }

private:
    ShapeBuilder& net_;
    BatchNorm norm_;
};

}  // namespace

ir::Graph dsCnn(BatchNorm norm)
{
    ShapeBuilder net("ds_cnn", ir::Shape{1, 1, 49, 10});
    KerasLayers layers(net, norm);
    auto x = layers.convNormRelu("conv", net.input(), {.inChannels = 1, .outChannels = 64, .kernel = {10, 4}, .stride = 2});
    for (int i = 0; i < 4; ++i)
        x = layers.separable(i, x, 64, 64, 1);
    return net.finish(layers.classifier(x, {24, 5}, 64, 12));
}

ir::Graph mobilenetV1Quarter(BatchNorm norm)
{
    ShapeBuilder net("mobilenet_v1_025", ir::Shape{1, 3, 96, 96});
    KerasLayers layers(net, norm);
    auto x = layers.convNormRelu("conv", net.input(), {.inChannels = 3, .outChannels = 8, .kernel = {3, 3}, .stride = 2});
    std::int64_t channels = 8;
    int index = 0;
    for (const auto& [out, stride] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {16, 1}, {32, 2}, {32, 1}, {64, 2}, {64, 1}, {128, 2}, {128, 1}, {128, 1}, {128, 1}, {128, 1}, {128, 1},
             {256, 2}, {256, 1}}) {
        x = layers.separable(index++, x, channels, out, stride);
        channels = out;
    }
    return net.finish(layers.classifier(x, {3, 3}, 256, 2));
}

ir::Graph resnet8(BatchNorm norm)
{
    ShapeBuilder net("resnet8", ir::Shape{1, 3, 32, 32});
    KerasLayers layers(net, norm);
    auto x = layers.convNormRelu("conv", net.input(), {.inChannels = 3, .outChannels = 16, .kernel = {3, 3}});
    std::int64_t channels = 16;
    for (int stack = 0; stack < 3; ++stack) {
        const std::int64_t out = std::int64_t{16} << stack;
        const std::int64_t stride = stack == 0 ? 1 : 2;
        const auto scope = [&](const char* leaf) { return cat("stack", stack, "_", leaf); };
        auto y = layers.convNormRelu(scope("conv1"), x, {.inChannels = channels, .outChannels = out, .kernel = {3, 3}, .stride = stride});
        y = layers.norm(scope("conv2"), layers.conv(scope("conv2"), y, {.inChannels = out, .outChannels = out, .kernel = {3, 3}}), out);
        if (stride != 1)
            x = layers.conv(scope("shortcut"), x, {.inChannels = channels, .outChannels = out, .stride = stride});
        x = net.apply(scope("relu"), "Relu", {net.apply(scope("add"), "Add", {x, y})});
        channels = out;
    }
    return net.finish(layers.classifier(x, {8, 8}, 64, 10));
}

ir::Graph denseAutoencoder(BatchNorm norm)
{
    ShapeBuilder net("dense_autoencoder", ir::Shape{1, 640});
    KerasLayers layers(net, norm);
    auto x = net.input();
    std::int64_t width = 640;
    int index = 0;
    for (const std::int64_t out : {128, 128, 128, 128, 8, 128, 128, 128, 128}) {
        const auto scope = cat("dense", index++);
        x = net.apply(scope + "_relu", "Relu", {layers.norm(scope, net.dense(scope, x, width, out), out)});
        width = out;
    }
    return net.finish(net.dense("reconstruction", x, width, 640));
}

ir::Graph streamingWakeWord()
{
    ShapeBuilder net("streaming_wake_word", ir::Shape{1, 40, 30});
    const auto conv = [&](const std::string& scope, TensorId x, std::int64_t in, std::int64_t out, std::int64_t kernel) {
        return net.conv(scope, x, {.inChannels = in, .outChannels = out, .kernel = {kernel}, .group = kernel == 1 ? 1 : in,
                                   .bias = true, .valid = true});
    };
    const auto relu = [&](const std::string& scope, TensorId x) { return net.apply(scope, "Relu", {x}); };
    auto x = conv("dw0", net.input(), 40, 40, 3);
    x = relu("relu0", conv("pw0", x, 40, 128, 1));
    x = relu("relu1", conv("pw1", conv("dw1", x, 128, 128, 5), 128, 128, 1));
    x = relu("relu2", conv("pw2", conv("dw2", x, 128, 128, 10), 128, 128, 1));
    x = relu("relu3", conv("pw3", conv("dw3", x, 128, 128, 15), 128, 32, 1));
    x = net.dense("fc", net.apply("flatten", "Flatten", {x}), 32, 3);
    return net.finish(net.apply("softmax", "Softmax", {x}, {{"axis", std::int64_t{1}}}));
}

namespace {

const std::map<std::string, std::function<ir::Graph()>>& architectures()
{
    static const std::map<std::string, std::function<ir::Graph()>> all{
        {"resnet18", resnet18},
        {"resnet50", resnet50},
        {"mobilenet_v2", mobilenetV2},
        {"vgg16", vgg16},
        {"ds_cnn", [] { return dsCnn(BatchNorm::Folded); }},
        {"mobilenet_v1_025", [] { return mobilenetV1Quarter(BatchNorm::Folded); }},
        {"resnet8", [] { return resnet8(BatchNorm::Folded); }},
        {"dense_autoencoder", [] { return denseAutoencoder(BatchNorm::Folded); }},
        {"streaming_wake_word", streamingWakeWord},
    };
    return all;
}

}  // namespace

std::vector<std::string> architectureNames()
{
    std::vector<std::string> names;
    for (const auto& [name, make] : architectures())
        names.push_back(name);
    return names;
}

ir::Graph architecture(const std::string& name)
{
    const auto found = architectures().find(name);
    return found == architectures().end() ? ir::Graph{} : found->second();
}

}  // namespace tw::samples
