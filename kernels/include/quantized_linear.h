/* SPDX-License-Identifier: MIT-0 */
/* Convolution and matrix product of 8-bit operands with zero points: the 32-bit accumulators, or a quantised result.
   A step says how a vector of scales or zero points is indexed: 0 for a single number. */
#ifndef TW_QUANTIZED_LINEAR_H
#define TW_QUANTIZED_LINEAR_H

#include "quantized.h"
#include "strides.h"
#include "tw_runtime.h"
#include "window.h"

typedef struct {
    int32_t batch;
    int32_t in_c;
    int32_t out_c;
    int32_t group;
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
    int32_t dilation_h;
    int32_t dilation_w;
    int32_t spatial_rank; /* a 1-D convolution is a 2-D one of height 1 */
    int32_t x_type;       /* TW_U8 ... of integer.h */
    int32_t w_type;
    int32_t y_type;
    int32_t x_zero_step;
    int32_t w_zero_step; /* along the output channels */
    int32_t x_scale_step;
    int32_t w_scale_step;
    int32_t y_scale_step;
    int32_t y_zero_step;
} tw_quantized_conv_args;

typedef struct {
    int32_t m;
    int32_t n;
    int32_t k;
    int32_t batches;
    int32_t batch_rank;
    int32_t batch_dims[TW_MAX_DIMS];
    int32_t a_batch[TW_MAX_DIMS];
    int32_t b_batch[TW_MAX_DIMS];
    int32_t x_type;
    int32_t w_type;
    int32_t y_type;
    int32_t x_zero_step; /* along the rows of a */
    int32_t w_zero_step; /* along the columns of b */
    int32_t x_scale_step;
    int32_t w_scale_step;
    int32_t y_scale_step;
    int32_t y_zero_step;
} tw_quantized_matmul_args;

/* x [N, C, H, W], w [O, C / group, KH, KW] */
void tw_conv_integer(const tw_quantized_conv_args *args, const void *x, const void *w, const void *x_zero, const void *w_zero,
                     int32_t *y);
void tw_qlinear_conv(const tw_quantized_conv_args *args, const void *x, const float *x_scale, const void *x_zero,
                     const void *w, const float *w_scale, const void *w_zero, const float *y_scale, const void *y_zero,
                     const int32_t *bias, void *y);

void tw_matmul_integer(const tw_quantized_matmul_args *args, const void *a, const void *b, const void *a_zero,
                       const void *b_zero, int32_t *y);
void tw_qlinear_matmul(const tw_quantized_matmul_args *args, const void *a, const float *a_scale, const void *a_zero,
                       const void *b, const float *b_scale, const void *b_zero, const float *y_scale, const void *y_zero,
                       void *y);

#endif
