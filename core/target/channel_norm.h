// SPDX-License-Identifier: Apache-2.0
// The requantisation of a linear operator with constant weights, worked out per output channel as accelerators want
// it: y = clip((sum * scale + bias) >> shift), sum being the bare product of input and weights. And how far sums can go.
#pragma once

#include "core/target/match.h"

namespace tw::target {

struct ChannelNorm {
    std::vector<std::int64_t> scale;   // alpha * mul
    std::vector<std::int64_t> bias;    // beta * B * mul + add + 2^(shift - 1)
    std::vector<std::pair<std::int64_t, std::int64_t>> sums;   // least and greatest sum, whatever the input holds
};

/// Of a RequantizedConv, RequantizedGemm or RequantizedMatMul. Fails with one sentence when weights, bias, mul or add
/// are no constants, or follow another axis than the output channels.
Result<ChannelNorm> channelNormOf(const MatchNode& node);

/// Names for the conditions of kernel rows: the least and greatest over all channels, as scale_min, scale_max,
/// bias_min, bias_max, product_min, product_max (sum * scale), result_min, result_max (sum * scale + bias).
Variables normVariables(const ChannelNorm& norm);

}  // namespace tw::target
