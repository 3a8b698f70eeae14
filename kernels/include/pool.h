/* SPDX-License-Identifier: MIT-0 */
/* Pools over a sliding window. A 1-D pool is a 2-D one of height 1. */
#ifndef TW_POOL_H
#define TW_POOL_H

#include "tw_runtime.h"
#include "window.h"

typedef struct {
    int32_t batch;
    int32_t channels;
    int32_t spatial_rank;
    int32_t in_h;
    int32_t in_w;
    int32_t out_h;
    int32_t out_w;
    int32_t kernel_h;
    int32_t kernel_w;
    int32_t stride_h;
    int32_t stride_w;
    int32_t pad_top;
    int32_t pad_left;
    int32_t pad_bottom;
    int32_t pad_right;
    int32_t dilation_h;
    int32_t dilation_w;
    int32_t count_include_pad; /* only for the average */
} tw_pool_args;

/* Channels first: [N, C, H, W] */
void tw_max_pool_f32(const tw_pool_args *args, const float *x, float *y);
void tw_max_pool_i8(const tw_pool_args *args, const int8_t *x, int8_t *y);
void tw_max_pool_u8(const tw_pool_args *args, const uint8_t *x, uint8_t *y);
void tw_max_pool_i16(const tw_pool_args *args, const int16_t *x, int16_t *y);
void tw_max_pool_i32(const tw_pool_args *args, const int32_t *x, int32_t *y);
void tw_average_pool_f32(const tw_pool_args *args, const float *x, float *y);

/* Channels last: [N, H, W, C] */
void tw_max_pool_nhwc_i8(const tw_pool_args *args, const int8_t *x, int8_t *y);
void tw_max_pool_nhwc_u8(const tw_pool_args *args, const uint8_t *x, uint8_t *y);
void tw_max_pool_nhwc_i16(const tw_pool_args *args, const int16_t *x, int16_t *y);
void tw_max_pool_nhwc_i32(const tw_pool_args *args, const int32_t *x, int32_t *y);

#endif
