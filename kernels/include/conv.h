/* SPDX-License-Identifier: MIT-0 */
/* Convolutions. A 1-D convolution is a 2-D one of height 1. Bias may be NULL. */
#ifndef TW_CONV_H
#define TW_CONV_H

#include "integer.h"
#include "requant.h"
#include "tw_runtime.h"
#include "window.h"

typedef struct {
    int32_t batch;
    int32_t in_c;
    int32_t out_c;
    int32_t group;
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
    int32_t x_type; /* TW_U8 ... of integer.h */
    int32_t w_type;
    int32_t y_type;
    int32_t shift; /* the rest only for the requantised kernels */
    int32_t lo;
    int32_t hi;
    int32_t mul_step; /* 1: a value per output channel, 0: one for all */
    int32_t add_step;
} tw_conv_args;

/* x [N, C, H, W], w [O, C / group, KH, KW] */
void tw_conv_f32(const tw_conv_args *args, const float *x, const float *w, const float *bias, float *y);

/* x [N, H, W, C] of 8 bits, signed or not; w [O, KH, KW, C / group] */
void tw_conv_8bit(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias, int32_t *y);
void tw_conv_8bit_requant(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias,
                          const int32_t *mul, const int32_t *add, void *y);

/* One filter per channel: x [N, H, W, C] of 8 bits, w [1, KH, KW, C] */
void tw_conv_depthwise_8bit(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias, int32_t *y);
void tw_conv_depthwise_8bit_requant(const tw_conv_args *args, const void *x, const int8_t *w, const int32_t *bias,
                                    const int32_t *mul, const int32_t *add, void *y);

/* Any integer types: x [N, C, H, W], w [O, C / group, KH, KW] */
void tw_conv_int(const tw_conv_args *args, const void *x, const void *w, const int32_t *bias, void *y);
void tw_conv_int_requant(const tw_conv_args *args, const void *x, const void *w, const int32_t *bias,
                         const int32_t *mul, const int32_t *add, void *y);

/* Where the accumulators of one output tensor go: as they are when mul is NULL, else requantised. */
typedef struct {
    const int32_t *mul;
    const int32_t *add;
    void *y;
} tw_conv_sink;

static inline void tw_conv_store(const tw_conv_args *args, const tw_conv_sink *sink, int32_t index, int32_t channel,
                                 int32_t sum)
{
    if (sink->mul)
        sum = tw_requant(sum, sink->mul[channel * args->mul_step], sink->add[channel * args->add_step], args->shift,
                         args->lo, args->hi);
    tw_store_integer(sink->y, args->y_type, index, sum);
}

#endif
