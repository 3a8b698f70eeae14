/* SPDX-License-Identifier: MIT-0 */
/* float to 8 or 16 bits: one body, since only the result types differ. Elements are shared by the team. */
#include "quantize_linear.h"

#define QUANTIZE(name, y_type, lo, hi, inner)                                                                        \
    void name(const tw_quantize_linear_args *args, const float *x, const float *scale, const y_type *zero_point,     \
              y_type *y)                                                                                             \
    {                                                                                                                \
        const tw_span mine = tw_team_share(args->count);                                                             \
        tw_scale_walk walk = tw_scale_walk_from(inner, args->period, mine.begin);                                    \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                            \
            const int32_t k = tw_scale_walk_next(&walk);                                                             \
            y[i] = (y_type)tw_round_to_range(x[i] / scale[k], zero_point ? zero_point[k] : 0, lo, hi);               \
        }                                                                                                            \
    }

QUANTIZE(tw_quantize_linear_f32_i8, int8_t, -128, 127, args->inner)
QUANTIZE(tw_quantize_linear_f32_u8, uint8_t, 0, 255, args->inner)
QUANTIZE(tw_quantize_linear_f32_i16, int16_t, -32768, 32767, args->inner)
QUANTIZE(tw_quantize_linear_f32_u16, uint16_t, 0, 65535, args->inner)
QUANTIZE(tw_quantize_linear_nhwc_f32_i8, int8_t, -128, 127, 1)
QUANTIZE(tw_quantize_linear_nhwc_f32_u8, uint8_t, 0, 255, 1)
QUANTIZE(tw_quantize_linear_nhwc_f32_i16, int16_t, -32768, 32767, 1)
QUANTIZE(tw_quantize_linear_nhwc_f32_u16, uint16_t, 0, 65535, 1)
