// SPDX-License-Identifier: Apache-2.0
// How a kernel wants the values of a constant operand: which values, as which elements, in which order. A layout is a
// list of loops, outermost first, that walks over blocks of axes and over the bits of each value, so that bit planes
// and blocked weights of accelerators are data of a kernel row:
//     "weights": {"W": {"offset": 128, "bits": 8, "layout": [
//         {"axis": 0}, {"axis": 1, "step": 16}, {"bit": true}, {"axis": 2}, {"axis": 3}, {"axis": 1, "count": 16}]}}
// stores each value + 128, for each output channel and block of 16 input channels, as eight planes of 3 x 3 x 16 bits.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor_data.h"

#include <string>
#include <vector>

namespace tw::target {

/// Which values are stored.
enum class Values {
    Own,            // those of the operand
    ChannelScale,   // per output channel: the factor of a requantised linear operator (channel_norm.h)
    ChannelBias,    // per output channel: its addend, with the operator's bias and the half of the rounding folded in
};

/// A loop of `count` turns, each of which advances the index of `axis` by `step`.
struct LayoutLoop {
    int axis = 0;                  // -1: the loop over the bits of a value, lowest first
    std::int64_t step = 1;
    std::int64_t count = 0;        // 0: as many as the axis needs
    std::int64_t alignBytes = 0;   // what one turn stores is filled up with zeros to a multiple of this; 0: not

    bool overBits() const { return axis < 0; }
};

struct Encoding {
    Values values = Values::Own;
    ir::DataType type = ir::DataType::Undefined;   // of the stored elements; Undefined: as the operand
    std::int64_t offset = 0;                       // added to each value
    int bits = 0;                                  // with a loop over bits: how many
    std::vector<LayoutLoop> layout = {};           // empty: row-major
    std::string text = {};                         // as it was written; two encodings of one text are the same

    /// Number of axes that the layout walks over; 0: any.
    int rank() const;
};

/// Bytes of a constant of this shape and type once it is encoded.
std::int64_t encodedBytes(const Encoding& encoding, ir::DataType type, const ir::Shape& shape);

/// `data` as the encoding wants it, as one row of u8. Positions beyond the end of an axis hold zeros. Fails with
/// BadConstant when a value with its offset does not fit the bits or the element type.
Result<ir::TensorData> encoded(const Encoding& encoding, const ir::TensorData& data);

}  // namespace tw::target
