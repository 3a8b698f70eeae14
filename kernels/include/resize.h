/* SPDX-License-Identifier: MIT-0 */
/* Images (or lines, with a height of 1) resampled to another size. */
#ifndef TW_RESIZE_H
#define TW_RESIZE_H

#include "tw_runtime.h"

enum {
    TW_RESIZE_HALF_PIXEL, TW_RESIZE_HALF_PIXEL_SYMMETRIC, TW_RESIZE_PYTORCH_HALF_PIXEL, TW_RESIZE_ALIGN_CORNERS,
    TW_RESIZE_ASYMMETRIC, TW_RESIZE_HALF_PIXEL_FOR_NEAREST
};
enum { TW_RESIZE_PREFER_FLOOR, TW_RESIZE_PREFER_CEIL, TW_RESIZE_FLOOR, TW_RESIZE_CEIL };

typedef struct {
    int32_t batch;
    int32_t channels;
    int32_t in_h;
    int32_t in_w;
    int32_t out_h;
    int32_t out_w;
    int32_t interpolation; /* 0 nearest, 1 linear */
    int32_t coordinates;   /* TW_RESIZE_HALF_PIXEL... */
    int32_t rounding;      /* TW_RESIZE_PREFER_FLOOR..., of the nearest pixel */
    int32_t elem_bytes;
    float scale_h; /* 0: out / in */
    float scale_w;
} tw_resize_args;

/* The input position and share of the next one, per output row and column: what `scratch` holds. */
typedef struct {
    int32_t low;
    int32_t high;
    float share; /* of high */
} tw_resize_tap;

/* Nearest pixel, elements of any type, [N, C, H, W] and [N, H, W, C]; scratch: out_h + out_w taps. */
void tw_resize_nearest_nchw(const tw_resize_args *args, const void *x, void *y, void *scratch);
void tw_resize_nearest_nhwc(const tw_resize_args *args, const void *x, void *y, void *scratch);

/* Bilinear. */
void tw_resize_linear_nchw_f32(const tw_resize_args *args, const float *x, float *y, void *scratch);
void tw_resize_linear_nhwc_f32(const tw_resize_args *args, const float *x, float *y, void *scratch);

#endif
