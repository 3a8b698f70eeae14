/* SPDX-License-Identifier: MIT-0 */
/* Integers to float: one body, since only the operand types differ. Differences of 16-bit values are exact in float;
   those of 32-bit values need double to be rounded only once. Elements are shared by the team. */
#include "quantize_linear.h"

#define DEQUANTIZE(name, x_type, exact, inner)                                                                       \
    void name(const tw_quantize_linear_args *args, const x_type *x, const float *scale, const x_type *zero_point,    \
              float *y)                                                                                              \
    {                                                                                                                \
        const tw_span mine = tw_team_share(args->count);                                                             \
        tw_scale_walk walk = tw_scale_walk_from(inner, args->period, mine.begin);                                    \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                                                            \
            const int32_t k = tw_scale_walk_next(&walk);                                                             \
            y[i] = (float)(((exact)x[i] - (exact)(zero_point ? zero_point[k] : 0)) * (exact)scale[k]);              \
        }                                                                                                            \
    }

DEQUANTIZE(tw_dequantize_linear_i8_f32, int8_t, float, args->inner)
DEQUANTIZE(tw_dequantize_linear_u8_f32, uint8_t, float, args->inner)
DEQUANTIZE(tw_dequantize_linear_i16_f32, int16_t, float, args->inner)
DEQUANTIZE(tw_dequantize_linear_u16_f32, uint16_t, float, args->inner)
DEQUANTIZE(tw_dequantize_linear_i32_f32, int32_t, double, args->inner)
DEQUANTIZE(tw_dequantize_linear_nhwc_i8_f32, int8_t, float, 1)
DEQUANTIZE(tw_dequantize_linear_nhwc_u8_f32, uint8_t, float, 1)
DEQUANTIZE(tw_dequantize_linear_nhwc_i16_f32, int16_t, float, 1)
DEQUANTIZE(tw_dequantize_linear_nhwc_u16_f32, uint16_t, float, 1)
DEQUANTIZE(tw_dequantize_linear_nhwc_i32_f32, int32_t, double, 1)
