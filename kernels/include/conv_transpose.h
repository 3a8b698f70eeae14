/* SPDX-License-Identifier: MIT-0 */
/* Transposed convolutions. A 1-D one is a 2-D one of height 1. Bias may be NULL. */
#ifndef TW_CONV_TRANSPOSE_H
#define TW_CONV_TRANSPOSE_H

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
} tw_conv_transpose_args;

/* x [N, C, H, W], w [C, O / group, KH, KW] */
void tw_conv_transpose_f32(const tw_conv_transpose_args *args, const float *x, const float *w, const float *bias, float *y);

#endif
