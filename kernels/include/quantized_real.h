/* SPDX-License-Identifier: MIT-0 */
/* Operators on the real values of 8-bit quantised tensors with a quantised result. */
#ifndef TW_QUANTIZED_REAL_H
#define TW_QUANTIZED_REAL_H

#include "quantized.h"
#include "strides.h"
#include "tw_runtime.h"
#include "window.h"

typedef struct {
    int32_t count;
    int32_t rank;
    int32_t dims[TW_MAX_DIMS];
    int32_t a_strides[TW_MAX_DIMS];
    int32_t b_strides[TW_MAX_DIMS];
    int32_t a_type; /* TW_U8 ... of integer.h */
    int32_t b_type;
    int32_t y_type;
} tw_quantized_binary_args;

/* As tw_pool_args of pool.h */
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
    int32_t count_include_pad;
    int32_t x_type;
    int32_t y_type;
} tw_quantized_pool_args;

/* Along the middle axis of [outer, length, inner] */
typedef struct {
    int32_t outer;
    int32_t length;
    int32_t inner;
    int32_t x_type;
    int32_t y_type;
} tw_quantized_softmax_args;

void tw_qlinear_add(const tw_quantized_binary_args *args, const void *a, const float *a_scale, const void *a_zero,
                    const void *b, const float *b_scale, const void *b_zero, const float *y_scale, const void *y_zero,
                    void *y);
void tw_qlinear_mul(const tw_quantized_binary_args *args, const void *a, const float *a_scale, const void *a_zero,
                    const void *b, const float *b_scale, const void *b_zero, const float *y_scale, const void *y_zero,
                    void *y);
void tw_qlinear_average_pool(const tw_quantized_pool_args *args, const void *x, const float *x_scale, const void *x_zero,
                             const float *y_scale, const void *y_zero, void *y);
void tw_qlinear_softmax(const tw_quantized_softmax_args *args, const void *x, const float *x_scale, const void *x_zero,
                        const float *y_scale, const void *y_zero, void *y);

#endif
