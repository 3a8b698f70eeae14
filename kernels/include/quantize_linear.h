/* SPDX-License-Identifier: MIT-0 */
/* Between float and integers with a scale and a zero point. zero_point may be NULL: then it is 0. */
#ifndef TW_QUANTIZE_LINEAR_H
#define TW_QUANTIZE_LINEAR_H

#include "tw_runtime.h"

/* Each scale serves `inner` neighbouring elements, then the next one does, and after `period` scales the first one
   again. The nhwc kernels take the innermost axis for the channel and ignore `inner`. */
typedef struct {
    int32_t count;
    int32_t inner;
    int32_t period;
    int32_t follows_channels; /* nothing but the channel chooses the scale: what the nhwc kernels need */
    int32_t block;            /* 0: no scale per block, which these kernels do not know */
} tw_quantize_linear_args;

typedef struct {
    int32_t count;
} tw_dynamic_quantize_linear_args;

typedef struct {
    int32_t inner;
    int32_t period;
    int32_t left; /* elements that the current scale still serves */
    int32_t place;
} tw_scale_walk;

static inline tw_scale_walk tw_scale_walk_from(int32_t inner, int32_t period, int32_t index)
{
    const tw_scale_walk result = {inner, period, inner - index % inner, index / inner % period};
    return result;
}

/* The index of the scale for the current element; moves on to the next one. */
static inline int32_t tw_scale_walk_next(tw_scale_walk *walk)
{
    const int32_t place = walk->place;
    if (--walk->left == 0) {
        walk->left = walk->inner;
        walk->place = place + 1 == walk->period ? 0 : place + 1;
    }
    return place;
}

/* Rounds to the nearest whole number, halves to even, and clips. NaN gives lo. */
static inline int32_t tw_round_to_range(float value, int32_t zero, int32_t lo, int32_t hi)
{
    const float low = (float)(lo - zero);
    const float high = (float)(hi - zero);
    if (!(value > low))
        return lo;
    if (value >= high)
        return hi;
    const int32_t below = (int32_t)value - (value < (float)(int32_t)value ? 1 : 0);
    const float rest = value - (float)below;
    return below + (rest > 0.5f || (rest == 0.5f && (below & 1) != 0) ? 1 : 0) + zero;
}

void tw_quantize_linear_f32_i8(const tw_quantize_linear_args *args, const float *x, const float *scale, const int8_t *zero_point, int8_t *y);
void tw_quantize_linear_f32_u8(const tw_quantize_linear_args *args, const float *x, const float *scale, const uint8_t *zero_point, uint8_t *y);
void tw_quantize_linear_f32_i16(const tw_quantize_linear_args *args, const float *x, const float *scale, const int16_t *zero_point, int16_t *y);
void tw_quantize_linear_f32_u16(const tw_quantize_linear_args *args, const float *x, const float *scale, const uint16_t *zero_point, uint16_t *y);
void tw_quantize_linear_nhwc_f32_i8(const tw_quantize_linear_args *args, const float *x, const float *scale, const int8_t *zero_point, int8_t *y);
void tw_quantize_linear_nhwc_f32_u8(const tw_quantize_linear_args *args, const float *x, const float *scale, const uint8_t *zero_point, uint8_t *y);
void tw_quantize_linear_nhwc_f32_i16(const tw_quantize_linear_args *args, const float *x, const float *scale, const int16_t *zero_point, int16_t *y);
void tw_quantize_linear_nhwc_f32_u16(const tw_quantize_linear_args *args, const float *x, const float *scale, const uint16_t *zero_point, uint16_t *y);

void tw_dequantize_linear_i8_f32(const tw_quantize_linear_args *args, const int8_t *x, const float *scale, const int8_t *zero_point, float *y);
void tw_dequantize_linear_u8_f32(const tw_quantize_linear_args *args, const uint8_t *x, const float *scale, const uint8_t *zero_point, float *y);
void tw_dequantize_linear_i16_f32(const tw_quantize_linear_args *args, const int16_t *x, const float *scale, const int16_t *zero_point, float *y);
void tw_dequantize_linear_u16_f32(const tw_quantize_linear_args *args, const uint16_t *x, const float *scale, const uint16_t *zero_point, float *y);
void tw_dequantize_linear_i32_f32(const tw_quantize_linear_args *args, const int32_t *x, const float *scale, const int32_t *zero_point, float *y);
void tw_dequantize_linear_nhwc_i8_f32(const tw_quantize_linear_args *args, const int8_t *x, const float *scale, const int8_t *zero_point, float *y);
void tw_dequantize_linear_nhwc_u8_f32(const tw_quantize_linear_args *args, const uint8_t *x, const float *scale, const uint8_t *zero_point, float *y);
void tw_dequantize_linear_nhwc_i16_f32(const tw_quantize_linear_args *args, const int16_t *x, const float *scale, const int16_t *zero_point, float *y);
void tw_dequantize_linear_nhwc_u16_f32(const tw_quantize_linear_args *args, const uint16_t *x, const float *scale, const uint16_t *zero_point, float *y);
void tw_dequantize_linear_nhwc_i32_f32(const tw_quantize_linear_args *args, const int32_t *x, const float *scale, const int32_t *zero_point, float *y);

void tw_dynamic_quantize_linear_f32(const tw_dynamic_quantize_linear_args *args, const float *x, uint8_t *y, float *scale, uint8_t *zero_point);

#endif
