// SPDX-License-Identifier: Apache-2.0
// Layers of an 8-bit network: random weights, and requantisation parameters chosen from the values that come.
#pragma once

#include "tests/generator/network_builder.h"
#include "tests/generator/random.h"

namespace tw::samples {

struct ConvShape {
    std::int64_t channels = 0;                     // of the output
    std::vector<std::int64_t> kernel = {3, 3};
    std::vector<std::int64_t> strides = {1, 1};
    std::vector<std::int64_t> pads = {1, 1, 1, 1};
    bool depthwise = false;
};

/// What a requantisation makes of its input.
enum class Range {
    Rectified,   // u8; about 40 % of the values of each channel become 0
    Centred,     // i8 around 0, per channel
    Sum,         // u8 of a sum that is mostly positive, one multiplier for all
    Scores,      // i8, one multiplier for all and nothing added
};

class IntegerLayers {
public:
    IntegerLayers(NetworkBuilder& builder, Random& random) : builder_(builder), random_(random) {}

    Result<Signal> conv(const std::string& scope, const Signal& x, const ConvShape& shape);
    Result<Signal> requant(const std::string& scope, const Signal& x, Range range);
    /// conv and requant in one scope
    Result<Signal> convRequant(const std::string& scope, const Signal& x, const ConvShape& shape, Range range);
    Result<Signal> add(const std::string& scope, const Signal& a, const Signal& b);
    /// Mean over height and width: [N, C, H, W] -> [N, C].
    Result<Signal> spatialMean(const std::string& scope, const Signal& x);
    Result<Signal> dense(const std::string& scope, const Signal& x, std::int64_t classes);

private:
    Signal weights(const std::string& scope, const Shape& shape);

    NetworkBuilder& builder_;
    Random& random_;
};

}  // namespace tw::samples
